// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/* Lists of numbers as people type them. Errors name the item (-EINVAL, -ERANGE). */

struct number_list {
	double *values;
	size_t count;
};

/*
 * "1,2.5,3e2", or "@FILE" with one number a line, where `#` begins a comment and blank lines say
 * nothing; "@-" is standard input. At least one, at most NUMBER_LIST_MOST, all finite. `what` is
 * the item for messages: "values A".
 */
enum { NUMBER_LIST_MOST = 100000 };
int number_list_read(const char *text, const char *what, struct arena *arena,
	struct number_list *list, struct error *err) MUST_CHECK;

/* "NAME=REST": the name is not empty, and has no control characters. */
int number_item_split(const char *option, const char *item, struct arena *arena, const char **name,
	const char **rest, struct error *err) MUST_CHECK;
