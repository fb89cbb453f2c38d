// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "model/event.h"
#include "store_fixture.h"

#include <errno.h>
#include <math.h>
#include <time.h>

struct fixture {
	struct scratch scratch;
	struct arena arena;
	struct error err;
	struct plan plan;
	struct store *store;
	uint64_t experiment;
};

static void setup(struct fixture *f, size_t variants, size_t cells)
{
	*f = (struct fixture){ 0 };
	scratch_make(&f->scratch);
	f->plan = plan_of(&f->arena, variants, cells);
}

static void begin(struct fixture *f)
{
	struct error err = { 0 };

	OK(store_open(&f->store, f->scratch.db, &err));
	OK(store_add_experiment(f->store, &f->plan, &f->experiment, &err));
}

static void teardown(struct fixture *f)
{
	store_close(f->store);
	scratch_remove(&f->scratch);
	arena_free(&f->arena);
}

static struct results results_of(struct fixture *f)
{
	struct error err = { 0 };
	struct results r;

	OK(store_get_results(f->store, f->experiment, &f->arena, &r, &err));
	return r;
}

static void add(struct fixture *f, struct run_record run)
{
	struct error err = { 0 };
	uint64_t id;

	OK(store_add_run(f->store, f->experiment, &run, &id, &err));
}

static enum outcome outcome_of_letter(char letter)
{
	switch (letter) {
	case 'o':
		return OUTCOME_OK;
	case 'u':
		return OUTCOME_UNSUPPORTED;
	case 'f':
		return OUTCOME_FAILED;
	case 'x':
		return OUTCOME_INVALID;
	case 'i':
		return OUTCOME_INTERRUPTED;
	}
	ck_abort_msg("no outcome '%c'", letter);
	return OUTCOME_OK;
}

/*
 * Runs from a script: words "ROUND.ATTEMPT:LETTERS", one letter for each (cell, variant), cells
 * outside;
 * '-' is a run that is missing. Each run's value is round + attempt/10 + variant/100.
 */
static void play(struct fixture *f, const char *script)
{
	unsigned round, attempt;
	int used;

	for (; sscanf(script, " %u.%u:%n", &round, &attempt, &used) == 2;) {
		script += used;
		for (size_t i = 0; i < f->plan.cell_count * f->plan.variant_count; i++, script++) {
			size_t variant = i % f->plan.variant_count,
			       cell = i / f->plan.variant_count;
			struct value_record value = { "write", "throughput", "bytes/s",
				BETTER_HIGHER, true,
				round + attempt / 10.0 + (double)variant / 100 };
			struct run_record run = run_of(round, attempt, variant, cell);
			if (*script == '-')
				continue;
			run.outcome = outcome_of_letter(*script);
			run.reason = run.outcome == OUTCOME_OK ? "" : "why";
			run.values = &value;
			run.value_count = 1;
			add(f, run);
		}
	}
}

/* The values of the first metric as text, one word for each variant: "1.01,-,3.11". */
static const char *values_of(struct fixture *f, const struct results *r)
{
	const char *text = "";

	for (size_t v = 0; r->metric_count > 0 && v < r->variant_count; v++) {
		text = arena_printf(&f->arena, "%s%s", text, v ? " " : "");
		for (size_t i = 0; i < r->round_count; i++) {
			double value = results_row(r, 0, v)[i];
			text = isnan(value) ? arena_printf(&f->arena, "%s%s-", text, i ? "," : "")
					    : arena_printf(&f->arena, "%s%s%g", text, i ? "," : "",
						      value);
		}
	}
	return text;
}

static const char *flags_of(struct fixture *f, const struct results *r)
{
	const char *text = "";

	for (size_t i = 0; i < r->flag_count; i++)
		text = arena_printf(&f->arena, "%s%s%zu/%llu/%s/%s", text, i ? "; " : "",
			r->flags[i].variant, (unsigned long long)r->flags[i].round,
			r->flags[i].cell, r->flags[i].text);
	return text;
}

