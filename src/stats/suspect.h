// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * Runs that went wrong in a way that no exit status shows. Nothing is ever dropped for
 * it: the report judges again without the round (report/judge.c), and
 * gives no verdict that would then be another one.
 * Source: statistics.md section 1.6.
 */

/*
 * Was the first run unlike the rest? It is the suspect by design, so that looking costs
 * no penalty for searching; the spread is pooled over all variants, so that it works at n = 3.
 */
struct first_run {
	double t, df, p;
	double p_adjusted; /* for the number of variants asked */
	double ratio;      /* first run / geometric mean of the rest */
};

/*
 * x[v][0 .. n - 1]: the positive values of variant v of k in run order; tests[k]. NaN for n < 3.
 * Returns the pooled sd of the logs of runs 2 to n.
 */
double first_run_test(const double *const *x, size_t k, size_t n, struct first_run *tests);

/* Worth a flag: p_adjusted < 0.01 and further from the rest than the margin delta (a fraction). */
bool first_run_is_suspect(const struct first_run *test, double delta);

/*
 * Where the values of an arm lie, robustly, so that each of many can be asked for its distance:
 * their median, and their median absolute deviation, which is at least `resolution` of the readings
 * (0: none known).
 */
struct mad_scale {
	size_t n;
	double median, deviation;
};

struct mad_scale mad_scale_of(const double *x, size_t n, double resolution);

/*
 * How many such deviations a value lies from the median, with its sign. NaN where there is no
 * deviation and the value is the median.
 */
double mad_score(const struct mad_scale *scale, double value);

/* Ten robust sigmas, as hyperfine has it; both ways, since too fast is the commoner fault of a
 * cache. n >= 4. */
bool mad_is_suspect(const struct mad_scale *scale, double value);
