// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/bootstrap.h"

#include "core/arena.h"
#include "stats/sample.h"
#include "stats/student.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const double tail = 0.025;
static const double equal_within = 1e-12; /* to the mean of the values, which is a resample's too */

/* Resamples that hold the same values, in whatever order. */
struct kind {
	double mean, count;
};

struct walk {
	const double *d;
	size_t n, kinds;
	struct kind *kind;
	double factorials[BOOTSTRAP_MOST + 1];
};

/* Value i so many times, `left` draws still to go; `ways` is n! over the factorials so far. */
static void walk_on(struct walk *w, size_t i, size_t left, double sum, double ways)
{
	if (i + 1 == w->n) {
		w->kind[w->kinds++] =
			(struct kind){ .mean = (sum + (double)left * w->d[i]) / (double)w->n,
				.count = ways / w->factorials[left] };
		return;
	}
	for (size_t times = 0; times <= left; times++)
		walk_on(w, i + 1, left - times, sum + (double)times * w->d[i],
			ways / w->factorials[times]);
}

static int by_mean(const void *a, const void *b)
{
	double x = ((const struct kind *)a)->mean, y = ((const struct kind *)b)->mean;

	return (x > y) - (x < y);
}

/* Of all kinds, in ascending order of their means. */
static struct walk walk_all(struct arena *arena, const double *d, size_t n)
{
	struct walk w = { .d = d, .n = n, .factorials = { 1 } };
	size_t kinds = 1;

	for (size_t i = 1; i <= n; i++)
		w.factorials[i] = (double)i * w.factorials[i - 1];
	for (size_t i = 1; i < n; i++)
		kinds = kinds * (n + i) / i; /* (2n - 1) over (n - 1) */
	w.kind = NEW(arena, struct kind, kinds);
	walk_on(&w, 0, n, 0, w.factorials[n]);
	qsort(w.kind, w.kinds, sizeof(*w.kind), by_mean);
	return w;
}

/* The mean of resample ceil(share * all), in ascending order, from 1. */
static double order_statistic(const struct walk *w, double all, double share)
{
	double rank = fmin(all, fmax(1, ceil(all * share)));
	double seen = w->kind[0].count;
	size_t i = 0;

	while (seen < rank && i + 1 < w->kinds)
		seen += w->kind[++i].count;
	return w->kind[i].mean;
}

/* The normal quantile of the share of resamples below the mean. */
static double bias_of(const struct walk *w, double all, double mean)
{
	double below = 0;

	for (size_t i = 0; i < w->kinds; i++) {
		double off = w->kind[i].mean - mean;
		below += fabs(off) <= equal_within ? w->kind[i].count / 2
			 : off < 0                 ? w->kind[i].count
						   : 0;
	}
	return normal_critical(1 - below / all);
}

/* Of the means that leave one value out each: their skewness. */
static double acceleration_of(const double *d, size_t n, double mean)
{
	double squares = 0, cubes = 0;

	for (size_t i = 0; i < n; i++) {
		double off = (d[i] - mean) / ((double)n - 1);
		squares += off * off;
		cubes += off * off * off;
	}
	return squares > 0 ? cubes / (6 * pow(squares, 1.5)) : NAN;
}

static double bca_share(const struct bootstrap *b, double z)
{
	double off = b->bias + z;

	return normal_tail(-(b->bias + off / (1 - b->acceleration * off)));
}

struct bootstrap bootstrap_mean(const double *d, size_t n)
{
	struct arena arena = { 0 };
	double mean = sample_mean(d, n), z = normal_critical(tail);

	assert(n >= 2 && n <= BOOTSTRAP_MOST);
	struct walk w = walk_all(&arena, d, n);
	struct bootstrap b = {
		.resamples = pow((double)n, (double)n),
		.se = sqrt(((double)n - 1) / (double)n * sample_variance(d, n) / (double)n),
		.acceleration = acceleration_of(d, n, mean),
	};
	b.percentile_lo = order_statistic(&w, b.resamples, tail);
	b.percentile_hi = order_statistic(&w, b.resamples, 1 - tail);
	b.bias = isfinite(b.acceleration) ? bias_of(&w, b.resamples, mean) : NAN;
	b.share_lo = bca_share(&b, -z);
	b.share_hi = bca_share(&b, z);
	b.bca_lo = isfinite(b.bias) ? order_statistic(&w, b.resamples, b.share_lo) : NAN;
	b.bca_hi = isfinite(b.bias) ? order_statistic(&w, b.resamples, b.share_hi) : NAN;
	arena_free(&arena);
	return b;
}
