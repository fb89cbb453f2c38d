// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/pilot.h"

#include "sample_results.h"
#include "unit.h"

/* Log ratios of that sd about that mean: up and down by turns. rounds is even. */
static void fill_spread(struct results *r, size_t metric, size_t variant, double sd, double mean,
	size_t rounds)
{
	double step = sd * sqrt(((double)rounds - 1) / (double)rounds);

	for (size_t i = 0; i < rounds; i++) {
		double level = 300 + (double)i;
		results_row(r, metric, 0)[i] = level;
		results_row(r, metric, variant)[i] = level * exp(mean + (i % 2 ? step : -step));
	}
}

static struct results *piloted(struct arena *arena, size_t metrics, size_t variants, size_t rounds)
{
	struct results *r = sample_results(arena, metrics, variants, rounds);

	r->pilot = 6;
	return r;
}

/* Vector stein.n6: n0 = 6, s0 = 0.04, delta = 5 % gives N = 18, half-width 0.02423568. */
START_TEST(the_spread_of_the_pilot_fixes_the_number_of_rounds)
{
	struct arena arena = { 0 };
	struct results *r = piloted(&arena, 1, 2, 6);

	fill_spread(r, 0, 1, 0.04, 0, 6);
	struct pilot p = pilot_plan(r, 30);
	ck_assert_uint_eq(p.comparisons, 1);
	ck_assert_uint_eq(p.n, 18);
	ck_assert_uint_eq(p.needed, 18);
	ck_assert_double_eq_tol(p.spread, 0.04, 1e-12);
	ck_assert_double_eq_tol(log1p(p.settled) / 2, 0.02423568, 1e-8);
	ck_assert_str_eq(pilot_text(&arena, r, &p),
		"pilot of 6 rounds: spread 4 %, 18 rounds in all settle ±5 %");
	arena_free(&arena);
}
END_TEST

START_TEST(neither_the_effect_nor_a_later_round_is_looked_at)
{
	struct arena arena = { 0 };
	struct results *r = piloted(&arena, 1, 2, 12);

	fill_spread(r, 0, 1, 0.04, 0.5, 6);
	for (size_t i = 6; i < 12; i++) {
		results_row(r, 0, 0)[i] = 300;
		results_row(r, 0, 1)[i] = 100 * (double)i;
	}
	ck_assert_uint_eq(pilot_plan(r, 30).n, 18);
	arena_free(&arena);
}
END_TEST

START_TEST(the_cap_binds_and_says_what_it_leaves_open)
{
	struct arena arena = { 0 };
	struct results *r = piloted(&arena, 1, 2, 6);

	fill_spread(r, 0, 1, 0.04, 0, 6);
	struct pilot p = pilot_plan(r, 10);
	ck_assert_uint_eq(p.n, 10);
	ck_assert_uint_eq(p.needed, 18);
	/* 2 x 2.570582 x 0.04 / sqrt(10) = 0.065032 */
	ck_assert_double_eq_tol(p.settled, expm1(0.065032), 1e-6);
	ck_assert_str_eq(pilot_text(&arena, r, &p),
		"pilot of 6 rounds: spread 4 %; cap 10 binds: ±6.7 % at best");
	arena_free(&arena);
}
END_TEST

START_TEST(a_quiet_pilot_is_all)
{
	struct arena arena = { 0 };
	struct results *r = piloted(&arena, 1, 2, 6);

	fill_spread(r, 0, 1, 0.005, 0, 6);
	struct pilot p = pilot_plan(r, 30);
	ck_assert_uint_eq(p.n, 6);
	ck_assert_str_eq(pilot_text(&arena, r, &p),
		"pilot of 6 rounds: spread 0.5 %, they settle ±5 %: no more rounds");
	arena_free(&arena);
}
END_TEST

/* Three variants, two of them judged, the last one the hidden copy; two metrics, one primary. */
START_TEST(the_noisiest_primary_comparison_decides_and_is_named)
{
	struct arena arena = { 0 };
	struct results *r = piloted(&arena, 2, 4, 6);

	r->variants[3].hidden = true;
	r->metrics[1].primary = false;
	fill_spread(r, 0, 1, 0.01, 0, 6);
	fill_spread(r, 0, 2, 0.03, 0, 6);
	fill_spread(r, 0, 3, 0.5, 0, 6);
	fill_spread(r, 1, 1, 0.5, 0, 6);
	struct pilot p = pilot_plan(r, 30);
	ck_assert_uint_eq(p.comparisons, 2);
	ck_assert_uint_eq(p.variant, 2);
	/* t at alpha / 4 with 5 df is 3.163381: (3.163381 x 0.03 / 0.0243951)^2 = 15.13 */
	ck_assert_uint_eq(p.n, 16);
	ck_assert_str_eq(pilot_text(&arena, r, &p),
		"pilot of 6 rounds: spread 3 % (variant2, lmdd bs=1k write/throughput), 16 rounds "
		"in all settle ±5 %");
	arena_free(&arena);
}
END_TEST

START_TEST(what_has_no_ratio_asks_for_no_rounds)
{
	struct arena arena = { 0 };
	struct results *r = piloted(&arena, 1, 2, 6);

	fill_spread(r, 0, 1, 0.04, 0, 6);
	results_row(r, 0, 1)[2] = 0;
	struct pilot p = pilot_plan(r, 30);
	ck_assert_uint_eq(p.comparisons, 0);
	ck_assert_uint_eq(p.n, 6);
	ck_assert_str_eq(pilot_text(&arena, r, &p),
		"pilot of 6 rounds: no primary comparison has a ratio: no more rounds");
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("pilot", the_spread_of_the_pilot_fixes_the_number_of_rounds,
	neither_the_effect_nor_a_later_round_is_looked_at,
	the_cap_binds_and_says_what_it_leaves_open, a_quiet_pilot_is_all,
	the_noisiest_primary_comparison_decides_and_is_named, what_has_no_ratio_asks_for_no_rounds)
