// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/demands.h"

#include "store_fixture.h"

#include <math.h>

/* Two variants, one cell; a phase that is judged and one that is not, each with an idle CPU. */
static void add_run(struct store *store, uint64_t experiment, uint64_t round, size_t variant,
	double idle_ns)
{
	struct counter_record counters[] = {
		{ "kernel.all.cpu.idle", "", "ns", READING_COUNTER, idle_ns, "" },
		{ "kernel.all.cpu.sys", "", "ns", READING_COUNTER, 100 - idle_ns, "" },
		{ "disk.dev.avactive", "vda", "ns", READING_COUNTER, NAN, "made up" },
		{ "mem.util.free", "", "B", READING_INSTANT, 1, "" },
	};
	struct kind_record kind = { .name = "read", .operations = 3, .bytes = 300 };
	struct phase_record phases[] = {
		{ .name = "judged",
			.wall_ns = NS_PER_S,
			.clients = 1,
			.kinds = &kind,
			.kind_count = 1,
			.counters = counters,
			.counter_count = COUNT_OF(counters) },
		{ .name = "other",
			.wall_ns = NS_PER_S,
			.clients = 1,
			.counters = counters,
			.counter_count = COUNT_OF(counters) },
	};
	struct value_record values[] = {
		{ "judged", "rate", "1/s", BETTER_HIGHER, true, 1 },
		{ "other", "rate", "1/s", BETTER_HIGHER, false, 1 },
	};
	struct run_record run = run_of(round, 0, variant, 0);
	struct error err = { 0 };
	uint64_t id;

	run.phases = phases;
	run.phase_count = COUNT_OF(phases);
	run.values = values;
	run.value_count = COUNT_OF(values);
	OK(store_add_run(store, experiment, &run, &id, &err));
}

static void with_rounds(uint64_t rounds, void (*look)(const struct results *r))
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 2, 1);
	struct results results;
	struct scratch s;
	struct store *store;
	uint64_t experiment;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	OK(store_add_experiment(store, &plan, &experiment, &err));
	for (uint64_t round = 0; round <= rounds; round++) {
		/* the warm-up is unlike the rounds and does not count */
		add_run(store, experiment, round, 0, round == 0 ? 99 : (double)(10 * (round % 4)));
		add_run(store, experiment, round, 1, 50);
	}
	OK(store_get_results(store, experiment, &arena, &results, &err));
	look(&results);
	store_close(store);
	scratch_remove(&s);
	arena_free(&arena);
}

static void look_at_three(const struct results *r)
{
	ck_assert_uint_eq(r->demand_count, 2);
	for (size_t v = 0; v < 2; v++) {
		const struct result_demand *d = &r->demands[v];
		ck_assert_uint_eq(d->variant, v);
		ck_assert_str_eq(d->cell, "c0");
		ck_assert_str_eq(d->phase, "judged");
		ck_assert_uint_eq(d->runs, 3);
		ck_assert_double_eq_tol(d->demand.at[DEMAND_CPU_IDLE], v == 0 ? 0.2 : 0.5, 1e-9);
		ck_assert_double_eq_tol(d->demand.at[DEMAND_READ], 300, 1e-9);
		ck_assert_double_nan(d->demand.at[DEMAND_DISK_BUSY]);
	}
}

START_TEST(judged_phases_have_the_medians_of_the_rounds_that_count)
{
	with_rounds(3, look_at_three);
}
END_TEST

static void look_at_many(const struct results *r)
{
	ck_assert_uint_eq(r->demand_count, 2);
	ck_assert_uint_eq(r->round_count, DEMAND_PHASES_MOST);
	/* every third of a thousand: two variants are two phases in each round */
	ck_assert_uint_eq(r->demands[0].runs, (DEMAND_PHASES_MOST + 2) / 3);
	ck_assert_uint_eq(r->demands[1].runs, r->demands[0].runs);
}

START_TEST(of_very_many_an_even_choice_is_read)
{
	with_rounds(DEMAND_PHASES_MOST, look_at_many);
}
END_TEST

UNIT_MAIN("demands", judged_phases_have_the_medians_of_the_rounds_that_count,
	of_very_many_an_even_choice_is_read)
