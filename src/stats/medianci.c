// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/medianci.h"

#include "stats/sample.h"

#include <gsl/gsl_cdf.h>

#include <math.h>

static double coverage(size_t n, size_t rank)
{
	return 1 - 2 * gsl_cdf_binomial_P((unsigned)rank - 1, 0.5, (unsigned)n);
}

struct median_ci median_interval(const double *x, size_t n, double conf)
{
	struct median_ci ci = { .achieved = NAN, .lo = NAN, .hi = NAN };

	while (2 * (ci.rank + 1) <= n && coverage(n, ci.rank + 1) >= conf)
		ci.rank++;
	if (ci.rank == 0)
		return ci;
	ci.achieved = coverage(n, ci.rank);
	if (x) {
		struct arena arena = { 0 };
		const double *sorted = sample_sorted(&arena, x, n);
		ci.lo = sorted[ci.rank - 1];
		ci.hi = sorted[n - ci.rank];
		arena_free(&arena);
	}
	return ci;
}

double min_max_coverage(size_t n)
{
	return n > 0 ? 1 - ldexp(2, -(int)n) : 0;
}
