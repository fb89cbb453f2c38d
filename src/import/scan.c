// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/scan.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_ROOM = 64 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

size_t scan_words(const char *line, struct word *words, size_t most)
{
	size_t count = 0;

	for (const char *p = line; *p;) {
		if (*p == ' ') {
			p++;
			continue;
		}
		const char *start = p;
		while (*p && *p != ' ')
			p++;
		if (count < most)
			words[count] =
				(struct word){ start, (size_t)(p - start), (size_t)(start - line) };
		count++;
	}
	return count;
}

bool word_is(const struct word *word, const char *text)
{
	return strlen(text) == word->length && memcmp(word->text, text, word->length) == 0;
}

char *word_copy(const struct word *word, struct arena *arena)
{
	return arena_strndup(arena, word->text, word->length);
}

/* [sign] digits [point digits] [e sign digits], as long as it goes. */
static size_t number_length(const char *p, size_t length)
{
	size_t i = 0, digits = 0;

	if (i < length && (p[i] == '-' || p[i] == '+'))
		i++;
	for (; i < length && is_digit(p[i]); i++)
		digits++;
	if (i < length && p[i] == '.') {
		for (i++; i < length && is_digit(p[i]); i++)
			digits++;
	}
	if (digits == 0)
		return 0;
	if (i + 1 < length && (p[i] == 'e' || p[i] == 'E')) {
		size_t e = i + 1;
		if (e < length && (p[e] == '-' || p[e] == '+'))
			e++;
		if (e < length && is_digit(p[e])) {
			while (e < length && is_digit(p[e]))
				e++;
			i = e;
		}
	}
	return i;
}

size_t scan_number_prefix(const char *text, size_t length, double *value)
{
	char copy[NUMBER_ROOM];
	size_t n = number_length(text, length);

	if (n == 0 || n >= sizeof(copy))
		return 0;
	memcpy(copy, text, n);
	copy[n] = '\0';
	double v = strtod(copy, NULL); /* the program's locale is C, and what is read is a number */
	if (!isfinite(v))
		return 0;
	*value = v;
	return n;
}

bool scan_number(const char *text, size_t length, double *value)
{
	double v;

	if (length == 0 || scan_number_prefix(text, length, &v) != length)
		return false;
	*value = v;
	return true;
}

/* Blanks that stand between thousands: a plain one, a no-break, a thin and a narrow one. */
static size_t thousands_blank(const char *p, size_t left)
{
	static const char *const blanks[] = { " ", "\xc2\xa0", "\xe2\x80\x89", "\xe2\x80\xaf",
		"'" };

	for (size_t i = 0; i < COUNT_OF(blanks); i++) {
		size_t n = strlen(blanks[i]);
		if (n <= left && memcmp(p, blanks[i], n) == 0)
			return n;
	}
	return 0;
}

/* Copies digits; notes the marks between them. False where something else stands there. */
struct marks {
	char digits[NUMBER_ROOM];         /* with ',' and '.' as they are, blanks left out */
	size_t commas, points, last_mark; /* the place of the last mark in digits */
	bool blanks;
};

static bool read_marks(const char *text, size_t length, struct marks *m)
{
	size_t n = 0;

	for (size_t i = 0; i < length;) {
		size_t blank = thousands_blank(text + i, length - i);
		if (n + 1 >= sizeof(m->digits))
			return false;
		if (blank) {
			m->blanks = true;
			i += blank;
			continue;
		}
		char c = text[i++];
		if (c == ',' || c == '.') {
			m->commas += c == ',';
			m->points += c == '.';
			m->last_mark = n;
		} else if (!is_digit(c) && !(n == 0 && (c == '-' || c == '+'))) {
			return false;
		}
		m->digits[n++] = c;
	}
	m->digits[n] = '\0';
	return n > 0;
}

bool scan_local_number(const char *text, size_t length, double *value)
{
	struct marks m = { .last_mark = 0 };
	char plain[NUMBER_ROOM];
	size_t n = 0;

	if (!read_marks(text, length, &m))
		return false;
	size_t marks = m.commas + m.points;
	size_t after = marks ? strlen(m.digits) - m.last_mark - 1 : 0;
	bool both = m.commas && m.points;
	bool repeated = !both && marks > 1; /* then all are between thousands */
	/* one mark with three digits after it and no blank elsewhere could be either */
	if (marks == 1 && after == 3 && !m.blanks && m.commas)
		return false;
	for (size_t i = 0; m.digits[i]; i++) {
		char c = m.digits[i];
		bool is_mark = c == ',' || c == '.';
		if (!is_mark)
			plain[n++] = c;
		else if (i == m.last_mark && !repeated)
			plain[n++] = '.';
	}
	return scan_number(plain, n, value);
}

/* "31.197s", or "31.197" where no unit is wanted. */
static bool seconds_part(const char *text, size_t length, bool unit, double *value)
{
	if (unit && (length < 2 || text[length - 1] != 's'))
		return false;
	return scan_number(text, length - unit, value) && *value >= 0 && is_digit(text[0]);
}

bool scan_duration(const char *text, size_t length, double *seconds)
{
	const char *m = memchr(text, 'm', length);
	double total = 0, part;

	if (m) {
		size_t before = (size_t)(m - text);
		if (!scan_number(text, before, &part) || !is_digit(text[0]))
			return false;
		total = 60 * part;
		if (!seconds_part(m + 1, length - before - 1, true, &part))
			return false;
		*seconds = total + part;
		return true;
	}
	if (!memchr(text, ':', length))
		return seconds_part(text, length, true, seconds);
	for (;;) {
		const char *colon = memchr(text, ':', length);
		size_t n = colon ? (size_t)(colon - text) : length;
		if (!seconds_part(text, n, false, &part))
			return false;
		total = 60 * total + part;
		if (!colon)
			break;
		text += n + 1;
		length -= n + 1;
	}
	*seconds = total;
	return true;
}

