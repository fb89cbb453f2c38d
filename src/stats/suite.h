// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/paired.h"

#include <stdbool.h>

/*
 * One number for several metrics: in every round the mean of their log ratios, then the paired test
 * of those means, whose interval knows that the metrics move together. Source: statistics.md
 * section 2.9.
 *
 * Only rows that both variants have can be given; who matches them says what was left out.
 */
struct suite_row {
	const double *base, *var; /* n positive values, one of each round */
	bool is_cost; /* lower is better: turned over first, for a time must not be averaged with a
			 rate */
};

/* The ratio says how many times better the variant is. NaN for no rows. */
struct paired suite_geomean(const struct suite_row *rows, size_t count, size_t n);
