// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/changepoint.h"

#include "core/rng.h"

#include <math.h>

/* Sums of |x - y| over pairs within the left part, within the right one, and between them. */
struct distances {
	double left, right, between;
};

static double pairs(size_t n)
{
	return (double)n * ((double)n - 1) / 2;
}

static double energy(const struct distances *d, size_t left_n, size_t right_n)
{
	double m = (double)left_n, k = (double)right_n;

	return m * k / (m + k) *
	       (2 / (m * k) * d->between - d->left / pairs(left_n) - d->right / pairs(right_n));
}

/* Each value crosses from the right to the left in turn, with its distances: n^2 in all. */
static void scan(const double *x, size_t n, size_t min_segment, double *q)
{
	struct distances d = { 0 };

	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			d.right += fabs(x[i] - x[j]);
	for (size_t t = 1; t <= n - min_segment; t++) {
		double to_left = 0, to_right = 0;
		for (size_t j = 0; j < t - 1; j++)
			to_left += fabs(x[t - 1] - x[j]);
		for (size_t j = t; j < n; j++)
			to_right += fabs(x[t - 1] - x[j]);
		d.left += to_left;
		d.right -= to_right;
		d.between += to_right - to_left;
		if (t >= min_segment)
			q[t - min_segment] = energy(&d, t, n - t);
	}
}

static struct change_point best_of(const double *q, size_t splits, size_t min_segment)
{
	struct change_point best = { .q = -INFINITY, .p = NAN };

	for (size_t i = 0; i < splits; i++)
		if (q[i] > best.q)
			best = (struct change_point){ .at = i + min_segment, .q = q[i], .p = NAN };
	return best;
}

static void shuffle(struct rng *rng, double *x, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = rng_below(rng, i);
		double swap = x[i - 1];
		x[i - 1] = x[j];
		x[j] = swap;
	}
}

double *change_point_scan(struct arena *arena, const double *x, size_t n, size_t min_segment)
{
	if (min_segment < 2 || n < 2 * min_segment)
		return NULL;
	double *q = NEW(arena, double, n - 2 * min_segment + 1);
	scan(x, n, min_segment, q);
	return q;
}

struct change_point change_point_test(const double *x, size_t n, size_t min_segment, uint64_t draws,
	uint64_t seed)
{
	struct arena arena = { 0 };
	double *q = change_point_scan(&arena, x, n, min_segment);
	struct rng rng;
	uint64_t hits = 0;

	if (!q)
		return (struct change_point){ .q = NAN, .p = NAN };
	size_t splits = n - 2 * min_segment + 1;
	struct change_point best = best_of(q, splits, min_segment);
	double *shuffled = arena_copy(&arena, x, n * sizeof(*x));
	rng_seed(&rng, seed);
	for (uint64_t draw = 0; draw < draws; draw++) {
		shuffle(&rng, shuffled, n);
		scan(shuffled, n, min_segment, q);
		hits += best_of(q, splits, min_segment).q >= best.q - 1e-10 * fabs(best.q);
	}
	if (draws > 0)
		best.p = (double)(1 + hits) / (double)(1 + draws);
	arena_free(&arena);
	return best;
}

struct change_point *change_points(struct arena *arena, const double *x, size_t n,
	size_t min_segment, double alpha, uint64_t draws, uint64_t seed, size_t *count)
{
	struct change_point *found = NULL;
	size_t start = 0, end = n;

	*count = 0;
	/* The leftmost part is cut until it holds no more change, then the next one to the right.
	 */
	size_t *ends = NEW(arena, size_t, n + 1);
	size_t depth = 0;
	while (start < n) {
		struct change_point c =
			change_point_test(x + start, end - start, min_segment, draws, seed);
		if (c.p <= alpha) {
			c.at += start;
			ends[depth] = end;
			end = c.at;
			depth++;
			*ARENA_PUSH(arena, found, *count) = c;
			continue;
		}
		start = end;
		if (depth > 0)
			end = ends[--depth];
	}
	for (size_t i = 1; i < *count; i++)
		for (size_t j = i; j > 0 && found[j - 1].at > found[j].at; j--) {
			struct change_point swap = found[j];
			found[j] = found[j - 1];
			found[j - 1] = swap;
		}
	return found;
}
