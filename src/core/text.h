// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * A growing piece of text with a largest allowed size.
 *
 * data is never NULL and always ends with a zero byte after length bytes.
 * What does not fit below the limit is dropped whole and remembered: check
 * `overflow` (or text_check) once, at the end. Made with text_init(), let go
 * with text_free(); AUTO_TEXT does it at the end of the block.
 */
struct text {
	char *data;
	size_t length, room, limit;
	bool overflow;
};

void text_init(struct text *t, size_t limit);
void text_free(struct text *t);
void text_clear(struct text *t);
void text_add(struct text *t, const char *data, size_t length);
void text_puts(struct text *t, const char *s);
void text_printf(struct text *t, const char *fmt, ...) PRINTF(2, 3);
/* -E2BIG with the limit where something was dropped. */
int text_check(const struct text *t, const char *what, struct error *err) MUST_CHECK;

#define AUTO_TEXT __attribute__((cleanup(text_free)))
