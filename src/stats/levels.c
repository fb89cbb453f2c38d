// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/levels.h"

#include "stats/effect.h"
#include "stats/sample.h"

#include <math.h>

struct levels levels_estimate(const double *const *x, size_t boots, size_t runs, double boot_cost,
	double run_cost)
{
	struct arena arena = { 0 };
	double *means = NEW(&arena, double, boots);
	struct levels l = { 0 };

	for (size_t b = 0; b < boots; b++) {
		const double *logs = sample_logs(&arena, x[b], runs);
		means[b] = sample_mean(logs, runs);
		l.within += sample_variance(logs, runs) / (double)boots;
	}
	l.mean = sample_mean(means, boots);
	l.between_means = sample_variance(means, boots);
	arena_free(&arena);
	l.between = l.between_means - l.within / (double)runs;
	struct estimate e =
		effect_make(l.mean, sqrt(l.between_means / (double)boots), (double)boots - 1);
	l.lo = e.lo;
	l.hi = e.hi;
	l.runs_real = l.between > 0 ? sqrt(boot_cost / run_cost * l.within / l.between) : INFINITY;
	return l;
}
