// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/fieller.h"
#include "stats/ranksum.h"
#include "stats/sample.h"
#include "stats/verdict.h"

/*
 * What stands beside a comparison for whoever wants to check it: the intermediate numbers of its
 * test, and other tests of the same values. Nothing here decides a verdict. An exact rank test of
 * 30 and 30 values takes a millisecond, so ask for it where it is printed only.
 *
 * NaN stands for what does not exist. Values of 0 and below are allowed: they have no logs and no
 * ratio, and then `difference` and the rank test are all there is, for exploring, with no verdict
 * (statistics.md section 2.7).
 */
struct evidence {
	struct moments base_log, var_log; /* of the logs; SUMMARY: of the log-normal distribution */
	double sd_log_ratio;              /* PAIRED: of the rounds' log ratios */

	/* TOST, section 2.6: distances from either end of the margin in standard errors */
	double t_lower, t_upper, p_lower, p_upper;
	double ratio_lo90, ratio_hi90;

	/* the arithmetic means' difference: paired t or Welch on the values as they are */
	double difference, difference_se, difference_df, difference_t, difference_p;
	double difference_lo, difference_hi;
	struct fieller fieller; /* the ratio of the arithmetic means */

	double rank_p; /* PAIRED: signed-rank test of the differences; UNPAIRED: Mann-Whitney */
	bool rank_is_exact;
	struct shift
		shift; /* UNPAIRED, of logs: Hodges and Lehmann; to 1,000,000 pairs of values */

	/* the least true change, a fraction of the baseline's mean, that 80 of 100 such experiments
	 * would see at alpha; arms of one size, not PAIRED */
	double least_change;
};

/*
 * The comparison is the one that verdict_family() made of the input; of one that was not judged,
 * because it has no ratio, it is all zeros.
 */
struct evidence evidence_of(const struct comparison_input *input,
	const struct comparison *comparison, double alpha);
