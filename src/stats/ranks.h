// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"

/*
 * Ranks of values, equal ones sharing the mean of theirs; doubled, so that they are whole numbers.
 */
struct ranks {
	size_t n;
	size_t *doubled;
	double tie_term; /* sum of t^3 - t over groups of t equal values; 0 without ties */
};

/* Values no further apart than `within` times their size are equal: 0, or what rounding leaves
 * between differences of decimal readings (0.3 - 0.2 and 0.2 - 0.1). */
struct ranks ranks_of(struct arena *arena, const double *x, size_t n, double within);
