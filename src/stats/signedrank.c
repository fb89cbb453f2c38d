// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/signedrank.h"

#include "core/arena.h"
#include "stats/ranks.h"
#include "stats/student.h"

#include <math.h>

/* The share of all 2^n ways of signs whose doubled rank sum is as far from its mean as `sum`. */
static double p_of_signs(const struct ranks *ranks, size_t sum)
{
	struct arena arena = { 0 };
	size_t most = ranks->n * (ranks->n + 1);
	double *p = NEW(&arena, double, most + 1);
	double share = 0;

	p[0] = 1;
	for (size_t i = 0; i < ranks->n; i++)
		for (size_t s = most + 1; s-- > 0;)
			p[s] = (p[s] + (s >= ranks->doubled[i] ? p[s - ranks->doubled[i]] : 0)) / 2;
	for (size_t s = 0; s <= most; s++)
		if (fabs(2 * (double)s - (double)most) >= fabs(2 * (double)sum - (double)most))
			share += p[s];
	arena_free(&arena);
	return fmin(1, share);
}

static double p_by_normal(const struct ranks *ranks, double v)
{
	double n = (double)ranks->n;
	double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks->tie_term / 48;
	double distance = fmax(0, fabs(v - n * (n + 1) / 4) - 0.5);

	return fmin(1, 2 * normal_tail(distance / sqrt(variance)));
}

struct signedrank signedrank_test(const double *d, size_t n)
{
	struct arena arena = { 0 };
	struct signedrank test = { .p = 1 };
	double *sizes = NEW(&arena, double, n);
	bool *is_above = NEW(&arena, bool, n);
	size_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		if (d[i] == 0)
			continue;
		sizes[test.n] = fabs(d[i]);
		is_above[test.n++] = d[i] > 0;
	}
	struct ranks ranks = ranks_of(&arena, sizes, test.n, 1e-10);
	for (size_t i = 0; i < test.n; i++)
		sum += is_above[i] ? ranks.doubled[i] : 0;
	test.v = (double)sum / 2;
	test.is_exact = test.n <= SIGNEDRANK_EXACT;
	if (test.n > 0)
		test.p = test.is_exact ? p_of_signs(&ranks, sum) : p_by_normal(&ranks, test.v);
	arena_free(&arena);
	return test;
}
