// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/sample.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include <float.h>
#include <math.h>

double sample_mean(const double *x, size_t n)
{
	return n > 0 ? gsl_stats_mean(x, 1, n) : NAN;
}

double sample_variance(const double *x, size_t n)
{
	return n > 1 ? gsl_stats_variance(x, 1, n) : NAN;
}

double sample_sd(const double *x, size_t n)
{
	return sqrt(sample_variance(x, n));
}

double *sample_sorted(struct arena *arena, const double *x, size_t n)
{
	double *sorted = arena_copy(arena, x, n * sizeof(*x));

	gsl_sort(sorted, 1, n);
	return sorted;
}

double *sample_logs(struct arena *arena, const double *x, size_t n)
{
	double *logs = NEW(arena, double, n);

	for (size_t i = 0; i < n; i++)
		logs[i] = log(x[i]);
	return logs;
}

double sample_median(const double *x, size_t n)
{
	struct arena arena = { 0 };

	if (n == 0)
		return NAN;
	double median = gsl_stats_median_from_sorted_data(sample_sorted(&arena, x, n), 1, n);
	arena_free(&arena);
	return median;
}

double sample_mad(const double *x, size_t n)
{
	struct arena arena = { 0 };

	if (n == 0)
		return NAN;
	double mad = gsl_stats_mad0(x, 1, n, NEW(&arena, double, n));
	arena_free(&arena);
	return mad;
}

struct moments sample_moments(const double *x, size_t n)
{
	return (struct moments){ .n = n, .mean = sample_mean(x, n), .sd = sample_sd(x, n) };
}

double variance_floor(double unit, double gmean)
{
	double step = unit > 0 ? unit / gmean : DBL_EPSILON;

	return step * step / 12;
}

struct moments sample_log_moments(const double *x, size_t n, double unit)
{
	struct arena arena = { 0 };
	struct moments m = sample_moments(sample_logs(&arena, x, n), n);

	arena_free(&arena);
	double least_sd = sqrt(variance_floor(unit, exp(m.mean)));
	if (m.sd < least_sd)
		m.sd = least_sd;
	return m;
}

struct moments moments_lognormal(const struct moments *raw)
{
	double cv = raw->sd / raw->mean;
	double variance = log1p(cv * cv);

	return (struct moments){
		.n = raw->n,
		.mean = log(raw->mean) - variance / 2,
		.sd = sqrt(variance),
	};
}
