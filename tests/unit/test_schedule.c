// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/schedule.h"

#include "unit.h"

#include <string.h>

static struct variant variants[4];
static struct cell cells[3] = { { .label = "a" }, { .label = "b" }, { .label = "c" } };
static struct arena arena;

static struct plan plan_with(uint64_t seed, uint64_t rounds)
{
	return (struct plan){ .seed = seed,
		.rounds = rounds,
		.variants = variants,
		.variant_count = 4,
		.cells = cells,
		.cell_count = 3 };
}

/* Vector run_order.mt42 of statistics.md, R and GSL: the warm-up is the first of the stream. */
START_TEST(variants_are_shuffled_as_the_reference_vector_says)
{
	static const size_t orders[6][4] = { { 0, 3, 2, 1 }, { 3, 1, 2, 0 }, { 3, 0, 1, 2 },
		{ 3, 2, 0, 1 }, { 3, 2, 1, 0 }, { 2, 0, 3, 1 } };
	struct plan plan = plan_with(42, 4);
	struct schedule schedule;

	schedule_draw(&schedule, &plan, &arena);
	for (uint64_t n = 0; n <= 4; n++)
		ck_assert_mem_eq(schedule_round(&schedule, n).variants, orders[n],
			sizeof(orders[n]));
	ck_assert_mem_eq(schedule_repeat(&schedule, 0, 2, 1).variants, orders[5],
		sizeof(orders[5]));
}
END_TEST

START_TEST(the_order_of_variants_does_not_depend_on_the_workloads)
{
	struct plan many = plan_with(7, 20), one = many;
	struct schedule a, b;

	one.cell_count = 1;
	schedule_draw(&a, &many, &arena);
	schedule_draw(&b, &one, &arena);
	for (uint64_t n = 0; n <= 20; n++)
		ck_assert_mem_eq(schedule_round(&a, n).variants, schedule_round(&b, n).variants,
			4 * sizeof(size_t));
}
END_TEST

START_TEST(every_round_has_every_variant_and_cell_once)
{
	struct plan plan = plan_with(3, 50);
	struct schedule schedule;
	bool never_first[4] = { true, true, true, true };

	schedule_draw(&schedule, &plan, &arena);
	for (uint64_t n = 0; n <= 50; n++) {
		struct visit v = schedule_round(&schedule, n);
		unsigned seen_variants = 0, seen_cells = 0;
		for (size_t i = 0; i < 4; i++)
			seen_variants |= 1u << v.variants[i];
		for (size_t i = 0; i < 3; i++)
			seen_cells |= 1u << v.cells[i];
		ck_assert_uint_eq(seen_variants, 15);
		ck_assert_uint_eq(seen_cells, 7);
		never_first[v.variants[0]] = false;
	}
	for (size_t i = 0; i < 4; i++)
		ck_assert_msg(!never_first[i], "variant %zu never comes first", i);
}
END_TEST

static struct plan plan_with_pilot(uint64_t pilot, uint64_t cap)
{
	struct plan plan = plan_with(42, pilot);

	plan.cap = cap;
	return plan;
}

static void same_visit(struct visit a, struct visit b)
{
	ck_assert_uint_eq(a.round, b.round);
	ck_assert_mem_eq(a.variants, b.variants, 4 * sizeof(*a.variants));
	ck_assert_mem_eq(a.cells, b.cells, 3 * sizeof(*a.cells));
}

START_TEST(a_round_after_a_pilot_has_the_order_that_a_fixed_number_gives_it)
{
	const struct plan fixed = plan_with(42, 30), adaptive = plan_with_pilot(6, 30);
	struct schedule a, b;

	schedule_draw(&a, &fixed, &arena);
	schedule_draw(&b, &adaptive, &arena);
	ck_assert_uint_eq(b.rounds_most, 30);
	ck_assert_uint_eq(a.order_count, b.order_count);
	for (uint64_t n = 0; n <= 30; n++)
		same_visit(schedule_round(&a, n), schedule_round(&b, n));
	for (uint64_t repeat = 0; repeat < 6; repeat++)
		same_visit(schedule_repeat(&a, repeat, 3, 1), schedule_repeat(&b, repeat, 3, 1));
}
END_TEST

/* A repeat of the pilot is drawn before it is known how many rounds will follow. */
START_TEST(the_orders_of_repeats_follow_those_of_the_cap_and_not_of_the_pilot)
{
	const struct plan small = plan_with_pilot(3, 30), large = plan_with_pilot(10, 30);
	struct schedule a, b;

	schedule_draw(&a, &small, &arena);
	schedule_draw(&b, &large, &arena);
	for (uint64_t repeat = 0; repeat < 6; repeat++)
		same_visit(schedule_repeat(&a, repeat, 2, 1), schedule_repeat(&b, repeat, 2, 1));
	ck_assert_ptr_eq(schedule_repeat(&a, 0, 2, 1).variants,
		schedule_round(&a, 30).variants + 4);
}
END_TEST

START_TEST(a_fifth_of_the_rounds_may_be_repeated_and_one_at_least)
{
	static const uint64_t cases[][2] = { { 1, 1 }, { 3, 1 }, { 6, 1 }, { 10, 2 }, { 30, 6 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_uint_eq(schedule_attempts_allowed(cases[i][0]), cases[i][1]);
}
END_TEST

START_TEST(a_runs_seed_depends_on_seed_round_and_workload_alone)
{
	struct plan plan = plan_with(42, 4), other = plan_with(43, 4);
	uint64_t seed = schedule_run_seed(&plan, 1, &cells[0]);
	char a[37], b[37];

	ck_assert_uint_lt(seed, UINT64_C(1) << 53);
	ck_assert_uint_eq(seed, schedule_run_seed(&plan, 1, &cells[0]));
	ck_assert_uint_ne(seed, schedule_run_seed(&plan, 2, &cells[0]));
	ck_assert_uint_ne(seed, schedule_run_seed(&plan, 1, &cells[1]));
	ck_assert_uint_ne(seed, schedule_run_seed(&other, 1, &cells[0]));
	schedule_uuid(&plan, 1, a);
	schedule_uuid(&plan, 2, b);
	ck_assert_uint_eq(strlen(a), 36);
	ck_assert_str_ne(a, b);
}
END_TEST

UNIT_MAIN("schedule", variants_are_shuffled_as_the_reference_vector_says,
	the_order_of_variants_does_not_depend_on_the_workloads,
	every_round_has_every_variant_and_cell_once,
	a_round_after_a_pilot_has_the_order_that_a_fixed_number_gives_it,
	the_orders_of_repeats_follow_those_of_the_cap_and_not_of_the_pilot,
	a_fifth_of_the_rounds_may_be_repeated_and_one_at_least,
	a_runs_seed_depends_on_seed_round_and_workload_alone)
