// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/secrets.h"

#include <ctype.h>
#include <string.h>

/* They are said of every machine. */
static const char *const common_words[] = { "root", "localhost", "(none)", "none", "unknown",
	"null", "localhost.localdomain" };

bool is_word_character(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static char *new_word(struct secrets *s, enum secret_kind kind)
{
	size_t number = ++s->words[kind];

	switch (kind) {
	case SECRET_HOST:
		return arena_printf(s->arena, "host%zu", number);
	case SECRET_USER:
		return arena_printf(s->arena, "user%zu", number);
	case SECRET_SERIAL:
		return arena_printf(s->arena, "serial%zu", number);
	case SECRET_PATH:
		break;
	}
	return arena_printf(s->arena, "/path%zu", number);
}

static const char *find_word(const struct secrets *s, const char *text, size_t length)
{
	for (size_t i = 0; i < s->count; i++) {
		const struct secret *known = &s->list[i];
		if (known->length == length && memcmp(known->text, text, length) == 0)
			return known->word;
	}
	return NULL;
}

static void add(struct secrets *s, enum secret_kind kind, const char *text, size_t length,
	const char *word)
{
	const struct secret made = {
		.kind = kind,
		.text = arena_strndup(s->arena, text, length),
		.word = word,
		.length = length,
	};
	size_t at = 0;

	while (at < s->count && s->list[at].length >= length)
		at++;
	(void)ARENA_PUSH(s->arena, s->list, s->count);
	memmove(&s->list[at + 1], &s->list[at], (s->count - 1 - at) * sizeof(made));
	s->list[at] = made;
}

const char *secrets_word(struct secrets *s, enum secret_kind kind, const char *text, size_t length)
{
	const char *word = find_word(s, text, length);

	if (!word) {
		word = new_word(s, kind);
		add(s, kind, text, length, word);
	}
	return word;
}

const struct secret *secrets_match(const struct secrets *s, const char *text)
{
	for (size_t i = 0; i < s->count; i++) {
		const struct secret *known = &s->list[i];
		if (strncmp(text, known->text, known->length) == 0 &&
			!(is_word_character(text[known->length - 1]) &&
				is_word_character(text[known->length])))
			return known;
	}
	return NULL;
}

bool secrets_learn(struct secrets *s, enum secret_kind kind, const char *text)
{
	size_t length = strlen(text), label = strcspn(text, ".");

	if (length == 0)
		return false;
	for (size_t i = 0; i < COUNT_OF(common_words); i++) {
		if (strcmp(common_words[i], text) == 0)
			return false;
	}
	const char *word = secrets_word(s, kind, text, length);
	if (kind == SECRET_HOST && label > 1 && label < length && !find_word(s, text, label))
		add(s, kind, text, label, word);
	return true;
}
