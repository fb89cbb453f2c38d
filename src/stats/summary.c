// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/summary.h"

#include "stats/student.h"

#include <errno.h>
#include <math.h>

static const double tail_95 = 0.025;

static void add_mean(struct summary *s, const double *x)
{
	s->mean = sample_mean(x, s->n);
	s->sd = sample_sd(x, s->n);
	s->median = sample_median(x, s->n);
	if (s->mean > 0) {
		s->pct_sd = 100 * s->sd / s->mean;
		s->relative_range = (s->max - s->min) / s->mean;
	}
}

static void add_intervals(struct summary *s)
{
	double df = (double)s->n - 1;
	double half = student_critical(tail_95, df) * s->sd / sqrt((double)s->n);

	s->mean_lo = s->mean - half;
	s->mean_hi = s->mean + half;
	s->sd_lo = s->sd * sqrt(df / chi2_critical(tail_95, df));
	s->sd_hi = s->sd * sqrt(df / chi2_critical(1 - tail_95, df));
}

static void add_gmean(struct summary *s, const struct moments *logs)
{
	double half = student_critical(tail_95, (double)s->n - 1) * logs->sd / sqrt((double)s->n);

	s->gmean = exp(logs->mean);
	s->gmean_lo = exp(logs->mean - half);
	s->gmean_hi = exp(logs->mean + half);
}

static struct summary summary_empty(size_t n)
{
	return (struct summary){
		.n = n,
		.mean = NAN,
		.sd = NAN,
		.pct_sd = NAN,
		.median = NAN,
		.min = NAN,
		.max = NAN,
		.mean_lo = NAN,
		.mean_hi = NAN,
		.gmean = NAN,
		.gmean_lo = NAN,
		.gmean_hi = NAN,
		.sd_lo = NAN,
		.sd_hi = NAN,
		.relative_range = NAN,
	};
}

int summarize(const double *x, size_t n, struct summary *summary, struct error *err)
{
	struct arena arena = { 0 };
	struct summary s = summary_empty(n);

	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return fail(err, EINVAL, "value %zu of %zu is not a finite number: %g",
				i + 1, n, x[i]);
	for (size_t i = 0; i < n; i++) {
		s.min = fmin(s.min, x[i]);
		s.max = fmax(s.max, x[i]);
	}
	if (n > 0)
		add_mean(&s, x);
	if (n > 1)
		add_intervals(&s);
	if (n > 0 && s.min > 0) {
		struct moments logs = sample_moments(sample_logs(&arena, x, n), n);
		add_gmean(&s, &logs);
	}
	arena_free(&arena);
	*summary = s;
	return 0;
}

struct summary summarize_moments(const struct moments *raw)
{
	struct summary s = summary_empty(raw->n);

	s.mean = raw->mean;
	if (raw->n == 1 || isnan(raw->sd))
		return s;
	s.sd = raw->sd;
	if (s.mean > 0)
		s.pct_sd = 100 * s.sd / s.mean;
	if (raw->n == 0)
		return s;
	add_intervals(&s);
	if (s.mean > 0) {
		struct moments logs = moments_lognormal(raw);
		add_gmean(&s, &logs);
	}
	return s;
}
