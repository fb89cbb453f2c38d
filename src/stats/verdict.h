// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * The verdict: is the variant faster than the baseline, by how much, and how sure is that?
 * Source: methods/statistics.md sections 2.2 to 2.8 (its "block" is our round).
 */
enum design {
	DESIGN_PAIRED,   /* base[i] and var[i] are of one round */
	DESIGN_UNPAIRED, /* Welch on logs */
	DESIGN_SUMMARY,  /* means, sds and counts only: log-normal moments */
};

enum verdict {
	VERDICT_INVALID,
	VERDICT_INCONCLUSIVE,
	VERDICT_EQUIVALENT,
	VERDICT_FASTER, /* better, whichever way the metric is good */
	VERDICT_SLOWER,
};

/* "FASTER" and so on. */
const char *verdict_name(enum verdict verdict);

struct comparison_input {
	enum design design;
	bool higher_is_better;
	double delta; /* the equivalence margin, a fraction: 0.05 */
	double unit;  /* resolution of the readings, for the variance floor of constants; 0 for none
			 known */
	const double *base, *var; /* positive and finite; PAIRED: equal counts */
	size_t base_n, var_n;
	double base_mean, base_sd, var_mean, var_sd; /* SUMMARY */
	/* PAIRED, two-stage: the first pilot_n rounds fixed the number; their sd and df are used.
	 * 0: a fixed number */
	size_t pilot_n;
	const char *invalid; /* the cause, where a precondition failed; NULL otherwise */
};

/* NaN stands for what could not be computed (n too small, nothing to test). */
struct comparison {
	enum verdict verdict;
	size_t n; /* rounds, or runs of the smaller arm */
	double log_ratio, se, df, t;
	double ratio, ratio_lo, ratio_hi; /* variant / baseline as measured, 95 % CI */
	double p, p_holm;
	double p_tost, p_tost_holm;
	/* PAIRED, two-stage: TOST with the spread of all rounds, n - 1 df; NaN otherwise. A second
	 * witness for EQUIVALENT: a pilot that met none of the hiccups promises too much */
	double p_tost_all;
	double p_exact; /* sign-flip or permutation */
	bool exact_attainable;
	double exact_hits, exact_total; /* relabellings as far out as the data, of how many */
	bool exact_is_drawn;            /* not all were counted, p is (1 + hits) / (1 + total) */
	double exact_floor;             /* the least p that the exact test can reach at this n */
	bool real_but_small;            /* EQUIVALENT, and yet p_holm <= alpha */
	bool at_least_delta;  /* FASTER or SLOWER, and the CI lies wholly outside the margin */
	bool not_enough_data; /* n < 3 */
	uint64_t
		n_settle; /* rounds in all (or runs per arm) that settle +-delta; 0 where unknown */
	uint64_t n_settle_more;
	uint64_t n_see; /* rounds in all to see an effect as big as today's with 80 % power; 0: too
			   small to ask */
};

/*
 * Judges a family of primary comparisons together: Holm over all that can be tested, separately for
 * "differs" and "equivalent". Errors (-EINVAL, with the item) for unequal pairs, values that are
 * not positive or not finite, delta not between 0 and 1. comparisons[count] is written only on
 * success.
 */
int verdict_family(const struct comparison_input *inputs, size_t count, double alpha,
	struct comparison *comparisons, struct error *err) MUST_CHECK;