START_TEST(a_round_counts_by_its_last_complete_attempt)
{
	static const struct {
		const char *script, *values, *flags;
		size_t rounds, repeated;
	} cases[] = {
		{ "", "", "", 0, 0 },
		{ "1.0:oo", "1 1.01", "", 1, 0 },
		{ "1.0:oo 2.0:oo", "1,2 1.01,2.01", "", 2, 0 },
		/* the warm-up is no round */
		{ "0.0:oo 1.0:oo", "1 1.01", "", 1, 0 },
		{ "0.0:oo", " ", "", 0, 0 },
		/* a run is missing: nothing of the round counts */
		{ "1.0:o- 2.0:oo", "2 2.01", "", 1, 0 },
		{ "1.0:-o", "", "", 0, 0 },
		/* whatever is not ok spoils its attempt, and is told */
		{ "1.0:of 2.0:oo", "2 2.01", "1/1/c0/failed: why", 1, 0 },
		{ "1.0:xo 2.0:oo", "2 2.01", "0/1/c0/invalid: why", 1, 0 },
		{ "1.0:oi", "", "1/1/c0/interrupted: why", 0, 0 },
		/* repeated whole, at the end */
		{ "1.0:of 2.0:oo 1.1:oo", "1.1,2 1.11,2.01", "1/1/c0/failed: why", 2, 1 },
		{ "1.0:of 2.0:oo 1.1:fo 1.2:oo", "1.2,2 1.21,2.01",
			"0/1/c0/failed: why; 1/1/c0/failed: why", 2, 2 },
		{ "1.0:of 1.1:of 2.0:oo", "2 2.01", "1/1/c0/failed: why", 1, 1 },
		/* a later attempt that is not complete takes nothing away; a complete one counts */
		{ "1.0:oo 1.1:of", "1 1.01", "1/1/c0/failed: why", 1, 1 },
		{ "1.0:oo 1.1:oo", "1.1 1.11", "", 1, 1 },
		/* rounds that come in another order */
		{ "3.0:oo 1.0:oo", "1,3 1.01,3.01", "", 2, 0 },
		/* unsupported is no failure: no value, told once */
		{ "1.0:ou 2.0:ou 3.0:ou", "1,2,3 -,-,-", "1/1/c0/unsupported: why", 3, 0 },
		{ "1.0:uu 2.0:uu", "", "0/1/c0/unsupported: why; 1/1/c0/unsupported: why", 2, 0 },
		/* the same failure in two rounds is told with both */
		{ "1.0:of 2.0:of", "", "1/1/c0/failed: why; 1/2/c0/failed: why", 0, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;
		setup(&f, 2, 1);
		begin(&f);
		play(&f, cases[i].script);
		struct results r = results_of(&f);
		const char *values = values_of(&f, &r);
		ck_assert_msg(r.round_count == cases[i].rounds, "'%s': %zu rounds", cases[i].script,
			r.round_count);
		ck_assert_msg(r.attempts_repeated == cases[i].repeated, "'%s': %llu repeated",
			cases[i].script, (unsigned long long)r.attempts_repeated);
		ck_assert_msg(strcmp(values, cases[i].values) == 0, "'%s': '%s'", cases[i].script,
			values);
		ck_assert_msg(strcmp(flags_of(&f, &r), cases[i].flags) == 0, "'%s': '%s'",
			cases[i].script, flags_of(&f, &r));
		teardown(&f);
	}
}
END_TEST

START_TEST(a_failure_in_one_cell_takes_the_whole_round_away)
{
	struct fixture f;

	setup(&f, 2, 2);
	begin(&f);
	play(&f, "1.0:ooof 2.0:oooo 3.0:ooo- 4.0:oouo");
	struct results r = results_of(&f);
	ck_assert_uint_eq(r.round_count, 2);
	ck_assert_uint_eq(r.round_numbers[0], 2);
	ck_assert_uint_eq(r.round_numbers[1], 4);
	ck_assert_uint_eq(r.metric_count, 2);
	ck_assert_str_eq(r.metrics[1].cell, "c1");
	ck_assert_double_eq(results_row(&r, 1, 0)[0], 2);
	ck_assert(isnan(results_row(&r, 1, 0)[1]));
	ck_assert_double_eq(results_row(&r, 1, 1)[1], 4.01);
	ck_assert_uint_eq(r.run_count, 15);
	ck_assert_uint_eq(r.runs[3].variant, 1);
	ck_assert_str_eq(r.runs[3].cell, "c1");
	ck_assert_int_eq(r.runs[3].outcome, OUTCOME_FAILED);
	teardown(&f);
}
END_TEST

START_TEST(the_warm_up_stands_apart)
{
	struct fixture f;

	setup(&f, 2, 1);
	begin(&f);
	play(&f, "0.0:of 0.1:oo 1.0:oo");
	struct results r = results_of(&f);
	ck_assert_uint_eq(r.round_count, 1);
	ck_assert_double_eq(r.warmup[0], 0.1);
	ck_assert_double_eq(r.warmup[1], 0.11);
	ck_assert_uint_eq(r.attempts_repeated, 0);
	teardown(&f);

	/* of a warm-up that did not work out, what there is */
	setup(&f, 2, 1);
	begin(&f);
	play(&f, "0.0:of");
	r = results_of(&f);
	ck_assert_double_eq(r.warmup[0], 0);
	ck_assert(isnan(r.warmup[1]));
	teardown(&f);
}
END_TEST

START_TEST(the_head_says_what_the_plan_says)
{
	struct fixture f;
	struct error err = { 0 };
	struct results r;

	setup(&f, 3, 1);
	f.plan.baseline = 1;
	f.plan.variants[2].hidden = true;
	f.plan.cells[0].margin = 0.02;
	f.plan.order = ORDER_SEQUENTIAL;
	begin(&f);
	OK(store_set_state(f.store, f.experiment, "invalid", "too many attempts", &err));
	play(&f, "1.0:ooo");
	OK(store_get_results(f.store, 0, &f.arena, &r, &err));
	ck_assert_uint_eq(r.experiment, f.experiment);
	ck_assert_str_eq(r.name, f.plan.name);
	ck_assert_str_eq(r.plan_sha256, f.plan.sha256);
	ck_assert_str_eq(r.state, "invalid");
	ck_assert_str_eq(r.state_reason, "too many attempts");
	ck_assert_uint_eq(r.seed, f.plan.seed);
	ck_assert_double_eq(r.alpha, 0.05);
	ck_assert(!r.interleaved);
	ck_assert_uint_eq(r.rounds_planned, f.plan.rounds);
	ck_assert_uint_eq(r.variant_count, 3);
	ck_assert_uint_eq(r.baseline, 1);
	ck_assert(r.variants[1].baseline && !r.variants[0].baseline);
	ck_assert(r.variants[2].hidden && !r.variants[1].hidden);
	ck_assert_double_eq(r.metrics[0].margin, 0.02);
	ck_assert_str_eq(r.metrics[0].unit, "bytes/s");
	ck_assert_int_eq(r.metrics[0].better, BETTER_HIGHER);
	ck_assert_int_eq(store_get_results(f.store, 99, &f.arena, &r, &err), -ENOENT);
	teardown(&f);
}
END_TEST

START_TEST(the_plan_says_which_metrics_are_primary_or_else_the_workload)
{
	static const char *const names[] = { "write_throughput", "re_read/rate", "whole" };
	struct value_record values[] = {
		{ "write", "throughput", "bytes/s", BETTER_HIGHER, false, 1 },
		{ "write", "rate", "1/s", BETTER_HIGHER, true, 1 },
		{ "re_read", "rate", "1/s", BETTER_HIGHER, false, 1 },
		{ "re", "read_rate", "1/s", BETTER_HIGHER, false, 1 },
		{ "", "whole", "s", BETTER_LOWER, false, 1 },
		{ "write", "whole", "s", BETTER_LOWER, false, 1 },
	};
	/* the second cell says nothing */
	static const bool wanted[2][COUNT_OF(values)] = {
		{ true, false, true, false, true, false },
		{ false, true, false, false, false, false },
	};
	struct fixture f;

	setup(&f, 1, 2);
	f.plan.cells[0].primary = (const char *[]){ names[0], names[1], names[2] };
	f.plan.cells[0].primary_count = COUNT_OF(names);
	begin(&f);
	for (size_t cell = 0; cell < 2; cell++) {
		struct run_record run = run_of(1, 0, 0, cell);
		run.values = values;
		run.value_count = COUNT_OF(values);
		add(&f, run);
	}
	struct results r = results_of(&f);
	ck_assert_uint_eq(r.metric_count, 2 * COUNT_OF(values));
	for (size_t i = 0; i < r.metric_count; i++)
		ck_assert_msg(r.metrics[i].primary ==
				      wanted[i / COUNT_OF(values)][i % COUNT_OF(values)],
			"%s %s/%s", r.metrics[i].cell, r.metrics[i].phase, r.metrics[i].metric);
	teardown(&f);
}
END_TEST

START_TEST(a_metric_that_only_spoilt_runs_have_is_left_out)
{
	struct value_record values[] = {
		{ "read", "rate", "1/s", BETTER_HIGHER, true, 1 },
		{ "write", "rate", "1/s", BETTER_HIGHER, true, 2 },
	};
	struct fixture f;

	setup(&f, 1, 1);
	begin(&f);
	struct run_record run = run_of(1, 0, 0, 0);
	run.outcome = OUTCOME_FAILED;
	run.values = values;
	run.value_count = 1;
	add(&f, run);
	run = run_of(1, 1, 0, 0);
	run.values = values + 1;
	run.value_count = 1;
	add(&f, run);
	run.round = 2;
	add(&f, run);
	struct results r = results_of(&f);
	ck_assert_uint_eq(r.metric_count, 1);
	ck_assert_str_eq(r.metrics[0].phase, "write");
	ck_assert_double_eq(results_row(&r, 0, 0)[1], 2);
	ck_assert(isnan(r.warmup[0]));
	teardown(&f);
}
END_TEST

START_TEST(metrics_of_different_units_are_never_mixed)
{
	struct value_record values[] = {
		{ "write", "rate", "1/s", BETTER_HIGHER, true, 1 },
		{ "write", "rate", "bytes/s", BETTER_HIGHER, true, 2 },
	};
	struct fixture f;

	setup(&f, 1, 1);
	begin(&f);
	for (size_t i = 0; i < COUNT_OF(values); i++) {
		struct run_record run = run_of(i + 1, 0, 0, 0);
		run.values = &values[i];
		run.value_count = 1;
		add(&f, run);
	}
	struct results r = results_of(&f);
	ck_assert_uint_eq(r.metric_count, 2);
	ck_assert_str_eq(values_of(&f, &r), "1,-");
	teardown(&f);
}
END_TEST

START_TEST(warnings_are_told_once_for_each_variant_and_cell)
{
	struct log_record logs[] = {
		{ 1, RECORD_WARNING, "short" },
		{ 2, RECORD_INFO, "mounted" },
		{ 3, RECORD_WARNING, "short" },
	};
	struct fixture f;

	setup(&f, 2, 1);
	begin(&f);
	for (uint64_t round = 2; round < 5; round++) {
		for (size_t variant = 0; variant < 2; variant++) {
			struct run_record run = run_of(round, 0, variant, 0);
			run.logs = logs;
			run.log_count = COUNT_OF(logs);
			add(&f, run);
		}
	}
	struct results r = results_of(&f);
	ck_assert_str_eq(flags_of(&f, &r), "0/2/c0/short; 1/2/c0/short");
	teardown(&f);
}
END_TEST

START_TEST(a_summary_says_what_the_variant_is_and_who_served_it)
{
	static struct setting knob = { "vm.dirty_ratio", "5" };
	static const struct {
		struct variant variant;
		const char *facts, *summary;
	} cases[] = {
		{ { .target = { .kind = TARGET_LOOP, .fs = "ext2", .size = GIB } },
			"{\"target\": {\"served\": \"ext2 (ext4 driver)\"}}",
			"ext2 (ext4 driver) on loop:1G" },
		{ { .target = { .kind = TARGET_LOOP,
			    .fs = "xfs",
			    .size = 512 * MIB,
			    .mkfs = "-m reflink=0",
			    .mount = "noatime",
			    .knobs = &knob,
			    .knob_count = 1 },
			  .memory = 64 * MIB },
			"{\"target\": {}}",
			"xfs on loop:512M, mkfs -m reflink=0, mount noatime, vm.dirty_ratio=5, "
			"memory 64M" },
		{ { .target = { .kind = TARGET_DIR, .fs = "", .path = "/srv" } },
			"{\"target\": {\"served\": \"btrfs\"}}", "btrfs on dir:/srv" },
		{ { .target = { .kind = TARGET_DIR, .fs = "", .path = "/srv" } }, "no JSON at all",
			"dir:/srv" },
		{ { .target = { .kind = TARGET_DEVICE, .fs = "ext4", .path = "/dev/sdz" } }, "{}",
			"ext4 on /dev/sdz" },
		{ { .target = { .kind = TARGET_IMAGE, .fs = "ext4", .path = "/i" } }, "[]",
			"ext4 on image:/i" },
		{ { .target = { .kind = TARGET_TMPFS, .fs = "tmpfs", .size = GIB } },
			"{\"target\": {\"served\": 5}}", "tmpfs, size 1G" },
	};
	struct fixture f;

	setup(&f, COUNT_OF(cases), 1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		f.plan.variants[i] = cases[i].variant;
		f.plan.variants[i].name = arena_printf(&f.arena, "v%zu", i);
	}
	begin(&f);
	/* nothing was run yet */
	struct results r = results_of(&f);
	ck_assert_str_eq(r.variants[0].summary, "ext2 on loop:1G");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		/* the first run failed before anything was mounted: it knows less than the next */
		struct run_record run = run_of(1, 0, i, 0);
		run.outcome = OUTCOME_FAILED;
		add(&f, run);
		run = run_of(1, 1, i, 0);
		run.facts = cases[i].facts;
		add(&f, run);
	}
	r = results_of(&f);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_str_eq(r.variants[i].summary, cases[i].summary);
	teardown(&f);
}
END_TEST

