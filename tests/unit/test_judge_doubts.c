// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/doubts.h"
#include "report/judge.h"
#include "report/pairing.h"
#include "report/suites.h"
#include "report/verdict_text.h"

#include "sample_results.h"
#include "unit.h"

/* What may be wrong with numbers whose verdict is as it should be. */

struct lab {
	struct arena arena;
	struct results *r;
	struct judgement j;
	struct text out;
};

static void lab_open(struct lab *lab, size_t metrics, size_t variants, size_t rounds)
{
	*lab = (struct lab){ 0 };
	lab->r = sample_results(&lab->arena, metrics, variants, rounds);
	text_init(&lab->out, MIB);
}

static void lab_close(struct lab *lab)
{
	text_free(&lab->out);
	arena_free(&lab->arena);
}

static void lab_judge(struct lab *lab)
{
	struct error err = { 0 };

	OK(judge(lab->r, &lab->arena, &lab->j, &err));
}

static const char *lab_print(struct lab *lab, bool verbose)
{
	const struct report_options options = { .verbose = verbose };

	text_clear(&lab->out);
	verdict_text(&lab->j, &options, &lab->out);
	return lab->out.data;
}

#define ck_says(text, part)     ck_assert_msg(strstr(text, part), "no '%s' in\n%s", part, text)
#define ck_says_not(text, part) ck_assert_msg(!strstr(text, part), "'%s' in\n%s", part, text)

/* Small steps that look like noise, of about 0.2 % sd; another order for every seed. */
static double noise(size_t i, size_t seed)
{
	static const double steps[] = { -0.3, 0.1, 0.25, -0.1, 0.0, 0.3, -0.25, 0.15, -0.15, 0.2,
		-0.2 };

	return 0.01 * steps[(i * 3 + seed * 5) % COUNT_OF(steps)];
}

static void fill(struct lab *lab, size_t metric, size_t variant, double mean)
{
	for (size_t i = 0; i < lab->r->round_count; i++)
		results_row(lab->r, metric, variant)[i] = mean * (1 + noise(i, metric + variant));
}

static void make_cost(struct lab *lab, size_t metric)
{
	lab->r->metrics[metric].better = BETTER_LOWER;
	lab->r->metrics[metric].unit = "s";
	lab->r->metrics[metric].metric = "time";
}

/* Vector firstrun.pooled: the first of three noload runs of contest, 2.64 times the rest. */
START_TEST(a_first_run_is_odd_at_three_rounds_since_the_spread_is_pooled)
{
	struct lab lab;

	lab_open(&lab, 1, 3, 3);
	make_cost(&lab, 0);
	sample_values(lab.r, 0, 0, 1, 182.4, 69.1, 68.9);
	sample_values(lab.r, 0, 1, 1, 103.5, 104.2, 103.9);
	sample_values(lab.r, 0, 2, 1, 115.0, 114.0, 115.0);
	lab_judge(&lab);
	ck_assert_uint_eq(lab.j.odd_count, 1);
	ck_assert_uint_eq(lab.j.odd[0].variant, 0);
	ck_assert_uint_eq(lab.j.odd[0].round, 0);
	ck_assert_double_eq_tol(lab.j.odd[0].ratio, 2.64, 0.01);
	ck_assert_double_lt(lab.j.odd[0].first_p, 1e-4);
	ck_assert_str_eq(lab.j.effects[0].odd, "ext2#1");
	/* the baseline's: said before any verdict */
	const char *text = lab_print(&lab, false);
	ck_says(text,
		"odd baseline: ext2#1 of lmdd bs=1k write/time is x2.643 of its other rounds");
	ck_assert(strstr(text, "odd baseline") < strstr(text, "INCONCLUSIVE"));
	lab_close(&lab);
}
END_TEST

START_TEST(a_warm_up_unlike_the_rounds_is_said_and_does_nothing)
{
	struct lab lab;

	lab_open(&lab, 1, 2, 6);
	fill(&lab, 0, 0, 300);
	fill(&lab, 0, 1, 300);
	lab.r->warmup[0] = 240;
	lab.r->warmup[1] = 301;
	lab_judge(&lab);
	ck_assert_uint_eq(lab.j.odd_count, 0);
	ck_assert_str_eq(lab.j.odd_warmups, "ext2 lmdd bs=1k write/throughput x0.8005");
	ck_says(lab_print(&lab, true), "unlike the rounds: ext2 ");
	ck_says_not(lab_print(&lab, false), "unlike the rounds");
	ck_assert_int_eq(lab.j.effects[0].comparison.verdict, VERDICT_EQUIVALENT);
	lab_close(&lab);
}
END_TEST

