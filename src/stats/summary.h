// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"
#include "stats/sample.h"

/*
 * What is said of one arm's values by themselves. Units are those of the sample.
 *
 * What n values cannot say is NaN, never 0: no sd, no %sd and no interval for
 * n = 1; no geometric mean where a value is not positive; no % where the mean is 0.
 */
struct summary {
	size_t n;
	double mean, sd, pct_sd; /* n - 1 divisor; 100 sd / mean, where that is above 0 */
	double median, min, max;
	double mean_lo, mean_hi;          /* 95 % CI of the mean, Student */
	double gmean, gmean_lo, gmean_hi; /* 95 % CI by Student on logs */
	double sd_lo, sd_hi;              /* 95 % CI of the sd, chi squared */
	double relative_range;            /* (max - min) / mean, where that is above 0 */
};

/*
 * Source: statistics.md section 2.1. Input: finite values, in any order; NaN is -EINVAL.
 * n = 0 gives n = 0 and NaN everywhere else.
 */
int summarize(const double *x, size_t n, struct summary *summary, struct error *err) MUST_CHECK;

/*
 * The same from mean, sd and n alone, for old tables: geometric mean and its interval are those of
 * the log-normal distribution (section 2.4); what needs the values themselves (median, least,
 * greatest, range) is NaN.
 */
struct summary summarize_moments(const struct moments *raw);
