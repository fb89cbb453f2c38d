// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * Wilcoxon's signed-rank test of paired differences: as the sign-flip test, but on the ranks
 * of their sizes, so that one huge difference counts no more than the largest rank. Differences
 * of 0 are left out; equal sizes share their ranks. p = P(|V - EV| >= |v - EV|), exact to
 * SIGNEDRANK_EXACT differences, normal with continuity correction beyond. Source: Wilcoxon 1945;
 * statistics.md section 2.5.
 */
enum { SIGNEDRANK_EXACT = 100 };

struct signedrank {
	size_t n; /* differences other than 0 */
	double v; /* sum of the ranks of those above 0 */
	double p; /* 1 where n is 0 */
	bool is_exact;
};

struct signedrank signedrank_test(const double *d, size_t n);