START_TEST(odd_runs_of_both_arms_are_all_named)
{
	struct lab lab;

	lab_open(&lab, 1, 2, 12);
	fill(&lab, 0, 0, 300);
	fill(&lab, 0, 1, 400);
	results_row(lab.r, 0, 0)[4] *= 1.07;
	results_row(lab.r, 0, 1)[8] *= 0.93;
	lab_judge(&lab);
	ck_assert_str_eq(lab.j.effects[0].odd, "ext2#5,xfs#9");
	ck_assert(!lab.j.effects[0].rests_on_odd);
	ck_assert_int_eq(lab.j.effects[0].comparison.verdict, VERDICT_FASTER);
	ck_says(lab_print(&lab, false), "!odd-run.ext2#5,xfs#9");
	lab_close(&lab);
}
END_TEST

/* 30 rounds at -4.5 %, within ±5 % but for the baseline's fast first run, which pulls the mean over
 * the margin and makes a SLOWER of it. */
START_TEST(a_verdict_that_rests_on_the_first_run_is_taken_back)
{
	struct lab lab;

	lab_open(&lab, 1, 2, 30);
	for (size_t i = 0; i < 30; i++) {
		results_row(lab.r, 0, 0)[i] = 300 * (1 + 0.1 * noise(i, 0));
		results_row(lab.r, 0, 1)[i] = 300 * 0.955 * (1 + 0.1 * noise(i, 1));
	}
	results_row(lab.r, 0, 0)[0] *= 1.2;
	lab_judge(&lab);
	ck_assert_str_eq(lab.j.effects[0].odd, "ext2#1");
	ck_assert(lab.j.effects[0].rests_on_odd);
	ck_assert_int_eq(lab.j.effects[0].comparison.verdict, VERDICT_INCONCLUSIVE);
	ck_says(lab_print(&lab, false), "rests on ext2#1");
	lab_close(&lab);
}
END_TEST

/* 8 rounds at +5 %, 2 at +80 %: the mean's spread hides what every round shows. */
START_TEST(a_difference_that_only_the_rank_test_sees_is_hiccups)
{
	struct lab lab;

	lab_open(&lab, 1, 2, 10);
	for (size_t i = 0; i < 10; i++) {
		bool hiccup = i == 2 || i == 6;
		results_row(lab.r, 0, 0)[i] = 300;
		results_row(lab.r, 0, 1)[i] =
			300 * (hiccup ? 1.8 + 0.3 * (i == 2) : 1.05 + noise(i, 1));
	}
	lab_judge(&lab);
	const struct effect *e = &lab.j.effects[0];
	ck_assert_int_eq(e->comparison.verdict, VERDICT_INCONCLUSIVE);
	ck_assert_double_gt(e->comparison.p_holm, 0.05);
	ck_assert(e->doubts.has_hiccups);
	/* all ten differences have one sign: 2 / 2^10 */
	ck_assert_double_eq_tol(e->doubts.rank_p, 2.0 / 1024, 1e-9);
	ck_assert_str_eq(e->doubts.hiccups, "#3 #7");
	const char *text = lab_print(&lab, false);
	ck_says(text, "!hiccups");
	ck_says(text, "typical run +5");
	ck_says(text, "dominate the mean: #3 #7");
	lab_close(&lab);
}
END_TEST

START_TEST(the_rank_test_pays_for_the_size_of_the_family)
{
	struct lab lab;

	lab_open(&lab, 30, 2, 10);
	for (size_t m = 0; m < 30; m++) {
		for (size_t i = 0; i < 10; i++) {
			bool hiccup = i == 2 || i == 6;
			results_row(lab.r, m, 0)[i] = 300;
			results_row(lab.r, m, 1)[i] =
				300 * (hiccup ? 1.8 + 0.3 * (i == 2) : 1.05 + noise(i, 1));
		}
	}
	lab_judge(&lab);
	/* 30 x 2 / 1024 is above alpha */
	ck_assert(!lab.j.effects[0].doubts.has_hiccups);
	lab_close(&lab);
}
END_TEST

