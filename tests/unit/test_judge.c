// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/judge.h"

#include "sample_results.h"
#include "unit.h"

#include <stdio.h>
#include <time.h>

/* Three hundred and a little, scattered by the same small steps in another order for every seed. */
static void fill_near(struct results *r, size_t metric, size_t variant, double mean, size_t seed)
{
	static const double steps[] = { -1.1, 0.4, 0.9, -0.3, 0.1, 1.2, -0.8 };

	for (size_t i = 0; i < r->round_count; i++)
		results_row(r, metric, variant)[i] =
			mean * (1 + 0.004 * steps[(i * 3 + seed * 2 + i / 7) % COUNT_OF(steps)]);
}

START_TEST(the_family_is_every_primary_metric_of_every_other_variant)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 3, 4, 6);
	struct judgement j;

	r->variants[3].hidden = true;
	r->metrics[1].better = BETTER_NEITHER;
	for (size_t m = 0; m < 3; m++) {
		for (size_t v = 0; v < 4; v++)
			fill_near(r, m, v, v == 1 ? 330 : 300, m + v);
	}
	OK(judge(r, &arena, &j, &err));
	ck_assert_uint_eq(j.family, 4);
	ck_assert_uint_eq(j.effect_count, 6);
	ck_assert_uint_eq(j.aa_count, 2);
	for (size_t i = 0; i < j.effect_count; i++) {
		const struct effect *e = &j.effects[i];
		ck_assert(e->primary == (e->metric != 1));
		ck_assert(isfinite(e->comparison.ratio_lo));
		ck_assert(e->primary == isnan(e->q));
		if (e->primary)
			ck_assert_int_eq(e->comparison.verdict,
				e->variant == 1 ? VERDICT_FASTER : VERDICT_EQUIVALENT);
		if (e->primary && e->variant == 1)
			ck_assert_double_ge(e->comparison.p_holm, e->comparison.p);
	}
	for (size_t i = 0; i < j.aa_count; i++)
		ck_assert_int_eq(j.aa[i].comparison.verdict, VERDICT_EQUIVALENT);
	ck_assert(judgement_has(&j, VERDICT_FASTER) && !judgement_has(&j, VERDICT_SLOWER));
	arena_free(&arena);
}
END_TEST

START_TEST(the_aa_arm_is_held_against_what_it_is_a_copy_of)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 1, 3, 6);
	struct judgement j;

	r->variants[2].hidden = true;
	r->baseline = 1; /* by --baseline; the plan's is 0 */
	fill_near(r, 0, 0, 300, 0);
	fill_near(r, 0, 1, 400, 1);
	fill_near(r, 0, 2, 300, 2);
	OK(judge(r, &arena, &j, &err));
	ck_assert_uint_eq(j.effects[0].variant, 0);
	ck_assert_int_eq(j.effects[0].comparison.verdict, VERDICT_SLOWER);
	ck_assert_int_eq(j.aa[0].comparison.verdict, VERDICT_EQUIVALENT);
	arena_free(&arena);
}
END_TEST

START_TEST(lower_is_better_turns_the_word_and_not_the_ratio)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 1, 2, 6);
	struct judgement j;

	r->metrics[0].better = BETTER_LOWER;
	r->metrics[0].unit = "s";
	fill_near(r, 0, 0, 10, 0);
	fill_near(r, 0, 1, 12, 1);
	OK(judge(r, &arena, &j, &err));
	ck_assert_int_eq(j.effects[0].comparison.verdict, VERDICT_SLOWER);
	ck_assert_double_eq_tol(j.effects[0].comparison.ratio, 1.2, 0.01);
	ck_assert_double_eq_tol(j.effects[0].var / j.effects[0].base, j.effects[0].comparison.ratio,
		1e-12);
	arena_free(&arena);
}
END_TEST

START_TEST(only_rounds_with_both_values_are_pairs)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 1, 2, 7);
	struct judgement j;

	fill_near(r, 0, 0, 300, 0);
	fill_near(r, 0, 1, 300, 1);
	results_row(r, 0, 0)[2] = NAN;
	results_row(r, 0, 1)[5] = NAN;
	OK(judge(r, &arena, &j, &err));
	ck_assert_uint_eq(j.effects[0].base_n, 5);
	ck_assert_uint_eq(j.effects[0].var_n, 5);
	ck_assert_uint_eq(j.effects[0].missing, 2);
	ck_assert_uint_eq(judgement_summary(&j, 0, 0)->n, 6);
	arena_free(&arena);
}
END_TEST

