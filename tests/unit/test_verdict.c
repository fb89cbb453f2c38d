// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/verdict.h"

#include "stats/adjust.h"
#include "stats/permutation.h"
#include "stats/samplesize.h"
#include "stats/signflip.h"
#include "stats/student.h"
#include "stats/summary.h"

#include "unit.h"

#include <errno.h>
#include <math.h>

static const double constant[] = { 5.00, 5.00, 5.00, 5.00, 5.00, 5.00 };
static const double fast[] = { 115, 114, 115, 115, 115 };
static const double slow[] = { 78.8, 78.8, 78.8, 78.8, 78.8 };

static struct comparison_input input_of(enum design design, const double *base, size_t base_n,
	const double *var, size_t var_n)
{
	return (struct comparison_input){
		.design = design,
		.higher_is_better = true,
		.delta = 0.05,
		.base = base,
		.base_n = base_n,
		.var = var,
		.var_n = var_n,
	};
}

static struct comparison judged(const struct comparison_input *in)
{
	struct comparison c;
	struct error err = { 0 };

	OK(verdict_family(in, 1, 0.05, &c, &err));
	return c;
}

START_TEST(one_round_has_a_ratio_but_no_sd_no_p_and_no_interval)
{
	static const enum design designs[] = { DESIGN_PAIRED, DESIGN_UNPAIRED };

	for (size_t i = 0; i < COUNT_OF(designs); i++) {
		struct comparison_input in = input_of(designs[i], fast, 1, slow, 1);
		struct comparison c = judged(&in);
		ck_assert_int_eq(c.verdict, VERDICT_INCONCLUSIVE);
		ck_assert(c.not_enough_data);
		ck_assert_double_eq_tol(c.ratio, 78.8 / 115, 1e-12);
		ck_assert_double_nan(c.se);
		ck_assert_double_nan(c.p);
		ck_assert_double_nan(c.ratio_lo);
		ck_assert_double_nan(c.ratio_hi);
		ck_assert_double_nan(c.p_tost);
		ck_assert_double_nan(c.p_exact);
		ck_assert_double_nan(c.p_holm);
		ck_assert_uint_eq(c.n_settle, 0);
		ck_assert_uint_eq(c.n_see, 0);
	}
}
END_TEST

START_TEST(no_rounds_at_all_are_not_enough_data)
{
	struct comparison_input in = input_of(DESIGN_UNPAIRED, NULL, 0, slow, 5);
	struct comparison c = judged(&in);

	ck_assert_int_eq(c.verdict, VERDICT_INCONCLUSIVE);
	ck_assert(c.not_enough_data);
	ck_assert_double_nan(c.ratio);
}
END_TEST

START_TEST(two_rounds_are_not_enough_however_clear_they_look)
{
	struct comparison_input in = input_of(DESIGN_PAIRED, fast, 2, slow, 2);
	struct comparison c = judged(&in);

	ck_assert_int_eq(c.verdict, VERDICT_INCONCLUSIVE);
	ck_assert(c.not_enough_data);
	ck_assert(c.p < 0.05);
	ck_assert_uint_ge(c.n_settle, 3);
	ck_assert_uint_eq(c.n_settle_more, c.n_settle - 2);
}
END_TEST

START_TEST(a_comparison_that_cannot_be_judged_costs_the_others_nothing)
{
	struct comparison_input in[] = {
		input_of(DESIGN_UNPAIRED, fast, 5, slow, 5),
		input_of(DESIGN_UNPAIRED, fast, 2, slow, 2),
		input_of(DESIGN_UNPAIRED, fast, 5, slow, 5),
	};
	struct comparison c[3];
	struct error err = { 0 };

	in[2].invalid = "clock source changed";
	OK(verdict_family(in, 3, 0.05, c, &err));
	ck_assert_int_eq(c[0].verdict, VERDICT_SLOWER);
	ck_assert(c[0].p_holm == c[0].p);
	ck_assert_int_eq(c[2].verdict, VERDICT_INVALID);
	ck_assert_double_nan(c[2].p);
}
END_TEST

START_TEST(identical_constants_are_equivalent)
{
	static const enum design designs[] = { DESIGN_PAIRED, DESIGN_UNPAIRED };
	static const double units[] = { 0, 0.01 };

	for (size_t i = 0; i < COUNT_OF(designs); i++)
		for (size_t k = 0; k < COUNT_OF(units); k++) {
			struct comparison_input in = input_of(designs[i], constant, 3, constant, 3);
			in.unit = units[k];
			struct comparison c = judged(&in);
			ck_assert_int_eq(c.verdict, VERDICT_EQUIVALENT);
			ck_assert(c.ratio == 1);
			ck_assert(c.p == 1);
			ck_assert(!c.real_but_small);
			ck_assert(c.se > 0 && isfinite(c.t));
		}
}
END_TEST