START_TEST(rounds_that_resemble_their_neighbours_are_flagged_from_eight_on)
{
	struct lab lab;

	for (size_t rounds = 7; rounds <= 8; rounds++) {
		lab_open(&lab, 1, 2, rounds);
		for (size_t i = 0; i < rounds; i++) {
			results_row(lab.r, 0, 0)[i] = 300;
			results_row(lab.r, 0, 1)[i] = 360 + 0.5 * (double)i;
		}
		lab_judge(&lab);
		ck_assert(lab.j.effects[0].doubts.is_serial == (rounds == 8));
		if (rounds == 8)
			ck_says(lab_print(&lab, false), "!serial: rounds resemble");
		lab_close(&lab);
	}
}
END_TEST

/* The order of time, not of the rounds' numbers: round 1 was repeated last. */
static void add_runs(struct lab *lab, const size_t *orders, bool repeats_first)
{
	struct results *r = lab->r;
	size_t count = 0;

	for (size_t i = 0; i < r->round_count + repeats_first; i++) {
		bool again = i == r->round_count;
		for (size_t k = 0; k < r->variant_count; k++) {
			size_t round = again ? 0 : i;
			*ARENA_PUSH(&lab->arena, r->runs,
				count) = (struct result_run){ .round = round + 1,
				.attempt = again,
				.started_ns = 1000 * (i * r->variant_count + k + 1),
				.variant = orders[round * r->variant_count + k],
				.cell = "lmdd bs=1k",
				.outcome = repeats_first && i == 0 ? OUTCOME_FAILED : OUTCOME_OK };
		}
	}
	r->run_count = count;
}

START_TEST(a_round_that_was_repeated_stands_where_it_was_run)
{
	static const size_t orders[] = { 1, 0, 0, 1, 1, 0 };
	struct lab lab;

	lab_open(&lab, 1, 2, 3);
	fill(&lab, 0, 0, 300);
	fill(&lab, 0, 1, 300);
	add_runs(&lab, orders, true);
	struct timeline t = timeline_of(lab.r, &lab.arena);
	static const size_t wanted[] = { 1, 2, 0 }, variants[] = { 0, 1, 1, 0, 1, 0 };
	ck_assert_mem_eq(t.rounds, wanted, sizeof(wanted));
	ck_assert_mem_eq(t.variants, variants, sizeof(variants));
	lab.r->run_count = 0;
	t = timeline_of(lab.r, &lab.arena);
	ck_assert_uint_eq(t.rounds[0], 0);
	ck_assert_ptr_null(t.variants);
	lab_close(&lab);
}
END_TEST

START_TEST(drift_is_in_the_rig_line_and_flagged_beyond_the_margin)
{
	struct lab lab;

	for (int big = 0; big <= 1; big++) {
		lab_open(&lab, 1, 2, 10);
		for (size_t i = 0; i < 10; i++) {
			double level = 300 * exp((big ? 0.01 : 0.001) * (double)i);
			results_row(lab.r, 0, 0)[i] = level * (1 + noise(i, 0));
			results_row(lab.r, 0, 1)[i] = level * (1 + noise(i, 4));
		}
		lab_judge(&lab);
		ck_assert(lab.j.rig.has_drift);
		ck_assert(lab.j.rig.drifts == (big == 1));
		const char *text = lab_print(&lab, false);
		if (big) {
			ck_assert_double_eq_tol(lab.j.rig.drift.total_pct, 100 * expm1(0.09), 0.5);
			ck_says(text, "!drift");
			ck_says(text, "of all variants went +9.");
		} else {
			ck_says(text, "  drift +1.0%/experiment  ");
			ck_says_not(text, "!drift");
		}
		/* a difference within rounds is immune */
		ck_assert_int_eq(lab.j.effects[0].comparison.verdict, VERDICT_EQUIVALENT);
		lab_close(&lab);
	}
}
END_TEST

START_TEST(a_reset_that_leaks_shows_in_the_last_place_of_a_round)
{
	static const size_t orders[] = { 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1,
		0 };
	struct lab lab;

	for (int leaks = 0; leaks <= 1; leaks++) {
		lab_open(&lab, 1, 2, 10);
		fill(&lab, 0, 0, 300);
		fill(&lab, 0, 1, 300);
		for (size_t i = 0; leaks && i < 10; i++)
			results_row(lab.r, 0, orders[2 * i + 1])[i] *= 0.9;
		add_runs(&lab, orders, false);
		lab_judge(&lab);
		ck_assert(lab.j.rig.position_matters == (leaks == 1));
		if (leaks) {
			ck_assert_double_eq_tol(lab.j.rig.position_ratio, 0.9, 0.01);
			ck_says(lab_print(&lab, false), "!position: last in a round");
		}
		lab_close(&lab);
	}
}
END_TEST