START_TEST(zero_or_less_has_no_ratio_and_no_verdict_and_leaves_the_family)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 2, 2, 6);
	struct judgement j;

	for (size_t v = 0; v < 2; v++) {
		fill_near(r, 0, v, 300, v);
		fill_near(r, 1, v, 300, v);
	}
	results_row(r, 1, 1)[3] = 0;
	OK(judge(r, &arena, &j, &err));
	ck_assert_uint_eq(j.family, 1);
	ck_assert_ptr_null(j.effects[0].reason);
	ck_assert_str_eq(j.effects[1].reason, "no ratio: a value is 0 or below");
	ck_assert_double_lt(j.effects[1].var, 299); /* the arithmetic mean, with the zero in it */
	arena_free(&arena);
}
END_TEST

START_TEST(few_or_no_rounds_are_not_enough_data)
{
	struct error err = { 0 };

	for (size_t rounds = 0; rounds <= 2; rounds++) {
		struct arena arena = { 0 };
		struct results *r = sample_results(&arena, 1, 2, rounds);
		struct judgement j;
		fill_near(r, 0, 0, 2421, 0);
		fill_near(r, 0, 1, 2469, 1);
		OK(judge(r, &arena, &j, &err));
		ck_assert((j.effects[0].reason != NULL) == (rounds == 0));
		if (rounds > 0) {
			ck_assert(j.effects[0].comparison.not_enough_data);
			ck_assert_int_eq(j.effects[0].comparison.verdict, VERDICT_INCONCLUSIVE);
		}
		arena_free(&arena);
	}
}
END_TEST

START_TEST(an_invalid_experiment_has_no_other_verdict)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 1, 2, 6);
	struct judgement j;

	r->state = "invalid";
	r->state_reason = "3 of 10 rounds were repeated";
	fill_near(r, 0, 0, 300, 0);
	fill_near(r, 0, 1, 600, 1);
	OK(judge(r, &arena, &j, &err));
	ck_assert_int_eq(j.effects[0].comparison.verdict, VERDICT_INVALID);
	arena_free(&arena);
}
END_TEST

START_TEST(runs_that_were_not_interleaved_are_no_pairs)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 1, 2, 6);
	struct judgement j;

	r->interleaved = false;
	r->design = RESULTS_UNPAIRED;
	fill_near(r, 0, 0, 300, 0);
	fill_near(r, 0, 1, 330, 1);
	results_row(r, 0, 1)[0] = NAN;
	OK(judge(r, &arena, &j, &err));
	ck_assert_int_eq(j.effects[0].design, DESIGN_UNPAIRED);
	ck_assert_uint_eq(j.effects[0].base_n, 6);
	ck_assert_uint_eq(j.effects[0].var_n, 5);
	ck_assert_int_eq(j.effects[0].comparison.verdict, VERDICT_FASTER);
	arena_free(&arena);
}
END_TEST

START_TEST(an_odd_run_is_named_and_stays_in_the_numbers)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 1, 2, 10);
	struct judgement j;

	fill_near(r, 0, 0, 300, 0);
	fill_near(r, 0, 1, 360, 1);
	results_row(r, 0, 1)[3] = 500;
	OK(judge(r, &arena, &j, &err));
	ck_assert_str_eq(j.effects[0].odd, "xfs#4");
	ck_assert_uint_eq(j.effects[0].base_n, 10);
	ck_assert_int_eq(j.effects[0].comparison.verdict, VERDICT_FASTER);
	ck_assert(!j.effects[0].rests_on_odd);
	arena_free(&arena);
}
END_TEST

/*
 * 30 rounds at +4.6 %, within ±5 % but for the fast round 4, which pulls the mean over the
 * margin and makes a FASTER of it.
 */
