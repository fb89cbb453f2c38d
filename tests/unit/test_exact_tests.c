// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/medianci.h"
#include "stats/paired.h"
#include "stats/permutation.h"
#include "stats/ranksum.h"
#include "stats/sample.h"
#include "stats/signedrank.h"
#include "stats/signflip.h"
#include "stats/student.h"

#include "core/rng.h"
#include "unit.h"

#include <math.h>

/* By trying every way to choose the variant's values, with midranks counted afresh. */
static double p_by_trying_all(const double *all, size_t n, size_t k, size_t *ways)
{
	double rank[16], mean = (double)k * ((double)n + 1) / 2, observed = 0;
	size_t hits = 0;

	*ways = 0;
	for (size_t i = 0; i < n; i++) {
		rank[i] = 0.5;
		for (size_t j = 0; j < n; j++)
			rank[i] += all[j] < all[i] ? 1 : all[j] == all[i] ? 0.5 : 0;
		observed += i < k ? rank[i] : 0;
	}
	for (unsigned set = 0; set < 1U << n; set++) {
		double sum = 0;
		if ((size_t)__builtin_popcount(set) != k)
			continue;
		for (size_t i = 0; i < n; i++)
			sum += set >> i & 1 ? rank[i] : 0;
		hits += fabs(sum - mean) >= fabs(observed - mean) - 1e-9;
		(*ways)++;
	}
	return (double)hits / (double)*ways;
}

START_TEST(the_rank_sum_test_counts_ties_as_by_trying_all)
{
	static const double all[] = { 3, 5, 5, 7, 9, 9, 2, 3, 3, 5, 4, 4, 1 };

	for (size_t k = 1; k < COUNT_OF(all); k++) {
		size_t ways;
		double p = p_by_trying_all(all, COUNT_OF(all), k, &ways);
		struct ranksum test = ranksum_test(all + k, COUNT_OF(all) - k, all, k);
		ck_assert(test.is_exact && test.has_ties);
		ck_assert_double_eq_tol(test.p, p, 1e-12);
		ck_assert_double_eq_tol(ways_to_choose(COUNT_OF(all), k), (double)ways, 1e-9);
	}
}
END_TEST

START_TEST(the_rank_sum_test_without_ties_counts_as_by_trying_all)
{
	static const double all[] = { 3, 5.5, 5, 7, 9, 9.5, 2, 3.5, 3.25, 5.25, 4 };

	for (size_t k = 1; k < COUNT_OF(all); k++) {
		size_t ways;
		double p = p_by_trying_all(all, COUNT_OF(all), k, &ways);
		struct ranksum test = ranksum_test(all + k, COUNT_OF(all) - k, all, k);
		ck_assert(test.is_exact && !test.has_ties);
		ck_assert_double_eq_tol(test.p, p, 1e-12);
	}
}
END_TEST

/* Acceptance case: 115, 114, 115, 115, 115 against 78.8 five times is different, p 0.00794. */
START_TEST(complete_separation_is_seen_through_ties)
{
	static const double fast[] = { 115, 114, 115, 115, 115 },
			    slow[] = { 78.8, 78.8, 78.8, 78.8, 78.8 };

	ck_assert_double_eq_tol(ranksum_test(fast, 5, slow, 5).p, 2.0 / 252, 1e-12);
	ck_assert(ranksum_test(slow, 5, slow, 5).p == 1);
}
END_TEST

START_TEST(beyond_the_exact_limit_the_normal_takes_over_smoothly)
{
	double base[51], var[51];

	for (size_t i = 0; i < COUNT_OF(base); i++) {
		base[i] = (double)i;
		var[i] = (double)i + 10.5;
	}
	struct ranksum exact = ranksum_test(base, 50, var, 50);
	struct ranksum normal = ranksum_test(base, 51, var, 51);
	ck_assert(exact.is_exact && !normal.is_exact);
	ck_assert_double_eq_tol(log(normal.p), log(exact.p), 0.3);
	ck_assert(exact.p < 0.01);
}
END_TEST

START_TEST(an_empty_arm_has_no_p)
{
	static const double one[] = { 1 };

	ck_assert_double_nan(ranksum_test(NULL, 0, one, 1).p);
	ck_assert_double_nan(shift_estimate(one, 1, NULL, 0, 0.95).est);
}
END_TEST

START_TEST(a_shift_of_small_arms_says_how_sure_it_is_at_most)
{
	static const double base[] = { 1, 2, 3 }, var[] = { 11, 12, 13 };
	struct shift shift = shift_estimate(base, 3, var, 3, 0.95);

	ck_assert(shift.est == 10);
	ck_assert_uint_eq(shift.lo_rank, 1);
	ck_assert_uint_eq(shift.hi_rank, 9);
	ck_assert(shift.lo == 8 && shift.hi == 12);
	ck_assert_double_eq_tol(shift.achieved, 0.90, 1e-12); /* 1 - 2 / C(6, 3) */
}
END_TEST

