// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

#include <stdio.h>

/*
 * A JSON document written as it comes, so that it may be larger than memory. Keys are NULL inside
 * arrays. Numbers have as many digits as read back as the same bits, what is not finite is null,
 * counts from 2^53 on are texts (core/json.h), and what is not UTF-8 becomes question marks.
 */
enum { JSON_WRITER_DEPTH = 16 };

struct json_writer {
	FILE *out;
	unsigned depth;
	struct json_writer_level {
		char close;
		bool in_line; /* its members stand in one line */
		bool has_members;
	} levels[JSON_WRITER_DEPTH];
};

/* A member for each line; the _line forms write all of it, and what is in it, into one. */
void json_writer_object(struct json_writer *w, const char *key);
void json_writer_array(struct json_writer *w, const char *key);
void json_writer_object_line(struct json_writer *w, const char *key);
void json_writer_array_line(struct json_writer *w, const char *key);
/* Closes the innermost one; the outermost with a newline. */
void json_writer_end(struct json_writer *w);

void json_writer_text(struct json_writer *w, const char *key, const char *value); /* NULL: null */
void json_writer_u64(struct json_writer *w, const char *key, uint64_t value);
/* A difference of two counts, modulo 2^64, from -2^63 on; beyond 2^53 a text. */
void json_writer_difference(struct json_writer *w, const char *key, uint64_t value);
void json_writer_real(struct json_writer *w, const char *key, double value);
void json_writer_bool(struct json_writer *w, const char *key, bool value);
/* JSON that is text already, in one line. */
void json_writer_raw(struct json_writer *w, const char *key, const char *json);