/* 5.00 against 5.02 read to 0.01: vector quantised.diff has p 0.00106 unpaired. */
START_TEST(different_constants_are_tested_against_the_resolution_of_the_reading)
{
	static const double other[] = { 5.02, 5.02, 5.02 };
	struct comparison_input in = input_of(DESIGN_UNPAIRED, constant, 3, other, 3);

	in.unit = 0.01;
	in.delta = 0.001;
	struct comparison c = judged(&in);
	ck_assert_int_eq(c.verdict, VERDICT_FASTER);
	ck_assert_double_eq_tol(c.p, 0.00105765774115249, 1e-10);
	in.unit = 0.1; /* a coarser reading cannot tell */
	c = judged(&in);
	ck_assert_int_eq(c.verdict, VERDICT_INCONCLUSIVE);
	in.design = DESIGN_PAIRED;
	c = judged(&in);
	ck_assert_int_eq(c.verdict, VERDICT_INCONCLUSIVE);
	ck_assert_double_eq_tol(c.se, 0.1 / 5.01 / sqrt(6) / sqrt(3), 1e-5);
}
END_TEST

START_TEST(constants_far_apart_differ)
{
	struct comparison_input in = input_of(DESIGN_UNPAIRED, fast, 5, slow, 5);
	struct comparison c = judged(&in);

	ck_assert_int_eq(c.verdict, VERDICT_SLOWER);
	ck_assert(c.at_least_delta);
	ck_assert(c.exact_attainable);
	ck_assert_double_eq_tol(c.p_exact, 2.0 / 252, 1e-12);
	in.higher_is_better = false;
	ck_assert_int_eq(judged(&in).verdict, VERDICT_FASTER);
	in.design = DESIGN_PAIRED;
	c = judged(&in);
	ck_assert_int_eq(c.verdict, VERDICT_FASTER);
	ck_assert(!c.exact_attainable);
	ck_assert_double_eq_tol(c.exact_floor, 0.0625, 1e-15);
}
END_TEST

/* One round of six lost its effect: t says p = 0.005, the signs cannot: 4 of 64 ways. */
START_TEST(the_exact_test_must_agree_where_it_can)
{
	static const double base[] = { 100, 100, 100, 100, 100, 100 };
	static const double var[] = { 112, 111, 113, 112, 110, 99.9 };
	struct comparison_input in = input_of(DESIGN_PAIRED, base, 6, var, 6);

	in.delta = 0.01;
	struct comparison c = judged(&in);
	ck_assert(c.p_holm <= 0.05);
	ck_assert(c.exact_attainable);
	ck_assert_double_eq_tol(c.p_exact, 4.0 / 64, 1e-12);
	ck_assert_int_eq(c.verdict, VERDICT_INCONCLUSIVE);
}
END_TEST

START_TEST(bad_input_is_refused_with_the_item_named_and_nothing_written)
{
	static const double zero[] = { 1, 0, 3 }, negative[] = { 1, 2, -3 },
			    nan_at[] = { NAN, 2, 3 };
	static const double fine[] = { 1, 2, 3, 4 };
	struct comparison_input in[] = {
		input_of(DESIGN_PAIRED, fine, 4, fine, 3),
		input_of(DESIGN_PAIRED, fine, 3, zero, 3),
		input_of(DESIGN_UNPAIRED, negative, 3, fine, 3),
		input_of(DESIGN_UNPAIRED, nan_at, 3, fine, 3),
		input_of(DESIGN_UNPAIRED, fine, 3, fine, 3),
		input_of(DESIGN_UNPAIRED, fine, 3, fine, 3),
		{ .design = DESIGN_SUMMARY, .delta = 0.05, .base_n = 1, .var_n = 3 },
		{ .design = DESIGN_SUMMARY,
			.delta = 0.05,
			.base_n = 3,
			.base_mean = 5,
			.base_sd = 0 },
	};
	static const char *const why[] = {
		"4 values of the baseline cannot be paired with 3 of the variant",
		"variant: value 2 of 3 is 0",
		"baseline: value 3 of 3 is -3",
		"baseline: value 1 of 3 is nan",
		"margin: 0 %",
		"margin: 100 %",
		"baseline: n is 1",
		"baseline: sd is 0",
	};

	in[4].delta = 0;
	in[5].delta = 1;
	for (size_t i = 0; i < COUNT_OF(in); i++) {
		struct comparison c = { .n = 77 };
		struct error err = { 0 };
		ck_assert_int_eq(verdict_family(&in[i], 1, 0.05, &c, &err), -EINVAL);
		ck_assert_msg(strstr(err.text, why[i]), "%s", err.text);
		ck_assert_uint_eq(c.n, 77);
	}
}
END_TEST

