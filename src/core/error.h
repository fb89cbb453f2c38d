// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * Why something failed, in words for the person who will read it.
 *
 * A function that can fail returns 0 or a negative errno and takes a
 * struct error as its last argument. The number is for the caller's code
 * ("full disk? then stop the sweep"); the text is for people, and ends up
 * on the terminal or in the runs table, never both decided here.
 */
struct error {
	char text[512];
};

/* Sets the text and returns -code, so that a caller can write `return fail(...)`. */
int fail(struct error *err, int code, const char *fmt, ...) PRINTF(3, 4) MUST_CHECK;

/* As fail(), with the code from errno and its description added to the text. */
int fail_errno(struct error *err, const char *fmt, ...) PRINTF(2, 3) MUST_CHECK;

/* Puts "where: " before the text of a failure passing through, and returns ret unchanged. */
int fail_in(struct error *err, int ret, const char *fmt, ...) PRINTF(3, 4) MUST_CHECK;
