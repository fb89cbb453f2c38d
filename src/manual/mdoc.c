// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual/mdoc.h"

#include <ctype.h>
#include <string.h>

enum { LINE_MOST = 78 };

/* One word of text; a hyphen inside a word may break the line, one at its start is a minus. */
static void add_word(struct text *out, const char *word, size_t length, bool first_in_line)
{
	if (first_in_line && (word[0] == '.' || word[0] == '\''))
		text_puts(out, "\\&");
	for (size_t i = 0; i < length; i++) {
		bool inside = i > 0 && isalnum((unsigned char)word[i - 1]);
		if (word[i] == '\\')
			text_puts(out, "\\e");
		else if (word[i] == '-' && !inside)
			text_puts(out, "\\-");
		else
			text_add(out, &word[i], 1);
	}
}

static bool ends_sentence(const char *word, size_t length)
{
	while (length > 1 && strchr(")]'\"", word[length - 1]))
		length--;
	return length > 1 && strchr(".!?", word[length - 1]);
}

/* A word with what escaping adds at most. */
static bool fits(size_t column, size_t length)
{
	return column + 1 + length + 4 <= LINE_MOST;
}

void mdoc_words(struct text *out, const char *words)
{
	size_t start = out->length;
	bool new_line = true;

	words += strspn(words, " \n");
	while (*words) {
		size_t length = strcspn(words, " \n");
		if (!new_line && !fits(out->length - start, length))
			new_line = true;
		if (new_line && out->length > 0 && out->data[out->length - 1] != '\n')
			text_puts(out, "\n");
		if (new_line)
			start = out->length;
		else
			text_puts(out, " ");
		add_word(out, words, length, new_line);
		new_line = ends_sentence(words, length);
		words += length;
		words += strspn(words, " \n");
	}
	text_puts(out, "\n");
}

/* One argument of a macro: no macro itself, and one word. */
static void add_argument(struct text *out, const char *word)
{
	bool quoted = strpbrk(word, " \"") != NULL || !*word;

	text_puts(out, quoted ? " \"\\&" : " \\&");
	for (const char *p = word; *p; p++) {
		if (*p == '\\')
			text_puts(out, "\\e");
		else if (*p == '"')
			text_puts(out, "\\(dq");
		else
			text_add(out, p, 1);
	}
	text_puts(out, quoted ? "\"" : "");
}

void mdoc_literal(struct text *out, const char *lines)
{
	text_puts(out, ".Bd -literal\n");
	while (*lines) {
		size_t length = strcspn(lines, "\n");
		add_word(out, lines, length, true);
		text_puts(out, "\n");
		lines += length + (lines[length] == '\n');
	}
	text_puts(out, ".Ed\n");
}

/* A word of a usage: --option=VALUE, VALUE, or dots. */
static void add_usage_word(struct text *out, const char *word, size_t length, struct arena *arena)
{
	char *text = arena_strndup(arena, word, length);
	bool is_option = *text == '-';
	char *dots = length >= 3 ? text + length - 3 : text + length;
	bool goes_on = strcmp(dots, "...") == 0 && dots > text && dots[-1] != ',';

	if (goes_on)
		*dots = '\0';
	text_puts(out, is_option ? ".Fl" : ".Ar");
	add_argument(out, text + is_option);
	text_puts(out, goes_on ? " ...\n" : "\n");
}

void mdoc_usage(struct text *out, const char *usage)
{
	struct arena arena = { 0 };

	for (const char *p = usage; *p;) {
		if (*p == '[') {
			bool joined = p > usage && !strchr(" [", p[-1]);
			if (joined)
				out->data[--out->length] = '\0'; /* go on in the line of the word */
			text_puts(out, joined ? " Ns Oo\n" : ".Oo\n");
			p++;
		} else if (*p == ']') {
			bool dots = strncmp(p + 1, "...", 3) == 0;
			text_puts(out, dots ? ".Oc ...\n" : ".Oc\n");
			p += dots ? 4 : 1;
		} else if (*p == ' ') {
			p++;
		} else {
			size_t length = strcspn(p, " []");
			add_usage_word(out, p, length, &arena);
			p += length;
		}
	}
	arena_free(&arena);
}

void mdoc_list_begin(struct text *out)
{
	text_puts(out, ".Bl -tag -width Ds\n");
}

void mdoc_list_end(struct text *out)
{
	text_puts(out, ".El\n");
}

void mdoc_item(struct text *out, const char *tag_macro, const char *tag, const char *words)
{
	text_printf(out, ".It %s", tag_macro);
	add_argument(out, tag);
	text_puts(out, "\n");
	mdoc_words(out, words);
}

static void add_letter(struct text *out, const struct argument *a)
{
	text_puts(out, " Fl");
	add_argument(out, (char[]){ a->letter, '\0' });
	if (a->name) {
		text_puts(out, " ,");
	} else if (a->value) {
		text_puts(out, a->value_optional ? " Ns Oo Ar" : " Ar");
		add_argument(out, a->value);
		text_puts(out, a->value_optional ? " Oc" : "");
	}
}

/* "--style=..." is .Fl -style Ns = Ns Ar ..., "fs = FS" is .Cm fs No = Ar FS. */
static void add_name(struct text *out, const struct argument *a)
{
	bool is_option = *a->name == '-';
	bool is_key = a->form == ARGUMENT_VARIANT_KEY;

	text_puts(out, is_option ? " Fl" : " Cm");
	add_argument(out, a->name + is_option);
	if (!a->value)
		return;
	if (is_key)
		text_puts(out, " No = Ar");
	else if (a->value_optional)
		text_puts(out, " Ns Oo = Ns Ar");
	else if (is_option)
		text_puts(out, a->name[1] == '-' ? " Ns = Ns Ar" : " Ar");
	else
		text_puts(out, " Ns Ar");
	add_argument(out, a->value);
	if (a->value_optional && !is_key)
		text_puts(out, " Oc");
}

void mdoc_arguments(struct text *out, const struct argument *arguments, size_t count)
{
	mdoc_list_begin(out);
	for (size_t i = 0; i < count; i++) {
		const struct argument *a = &arguments[i];
		text_puts(out, ".It");
		if (a->letter)
			add_letter(out, a);
		if (a->name)
			add_name(out, a);
		text_puts(out, "\n");
		mdoc_words(out, a->words);
	}
	mdoc_list_end(out);
}