START_TEST(swapping_the_arms_turns_the_verdict_and_keeps_the_p)
{
	static const double a[] = { 412.6, 398.1, 421.9, 405.3, 388.7 };
	static const double b[] = { 401, 389.9, 409.2, 396.4, 380.3 };
	struct comparison_input in = input_of(DESIGN_PAIRED, a, 5, b, 5);

	in.delta = 0.02;
	struct comparison ab = judged(&in);
	in.base = b;
	in.var = a;
	struct comparison ba = judged(&in);
	ck_assert_int_eq(ab.verdict, VERDICT_SLOWER);
	ck_assert_int_eq(ba.verdict, VERDICT_FASTER);
	ck_assert_double_eq_tol(ab.p, ba.p, 1e-12);
	ck_assert_double_eq_tol(ab.ratio_lo, 1 / ba.ratio_hi, 1e-12);
	ck_assert_double_eq_tol(ab.p_tost, ba.p_tost, 1e-12);
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

START_TEST(differences_that_cancel_or_vanish_have_p_1)
{
	static const double cancel[] = { 0.1, 0.2, -0.3, 0.7, -0.7 }, none[] = { 0, 0, 0 };

	ck_assert(signflip(cancel, 5, 0, 0).p == 1);
	ck_assert(signflip(none, 3, 0, 0).p == 1);
	ck_assert(permutation_means(none, 3, none, 3, 0, 0).p == 1);
	ck_assert(permutation_means(constant, 3, constant, 3, 0, 0).p == 1);
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

START_TEST(untested_p_values_stay_out_of_the_family)
{
	const double p[] = { 0.03, NAN, 0.01 };
	double adjusted[3];

	adjust_holm(p, 3, adjusted);
	ck_assert_double_eq_tol(adjusted[0], 0.03, 1e-15);
	ck_assert_double_nan(adjusted[1]);
	ck_assert_double_eq_tol(adjusted[2], 0.02, 1e-15);
	adjust_bh(p, 3, adjusted);
	ck_assert_double_eq_tol(adjusted[0], 0.03, 1e-15);
	ck_assert_double_nan(adjusted[1]);
	ck_assert_double_eq_tol(adjusted[2], 0.02, 1e-15);
}
END_TEST

START_TEST(what_cannot_be_settled_says_0)
{
	ck_assert_uint_eq(rounds_to_settle(NAN, 0.05, 0.05, 1), 0);
	ck_assert_uint_eq(rounds_to_settle(1e6, 0.05, 0.05, 1), 0);
	ck_assert_uint_eq(rounds_to_settle(0, 0.05, 0.05, 1), 2);
	ck_assert_uint_eq(runs_to_settle(0, 0, 0.05, 0.05, 1), 2);
	ck_assert_uint_eq(rounds_to_see(0, 0.05, 0.05, 1), 0);
}
END_TEST

START_TEST(a_summary_says_nothing_that_its_values_cannot)
{
	static const double one[] = { 12.5 }, signs[] = { -1, 1, 3 }, bad[] = { 1, INFINITY };
	struct error err = { 0 };
	struct summary s;

	OK(summarize(NULL, 0, &s, &err));
	ck_assert_uint_eq(s.n, 0);
	ck_assert_double_nan(s.mean);
	ck_assert_double_nan(s.min);
	OK(summarize(one, 1, &s, &err));
	ck_assert(s.mean == 12.5 && s.median == 12.5 && s.min == 12.5 && s.max == 12.5);
	ck_assert_double_nan(s.sd);
	ck_assert_double_nan(s.pct_sd);
	ck_assert_double_nan(s.mean_lo);
	ck_assert_double_nan(s.sd_hi);
	ck_assert_double_eq_tol(s.gmean, 12.5, 1e-12);
	ck_assert_double_nan(s.gmean_lo);
	OK(summarize(signs, 3, &s, &err));
	ck_assert_double_nan(s.gmean);
	ck_assert(s.mean == 1);
	s.n = 77;
	ck_assert_int_eq(summarize(bad, 2, &s, &err), -EINVAL);
	ck_assert_msg(strstr(err.text, "value 2 of 2"), "%s", err.text);
	ck_assert_uint_eq(s.n, 77);
}
END_TEST

START_TEST(tails_far_out_are_small_and_not_0)
{
	ck_assert_double_eq_tol(student_two_sided(-2, 2), 0.183503419072274, 1e-12);
	ck_assert(student_two_sided(1e16, 4) > 0);
	ck_assert(student_two_sided(INFINITY, 4) == 0);
	ck_assert_double_nan(student_two_sided(NAN, 4));
	ck_assert_double_nan(student_critical(0.025, 0));
	ck_assert_double_nan(student_critical(1.5, 4));
}
END_TEST

UNIT_MAIN("verdict", one_round_has_a_ratio_but_no_sd_no_p_and_no_interval,
	no_rounds_at_all_are_not_enough_data, two_rounds_are_not_enough_however_clear_they_look,
	a_comparison_that_cannot_be_judged_costs_the_others_nothing,
	identical_constants_are_equivalent,
	different_constants_are_tested_against_the_resolution_of_the_reading,
	constants_far_apart_differ, the_exact_test_must_agree_where_it_can,
	bad_input_is_refused_with_the_item_named_and_nothing_written,
	swapping_the_arms_turns_the_verdict_and_keeps_the_p,
	sign_flips_are_counted_as_by_trying_all, differences_that_cancel_or_vanish_have_p_1,
	drawn_tests_repeat_by_seed_and_are_never_0, arms_of_unequal_size_are_permuted_exactly,
	untested_p_values_stay_out_of_the_family, what_cannot_be_settled_says_0,
	a_summary_says_nothing_that_its_values_cannot, tails_far_out_are_small_and_not_0)