START_TEST(after_a_pilot_the_interval_is_the_pilots)
{
	struct lab lab;

	lab_open(&lab, 1, 2, 12);
	for (size_t i = 0; i < 12; i++) {
		double step = i < 6 ? 0.004 : 0.03;
		results_row(lab.r, 0, 0)[i] = 300;
		results_row(lab.r, 0, 1)[i] = 330 * exp(i % 2 ? step : -step);
	}
	lab.r->pilot = 6;
	lab_judge(&lab);
	const struct effect *e = &lab.j.effects[0];
	ck_assert_uint_eq(e->base_n, 12);
	ck_assert_double_eq(e->comparison.df, 5);
	/* sd of the pilot: 0.004 sqrt(6 / 5), over sqrt(12) */
	ck_assert_double_eq_tol(e->comparison.se, 0.004 * sqrt(1.2) / sqrt(12), 1e-12);
	ck_assert(e->doubts.noise_changed);
	const char *text = lab_print(&lab, false);
	ck_says(text, "  pilot 6  ");
	ck_says(text, "!noise-changed: spread 0.44% in the pilot, 3.3% after it");
	lab.r->pilot = 0;
	lab_judge(&lab);
	ck_assert_double_eq(lab.j.effects[0].comparison.df, 11);
	ck_assert(!lab.j.effects[0].doubts.noise_changed);
	lab_close(&lab);
}
END_TEST

START_TEST(a_round_without_a_value_makes_the_pilot_smaller)
{
	struct lab lab;

	lab_open(&lab, 1, 2, 12);
	fill(&lab, 0, 0, 300);
	fill(&lab, 0, 1, 300);
	results_row(lab.r, 0, 1)[2] = NAN;
	lab.r->pilot = 6;
	lab_judge(&lab);
	ck_assert_double_eq(lab.j.effects[0].comparison.df, 4);
	lab_close(&lab);
}
END_TEST

START_TEST(leaving_out_a_round_takes_it_from_both_arms_and_from_the_pilot)
{
	const struct effect e = { .metric = 0, .variant = 1, .baseline = 0 };
	struct comparison_input input = { 0 };
	struct lab lab;

	for (size_t round = 5; round <= 6; round++) {
		lab_open(&lab, 1, 2, 12);
		fill(&lab, 0, 0, 300);
		fill(&lab, 0, 1, 300);
		lab.r->pilot = 6;
		struct pairing p = pair_values(lab.r, &e, &lab.arena);
		pairing_leave_out(&p, round, false);
		pairing_to_input(&p, &input);
		ck_assert_uint_eq(input.base_n, 11);
		ck_assert_uint_eq(input.var_n, 11);
		ck_assert_uint_eq(input.pilot_n, round == 5 ? 5 : 6);
		ck_assert_double_eq(input.base[round], results_row(lab.r, 0, 0)[round + 1]);
		ck_assert_double_eq(input.var[round], results_row(lab.r, 0, 1)[round + 1]);
		lab_close(&lab);
	}
	lab_open(&lab, 1, 2, 12);
	fill(&lab, 0, 0, 300);
	fill(&lab, 0, 1, 300);
	lab.r->interleaved = false;
	lab.r->design = RESULTS_UNPAIRED;
	struct pairing p = pair_values(lab.r, &e, &lab.arena);
	pairing_leave_out(&p, 3, false);
	ck_assert_uint_eq(p.base_n, 12);
	ck_assert_uint_eq(p.var_n, 11);
	lab_close(&lab);
}
END_TEST