/* What a recorded agent really said: so that the key is the one that the agent uses. */
START_TEST(a_recorded_run_tells_which_driver_served)
{
	const char *source = getenv("BAKEOFF_SOURCE");
	char path[512], line[1 << 14];
	struct fixture f;
	struct error err = { 0 };
	struct event event = { .type = EVENT_UNKNOWN };

	(void)snprintf(path, sizeof(path), "%s/tests/data/events/lmdd-ext2-loop.jsonl",
		source ? source : ".");
	setup(&f, 1, 1);
	f.plan.variants[0].target.fs = "ext2";
	begin(&f);
	FILE *events = fopen(path, "r");
	ck_assert_msg(events != NULL, "%s cannot be read; BAKEOFF_SOURCE is the source folder",
		path);
	while (event.type != EVENT_START && fgets(line, sizeof(line), events))
		OK(event_parse(line, strlen(line), &f.arena, &event, &err));
	fclose(events);
	ck_assert_int_eq(event.type, EVENT_START);
	struct run_record run = run_of(1, 0, 0, 0);
	run.facts = event.facts;
	add(&f, run);
	struct results r = results_of(&f);
	ck_assert_str_eq(r.variants[0].summary, "ext2 (ext4 driver) on loop:1G");
	teardown(&f);
}
END_TEST

