// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * Does what was measured before tell what comes next? Then n values say less than n.
 * Source: statistics.md sections 1.7 and 2.10. NaN where all values are equal or too few.
 */

/* Sum of (x[t] - m)(x[t + 1] - m) over sum of (x[t] - m)^2. */
double lag1_autocorrelation(const double *x, size_t n);

/* Mean square of the steps over that of the deviations: near 2 for independent values, near 0 for a
 * trend. */
double von_neumann_ratio(const double *x, size_t n);
/* Below the 1 % point, 2 - 4.65 / sqrt(n), and n at least 8: the rounds are not independent. */
bool von_neumann_is_suspect(const double *x, size_t n);

/*
 * The mean of one run's interval series, whose neighbours resemble each other: a standard error
 * from means of blocks of moving start, without resampling. Descriptive: it never enters a verdict.
 * Source: Künsch 1989; block length by Andrews 1991 for an AR(1) and Bartlett's kernel.
 */
struct series_error {
	double lag1;
	double length_real;
	size_t length; /* of a block, 1 to n */
	double n_eff;  /* independent values worth as much, by lag1 clipped at 0 */
	double se_iid; /* as if independent */
	double se;
};

struct series_error series_standard_error(const double *x, size_t n);
