// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/json_reader.h"

#include "import/scan.h"

#include <string.h>

void json_start(struct json_reader *r, const char *text, size_t length)
{
	*r = (struct json_reader){ .text = text, .length = length };
}

static enum json_token stop(struct json_reader *r, const char *problem)
{
	if (!r->problem)
		r->problem = problem;
	return r->token = JSON_ERROR;
}

static enum json_token stop_at_end(struct json_reader *r)
{
	r->truncated = true;
	return stop(r, "the text ends inside it");
}

static void skip_space(struct json_reader *r)
{
	while (r->at < r->length && (r->text[r->at] == ' ' || r->text[r->at] == '\n' ||
					    r->text[r->at] == '\t' || r->text[r->at] == '\r'))
		r->at++;
}

static enum json_token open_level(struct json_reader *r, bool is_object)
{
	if (r->depth == JSON_DEPTH_MOST)
		return stop(r, "it is nested more than 64 deep");
	r->is_object[r->depth++] = is_object;
	r->at++;
	r->value_done = false;
	return r->token = is_object ? JSON_OBJECT : JSON_ARRAY;
}

static enum json_token close_level(struct json_reader *r)
{
	bool is_object = r->is_object[--r->depth];

	r->at++;
	r->value_done = true;
	return r->token = is_object ? JSON_OBJECT_END : JSON_ARRAY_END;
}

/* Up to the closing quote; a line end inside a string is an error, not a longer string. */
static bool read_string(struct json_reader *r)
{
	const char *p = r->text + r->at + 1, *end = r->text + r->length;

	r->start = p;
	while (p < end && *p != '"' && *p != '\n') {
		if (*p == '\\' && ++p == end)
			break;
		p++;
	}
	r->at = (size_t)(p - r->text);
	/* the document ends every line, the last one too */
	if (p >= end || (*p == '\n' && p + 1 == end)) {
		(void)stop_at_end(r);
		return false;
	}
	r->size = (size_t)(p - r->start);
	if (*p != '"' || r->size > JSON_TEXT_MOST) {
		(void)stop(r, *p == '"' ? "a string in it is longer than 1 MiB"
					: "a string in it has no end");
		return false;
	}
	r->at++;
	return true;
}

static bool is_bare(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '-' || c == '+' || c == '.';
}

static bool bare_is(const struct json_reader *r, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (json_is(r, words[i]))
			return true;
	}
	return false;
}

/* A number, true, false, null, or what C prints for a number that is none. */
static enum json_token read_bare(struct json_reader *r)
{
	static const char *const words[] = { "true", "false", "null" };
	static const char *const numbers[] = { "nan", "-nan", "NaN", "inf", "-inf", "Infinity",
		"-Infinity" };
	double value;

	r->start = r->text + r->at;
	while (r->at < r->length && is_bare(r->text[r->at]))
		r->at++;
	r->size = (size_t)(r->text + r->at - r->start);
	if (r->at == r->length || (r->at + 1 == r->length && r->depth > 0))
		return stop_at_end(r);
	r->value_done = true;
	if (bare_is(r, words, COUNT_OF(words)))
		return r->token = JSON_WORD;
	if (bare_is(r, numbers, COUNT_OF(numbers)) || scan_number(r->start, r->size, &value))
		return r->token = JSON_NUMBER;
	return stop(r, "what stands there is no JSON");
}

static enum json_token read_value(struct json_reader *r)
{
	switch (r->text[r->at]) {
	case '{':
		return open_level(r, true);
	case '[':
		return open_level(r, false);
	case '"':
		if (!read_string(r))
			return JSON_ERROR;
		r->value_done = true;
		return r->token = JSON_STRING;
	default:
		return read_bare(r);
	}
}

static enum json_token read_key(struct json_reader *r)
{
	if (r->text[r->at] != '"')
		return stop(r, "a key is missing in it");
	if (!read_string(r))
		return JSON_ERROR;
	skip_space(r);
	if (r->at == r->length)
		return stop_at_end(r);
	if (r->text[r->at] != ':')
		return stop(r, "a key in it has no value");
	r->at++;
	return r->token = JSON_KEY;
}