static double cpu_seconds(void)
{
	struct timespec t;

	ck_assert_int_eq(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t), 0);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A run like lmdd's: two phases, eight values, and facts that differ from round to round. */
static void add_big_run(struct fixture *f, uint64_t round, size_t variant, size_t cell)
{
	struct value_record values[8];
	struct phase_record phases[2] = { { .name = "write" }, { .name = "read" } };
	struct run_record run = run_of(round, 0, variant, cell);

	for (size_t i = 0; i < COUNT_OF(values); i++)
		values[i] = (struct value_record){ i < 4 ? "write" : "read",
			(const char *[]){ "throughput", "rate", "time", "cpu" }[i % 4], "1/s",
			BETTER_HIGHER, i == 0, 1e6 / (double)(round + 1) + (double)i };
	run.values = values;
	run.value_count = COUNT_OF(values);
	run.phases = phases;
	run.phase_count = COUNT_OF(phases);
	run.facts = arena_printf(&f->arena, "{\"target\": {\"served\": \"ext4\", \"uuid\": %llu}}",
		(unsigned long long)round);
	add(f, run);
}

static void add_big_experiment(struct fixture *f, uint64_t rounds)
{
	for (uint64_t round = 0; round <= rounds; round++) {
		for (size_t i = 0; i < f->plan.cell_count * f->plan.variant_count; i++)
			add_big_run(f, round, i % f->plan.variant_count, i / f->plan.variant_count);
	}
}

