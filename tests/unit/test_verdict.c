// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/verdict.h"

#include "stats/adjust.h"
#include "stats/power.h"
#include "stats/samplesize.h"
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

	/* noise alone would be content with 2, but 2 never get a word */
	in = input_of(DESIGN_PAIRED, constant, 2, constant, 2);
	c = judged(&in);
	ck_assert_int_eq(c.verdict, VERDICT_INCONCLUSIVE);
	ck_assert_uint_eq(c.n_settle, 3);
	ck_assert_uint_eq(c.n_settle_more, 1);
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

/* One such comparison alone has p 0.03; two share alpha, and neither holds: Holm. */
START_TEST(what_holds_alone_may_not_hold_in_a_family)
{
	struct comparison_input one = {
		.design = DESIGN_SUMMARY,
		.higher_is_better = true,
		.delta = 0.05,
		.base_n = 5,
		.base_mean = 100,
		.base_sd = 4,
		.var_n = 5,
		.var_mean = 93.3,
		.var_sd = 4,
	};
	struct comparison_input both[] = { one, one };
	struct comparison c = judged(&one), family[2];
	struct error err = { 0 };

	ck_assert_int_eq(c.verdict, VERDICT_SLOWER);
	ck_assert(c.p > 0.025 && c.p < 0.05);
	OK(verdict_family(both, 2, 0.05, family, &err));
	ck_assert_int_eq(family[0].verdict, VERDICT_INCONCLUSIVE);
	ck_assert_double_eq_tol(family[0].p_holm, 2 * c.p, 1e-12);
	ck_assert(family[0].n_settle > c.n_settle);
	ck_assert(family[0].n_see > c.n_see);
}
END_TEST

