// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/effect.h"

#include <stddef.h>

/*
 * All variants of an experiment at once, with one spread for all of them: for `compare --pool`, as
 * a footnote. No verdict comes of it: one variant that scatters four times as much as the others
 * takes the power from all of them, and comparisons that were planned need no gate
 * (statistics.md sections 0 and 2.7).
 *
 * x[v][b] is the value of variant v of k in round b of n, variant 0 the baseline.
 */

/* Variance of logs, split over variants, rounds and what is left (randomised complete blocks). */
struct blocks {
	size_t k, n;
	double df_variants, df_rounds, df_error;
	double ss_variants, ss_rounds, ss_error;
	double mean_square; /* of the error */
	double f_variants, p_variants, f_rounds, p_rounds;
	double critical; /* Dunnett's, 95 %: how many standard errors the interval has */
};

/* Positive values. NaN for k or n below 2. Where nothing is left of the variance, F and all after
 * it are NaN. */
struct blocks blocks_analysis(const double *const *x, size_t k, size_t n);

/*
 * Variant v against the baseline: est is the log ratio, p and 95 % interval are Dunnett's, which
 * hold for all k - 1 of them together.
 */
struct estimate blocks_against_baseline(const struct blocks *blocks, const double *const *x,
	size_t v);

/* Two variants, v / w, with Tukey's p, which holds for all pairs together; no interval (NaN). */
struct estimate blocks_pair(const struct blocks *blocks, const double *const *x, size_t v,
	size_t w);

/* A rank test over all variants, and its p by chi squared with df; ties corrected. */
struct rank_omnibus {
	double statistic, df, p;
};

/* Do the variants rank alike in every round? Paired. Source: Friedman 1937. */
struct rank_omnibus friedman_test(const double *const *x, size_t k, size_t n);

/* Do their values come from one place? n[v] values of each, not paired. Source: Kruskal and
 * Wallis 1952. */
struct rank_omnibus kruskal_wallis_test(const double *const *x, const size_t *n, size_t k);