bool starts_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool ends_with(const char *text, const char *suffix)
{
	size_t n = strlen(text), m = strlen(suffix);

	return n >= m && strcmp(text + n - m, suffix) == 0;
}

/* The text between decorations: "=== 2.6.17 ===", "* before:", "With X:". */
static char *bare_label(const char *text, struct arena *arena)
{
	static const char edge[] = " =*-#_~|+";
	size_t start = strspn(text, edge), end = strlen(text);

	while (end > start && (strchr(edge, text[end - 1]) || text[end - 1] == ':'))
		end--;
	return arena_strndup(arena, text + start, end - start);
}

static bool is_ruler(const char *text)
{
	return !strpbrk(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
}

/* A label has a colon at its end, a decoration around it, or is a word or three. */
static bool is_label(const char *text)
{
	struct word words[1];
	size_t count = scan_words(text, words, COUNT_OF(words)), length = strlen(text);
	bool decorated = strchr("=*-#", text[strspn(text, " ")]) && count > 1;

	if (length > 72)
		return false;
	return text[length - 1] == ':' || decorated ? count <= 10 : count <= 3;
}

const char *scan_heading(struct import *in, size_t line, size_t most)
{
	for (size_t i = line; i-- > 0 && line - i <= most;) {
		const struct import_line *l = &in->document.lines[i];
		if (l->taken)
			return NULL;
		if (l->length == 0 || is_ruler(l->text))
			continue;
		return is_label(l->text) ? bare_label(l->text, in->arena) : NULL;
	}
	return NULL;
}

enum { LABEL_LINES = 4, PARAGRAPH_LINES = 6, LABEL_BYTES = 60 };

static char *without_with(char *label)
{
	return strncasecmp(label, "with ", 5) == 0 ? label + 5 : label;
}

/* The word before "filesystem" or "file system", or NULL. */
static char *named_filesystem(const char *sentence, struct arena *arena)
{
	static const char *const words[] = { "filesystem", "file system" };
	const char *at = NULL;

	for (size_t i = 0; !at && i < COUNT_OF(words); i++)
		at = strcasestr(sentence, words[i]);
	if (!at || at == sentence)
		return NULL;
	const char *end = at;
	while (end > sentence && end[-1] == ' ')
		end--;
	const char *start = end;
	while (start > sentence && start[-1] != ' ')
		start--;
	return start < end ? arena_strndup(arena, start, (size_t)(end - start)) : NULL;
}

/* The lines of a paragraph that ends at `last`, as one. */
static char *paragraph(struct import *in, size_t last)
{
	const struct import_line *lines = in->document.lines;
	size_t first = last;
	char *text = NULL;

	while (first > 0 && last - first < PARAGRAPH_LINES && lines[first - 1].length > 0 &&
		!lines[first - 1].taken)
		first--;
	for (size_t i = first; i <= last; i++)
		text = arena_printf(in->arena, "%s%s%s", text ? text : "", text ? " " : "",
			lines[i].text + strspn(lines[i].text, " "));
	return text;
}

const char *scan_label(struct import *in, size_t line)
{
	const struct import_line *lines = in->document.lines;

	for (size_t i = line; i-- > 0 && line - i <= LABEL_LINES;) {
		const struct import_line *l = &lines[i];
		if (l->taken)
			return NULL;
		if (l->length == 0 || is_ruler(l->text))
			continue;
		char *sentence = paragraph(in, i);
		char *filesystem = named_filesystem(sentence, in->arena);
		if (l->text[l->length - 1] == ':' && filesystem)
			return filesystem;
		if (is_label(l->text))
			return without_with(bare_label(l->text, in->arena));
		if (l->text[l->length - 1] != ':' || strlen(sentence) > LABEL_BYTES)
			return NULL;
		return bare_label(sentence, in->arena);
	}
	return NULL;
}

bool scan_is_label(const char *text)
{
	text += strspn(text, " ");
	bool framed = starts_with(text, "==") || starts_with(text, "**") || starts_with(text, "# ");
	return (framed || ends_with(text, ":")) && !is_ruler(text) && is_label(text);
}

const char *scan_variant(struct import *in, size_t line)
{
	const struct import_line *lines = in->document.lines;

	if (in->hints->variant)
		return in->hints->variant;
	while (line > 0 && !lines[line - 1].taken && lines[line - 1].length == 0)
		line--;
	if (line == 0 || lines[line - 1].taken || !scan_is_label(lines[line - 1].text))
		return "";
	return without_with(bare_label(lines[line - 1].text, in->arena));
}

static bool is_scheduler(const struct word *word)
{
	static const char *const names[] = { "noop", "none", "anticipatory", "deadline", "cfq",
		"mq-deadline", "bfq", "kyber" };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (word_is(word, names[i]))
			return true;
	}
	return false;
}

const char *scan_scheduler(const char *line, struct arena *arena)
{
	struct word words[8];
	size_t n = scan_words(line, words, COUNT_OF(words)), known = 0;
	const struct word *chosen = NULL;

	if (n < 2 || n > COUNT_OF(words))
		return NULL;
	for (size_t i = 0; i < n; i++) {
		struct word w = words[i];
		if (w.length > 2 && w.text[0] == '[' && w.text[w.length - 1] == ']') {
			chosen = &words[i];
			w.text++;
			w.length -= 2;
		}
		known += is_scheduler(&w);
	}
	return chosen && known == n ? arena_strndup(arena, chosen->text + 1, chosen->length - 2)
				    : NULL;
}