/* `bakeoff compare` has 0.2 s for the whole process. */
START_TEST(twenty_workloads_four_variants_thirty_rounds_are_read_in_a_tenth_of_a_second)
{
	struct error err = { 0 };
	struct fixture f;

	setup(&f, 4, 20);
	begin(&f);
	double start = cpu_seconds();
	add_big_experiment(&f, 30);
	double stored = cpu_seconds();
	/* another experiment beside it must not cost anything */
	OK(store_add_experiment(f.store, &f.plan, &f.experiment, &err));
	add_big_experiment(&f, 30);
	store_close(f.store);

	double before = cpu_seconds();
	OK(store_open(&f.store, f.scratch.db, &err));
	struct results r = results_of(&f);
	double took = cpu_seconds() - before;
	fprintf(stderr, "store a run: %.3f ms, read %d runs: %.1f ms (CPU)\n",
		(stored - start) * 1e3 / (31 * 80), 31 * 80, took * 1e3);
	ck_assert_uint_eq(r.metric_count, 160);
	ck_assert_uint_eq(r.round_count, 30);
	ck_assert_double_eq(results_row(&r, 159, 3)[29], 1e6 / 31 + 7);
	ck_assert_double_lt(took, 0.1);
	teardown(&f);
}
END_TEST

/* The views for people and the values for compare must not tell two stories. */
START_TEST(the_readings_by_hand_are_the_values_of_compare)
{
	struct fixture f;
	double sum = 0;
	size_t count = 0;
	char wanted[64];

	setup(&f, 2, 1);
	begin(&f);
	play(&f, "0.0:oo 1.0:of 2.0:ou 3.0:oo 1.1:oo 3.1:o- 4.0:oi");
	struct results r = results_of(&f);
	for (size_t i = 0; i < r.metric_count * r.variant_count * r.round_count; i++) {
		if (!isnan(r.values[i])) {
			sum += r.values[i];
			count++;
		}
	}
	ck_assert_uint_eq(count, 5);
	(void)snprintf(wanted, sizeof(wanted), "%zu %.2f", count, sum);
	BY_HAND(f.scratch.db,
		"SELECT format('%d %.2f', count(*), sum(value)) FROM readings WHERE is_counted",
		wanted);
	teardown(&f);
}
END_TEST

