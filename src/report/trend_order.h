// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/base.h"
#include "core/error.h"

/* In which order the points of a trend are. */
enum trend_order_kind {
	TREND_BY_TIME, /* experiments by their beginning, their variants as they stand */
	TREND_BY_NAME, /* numbers in names as numbers: 2.4.9 before 2.4.10 */
	TREND_BY_DATE, /* the date in a name; where there is none, that of the experiment */
	TREND_BY_LIST,
};

struct trend_order {
	enum trend_order_kind kind;
	const char **names; /* of a list, the oldest first */
	size_t count;
	bool is_log; /* the names are commits: a point's name has one in it */
};

/* "time", "name", "date", or names with commas between them. -EINVAL for an empty one, and one
 * twice. */
int trend_order_of_text(const char *text, struct arena *arena, struct trend_order *order,
	struct error *err) MUST_CHECK;
/*
 * Of a file: a name a line, # begins a comment; or what `git log` or `git log --oneline` prints,
 * newest first.
 */
int trend_order_of_file(const char *text, struct arena *arena, struct trend_order *order,
	struct error *err) MUST_CHECK;

/* Below 0, 0 or above: numbers in the texts are compared as numbers. */
int trend_compare_names(const char *a, const char *b);
/* The first date in a text, 2026-11-30 or 20261130, with or without a time, as a number that grows
 * with it; 0 where there is none. */
uint64_t trend_date(const char *text);
/* Whether an item of the order means a point that is called so. */
bool trend_order_means(const struct trend_order *order, size_t item, const char *name);
