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

struct ranks ranks_of(struct arena *arena, const double *x, size_t n);