START_TEST(the_rounds_of_an_adaptive_experiment_are_fixed_once)
{
	struct error err = { 0 };
	struct stored_experiment e;
	struct fixture f;
	struct results r;

	setup(&f, 2, 1);
	f.plan.cap = 30;
	begin(&f);
	OK(store_get_results(f.store, 0, &f.arena, &r, &err));
	ck_assert_uint_eq(r.pilot, f.plan.rounds);
	ck_assert_uint_eq(r.rounds_planned, f.plan.rounds);
	/* fewer than the pilot's are no decision of a pilot */
	ck_assert_int_eq(store_fix_rounds(f.store, f.experiment, f.plan.rounds - 1, &err), -EINVAL);
	OK(store_fix_rounds(f.store, f.experiment, 14, &err));
	ck_assert_int_eq(store_fix_rounds(f.store, f.experiment, 15, &err), -EINVAL);
	OK(store_get_experiment(f.store, f.experiment, &f.arena, &e, &err));
	ck_assert_uint_eq(e.pilot_rounds, f.plan.rounds);
	ck_assert_uint_eq(e.fixed_rounds, 14);
	OK(store_get_results(f.store, 0, &f.arena, &r, &err));
	ck_assert_uint_eq(r.rounds_planned, 14);
	teardown(&f);
}
END_TEST

