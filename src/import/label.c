// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/label.h"

#include "import/scan.h"

#include <ctype.h>
#include <string.h>

enum { LABEL_BYTES = 100, COLON_WORDS = 8, NAME_WORDS = 3, VERSION_WORDS = 12, LIST_LINES = 8 };

static const char edges[] = " =*-#_~|+";

/* Neither a letter nor a digit: an underline, a fence, a row of stars. Blank lines are, too. */
static bool is_ruler(const char *text)
{
	for (; *text; text++) {
		if (isalnum((unsigned char)*text) || (unsigned char)*text >= 0x80)
			return false;
	}
	return true;
}

static bool is_apart(const struct import *in, size_t line)
{
	return line >= in->document.count || is_ruler(in->document.lines[line].text);
}

/* 2.4.10-pre6, linux-2.6.12: two points between digits at least. */
static bool is_version(const struct word *w)
{
	size_t points = 0;

	for (size_t i = 1; i + 1 < w->length; i++) {
		if (w->text[i] == '.')
			points += isdigit((unsigned char)w->text[i - 1]) &&
				  isdigit((unsigned char)w->text[i + 1]);
	}
	return points >= 2;
}

static bool has_version(const struct word *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (is_version(&words[i]))
			return true;
	}
	return false;
}

static char *bare(struct import *in, const char *text)
{
	size_t start = strspn(text, edges), end = strlen(text);

	while (end > start && (strchr(edges, text[end - 1]) || text[end - 1] == ':'))
		end--;
	if (end - start > 5 && strncasecmp(text + start, "with ", 5) == 0)
		start += 5;
	return arena_strndup(in->arena, text + start, end - start);
}

/* "before" and "after" need nothing around them. */
static bool is_side(const struct word *words, size_t count)
{
	static const char *const sides[] = { "before", "after", "before:", "after:" };

	for (size_t i = 0; count == 1 && i < COUNT_OF(sides); i++) {
		if (words[0].length == strlen(sides[i]) &&
			strncasecmp(words[0].text, sides[i], words[0].length) == 0)
			return true;
	}
	return false;
}

static bool is_decorated(const char *text)
{
	size_t start = strspn(text, " "), length = strlen(text);

	return strspn(text + start, "=*-") >= 3 && strchr("=*-", text[length - 1]);
}

/* A paragraph of one line, or the first of its lines. */
static bool begins_paragraph(const struct import *in, size_t line)
{
	return line == 0 || is_apart(in, line - 1);
}

/* "2.4.10+", "a.patch+", "b.patch": one name. */
static char *patch_list(struct import *in, size_t line, size_t *lines)
{
	char *list = NULL;

	for (size_t i = line; i < in->document.count && i - line < LIST_LINES; i++) {
		const struct import_line *l = &in->document.lines[i];
		const char *text = l->text + strspn(l->text, " ");
		bool more = l->length > 0 && l->text[l->length - 1] == '+';
		if (!*text || l->length > LABEL_BYTES || strchr(text, ' '))
			return NULL;
		list = arena_printf(in->arena, "%s%s", list ? list : "", text);
		if (!more) {
			*lines = i - line + 1;
			return is_apart(in, i + 1) && i > line ? list : NULL;
		}
	}
	return NULL;
}

static bool ends_sentence(char c)
{
	return strchr(".,;?!)", c) != NULL;
}

const char *label_at(struct import *in, size_t line, size_t *lines)
{
	const struct import_line *l = &in->document.lines[line];
	struct word words[VERSION_WORDS];
	char *list;

	*lines = 1;
	if (l->taken || l->length == 0 || l->length > LABEL_BYTES || is_ruler(l->text))
		return NULL;
	size_t count = scan_words(l->text, words, COUNT_OF(words));
	size_t stored = count < COUNT_OF(words) ? count : COUNT_OF(words);
	char last = l->text[l->length - 1];
	if (starts_with(words[0].text, "##") && count > 1)
		return bare(in, l->text); /* Markdown; one # may be root's prompt */
	if (strchr("$%[", words[0].text[0]) || word_is(&words[0], "#"))
		return NULL;
	if (is_side(words, count) || is_decorated(l->text))
		return bare(in, l->text);
	if (last == ':')
		return count <= COLON_WORDS ? bare(in, l->text) : NULL;
	if (!begins_paragraph(in, line))
		return NULL;
	if (last == '+' && (list = patch_list(in, line, lines)))
		return list;
	if (strstr(l->text, ": ") || strstr(l->text, "/s"))
		return NULL; /* says something, names nothing */
	bool name = count <= NAME_WORDS || (count <= VERSION_WORDS && has_version(words, stored));
	return name && is_apart(in, line + 1) && !ends_sentence(last) ? bare(in, l->text) : NULL;
}

struct stream stream_at(const struct import *in, size_t line)
{
	return (struct stream){ .in = in,
		.line = line,
		.at = line < in->document.count ? in->document.lines[line].text : NULL };
}

bool stream_word(struct stream *s, struct word *word, size_t *line)
{
	const struct import_document *d = &s->in->document;

	if (!s->at)
		return false;
	for (;;) {
		s->at += strspn(s->at, " ");
		if (*s->at)
			break;
		if (s->line + 1 >= d->count || d->lines[s->line + 1].taken ||
			d->lines[s->line + 1].length == 0)
			return false;
		s->at = d->lines[++s->line].text;
	}
	const char *start = s->at;
	s->at += strcspn(start, " ");
	*word = (struct word){ start, (size_t)(s->at - start),
		(size_t)(start - d->lines[s->line].text) };
	*line = s->line;
	return true;
}

size_t stream_peek(struct stream s, struct word *words, size_t *lines, size_t most)
{
	size_t n = 0;

	while (n < most && stream_word(&s, &words[n], &lines[n]))
		n++;
	return n;
}

char *name_copy(const struct import *in, const struct word *word)
{
	size_t length = word->length < LABEL_BYTES ? word->length : LABEL_BYTES;

	return arena_strndup(in->arena, word->text, length);
}

void take_lines(struct import *in, size_t first, size_t last, const char *importer)
{
	for (size_t i = first; i <= last && i < in->document.count; i++)
		in->document.lines[i].taken = importer;
}