START_TEST(by_at_least_the_margin_is_said_only_when_the_whole_interval_is_beyond_it)
{
	static const double base[] = { 100, 100, 100, 100, 100, 100, 100 };
	static const double near[] = { 104, 107, 105, 108, 106, 107, 106 };
	static const double far[] = { 114, 117, 115, 118, 116, 117, 116 };
	struct comparison_input in = input_of(DESIGN_PAIRED, base, 7, near, 7);
	struct comparison c = judged(&in);

	ck_assert_int_eq(c.verdict, VERDICT_FASTER);
	ck_assert(c.ratio > 1.05 && c.ratio_lo < 1.05);
	ck_assert(!c.at_least_delta);
	in.var = far;
	ck_assert(judged(&in).at_least_delta);
	in.base = far;
	in.var = base;
	ck_assert(judged(&in).at_least_delta);
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

/* Two-stage: t is exact only with the pilot's sd and df, whatever the later rounds scatter. */
START_TEST(a_pilot_lends_its_sd_to_the_verdict)
{
	static const double base[] = { 100, 100, 100, 100, 100, 100, 100, 100 };
	static const double var[] = { 101, 102, 103, 101, 102, 110, 90, 106 };
	struct comparison_input in = input_of(DESIGN_PAIRED, base, 8, var, 8);
	double pilot_se = judged(&(struct comparison_input){ .design = DESIGN_PAIRED,
					 .delta = 0.05,
					 .base = base,
					 .base_n = 5,
					 .var = var,
					 .var_n = 5 })
				  .se;

	in.pilot_n = 5;
	struct comparison c = judged(&in);
	ck_assert(c.df == 4);
	ck_assert_double_eq_tol(c.se, pilot_se * sqrt(5.0 / 8), 1e-12);
	ck_assert_uint_eq(c.n, 8);
	in.pilot_n = 0;
	ck_assert(judged(&in).df == 7);

	struct error err = { 0 };
	in.pilot_n = 1;
	ck_assert_int_eq(verdict_family(&in, 1, 0.05, &c, &err), -EINVAL);
	ck_assert_msg(strstr(err.text, "pilot"), "%s", err.text);
}
END_TEST

/* Pilot of 4 quiet rounds, then hiccups that leave the mean where it was. */
START_TEST(after_a_pilot_the_spread_of_all_rounds_must_agree_before_equality_is_claimed)
{
	static const double base[] = { 100, 100, 100, 100, 100, 100, 100, 100, 100, 100 };
	static const double quiet[] = { 101, 99, 101, 99, 101, 99, 101, 99, 101, 99 };
	static const double hiccups[] = { 101, 99, 101, 99, 120, 83, 120, 83, 101, 99 };
	struct comparison_input in = input_of(DESIGN_PAIRED, base, 10, quiet, 10);

	in.pilot_n = 4;
	struct comparison c = judged(&in);
	ck_assert(c.p_tost_all <= 0.05);
	ck_assert_int_eq(c.verdict, VERDICT_EQUIVALENT);

	in = input_of(DESIGN_PAIRED, base, 10, hiccups, 10);
	ck_assert_double_nan(judged(&in).p_tost_all);
	in.pilot_n = 4;
	c = judged(&in);
	ck_assert(c.p_tost <= 0.05);
	ck_assert(c.p_tost_all > 0.05);
	ck_assert_int_eq(c.verdict, VERDICT_INCONCLUSIVE);
	in.pilot_n = 0;
	ck_assert_double_eq_tol(judged(&in).p_tost, c.p_tost_all, 1e-15);
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
	static const double one[] = { 12.5 }, signs[] = { 0, 1, 2 }, below[] = { -1, -2, -3 },
			    bad[] = { 1, INFINITY };
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
	OK(summarize(below, 3, &s, &err));
	ck_assert(s.mean == -2 && s.sd == 1);
	ck_assert_double_nan(s.pct_sd); /* a spread is not negative */
	ck_assert_double_nan(s.relative_range);
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

START_TEST(quantiles_hold_for_any_number_of_values)
{
	static const double many[] = { 1, 4, 999, 1001, 99999, 1e6, 1e8, 2e9 };
	static const double tails[] = { 0.0001, 0.025, 0.5, 0.975 };

	for (size_t i = 0; i < COUNT_OF(many); i++) {
		for (size_t k = 0; k < COUNT_OF(tails); k++) {
			double x = chi2_critical(tails[k], many[i]);
			ck_assert_double_eq_tol(chi2_tail(x, many[i]), tails[k], 1e-8);
		}
	}
	/* R: qchisq(.975, 99999) */
	ck_assert_double_eq_tol(chi2_critical(0.025, 99999), 100877.411, 0.01);
	/* two arms of so many are as good as known: (1.959964 + 0.841621) sqrt(2 / n) */
	ck_assert_double_eq_tol(least_difference(1000000000, 1, 0.8, 0.05), 1.2529e-4, 1e-8);
}
END_TEST

UNIT_MAIN("verdict", one_round_has_a_ratio_but_no_sd_no_p_and_no_interval,
	no_rounds_at_all_are_not_enough_data, two_rounds_are_not_enough_however_clear_they_look,
	a_comparison_that_cannot_be_judged_costs_the_others_nothing,
	identical_constants_are_equivalent,
	different_constants_are_tested_against_the_resolution_of_the_reading,
	constants_far_apart_differ, the_exact_test_must_agree_where_it_can,
	what_holds_alone_may_not_hold_in_a_family,
	by_at_least_the_margin_is_said_only_when_the_whole_interval_is_beyond_it,
	bad_input_is_refused_with_the_item_named_and_nothing_written,
	swapping_the_arms_turns_the_verdict_and_keeps_the_p, a_pilot_lends_its_sd_to_the_verdict,
	after_a_pilot_the_spread_of_all_rounds_must_agree_before_equality_is_claimed,
	untested_p_values_stay_out_of_the_family, what_cannot_be_settled_says_0,
	a_summary_says_nothing_that_its_values_cannot, tails_far_out_are_small_and_not_0,
	quantiles_hold_for_any_number_of_values)
