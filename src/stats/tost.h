// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/effect.h"

/*
 * Two one-sided tests: is the effect on the log scale inside the margin? The margin
 * is ln(1 + delta) both ways, 1 / (1 + delta) to 1 + delta as a ratio, so that A
 * against B and B against A, time and rate, agree.
 * Source: Schuirmann 1987; statistics.md section 2.6.
 */
struct tost {
	double margin;
	double t_lower, t_upper; /* distance from -margin and from +margin, in se */
	double p_lower, p_upper;
	double p;      /* the larger of the two */
	double lo, hi; /* 90 % CI of est: inside the margin exactly where p <= 0.05 */
};

/* delta: a fraction, 0.05. */
struct tost tost_log(const struct estimate *effect, double delta);
