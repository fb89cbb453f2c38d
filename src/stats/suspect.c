// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/suspect.h"

#include "stats/sample.h"
#include "stats/student.h"

#include <math.h>

static const double first_run_alpha = 0.01;
static const double score_limit = 14.826; /* 10 x 1.4826, the MAD of a normal sd */

double first_run_test(const double *const *x, size_t k, size_t n, struct first_run *tests)
{
	struct arena arena = { 0 };
	double df = (double)k * ((double)n - 2);
	double squares = 0;

	for (size_t v = 0; v < k; v++)
		tests[v] = (struct first_run){ NAN, NAN, NAN, NAN, NAN };
	if (k == 0 || n < 3)
		return NAN;
	for (size_t v = 0; v < k; v++) {
		const double *rest = sample_logs(&arena, x[v] + 1, n - 1);
		squares += ((double)n - 2) * sample_variance(rest, n - 1);
	}
	/* equal readings still have the resolution of a double */
	double sd = sqrt(fmax(squares / df, variance_floor(0, 1)));
	for (size_t v = 0; v < k; v++) {
		const double *logs = sample_logs(&arena, x[v], n);
		double step = logs[0] - sample_mean(logs + 1, n - 1);
		double t = step / (sd * sqrt(1 + 1 / ((double)n - 1)));
		double p = student_two_sided(t, df);
		tests[v] = (struct first_run){
			.t = t,
			.df = df,
			.p = p,
			.p_adjusted = fmin(1, (double)k * p),
			.ratio = exp(step),
		};
	}
	arena_free(&arena);
	return sd;
}

bool first_run_is_suspect(const struct first_run *test, double delta)
{
	return test->p_adjusted < first_run_alpha && fabs(test->ratio - 1) > delta;
}

struct mad_scale mad_scale_of(const double *x, size_t n, double resolution)
{
	return (struct mad_scale){
		.n = n,
		.median = sample_median(x, n),
		.deviation = fmax(sample_mad(x, n), resolution),
	};
}

double mad_score(const struct mad_scale *scale, double value)
{
	return (value - scale->median) / scale->deviation;
}

bool mad_is_suspect(const struct mad_scale *scale, double value)
{
	return scale->n >= 4 && fabs(mad_score(scale, value)) > score_limit;
}
