// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * The Mann-Whitney (Wilcoxon rank sum) test of two arms that were not paired: do the
 * variant's values tend to lie above the baseline's? It asks about the typical run,
 * where a t test asks about the mean.
 * Source: Mann and Whitney 1947; statistics.md section 2.5.
 *
 * Exact to RANKSUM_EXACT values an arm, to RANKSUM_EXACT_TIES where readings are equal (then on
 * midranks, p = P(|R - ER| >= |r - ER|)). Beyond: normal, corrected for ties and continuity.
 */
enum { RANKSUM_EXACT = 50, RANKSUM_EXACT_TIES = 30 };

struct ranksum {
	double u; /* pairs with the variant above the baseline, a tie counted as a half */
	double p; /* two-sided; NaN for an empty arm */
	bool has_ties, is_exact;
};

struct ranksum ranksum_test(const double *base, size_t base_n, const double *var, size_t var_n);

/*
 * How many of the C(m + n, m) orders of m and n values without ties have U <= u.
 * Divided by ways_to_choose(m + n, m) it is P(U <= u).
 */
double ranksum_count(size_t m, size_t n, size_t u);

/*
 * Hodges and Lehmann's estimate of how far the variant lies from the baseline: the
 * median of all differences, variant less baseline, with an interval from their order
 * statistics. Give it logs to have a log ratio. Source: Hodges and Lehmann 1963.
 */
struct shift {
	double est, lo, hi;
	size_t lo_rank, hi_rank; /* of the differences in ascending order, from 1 */
	double achieved; /* the interval's true confidence; below conf where the arms are too small
			  */
};

struct shift shift_estimate(const double *base, size_t base_n, const double *var, size_t var_n,
	double conf);
