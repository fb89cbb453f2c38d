// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * From when on was it steady? Source: statistics.md section 2.10.
 */

/*
 * MSER-5: drop as many batches of 5 samples from the start as make the mean of the rest most
 * certain. Source: White, Cobb and Spratt 2000.
 */
struct mser {
	size_t batches, dropped; /* batches; dropped < batches / 2 */
	size_t dropped_samples;
	double mser; /* the least value of the criterion */
	double mean_all, mean_after;
	bool is_steady; /* false where the best cut is the last one allowed: it never settled */
};

/* NaN and not steady for fewer than 2 batches; what does not fill a batch is left out. */
struct mser mser_truncate(const double *x, size_t n, size_t batch);

/*
 * The SNIA PTS rule over a window of rounds (5): the range at most 20 % of the mean, and the best
 * straight line rises or falls by at most 10 % of it. A gate for preconditioning, not a test.
 */
struct snia {
	double mean, range_pct, slope, slope_pct; /* slope_pct: over the whole window */
	bool is_steady;
};

struct snia snia_window(const double *x, size_t n);