/* A rate that is 10 % higher and a time that is 10 % lower: both better by 1.1 or so. */
START_TEST(a_suite_turns_times_over_and_lists_what_is_not_in_it)
{
	struct lab lab;

	lab_open(&lab, 4, 2, 6);
	make_cost(&lab, 1);
	for (size_t m = 0; m < 4; m++) {
		fill(&lab, m, 0, 300);
		fill(&lab, m, 1, m == 0 ? 330 : m == 1 ? 300 / 1.1 : 300);
	}
	results_row(lab.r, 2, 1)[3] = NAN;
	lab.r->metrics[3].primary = false;
	lab_judge(&lab);
	ck_assert_uint_eq(lab.j.suite_count, 1);
	ck_assert_uint_eq(lab.j.suites[0].metrics, 2);
	ck_assert_double_eq_tol(lab.j.suites[0].ratio, 1.1, 0.005);
	ck_assert_str_eq(lab.j.suites[0].unmatched[0],
		"lmdd bs=3k write/throughput (xfs lacks a value above 0 in a round)");
	ck_assert_ptr_null(lab.j.suites[0].unmatched[1]);
	/* no member of the family: two matched metrics and the one with five pairs */
	ck_assert_uint_eq(lab.j.family, 3);
	const char *text = lab_print(&lab, false);
	ck_says(text, "\nsuite: xfs +10.");
	ck_says(text, "not judged  without lmdd bs=3k write/throughput");
	ck_says(text, "(more is better)  geometric mean of 2 primary metrics  n=6");
	lab_close(&lab);
}
END_TEST

START_TEST(one_metric_is_no_suite)
{
	struct lab lab;

	lab_open(&lab, 1, 2, 6);
	fill(&lab, 0, 0, 300);
	fill(&lab, 0, 1, 300);
	lab_judge(&lab);
	ck_assert_uint_eq(lab.j.suite_count, 0);
	lab_close(&lab);
}
END_TEST

START_TEST(counts_have_a_difference_and_a_rank_test_and_no_verdict_word)
{
	struct lab lab;

	lab_open(&lab, 1, 2, 6);
	make_cost(&lab, 0);
	lab.r->metrics[0].unit = "count";
	sample_values(lab.r, 0, 0, 1, 4, 6, 5, 7, 5, 4);
	sample_values(lab.r, 0, 1, 1, 9, 12, 11, 14, 10, 8);
	lab_judge(&lab);
	ck_assert_uint_eq(lab.j.family, 0);
	ck_says(lab_print(&lab, false), "no ratio (counts); rank p=.031");
	ck_says(lab_print(&lab, false), "NO-VERDICT");
	lab_close(&lab);
}
END_TEST

START_TEST(an_aa_comparison_says_what_its_three_outcomes_mean)
{
	static const struct {
		double mean, noise;
		const char *words;
	} cases[] = {
		{ 300, 1, "A/A EQUIVALENT±5% (" },
		{ 300, 100, ": too noisy to tell at n=6, broken or not" },
		{ 360, 1, ": broken, it tells a copy from its original" },
	};

	for (size_t c = 0; c < COUNT_OF(cases); c++) {
		struct lab lab;
		lab_open(&lab, 1, 3, 6);
		lab.r->variants[2].hidden = true;
		fill(&lab, 0, 0, 300);
		fill(&lab, 0, 1, 300);
		for (size_t i = 0; i < 6; i++)
			results_row(lab.r, 0, 2)[i] =
				cases[c].mean * (1 + cases[c].noise * noise(i, 2));
		lab_judge(&lab);
		const char *text = lab_print(&lab, false);
		ck_says(text, cases[c].words);
		ck_assert((strstr(text, "!aa") != NULL) == (c > 0));
		lab_close(&lab);
	}
}
END_TEST

UNIT_MAIN("judge_doubts", a_first_run_is_odd_at_three_rounds_since_the_spread_is_pooled,
	a_warm_up_unlike_the_rounds_is_said_and_does_nothing, odd_runs_of_both_arms_are_all_named,
	a_verdict_that_rests_on_the_first_run_is_taken_back,
	a_difference_that_only_the_rank_test_sees_is_hiccups,
	the_rank_test_pays_for_the_size_of_the_family,
	rounds_that_resemble_their_neighbours_are_flagged_from_eight_on,
	a_round_that_was_repeated_stands_where_it_was_run,
	drift_is_in_the_rig_line_and_flagged_beyond_the_margin,
	a_reset_that_leaks_shows_in_the_last_place_of_a_round,
	after_a_pilot_the_interval_is_the_pilots, a_round_without_a_value_makes_the_pilot_smaller,
	leaving_out_a_round_takes_it_from_both_arms_and_from_the_pilot,
	a_suite_turns_times_over_and_lists_what_is_not_in_it, one_metric_is_no_suite,
	counts_have_a_difference_and_a_rank_test_and_no_verdict_word,
	an_aa_comparison_says_what_its_three_outcomes_mean)