enum json_token json_next(struct json_reader *r)
{
	if (r->problem)
		return JSON_ERROR;
	skip_space(r);
	if (r->at == r->length)
		return stop_at_end(r);
	if (r->depth == 0)
		return r->value_done ? stop(r, "it has ended") : read_value(r);
	bool in_object = r->is_object[r->depth - 1];
	/* a key waits for its value, whatever the value looks like */
	if (r->token == JSON_KEY)
		return read_value(r);
	if (r->text[r->at] == (in_object ? '}' : ']')) {
		bool empty = r->token == JSON_OBJECT || r->token == JSON_ARRAY;
		return r->value_done || empty ? close_level(r)
					      : stop(r, "a value is missing in it");
	}
	if (r->value_done) {
		if (r->text[r->at] != ',')
			return stop(r, "a comma is missing in it");
		r->at++;
		r->value_done = false;
		skip_space(r);
		if (r->at == r->length)
			return stop_at_end(r);
	}
	return in_object ? read_key(r) : read_value(r);
}

bool json_next_key(struct json_reader *r, unsigned depth)
{
	while (!r->problem && r->depth >= depth) {
		enum json_token token = json_next(r);
		if (r->depth == depth && token == JSON_KEY)
			return true;
	}
	return false;
}

bool json_next_item(struct json_reader *r, unsigned depth)
{
	while (!r->problem && r->depth >= depth) {
		enum json_token token = json_next(r);
		bool opened = token == JSON_OBJECT || token == JSON_ARRAY;
		bool closed = token == JSON_OBJECT_END || token == JSON_ARRAY_END;
		if (token != JSON_ERROR && !closed && r->depth == depth + opened)
			return true;
	}
	return false;
}

bool json_enter(struct json_reader *r, enum json_token kind)
{
	return json_next(r) == kind;
}

bool json_is(const struct json_reader *r, const char *text)
{
	return strlen(text) == r->size && memcmp(text, r->start, r->size) == 0;
}

bool json_number(const struct json_reader *r, double *value)
{
	return r->token == JSON_NUMBER && scan_number(r->start, r->size, value);
}

/* Four hexadecimal digits, or -1. */
static long hex4(const char *p, const char *end)
{
	long value = 0;

	if (end - p < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		char c = p[i];
		int digit = c >= '0' && c <= '9'   ? c - '0'
			    : c >= 'a' && c <= 'f' ? c - 'a' + 10
			    : c >= 'A' && c <= 'F' ? c - 'A' + 10
						   : -1;
		if (digit < 0)
			return -1;
		value = value << 4 | digit;
	}
	return value;
}

static char *put_character(char *to, long c)
{
	if (c < 0x80) {
		*to++ = (char)c;
	} else if (c < 0x800) {
		*to++ = (char)(0xc0 | c >> 6);
		*to++ = (char)(0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		*to++ = (char)(0xe0 | c >> 12);
		*to++ = (char)(0x80 | (c >> 6 & 0x3f));
		*to++ = (char)(0x80 | (c & 0x3f));
	} else {
		*to++ = (char)(0xf0 | c >> 18);
		*to++ = (char)(0x80 | (c >> 12 & 0x3f));
		*to++ = (char)(0x80 | (c >> 6 & 0x3f));
		*to++ = (char)(0x80 | (c & 0x3f));
	}
	return to;
}

/* \uXXXX, and the second half of a pair; p is after the 'u' and is moved on. */
static long read_unicode(const char **p, const char *end)
{
	long c = hex4(*p, end);

	if (c < 0)
		return 0xfffd;
	*p += 4;
	if (c >= 0xd800 && c < 0xdc00 && end - *p >= 6 && (*p)[0] == '\\' && (*p)[1] == 'u') {
		long low = hex4(*p + 2, end);
		if (low >= 0xdc00 && low < 0xe000) {
			*p += 6;
			return 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
		}
	}
	/* a zero would end the text; a half of a pair is no character */
	return c == 0 || (c >= 0xd800 && c < 0xe000) ? 0xfffd : c;
}

char *json_copy(const struct json_reader *r, struct arena *arena)
{
	static const char escapes[] = "bfnrt", meanings[] = "\b\f\n\r\t";
	const char *p = r->start, *end = r->start + r->size;
	char *copy = NEW(arena, char, r->size + 1), *to = copy;

	while (p < end) {
		if (*p != '\\' || p + 1 == end) {
			*to++ = *p++;
			continue;
		}
		char c = p[1];
		const char *known = strchr(escapes, c);
		p += 2;
		if (c == 'u')
			to = put_character(to, read_unicode(&p, end));
		else
			*to++ = known ? meanings[known - escapes] : c;
	}
	*to = '\0';
	return copy;
}
