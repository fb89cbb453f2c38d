// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/*
 * How much a variant differs from the baseline, with what it takes to test it:
 * variant minus baseline, on the log scale where the effect is a ratio.
 * NaN stands for what too few values leave open.
 */
struct estimate {
	double est, se, df;
	double t, p;   /* two-sided, Student */
	double lo, hi; /* 95 % CI of est */
};

/* Adds t, p and the interval to an estimate. se must be above 0 for them to exist. */
struct estimate effect_make(double est, double se, double df);
