// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/stein.h"

#include "stats/student.h"

#include <math.h>

struct stein stein_plan(size_t n0, double s0, double delta, double alpha, size_t m, uint64_t cap)
{
	struct stein plan = { .t = student_critical(alpha / (2 * (double)m), (double)n0 - 1) };
	double width = log1p(delta) / 2;
	double n = ceil(pow(plan.t * s0 / width, 2));

	plan.n = n < 1e18 ? max_u64(n0, (uint64_t)n) : UINT64_MAX;
	plan.n_capped = max_u64(n0, min_u64(plan.n, cap));
	plan.half_width = plan.t * s0 / sqrt((double)plan.n_capped);
	return plan;
}

struct estimate stein_effect(double mean, uint64_t n, double s0, size_t n0)
{
	return effect_make(mean, s0 / sqrt((double)n), (double)n0 - 1);
}

double noise_change(double s0, size_t n0, double s1, size_t n1)
{
	return f_two_sided(s0 * s0 / (s1 * s1), (double)n0 - 1, (double)n1 - 1);
}
