// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/blocks.h"

#include "core/arena.h"
#include "stats/largest.h"
#include "stats/ranks.h"
#include "stats/sample.h"
#include "stats/student.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double dunnett_alpha = 0.05;

/* Logs less the grand mean, so that squares need not cancel: y[v * n + b]. */
static double *centred_logs(struct arena *arena, const double *const *x, size_t k, size_t n)
{
	double *y = NEW(arena, double, k *n);

	for (size_t v = 0; v < k; v++)
		for (size_t b = 0; b < n; b++)
			y[v * n + b] = log(x[v][b]);
	double mean = sample_mean(y, k * n);
	for (size_t i = 0; i < k * n; i++)
		y[i] -= mean;
	return y;
}

static void split_variance(struct blocks *s, const double *y)
{
	struct arena arena = { 0 };
	double *of_variant = NEW(&arena, double, s->k), *of_round = NEW(&arena, double, s->n);

	for (size_t v = 0; v < s->k; v++)
		for (size_t b = 0; b < s->n; b++) {
			of_variant[v] += y[v * s->n + b] / (double)s->n;
			of_round[b] += y[v * s->n + b] / (double)s->k;
		}
	for (size_t v = 0; v < s->k; v++)
		s->ss_variants += (double)s->n * of_variant[v] * of_variant[v];
	for (size_t b = 0; b < s->n; b++)
		s->ss_rounds += (double)s->k * of_round[b] * of_round[b];
	for (size_t v = 0; v < s->k; v++)
		for (size_t b = 0; b < s->n; b++) {
			double rest = y[v * s->n + b] - of_variant[v] - of_round[b];
			s->ss_error += rest * rest;
		}
	arena_free(&arena);
}

struct blocks blocks_analysis(const double *const *x, size_t k, size_t n)
{
	struct arena arena = { 0 };
	struct blocks s = { .k = k,
		.n = n,
		.mean_square = NAN,
		.f_variants = NAN,
		.p_variants = NAN,
		.f_rounds = NAN,
		.p_rounds = NAN,
		.critical = NAN };

	if (k < 2 || n < 2)
		return s;
	s.df_variants = (double)k - 1;
	s.df_rounds = (double)n - 1;
	s.df_error = s.df_variants * s.df_rounds;
	split_variance(&s, centred_logs(&arena, x, k, n));
	arena_free(&arena);
	s.mean_square = s.ss_error / s.df_error;
	/* what is below the rounding of the logs is no spread to judge by */
	if (!(s.mean_square > variance_floor(0, 1)))
		return s;
	s.f_variants = s.ss_variants / s.df_variants / s.mean_square;
	s.f_rounds = s.ss_rounds / s.df_rounds / s.mean_square;
	s.p_variants = f_tail(s.f_variants, s.df_variants, s.df_error);
	s.p_rounds = f_tail(s.f_rounds, s.df_rounds, s.df_error);
	s.critical = dunnett_critical(dunnett_alpha, k - 1, s.df_error);
	return s;
}

/* The difference of two means of logs with its standard error, not yet tested. */
static struct estimate difference(const struct blocks *s, const double *const *x, size_t v,
	size_t w)
{
	double sum = 0;

	for (size_t b = 0; b < s->n; b++)
		sum += log(x[v][b] / x[w][b]);
	double est = sum / (double)s->n, se = sqrt(2 * s->mean_square / (double)s->n);
	return (struct estimate){ .est = est,
		.se = se,
		.df = s->df_error,
		.t = isfinite(s->f_variants) ? est / se : NAN,
		.p = NAN,
		.lo = NAN,
		.hi = NAN };
}

struct estimate blocks_against_baseline(const struct blocks *s, const double *const *x, size_t v)
{
	struct estimate e = difference(s, x, v, 0);

	e.p = dunnett_tail(e.t, s->k - 1, e.df);
	e.lo = e.est - s->critical * e.se;
	e.hi = e.est + s->critical * e.se;
	return e;
}

struct estimate blocks_pair(const struct blocks *s, const double *const *x, size_t v, size_t w)
{
	struct estimate e = difference(s, x, v, w);

	e.p = studentized_range_tail(fabs(e.t) * sqrt(2), s->k, e.df);
	return e;
}

/*
 * Both rank tests: 12 sum(R^2 / n) / scale, less its value where all ranks are equal, over what
 * ties leave of the variance. Nothing is left where all values are equal: NaN.
 */
static struct rank_omnibus rank_omnibus(double spread, double variance, size_t k)
{
	struct rank_omnibus t = { .df = (double)k - 1, .statistic = NAN, .p = NAN };

	if (k < 2 || !(variance > 0))
		return t;
	t.statistic = spread / variance;
	t.p = chi2_tail(t.statistic, t.df);
	return t;
}

struct rank_omnibus friedman_test(const double *const *x, size_t k, size_t n)
{
	struct arena arena = { 0 };
	double *sums = NEW(&arena, double, k), *round = NEW(&arena, double, k);
	double rounds = (double)n, arms = (double)k, ties = 0, squares = 0;

	for (size_t b = 0; b < n; b++) {
		for (size_t v = 0; v < k; v++)
			round[v] = x[v][b];
		struct ranks ranks = ranks_of(&arena, round, k, 0);
		for (size_t v = 0; v < k; v++)
			sums[v] += (double)ranks.doubled[v] / 2;
		ties += ranks.tie_term;
	}
	for (size_t v = 0; v < k; v++) {
		double off = sums[v] - rounds * (arms + 1) / 2;
		squares += off * off;
	}
	arena_free(&arena);
	double all = rounds * arms * (arms * arms - 1);
	return rank_omnibus(12 * squares / (rounds * arms * (arms + 1)), 1 - ties / all, k);
}

struct rank_omnibus kruskal_wallis_test(const double *const *x, const size_t *n, size_t k)
{
	struct arena arena = { 0 };
	size_t count = 0, at = 0;
	double spread = 0;

	for (size_t v = 0; v < k; v++)
		count += n[v];
	double *all = NEW(&arena, double, count);
	for (size_t v = 0; v < k; v++) {
		memcpy(&all[at], x[v], n[v] * sizeof(*all));
		at += n[v];
	}
	struct ranks ranks = ranks_of(&arena, all, count, 0);
	double total = (double)count;
	at = 0;
	for (size_t v = 0; v < k; v++) {
		double off = -(double)n[v] * (total + 1) / 2;
		for (size_t i = 0; i < n[v]; i++)
			off += (double)ranks.doubled[at++] / 2;
		spread += n[v] > 0 ? off * off / (double)n[v] : 0;
	}
	arena_free(&arena);
	return rank_omnibus(12 * spread / (total * (total + 1)),
		1 - ranks.tie_term / (total * total * total - total), k);
}