START_TEST(a_verdict_that_rests_on_an_odd_run_is_not_given)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 1, 2, 30);
	struct judgement with, without;

	for (size_t i = 0; i < 30; i++) {
		results_row(r, 0, 0)[i] = 300 + 0.1 * (double)(i % 3);
		results_row(r, 0, 1)[i] = 300 * 1.046 + 0.1 * (double)(i % 4);
	}
	results_row(r, 0, 1)[3] *= 1.2;
	OK(judge(r, &arena, &with, &err));
	ck_assert_str_eq(with.effects[0].odd, "xfs#4");
	ck_assert(with.effects[0].rests_on_odd);
	ck_assert_int_eq(with.effects[0].comparison.verdict, VERDICT_INCONCLUSIVE);
	ck_assert_double_lt(with.effects[0].comparison.p_holm, 0.05);
	results_row(r, 0, 1)[3] = NAN;
	OK(judge(r, &arena, &without, &err));
	ck_assert_int_eq(without.effects[0].comparison.verdict, VERDICT_EQUIVALENT);
	arena_free(&arena);
}
END_TEST

/* Seconds of CPU that it takes to judge so many metrics of four variants and thirty rounds. */
static double judging_takes(enum results_design design, size_t metrics)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, metrics, 4, 30);
	struct timespec start, end;
	struct judgement j;

	r->design = design;
	for (size_t m = 0; m < metrics; m++) {
		for (size_t v = 0; v < 4; v++)
			fill_near(r, m, v, 300 + 3.0 * (double)v, m + v);
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	OK(judge(r, &arena, &j, &err));
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	ck_assert_uint_eq(j.family, 3 * metrics);
	arena_free(&arena);
	return (double)(end.tv_sec - start.tv_sec) +
	       (double)(end.tv_nsec - start.tv_nsec) / (double)NS_PER_S;
}

/* Sanitizers take their time. */
#if defined(__SANITIZE_ADDRESS__)
static const double one_second = 12;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
static const double one_second = 12;
#else
static const double one_second = 1;
#endif
#else
static const double one_second = 1;
#endif

START_TEST(a_thousand_metrics_of_four_variants_and_thirty_rounds_take_less_than_a_second)
{
	double paired = judging_takes(RESULTS_PAIRED, 1000);
	double unpaired = judging_takes(RESULTS_UNPAIRED, 1000);

	printf("# judged 3000 comparisons in %.3f s where paired, %.3f s where not\n", paired,
		unpaired);
	ck_assert_double_lt(paired, one_second);
	ck_assert_double_lt(unpaired, one_second);
}
END_TEST

START_TEST(arms_of_different_groups_are_no_pairs_and_those_of_one_are)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 1, 3, 6);
	struct judgement j;

	r->source = RESULTS_OF_SEVERAL;
	r->variants[2].group = 1;
	for (size_t v = 0; v < 3; v++)
		fill_near(r, 0, v, 300, v);
	results_row(r, 0, 2)[5] = NAN;
	OK(judge(r, &arena, &j, &err));
	ck_assert_int_eq(j.effects[0].design, DESIGN_PAIRED);
	ck_assert_int_eq(j.effects[1].design, DESIGN_UNPAIRED);
	ck_assert_uint_eq(j.effects[1].base_n, 6);
	ck_assert_uint_eq(j.effects[1].var_n, 5);
	ck_assert_uint_eq(j.effects[1].missing, 0); /* it had a round less, and missed none */
	arena_free(&arena);
}
END_TEST

