// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/suite.h"

#include "stats/sample.h"

#include <math.h>

struct paired suite_geomean(const struct suite_row *rows, size_t count, size_t n)
{
	struct arena arena = { 0 };
	double *d = NEW(&arena, double, n);

	for (size_t b = 0; b < n; b++) {
		for (size_t i = 0; i < count; i++) {
			double log_ratio = log(rows[i].var[b] / rows[i].base[b]);
			d[b] += rows[i].is_cost ? -log_ratio : log_ratio;
		}
		d[b] /= (double)count;
	}
	struct moments m = sample_moments(d, n);
	arena_free(&arena);
	double least_sd = sqrt(2 * variance_floor(0, 1));
	if (m.sd < least_sd)
		m.sd = least_sd;
	return (struct paired){
		.n = n,
		.sd = m.sd,
		.effect = effect_make(m.mean, m.sd / sqrt((double)n), (double)n - 1),
	};
}
