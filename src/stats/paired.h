// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "stats/effect.h"

/*
 * The paired log ratio: base[i] and var[i] are of one round. What a round does to
 * both (drift, a busy host) cancels. Values are positive and finite.
 * Source: statistics.md section 2.2.
 */
struct paired {
	size_t n;
	double sd; /* of the n log ratios */
	struct estimate effect;
};

/* ln(var[i] / base[i]), n numbers in the arena. */
double *paired_logs(struct arena *arena, const double *base, const double *var, size_t n);

/*
 * unit: the resolution of the readings, 0 where none is known; the variance is at
 * least the sum of both arms' floors (sample.h). n < 2 leaves sd and all after it NaN.
 */
struct paired paired_log(const double *base, const double *var, size_t n, double unit);