START_TEST(summaries_are_judged_by_the_moments_of_the_log_normal)
{
	/* stat_vectors.json, verdict.sgi.n5, the first comparison by itself */
	struct result_moments moments[] = { { 5, 55.6, 2.7 }, { 5, 49.87, 3.31 } };
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 1, 2, 0);
	struct judgement j;

	r->source = RESULTS_OF_NUMBERS;
	r->design = RESULTS_SUMMARY;
	r->moments = moments;
	OK(judge(r, &arena, &j, &err));
	const struct effect *e = &j.effects[0];
	ck_assert_int_eq(e->design, DESIGN_SUMMARY);
	ck_assert_double_eq_tol(e->comparison.ratio, 0.8960279265115376, 1e-12);
	ck_assert_double_eq_tol(e->comparison.p, 0.019228668122441055, 1e-9);
	ck_assert_double_eq_tol(e->var / e->base, e->comparison.ratio, 1e-12);
	ck_assert_int_eq(e->comparison.verdict, VERDICT_SLOWER);
	ck_assert(isnan(e->comparison.p_exact) && !e->comparison.exact_attainable);
	ck_assert_double_eq(judgement_summary(&j, 0, 1)->sd, 3.31);
	ck_assert(isnan(judgement_summary(&j, 0, 1)->median));
	/* fieller_summary.dbench4.n5 */
	struct evidence evidence = effect_evidence(&j, e, &arena);
	ck_assert_double_eq_tol(evidence.fieller.lo, 0.821833619077077, 1e-9);
	moments[1].n = 0;
	OK(judge(r, &arena, &j, &err));
	ck_assert_str_eq(j.effects[0].reason, "n is not known (--n says it)");
	ck_assert_double_eq(j.effects[0].var, 49.87); /* the mean is known all the same */
	moments[1].mean = NAN;
	OK(judge(r, &arena, &j, &err));
	ck_assert_str_eq(j.effects[0].reason, "one of the two has no summary");
	arena_free(&arena);
}
END_TEST

START_TEST(what_has_no_ratio_has_a_difference_and_an_exact_rank_test)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 1, 2, 5);
	struct judgement j;

	r->design = RESULTS_UNPAIRED;
	sample_values(r, 0, 0, 1, 0, 0, 0, 0, 0);
	sample_values(r, 0, 1, 1, 5, 7, 6, 5, 9);
	OK(judge(r, &arena, &j, &err));
	ck_assert(effect_has_only_difference(&j.effects[0]));
	struct evidence evidence = effect_evidence(&j, &j.effects[0], &arena);
	ck_assert_double_eq_tol(evidence.difference, 6.4, 1e-12);
	ck_assert_double_eq_tol(evidence.rank_p, 2.0 / 252, 1e-12); /* complete separation */
	ck_assert(evidence.rank_is_exact && isnan(evidence.t_lower) && isnan(evidence.shift.est));
	r->design = RESULTS_PAIRED;
	OK(judge(r, &arena, &j, &err));
	evidence = effect_evidence(&j, &j.effects[0], &arena);
	ck_assert_double_eq_tol(evidence.rank_p, 2.0 / 32, 1e-12);
	arena_free(&arena);
}
END_TEST

START_TEST(twenty_cells_of_four_variants_and_thirty_rounds_take_less_than_50_ms)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results *r = sample_results(&arena, 20, 4, 30);
	struct timespec start, end;
	struct judgement j;

	for (size_t m = 0; m < 20; m++) {
		for (size_t v = 0; v < 4; v++)
			fill_near(r, m, v, 300 + 3.0 * (double)v, m + v);
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	OK(judge(r, &arena, &j, &err));
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	double ms = (double)(end.tv_sec - start.tv_sec) * 1e3 +
		    (double)(end.tv_nsec - start.tv_nsec) / 1e6;
	ck_assert_uint_eq(j.family, 60);
	printf("# judged 60 comparisons in %.1f ms\n", ms);
	/* The sanitizers' build is slower by an amount that nobody promises. */
	if (!under_sanitizer)
		ck_assert_double_lt(ms, 50);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("judge", the_family_is_every_primary_metric_of_every_other_variant,
	the_aa_arm_is_held_against_what_it_is_a_copy_of,
	lower_is_better_turns_the_word_and_not_the_ratio, only_rounds_with_both_values_are_pairs,
	zero_or_less_has_no_ratio_and_no_verdict_and_leaves_the_family,
	few_or_no_rounds_are_not_enough_data, an_invalid_experiment_has_no_other_verdict,
	runs_that_were_not_interleaved_are_no_pairs, an_odd_run_is_named_and_stays_in_the_numbers,
	a_verdict_that_rests_on_an_odd_run_is_not_given,
	arms_of_different_groups_are_no_pairs_and_those_of_one_are,
	summaries_are_judged_by_the_moments_of_the_log_normal,
	what_has_no_ratio_has_a_difference_and_an_exact_rank_test,
	a_thousand_metrics_of_four_variants_and_thirty_rounds_take_less_than_a_second,
	twenty_cells_of_four_variants_and_thirty_rounds_take_less_than_50_ms)
