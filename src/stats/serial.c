// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/serial.h"

#include "stats/sample.h"

#include <math.h>

static double squares_about_mean(const double *x, size_t n)
{
	return sample_variance(x, n) * ((double)n - 1);
}

double lag1_autocorrelation(const double *x, size_t n)
{
	double mean = sample_mean(x, n), sum = 0;

	for (size_t t = 0; t + 1 < n; t++)
		sum += (x[t] - mean) * (x[t + 1] - mean);
	return sum / squares_about_mean(x, n);
}

double von_neumann_ratio(const double *x, size_t n)
{
	double steps = 0;

	for (size_t t = 0; t + 1 < n; t++)
		steps += (x[t + 1] - x[t]) * (x[t + 1] - x[t]);
	return steps / squares_about_mean(x, n);
}

bool von_neumann_is_suspect(const double *x, size_t n)
{
	return n >= 8 && von_neumann_ratio(x, n) < 2 - 4.65 / sqrt((double)n);
}

/* sqrt(L Var(block means) / n), the variance with the divisor of all blocks there are. */
static double moving_block_error(const double *x, size_t n, size_t length)
{
	struct arena arena = { 0 };
	size_t blocks = n - length + 1;
	double *means = NEW(&arena, double, blocks);

	for (size_t b = 0; b < blocks; b++)
		means[b] = sample_mean(x + b, length);
	double variance = blocks > 1 ? squares_about_mean(means, blocks) / (double)blocks : NAN;
	arena_free(&arena);
	return sqrt((double)length * variance / (double)n);
}

struct series_error series_standard_error(const double *x, size_t n)
{
	struct series_error e = { .lag1 = lag1_autocorrelation(x, n), .length = 1 };
	double r = fmax(0, e.lag1); /* NaN of a constant series counts as 0 */
	double scale = 4 * r * r * (double)n / ((1 - r) * (1 - r) * (1 + r) * (1 + r));

	e.length_real = 1.1447 * cbrt(scale);
	if (e.length_real > 1)
		e.length = e.length_real < (double)n ? (size_t)ceil(e.length_real) : n;
	e.n_eff = (double)n * (1 - r) / (1 + r);
	e.se_iid = sample_sd(x, n) / sqrt((double)n);
	e.se = n > 1 ? moving_block_error(x, n, e.length) : NAN;
	return e;
}