START_TEST(signed_ranks_are_counted_as_by_trying_all)
{
	static const double d[] = { 1, -2, 2, 3, -3, 3, 4, 0.5, 6, 7 };
	static const double doubled_rank[] = { 4, 7, 7, 12, 12, 12, 16, 2, 18, 20 };

	/* by hand: 0.5 is 1st, 1 2nd, both 2 share 3.5, the three 3 share 6, then 8, 9, 10 */
	double observed = 0, hits = 0;
	for (size_t i = 0; i < COUNT_OF(d); i++)
		observed += d[i] > 0 ? doubled_rank[i] : 0;
	for (unsigned signs = 0; signs < 1U << COUNT_OF(d); signs++) {
		double sum = 0;
		for (size_t i = 0; i < COUNT_OF(d); i++)
			sum += signs >> i & 1 ? doubled_rank[i] : 0;
		hits += fabs(sum - 55) >= fabs(observed - 55);
	}
	struct signedrank test = signedrank_test(d, COUNT_OF(d));
	ck_assert(test.v == observed / 2);
	ck_assert_double_eq_tol(test.p, hits / 1024, 1e-12);
}
END_TEST

START_TEST(signed_ranks_leave_out_what_did_not_change)
{
	static const double d[] = { 0, 1, 0, 2, 3 }, none[] = { 0, 0 };
	struct signedrank test = signedrank_test(d, 5);

	ck_assert_uint_eq(test.n, 3);
	ck_assert(test.v == 6);
	ck_assert_double_eq_tol(test.p, 0.25, 1e-12);
	ck_assert(signedrank_test(none, 2).p == 1);
}
END_TEST

/* Differences of decimal readings: equal to whoever reads them, and not in binary. */
START_TEST(sizes_that_only_rounding_tells_apart_share_their_rank)
{
	const double readings[] = { 0.2 - 0.1, 0.2 - 0.3, 0.7 - 0.6, 1.1 - 0.9, 0.9 - 0.6,
		0.8 - 0.4 };
	static const double tenths[] = { 1, -1, 1, 2, 3, 4 };

	ck_assert(readings[0] != readings[2]);
	struct signedrank got = signedrank_test(readings, 6), wanted = signedrank_test(tenths, 6);
	ck_assert(got.v == 19 && wanted.v == 19); /* 21 less the shared rank 2 */
	ck_assert(got.p == wanted.p);
}
END_TEST

START_TEST(fewer_than_six_values_have_no_interval_of_the_median)
{
	static const double x[] = { 5, 1, 4, 2, 3, 6 };
	struct median_ci ci = median_interval(x, 5, 0.95);

	ck_assert_uint_eq(ci.rank, 0);
	ck_assert_double_nan(ci.lo);
	ci = median_interval(x, 6, 0.95);
	ck_assert(ci.lo == 1 && ci.hi == 6);
	ck_assert_double_eq_tol(ci.achieved, 0.96875, 1e-12);
	ck_assert_uint_eq(median_interval(NULL, 0, 0.95).rank, 0);
}
END_TEST

/* What the fast way counts is what trying every pattern of signs counts. */
START_TEST(sign_flips_are_counted_as_by_trying_all)
{
	static const double d[] = { 0.11, -0.03, 0.07, 0.02, -0.05, 0.01, 0.04, 0.06, -0.02, 0.03,
		0.09, 0.02, 0.02 };

	for (size_t n = 1; n <= COUNT_OF(d); n++) {
		double observed = 0;
		uint64_t hits = 0;
		for (size_t i = 0; i < n; i++)
			observed += d[i];
		for (uint64_t signs = 0; signs < UINT64_C(1) << n; signs++) {
			double sum = 0;
			for (size_t i = 0; i < n; i++)
				sum += signs >> i & 1 ? d[i] : -d[i];
			hits += fabs(sum) >= fabs(observed) * (1 - 1e-10);
		}
		struct exact exact = signflip(d, n, 0, 0);
		ck_assert(exact.is_exact);
		ck_assert_double_eq_tol(exact.hits, (double)hits, 0.1);
	}
}
END_TEST

/*
 * Where the arms all but agree, the dealing that turns everything round is as far out as the data,
 * and so is every sign turned: rounding must not lose it. 894 of 924 by 50 digits.
 */