START_TEST(what_the_plan_fixed_no_pilot_can_change)
{
	struct error err = { 0 };
	struct fixture f;
	struct results r;

	setup(&f, 2, 1);
	begin(&f);
	ck_assert_int_eq(store_fix_rounds(f.store, f.experiment, 14, &err), -EINVAL);
	OK(store_get_results(f.store, 0, &f.arena, &r, &err));
	ck_assert_uint_eq(r.pilot, 0);
	ck_assert_uint_eq(r.rounds_planned, f.plan.rounds);
	teardown(&f);
}
END_TEST

/* A run in which the device under test wrote so many bytes in half a second. */
static void add_observed(struct fixture *f, uint64_t round, uint64_t attempt, size_t variant,
	const char *device, double bytes, enum outcome outcome)
{
	struct counter_record counters[] = {
		{ "bakeoff.observed.time", "", "ns", READING_COUNTER, 5e8, "" },
		{ "disk.dev.write_bytes", device, "B", READING_COUNTER, bytes, "" },
		{ "disk.dev.write_bytes", "vda", "B", READING_COUNTER, 2 * bytes, "" },
		{ "disk.dev.inflight", device, "count", READING_INSTANT, 3, "" },
		{ "kernel.all.cpu.sys", "", "ns", READING_COUNTER, variant == 0 ? 1e8 : NAN,
			variant == 0 ? "" : "it went backwards" },
		{ "hinv.cpu.clock", "", "Hz", READING_INSTANT, NAN, "no cpufreq" },
	};
	struct phase_record phase = { .name = "write",
		.counters = counters,
		.counter_count = COUNT_OF(counters) };
	struct run_record run = run_of(round, attempt, variant, 0);

	run.outcome = outcome;
	run.reason = outcome == OUTCOME_OK ? "" : "broke";
	run.phases = &phase;
	run.phase_count = 1;
	add(f, run);
}

static size_t find_observed(const struct results *r, const char *metric)
{
	for (size_t i = 0; i < r->metric_count; i++) {
		if (strcmp(r->metrics[i].metric, metric) == 0)
			return i;
	}
	ck_abort_msg("no metric %s", metric);
}

