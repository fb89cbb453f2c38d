// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/signflip.h"

#include "core/arena.h"
#include "core/rng.h"

#include <float.h>
#include <math.h>

/*
 * The least |sum| that counts as the observed one. Relative to the sum, and to the
 * rounding of log ratios and their sums, for the case that they cancel.
 */
static double signflip_threshold(const double *d, size_t n)
{
	double sum = 0, size = 0;

	for (size_t i = 0; i < n; i++) {
		sum += d[i];
		size += fabs(d[i]) + 1; /* the ratio was rounded, then its log */
	}
	return fabs(sum) * (1 - 1e-10) - 4 * DBL_EPSILON * size;
}

/*
 * All 2^n signed sums, ascending. Each difference merges sums - step with sums + step; what
 * comes out is symmetric, so only its lower half is merged, and neither input can run out.
 */
static double *signed_sums(struct arena *arena, const double *d, size_t n)
{
	double *sums = NEW(arena, double, (size_t)1 << n);
	double *next = NEW(arena, double, (size_t)1 << n);

	for (size_t i = 0; i < n; i++) {
		size_t count = (size_t)1 << i;
		double step = fabs(d[i]);
		size_t down = 0, up = 0;
		for (size_t k = 0; k < count; k++) {
			double lower = sums[down] - step, higher = sums[up] + step;
			bool is_lower = lower <= higher;
			double least = is_lower ? lower : higher;
			next[k] = least;
			next[2 * count - 1 - k] = -least;
			down += is_lower;
			up += !is_lower;
		}
		double *swap = sums;
		sums = next;
		next = swap;
	}
	return sums;
}

static double count_all(const double *d, size_t n, double threshold)
{
	struct arena arena = { 0 };
	size_t left_n = (size_t)1 << n / 2, right_n = (size_t)1 << (n - n / 2);
	const double *left = signed_sums(&arena, d, n / 2);
	const double *right = signed_sums(&arena, d + n / 2, n - n / 2);
	size_t i = 0, from = right_n; /* right[from] on suffices for left[i] */
	uint64_t upper = 0;

	/* The rising left sum needs ever less of the right one. No branch here can be foretold, so
	 * there is none. */
	while (i < left_n && from > 0) {
		bool suffices = left[i] + right[from - 1] >= threshold;
		from -= suffices;
		i += !suffices;
		upper += suffices ? 0 : right_n - from;
	}
	upper += (left_n - i) * right_n;
	arena_free(&arena);
	return 2 * (double)upper; /* the lower half is the upper one with every sign turned */
}

/* sums[group * 256 + signs]: the signed sum of eight differences, a set bit for a plus. */
static double *sums_by_byte(struct arena *arena, const double *d, size_t n)
{
	size_t groups = (n + 7) / 8;
	double *sums = NEW(arena, double, groups * 256);

	for (size_t i = 0; i < groups * 256; i++)
		for (size_t bit = 0; bit < 8 && i / 256 * 8 + bit < n; bit++) {
			double x = d[i / 256 * 8 + bit];
			sums[i] += i >> bit & 1 ? x : -x;
		}
	return sums;
}

static uint64_t count_drawn(const double *d, size_t n, double threshold, uint64_t draws,
	uint64_t seed)
{
	struct arena arena = { 0 };
	const double *sums = sums_by_byte(&arena, d, n);
	size_t groups = (n + 7) / 8;
	struct rng rng;
	uint64_t hits = 0;

	rng_seed(&rng, seed);
	for (uint64_t draw = 0; draw < draws; draw++) {
		double sum = 0;
		uint64_t signs = 0;
		for (size_t group = 0; group < groups; group++) {
			if (group % 8 == 0)
				signs = rng_next(&rng);
			sum += sums[group * 256 + (signs & 255)];
			signs >>= 8;
		}
		hits += fabs(sum) >= threshold;
	}
	arena_free(&arena);
	return hits;
}

struct exact signflip(const double *d, size_t n, uint64_t draws, uint64_t seed)
{
	double threshold = signflip_threshold(d, n);

	if (n == 0 || isnan(threshold))
		return (struct exact){ .p = NAN, .floor = NAN };
	if (n > SIGNFLIP_EXACT)
		return exact_drawn(count_drawn(d, n, threshold, draws, seed), draws);

	double total = ldexp(1, (int)n);
	double hits = threshold > 0 ? count_all(d, n, threshold) : total;
	return (struct exact){
		.p = hits / total,
		.floor = 2 / total,
		.hits = hits,
		.total = total,
		.is_exact = true,
	};
}
