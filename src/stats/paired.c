// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/paired.h"

#include "stats/sample.h"

#include <math.h>

double *paired_logs(struct arena *arena, const double *base, const double *var, size_t n)
{
	double *d = NEW(arena, double, n);

	for (size_t i = 0; i < n; i++)
		d[i] = log(var[i] / base[i]);
	return d;
}

struct paired paired_log(const double *base, const double *var, size_t n, double unit)
{
	struct arena arena = { 0 };
	struct moments d = sample_moments(paired_logs(&arena, base, var, n), n);
	double base_gmean = exp(sample_mean(sample_logs(&arena, base, n), n));
	double var_gmean = exp(sample_mean(sample_logs(&arena, var, n), n));

	arena_free(&arena);
	double least_sd = sqrt(variance_floor(unit, base_gmean) + variance_floor(unit, var_gmean));
	if (d.sd < least_sd)
		d.sd = least_sd;
	return (struct paired){
		.n = n,
		.sd = d.sd,
		.effect = effect_make(d.mean, d.sd / sqrt((double)n), (double)n - 1),
	};
}
