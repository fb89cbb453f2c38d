// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/ranksum.h"

#include "core/arena.h"
#include "stats/permutation.h"
#include "stats/ranks.h"
#include "stats/sample.h"
#include "stats/student.h"

#include <gsl/gsl_sort.h>

#include <math.h>
#include <string.h>

double ranksum_count(size_t m, size_t n, size_t u)
{
	struct arena arena = { 0 };
	size_t width = u + 1;
	double *ways = NEW(&arena, double, (m + 1) * width);
	double count = 0;

	/* ways(u, i, j) = ways(u - j, i - 1, j) + ways(u, i, j - 1), one j after the other in place
	 */
	for (size_t i = 0; i <= m; i++)
		ways[i * width] = 1;
	for (size_t j = 1; j <= n; j++)
		for (size_t i = 1; i <= m; i++)
			for (size_t k = j; k <= u; k++)
				ways[i * width + k] += ways[(i - 1) * width + k - j];
	for (size_t k = 0; k <= u; k++)
		count += ways[m * width + k];
	arena_free(&arena);
	return count;
}

/* Of all ways to deal out the doubled midranks, the share whose sum is as far from its mean as
 * `sum`. */
static double p_of_midranks(const struct ranks *ranks, size_t k, size_t sum)
{
	struct arena arena = { 0 };
	size_t n = ranks->n, most = n * (n + 1), mean = k * (n + 1);
	size_t distance = sum > mean ? sum - mean : mean - sum;
	double *ways = NEW(&arena, double, (k + 1) * (most + 1));
	double hits = 0;

	ways[0] = 1;
	for (size_t i = 0; i < n; i++) {
		size_t rank = ranks->doubled[i];
		for (size_t chosen = k < i + 1 ? k : i + 1; chosen > 0; chosen--) {
			double *to = ways + chosen * (most + 1) + rank;
			const double *from = ways + (chosen - 1) * (most + 1);
			for (size_t s = 0; s + rank <= most; s++)
				to[s] += from[s];
		}
	}
	for (size_t s = 0; s <= most; s++)
		if ((s > mean ? s - mean : mean - s) >= distance)
			hits += ways[k * (most + 1) + s];
	arena_free(&arena);
	return hits / ways_to_choose(n, k);
}

static double p_by_normal(const struct ranks *ranks, double m, double n, double u)
{
	double all = m + n;
	double variance = m * n / 12 * (all + 1 - ranks->tie_term / (all * (all - 1)));
	double distance = fmax(0, fabs(u - m * n / 2) - 0.5);

	return variance > 0 ? fmin(1, 2 * normal_tail(distance / sqrt(variance))) : 1;
}

static double p_without_ties(size_t m, size_t n, double u)
{
	double least = fmin(u, (double)(m * n) - u);

	return fmin(1, 2 * ranksum_count(m, n, (size_t)least) / ways_to_choose(m + n, m));
}

struct ranksum ranksum_test(const double *base, size_t base_n, const double *var, size_t var_n)
{
	struct arena arena = { 0 };
	struct ranksum test = { .u = NAN, .p = NAN };
	size_t n = base_n + var_n, largest = base_n > var_n ? base_n : var_n, sum = 0;

	if (base_n == 0 || var_n == 0)
		return test;
	double *all = NEW(&arena, double, n);
	memcpy(all, var, var_n * sizeof(*var));
	memcpy(all + var_n, base, base_n * sizeof(*base));
	struct ranks ranks = ranks_of(&arena, all, n, 0);
	for (size_t i = 0; i < var_n; i++)
		sum += ranks.doubled[i];

	test.u = (double)(sum - var_n * (var_n + 1)) / 2;
	test.has_ties = ranks.tie_term > 0;
	test.is_exact = largest <= (test.has_ties ? RANKSUM_EXACT_TIES : RANKSUM_EXACT);
	if (!test.is_exact)
		test.p = p_by_normal(&ranks, (double)base_n, (double)var_n, test.u);
	else if (test.has_ties)
		test.p = p_of_midranks(&ranks, var_n, sum);
	else
		test.p = p_without_ties(base_n, var_n, test.u);
	arena_free(&arena);
	return test;
}

/* The least u with P(U <= u) >= tail, at least 1: what R calls qwilcox. */
static size_t shift_rank(size_t m, size_t n, double tail)
{
	double all = ways_to_choose(m + n, m);
	double mean = (double)m * (double)n / 2;
	size_t u = 0;

	if (m > RANKSUM_EXACT || n > RANKSUM_EXACT) {
		double sd = sqrt(mean * (double)(m + n + 1) / 6);
		return (size_t)fmax(1, floor(mean - normal_critical(tail) * sd));
	}
	while (ranksum_count(m, n, u) < tail * all)
		u++;
	return u > 0 ? u : 1;
}

struct shift shift_estimate(const double *base, size_t base_n, const double *var, size_t var_n,
	double conf)
{
	struct arena arena = { 0 };
	struct shift shift = { .est = NAN, .lo = NAN, .hi = NAN, .achieved = NAN };
	size_t n = base_n * var_n;

	if (n == 0)
		return shift;
	double *d = NEW(&arena, double, n);
	for (size_t i = 0; i < n; i++)
		d[i] = var[i / base_n] - base[i % base_n];
	gsl_sort(d, 1, n);

	shift.lo_rank = shift_rank(base_n, var_n, (1 - conf) / 2);
	shift.hi_rank = n - shift.lo_rank + 1;
	shift.est = sample_median(d, n);
	shift.lo = d[shift.lo_rank - 1];
	shift.hi = d[shift.hi_rank - 1];
	shift.achieved = base_n <= RANKSUM_EXACT && var_n <= RANKSUM_EXACT
				 ? 1 - 2 * ranksum_count(base_n, var_n, shift.lo_rank - 1) /
						   ways_to_choose(base_n + var_n, var_n)
				 : conf;
	arena_free(&arena);
	return shift;
}