START_TEST(rounding_loses_no_relabelling_of_arms_that_all_but_agree)
{
	static const double base[] = { 22782349.32801674, 22765246.007165577, 22794123.351339277,
		22832290.905878253, 22777664.43505706, 22722297.875254143 };
	static const double var[] = { 22784330.572103623, 22843299.707440577, 22761725.776598513,
		22796636.747388057, 22826161.094423458, 22656614.193124093 };
	/* each pair has the ratio 1.01 or its inverse */
	static const double ones[] = { 100, 202, 300, 404, 500, 606 };
	static const double tens[] = { 101, 200, 303, 400, 505, 600 };
	struct arena arena = { 0 };

	struct exact exact = permutation_means(sample_logs(&arena, base, 6), 6,
		sample_logs(&arena, var, 6), 6, 0, 0);
	ck_assert(exact.is_exact && exact.hits == 894 && exact.total == 924);
	ck_assert(signflip(paired_logs(&arena, ones, tens, 6), 6, 0, 0).p == 1);
	arena_free(&arena);
}
END_TEST

START_TEST(differences_that_cancel_or_vanish_have_p_1)
{
	static const double cancel[] = { 0.1, 0.2, -0.3, 0.7, -0.7 }, none[] = { 0, 0, 0 },
			    fives[] = { 5, 5, 5 };

	ck_assert(signflip(cancel, 5, 0, 0).p == 1);
	ck_assert(signflip(none, 3, 0, 0).p == 1);
	ck_assert(permutation_means(none, 3, none, 3, 0, 0).p == 1);
	ck_assert(permutation_means(fives, 3, fives, 3, 0, 0).p == 1);
}
END_TEST

/* p by t is 0.035 for the paired numbers, whose shape is normal: the drawn p must be near it. */
START_TEST(drawn_tests_repeat_by_seed_and_are_never_0)
{
	double d[50], base[30], var[30];

	for (size_t i = 0; i < COUNT_OF(d); i++)
		d[i] = normal_critical(((double)i + 0.5) / COUNT_OF(d)) + 0.3;
	struct exact first = signflip(d, COUNT_OF(d), 9999, 7);
	ck_assert(!first.is_exact);
	ck_assert_double_eq_tol(first.p, 0.035, 0.01);
	ck_assert(signflip(d, COUNT_OF(d), 9999, 7).p == first.p);
	ck_assert(signflip(d, COUNT_OF(d), 9999, 8).p != first.p);

	for (size_t i = 0; i < COUNT_OF(base); i++) {
		base[i] = (double)i;
		var[i] = (double)i + 100;
	}
	ck_assert(permutation_means(base, 30, var, 30, 9999, 7).p == 1.0 / 10000);
}
END_TEST

START_TEST(arms_of_unequal_size_are_permuted_exactly)
{
	/* by hand: of the 10 ways to choose 2 of 1 2 3 4 10, only { 4, 10 } and { 3, 10 } reach |7
	 * - 2| */
	static const double base[] = { 1, 2, 3 }, var[] = { 4, 10 };
	struct exact exact = permutation_means(base, 3, var, 2, 0, 0);

	ck_assert(exact.total == 10);
	ck_assert(exact.hits == 1);
}
END_TEST

START_TEST(a_family_that_keeps_its_draws_has_the_p_of_each_test_alone)
{
	struct deals deals = { .draws = 999, .seed = 5 };
	double base[40], var[40];
	struct rng rng;

	rng_seed(&rng, 11);
	for (int test = 0; test < 12; test++) {
		/* sizes that come again, change, and come back; draws that are no multiple of 8 */
		size_t base_n = 30 + (size_t)(test / 4 % 2) * 7, var_n = 29;
		for (size_t i = 0; i < COUNT_OF(base); i++) {
			base[i] = (double)rng_below(&rng, 1000);
			var[i] = (double)rng_below(&rng, 1000) + 20 * test;
		}
		struct exact alone = permutation_means(base, base_n, var, var_n, 999, 5);
		struct exact kept = permutation_means_dealt(base, base_n, var, var_n, &deals);
		ck_assert(kept.hits == alone.hits);
		ck_assert(kept.p == alone.p && !kept.is_exact);
	}
	deals_free(&deals);
	ck_assert_ptr_null(deals.chosen);
}
END_TEST

UNIT_MAIN("exact_tests", sign_flips_are_counted_as_by_trying_all,
	sizes_that_only_rounding_tells_apart_share_their_rank,
	rounding_loses_no_relabelling_of_arms_that_all_but_agree,
	differences_that_cancel_or_vanish_have_p_1, drawn_tests_repeat_by_seed_and_are_never_0,
	arms_of_unequal_size_are_permuted_exactly,
	a_family_that_keeps_its_draws_has_the_p_of_each_test_alone,
	the_rank_sum_test_counts_ties_as_by_trying_all,
	the_rank_sum_test_without_ties_counts_as_by_trying_all,
	complete_separation_is_seen_through_ties,
	beyond_the_exact_limit_the_normal_takes_over_smoothly, an_empty_arm_has_no_p,
	a_shift_of_small_arms_says_how_sure_it_is_at_most,
	signed_ranks_are_counted_as_by_trying_all, signed_ranks_leave_out_what_did_not_change,
	fewer_than_six_values_have_no_interval_of_the_median)
