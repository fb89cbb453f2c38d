// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/steady.h"

#include "stats/sample.h"

#include <gsl/gsl_fit.h>

#include <math.h>

struct mser mser_truncate(const double *x, size_t n, size_t batch)
{
	struct arena arena = { 0 };
	struct mser m = { .batches = n / batch,
		.mser = INFINITY,
		.mean_all = NAN,
		.mean_after = NAN };

	if (m.batches < 2) {
		m.mser = NAN;
		return m;
	}
	double *means = NEW(&arena, double, m.batches);
	for (size_t b = 0; b < m.batches; b++)
		means[b] = sample_mean(x + b * batch, batch);
	for (size_t d = 0; d < m.batches / 2; d++) {
		double rest = (double)(m.batches - d);
		double mser =
			sample_variance(means + d, m.batches - d) * (rest - 1) / (rest * rest);
		if (mser < m.mser) {
			m.mser = mser;
			m.dropped = d;
		}
	}
	m.dropped_samples = m.dropped * batch;
	m.mean_all = sample_mean(means, m.batches);
	m.mean_after = sample_mean(means + m.dropped, m.batches - m.dropped);
	m.is_steady = m.dropped == 0 || m.dropped + 1 < m.batches / 2;
	arena_free(&arena);
	return m;
}

struct snia snia_window(const double *x, size_t n)
{
	struct arena arena = { 0 };
	struct snia s = { NAN, NAN, NAN, NAN, false };
	double at_0, cov00, cov01, cov11, squares;

	if (n < 2)
		return s;
	double *round = NEW(&arena, double, n);
	double least = INFINITY, most = -INFINITY;
	for (size_t i = 0; i < n; i++) {
		round[i] = (double)i;
		least = fmin(least, x[i]);
		most = fmax(most, x[i]);
	}
	(void)gsl_fit_linear(round, 1, x, 1, n, &at_0, &s.slope, &cov00, &cov01, &cov11, &squares);
	arena_free(&arena);
	s.mean = sample_mean(x, n);
	s.range_pct = 100 * (most - least) / s.mean;
	s.slope_pct = 100 * fabs(s.slope) * ((double)n - 1) / s.mean;
	s.is_steady = s.range_pct <= 20 && s.slope_pct <= 10;
	return s;
}
