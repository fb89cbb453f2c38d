// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/base.h"

/*
 * What one sample says in a number. Variances have the divisor n - 1. What n
 * values cannot say is NaN: a mean of none, a variance of one.
 */
double sample_mean(const double *x, size_t n);
double sample_variance(const double *x, size_t n);
double sample_sd(const double *x, size_t n);
/* The mean of the two middle values where n is even. */
double sample_median(const double *x, size_t n);
/* The median of the distances from the median, as it is: not scaled by 1.4826. */
double sample_mad(const double *x, size_t n);

/* A copy in ascending order. */
double *sample_sorted(struct arena *arena, const double *x, size_t n);
/* The natural logarithms of positive values. */
double *sample_logs(struct arena *arena, const double *x, size_t n);

/* What old tables print of a sample, and all that Welch's test needs of it. */
struct moments {
	size_t n;
	double mean, sd;
};

struct moments sample_moments(const double *x, size_t n);

/*
 * Moments of the natural logs of positive values, the sd at least that of reading
 * a scale with steps of `unit`: unit / gmean / sqrt(12), so that equal readings
 * remain a measurement (statistics.md section 2.7). Without a unit (0) the step is
 * that of a double, DBL_EPSILON of the value: equal readings are then taken at
 * their word, and nothing is divided by zero.
 */
struct moments sample_log_moments(const double *x, size_t n, double unit);

/*
 * Moments of the logs from mean and sd of the values themselves, for old tables:
 * those of the log-normal distribution with that mean and sd (section 2.4).
 */
struct moments moments_lognormal(const struct moments *raw);

/* The log scale's variance floor of one arm, (unit / gmean)^2 / 12; unit 0 as above. */
double variance_floor(double unit, double gmean);