START_TEST(what_was_observed_becomes_metrics_per_second_of_their_phase)
{
	static const char *const patterns[] = { "disk.dev.write*", "hinv.*" };
	static const char *const beside[] = { "kernel.all.cpu.sys", "disk.dev.write_bytes", NULL };
	struct fixture f;
	struct error err = { 0 };
	size_t matched = 0;

	setup(&f, 2, 1);
	begin(&f);
	add_observed(&f, 0, 0, 0, "loop0", 7, OUTCOME_OK);
	add_observed(&f, 0, 0, 1, "loop0", 7, OUTCOME_OK);
	add_observed(&f, 1, 0, 0, "loop1", 100, OUTCOME_OK);
	add_observed(&f, 1, 0, 1, "loop2", 200, OUTCOME_OK);
	add_observed(&f, 2, 0, 0, "loop1", 11, OUTCOME_OK);
	add_observed(&f, 2, 0, 1, "loop1", 11, OUTCOME_FAILED);
	add_observed(&f, 2, 1, 0, "loop3", 300, OUTCOME_OK);
	add_observed(&f, 2, 1, 1, "loop4", 400, OUTCOME_OK);
	struct results r = results_of(&f);
	ck_assert_uint_eq(r.metric_count, 0);
	OK(store_add_observed(f.store, patterns, COUNT_OF(patterns), beside, &f.arena, &r, &matched,
		&err));
	ck_assert_uint_eq(matched, 4 * 3);    /* in each of four runs two devices and the clock */
	ck_assert_uint_eq(r.metric_count, 3); /* the clock has no value anywhere */
	/* whatever the loop device's number, it is the one under test */
	size_t m = find_observed(&r, "disk.dev.write_bytes[target]");
	ck_assert_int_eq(r.metrics[m].origin, RESULT_OBSERVED);
	ck_assert_str_eq(r.metrics[m].unit, "bytes/s");
	ck_assert_str_eq(r.metrics[m].phase, "write");
	ck_assert_str_eq(r.metrics[m].cell, "c0");
	ck_assert(!r.metrics[m].primary);
	ck_assert_double_eq(r.metrics[m].margin, 0.05);
	ck_assert_double_eq(results_row(&r, m, 0)[0], 200);
	ck_assert_double_eq(results_row(&r, m, 1)[0], 400);
	ck_assert_double_eq(results_row(&r, m, 0)[1], 600); /* the attempt that counts */
	ck_assert_double_eq(results_row(&r, m, 1)[1], 800);
	ck_assert(isnan(r.warmup[m * 2]));
	m = find_observed(&r, "disk.dev.write_bytes[vda]");
	ck_assert_double_eq(results_row(&r, m, 1)[1], 1600);
	m = find_observed(&r, "kernel.all.cpu.sys");
	ck_assert_int_eq(r.metrics[m].origin, RESULT_BESIDE);
	ck_assert_str_eq(r.metrics[m].unit, "s/s");
	ck_assert_double_eq(results_row(&r, m, 0)[0], 0.2);
	ck_assert(isnan(results_row(&r, m, 1)[0])); /* absent, not 0 */
	teardown(&f);
}
END_TEST

START_TEST(where_nothing_was_observed_nothing_matches)
{
	static const char *const all[] = { "*" };
	struct fixture f;
	struct error err = { 0 };
	size_t matched = 7;

	setup(&f, 2, 1);
	begin(&f);
	/* another experiment's are not this one's */
	add_observed(&f, 1, 0, 0, "loop1", 100, OUTCOME_OK);
	add_observed(&f, 1, 0, 1, "loop1", 100, OUTCOME_OK);
	OK(store_add_experiment(f.store, &f.plan, &f.experiment, &err));
	add(&f, run_of(1, 0, 0, 0));
	add(&f, run_of(1, 0, 1, 0));
	struct results r = results_of(&f);
	OK(store_add_observed(f.store, all, 1, NULL, &f.arena, &r, &matched, &err));
	ck_assert_uint_eq(matched, 0);
	ck_assert_uint_eq(r.metric_count, 0);
	teardown(&f);
}
END_TEST

UNIT_MAIN("store_results", what_was_observed_becomes_metrics_per_second_of_their_phase,
	where_nothing_was_observed_nothing_matches, a_round_counts_by_its_last_complete_attempt,
	a_failure_in_one_cell_takes_the_whole_round_away, the_warm_up_stands_apart,
	the_head_says_what_the_plan_says, the_rounds_of_an_adaptive_experiment_are_fixed_once,
	what_the_plan_fixed_no_pilot_can_change,
	the_plan_says_which_metrics_are_primary_or_else_the_workload,
	a_metric_that_only_spoilt_runs_have_is_left_out, metrics_of_different_units_are_never_mixed,
	warnings_are_told_once_for_each_variant_and_cell,
	a_summary_says_what_the_variant_is_and_who_served_it,
	a_recorded_run_tells_which_driver_served,
	twenty_workloads_four_variants_thirty_rounds_are_read_in_a_tenth_of_a_second,
	the_readings_by_hand_are_the_values_of_compare)
