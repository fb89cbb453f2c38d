// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/base.h"

/*
 * JSON token by token, out of memory, building nothing: a hundred megabytes of bins cost no more
 * memory than the text itself. Keys may stand twice, and "nan" for a number is read as one that is
 * none: both are printed by tools. Everything else is as in RFC 8259; what follows the value is
 * not looked at.
 */
enum json_token {
	JSON_ERROR, /* reader.problem says why; every later call says it again */
	JSON_OBJECT,
	JSON_OBJECT_END,
	JSON_ARRAY,
	JSON_ARRAY_END,
	JSON_KEY,
	JSON_STRING,
	JSON_NUMBER,
	JSON_WORD, /* true, false, null */
};

enum {
	JSON_DEPTH_MOST = 64,
	JSON_TEXT_MOST = 1 << 20, /* bytes of a string or a number */
};

struct json_reader {
	const char *text;
	size_t length, at; /* bytes; where the next token is looked for */
	const char *start; /* of the token, without its quotes */
	size_t size;
	enum json_token token;
	const char *problem; /* NULL: none so far */
	bool truncated;      /* the problem is that the text ends */
	bool value_done;     /* a comma or an end comes next */
	unsigned depth;
	bool is_object[JSON_DEPTH_MOST];
};

void json_start(struct json_reader *r, const char *text, size_t length);
enum json_token json_next(struct json_reader *r);

/* To the next key of the object that is open at this depth, skipping what is left of a value. False
 * at its end or at a problem. */
bool json_next_key(struct json_reader *r, unsigned depth);
/* The value after a key: true if it is of this kind; one that is not is passed over. */
bool json_enter(struct json_reader *r, enum json_token kind);
/* The next value of the array that is open at this depth; false at its end or at a problem. */
bool json_next_item(struct json_reader *r, unsigned depth);

/* Whether the key or string is this one, as written. */
bool json_is(const struct json_reader *r, const char *text);
/* The string, its escapes resolved; what is no Unicode becomes U+FFFD. */
char *json_copy(const struct json_reader *r, struct arena *arena);
/* The number; false for "nan", and for those that are not finite. */
bool json_number(const struct json_reader *r, double *value);
