// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"

/*
 * Where did a history of many commits or days change? By energy distance (E-divisive), for 20
 * points and more; never for one A/B. Source: Matteson and James 2014; statistics.md section 1.7.
 */
struct change_point {
	size_t at; /* index of the first value after the change; 0 where the series is too short */
	double q;  /* how much the two sides differ */
	double p; /* share of shuffles with a q as large, (1 + hits) / (1 + draws); NaN until tested
		   */
};

/* Q of every split, x[0 .. t) against x[t .. n), t from min_segment to n - min_segment; min_segment
 * at least 2. */
double *change_point_scan(struct arena *arena, const double *x, size_t n, size_t min_segment);

/* The best split, tested against `draws` shuffles from the seed; draws 0 leaves p NaN. */
struct change_point change_point_test(const double *x, size_t n, size_t min_segment, uint64_t draws,
	uint64_t seed);

/*
 * All changes with p <= alpha: the series is cut at the best split, then each part again.
 * Ascending; memory of the arena.
 */
struct change_point *change_points(struct arena *arena, const double *x, size_t n,
	size_t min_segment, double alpha, uint64_t draws, uint64_t seed, size_t *count);
