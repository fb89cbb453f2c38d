// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/drift.h"

#include "stats/sample.h"
#include "stats/student.h"

#include <gsl/gsl_fit.h>

#include <math.h>

struct drift drift_trend(const double *const *x, size_t k, size_t n)
{
	struct arena arena = { 0 };
	struct drift drift = { NAN, NAN, NAN, NAN };

	if (k == 0 || n < 3)
		return drift;
	double *round = NEW(&arena, double, n);
	double *mean = NEW(&arena, double, n);
	for (size_t b = 0; b < n; b++) {
		round[b] = (double)b;
		for (size_t v = 0; v < k; v++)
			mean[b] += log(x[v][b]) / (double)k;
	}
	double at_0, cov00, cov01, cov11, squares;
	(void)gsl_fit_linear(round, 1, mean, 1, n, &at_0, &drift.slope, &cov00, &cov01, &cov11,
		&squares);
	arena_free(&arena);
	/* a straight line through the points leaves at least the rounding of a double */
	drift.se = fmax(sqrt(cov11), sqrt(variance_floor(0, 1)) / (double)n);
	drift.p = student_two_sided(drift.slope / drift.se, (double)n - 2);
	drift.total_pct = 100 * expm1(drift.slope * ((double)n - 1));
	return drift;
}

struct estimate position_effect(const double *const *x, const size_t *orders, size_t k, size_t n)
{
	struct arena arena = { 0 };

	/* of two or three rounds the differences from the means hardly say anything but the means
	 */
	if (k < 2 || n < 4)
		return effect_make(NAN, NAN, NAN);
	double *mean = NEW(&arena, double, k);
	double *d = NEW(&arena, double, n);
	for (size_t v = 0; v < k; v++)
		mean[v] = sample_mean(sample_logs(&arena, x[v], n), n);
	for (size_t b = 0; b < n; b++) {
		size_t first = orders[b * k], last = orders[b * k + k - 1];
		d[b] = (log(x[last][b]) - mean[last]) - (log(x[first][b]) - mean[first]);
	}
	struct moments m = sample_moments(d, n);
	arena_free(&arena);
	m.sd = fmax(m.sd, sqrt(2 * variance_floor(0, 1)));
	/* between two variants it is their ratio in one order against that in the other: two means
	 */
	return effect_make(m.mean, m.sd / sqrt((double)n), (double)n - (k == 2 ? 2 : 1));
}
