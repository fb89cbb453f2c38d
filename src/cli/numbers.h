// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/options.h"
#include "model/results.h"

/*
 * Numbers from anywhere as results, ready to be judged: what `bakeoff compare` makes of --values
 * and --summary. Nothing is stored.
 *
 * Options are taken in the order in which they were typed: --values and --summary belong to the
 * --metric before them; --better, --margin, --unit and --resolution hold for that metric, or, where
 * they stand before the first --metric, for all.
 */

struct numbers_options {
	struct param_list metric, values, summary;
	struct param_list better, margin, unit, resolution;
	bool paired;
	double alpha; /* 0: none was given */
};

extern const char *const better_choices[];

/* Whether one of these options was given at all. */
bool numbers_are_given(const struct numbers_options *options);

/*
 * argv as typed, table with which it was read; the lists in *options say nothing of the order.
 * Everything is the arena's. -EINVAL or -ERANGE with the item; reading a file has its own errors.
 */
int numbers_read(const struct numbers_options *options, int argc, char **argv,
	const struct param *table, struct arena *arena, struct results *results,
	struct error *err) MUST_CHECK;
