// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/histogram.h"
#include "report/export/export.h"
#include "store_fixture.h"

#include <float.h>
#include <math.h>

/* An experiment with something of everything that can be stored, and exports of it. */

static inline void odd_values(struct arena *arena, struct run_record *run)
{
	static const struct value_record values[] = {
		{ "write", "throughput", "bytes/s", BETTER_HIGHER, true, 0.1 + 0.2 },
		{ "write", "latency_mean", "s", BETTER_LOWER, false, DBL_TRUE_MIN },
		{ "write", "cpu_time", "s", BETTER_NEITHER, false, DBL_MAX },
		{ "again", "throughput", "bytes/s", BETTER_HIGHER, false, 9007199254740993.0 },
		{ "again", "nothing", "%", BETTER_LOWER, false, NAN },
		{ "again", "endless", "1/s", BETTER_HIGHER, false, INFINITY },
		{ "again", "endless below", "1", BETTER_HIGHER, false, -INFINITY },
		{ "", "whole", "count", BETTER_LOWER, false, -3 },
	};

	run->values = arena_copy(arena, values, sizeof(values));
	run->value_count = COUNT_OF(values);
}

static inline void odd_phases(struct arena *arena, struct run_record *run)
{
	struct histogram *h = NEW(arena, struct histogram, 1);
	struct phase_record *p = NEW(arena, struct phase_record, 2);
	struct error err = { 0 };
	unsigned char *blob;
	size_t size;

	for (uint64_t ns = 1; ns < UINT64_C(1) << 46; ns *= 3) /* the last bucket as well */
		histogram_add(h, ns);
	OK(histogram_encode(h, &blob, &size, &err));
	p[0] = (struct phase_record){ "write", run->started_ns + NS_PER_S, 2 * NS_PER_S, 13, 14, 15,
		16, UINT64_MAX - 6, NEW(arena, struct kind_record, 2), 2,
		NEW(arena, struct counter_record, 3), 3 };
	p[0].kinds[0] =
		(struct kind_record){ "write", 7, UINT64_MAX, arena_copy(arena, blob, size), size };
	p[0].kinds[1] = (struct kind_record){ .name = "fsync", .operations = 1 };
	p[0].counters[0] = (struct counter_record){ "disk.dev.write_bytes", "vda", "B",
		READING_COUNTER, 4096, "" };
	p[0].counters[1] =
		(struct counter_record){ "mem.util.dirty", "", "B", READING_INSTANT, 12.5, "" };
	p[0].counters[2] = (struct counter_record){ "xfs.log.writes", "", "count", READING_COUNTER,
		NAN, "no XFS" };
	p[1] = (struct phase_record){ .name = "again",
		.started_ns = run->started_ns + 4 * NS_PER_S,
		.wall_ns = NS_PER_S };
	free(blob);
	run->phases = p;
	run->phase_count = 2;
}

static inline void odd_series(struct arena *arena, struct run_record *run)
{
	enum { POINTS = 5 };
	static const struct series_record shapes[] = {
		{ .metric = "kernel.percpu.cpu.user",
			.instance = "cpu0",
			.unit = "ns",
			.reading = READING_COUNTER },
		{ .metric = "kernel.percpu.cpu.user",
			.instance = "cpu1",
			.unit = "ns",
			.reading = READING_COUNTER },
		{ .metric = "disk.dev.write_bytes",
			.instance = "vda",
			.unit = "B",
			.reading = READING_COUNTER },
		{ .metric = "mem.util.dirty",
			.instance = "",
			.unit = "B",
			.reading = READING_INSTANT },
	};
	struct series_record *series = arena_copy(arena, shapes, sizeof(shapes));

	for (size_t i = 0; i < COUNT_OF(shapes); i++) {
		uint64_t *times = NEW(arena, uint64_t, POINTS);
		double *values = NEW(arena, double, POINTS);
		for (size_t k = 0; k < POINTS; k++) {
			times[k] = run->started_ns + (k + 1) * NS_PER_S;
			values[k] = k == 3 && i == 3 ? NAN : (double)(k * 1024 * 1000000 * (i + 1));
		}
		series[i].count = POINTS;
		series[i].time_ns = times;
		series[i].values = values;
	}
	run->series = series;
	run->series_count = COUNT_OF(shapes);
}

/* A clock that was set back, beyond every exact integer, and what no number is. */
static inline void odd_times(struct arena *arena, struct run_record *run)
{
	static const uint64_t times[] = { 5, 4, UINT64_MAX, UINT64_C(1) << 63, 6 };
	static const double values[] = { 0.1, -0.0, INFINITY, NAN, -INFINITY };
	struct series_record *series = NEW(arena, struct series_record, 2);

	series[0] = (struct series_record){ .metric = "odd",
		.instance = "",
		.unit = "s",
		.reading = READING_INSTANT,
		.count = COUNT_OF(times),
		.time_ns = times,
		.values = values };
	series[1] = (struct series_record){ .metric = "none", .instance = "", .unit = "1" };
	run->series = series;
	run->series_count = 2;
}

#define ODD_TEXT "it's \"short\",\\\r\n\xe2\x82\xac <b> | # EOF"
#define ODD_FACTS \
	"{\"host\":{\"host\":\"vm7.example.org\",\"kernel\":\"6.1\",\"cpus\":2,\"share\":" \
	"0.10000000000000001}}"

static inline struct run_record odd_run(struct arena *arena, uint64_t round, size_t variant,
	size_t cell, enum outcome outcome)
{
	static struct log_record logs[] = {
		{ 5, RECORD_WARNING, ODD_TEXT },
		{ UINT64_MAX, RECORD_INFO, "" },
		{ 7, RECORD_INFO, "vm7: alice's disk S3Z9 at /home/alice/my data/x is slow" },
	};
	static struct output_record outputs[] = {
		{ 0, "stderr", (const unsigned char *)"\xff\xfe", 2 },
		{ 0, "stdout", (const unsigned char *)"alice@vm7: /home/alice/x\n\xe2\x82\xac",
			28 },
		{ 1, "stdout", (const unsigned char *)"a\0b", 3 },
		{ 2, "stdout", (const unsigned char *)"", 0 },
	};
	struct run_record run = run_of(round, round == 2, variant, cell);

	run.position = round * 4 + variant * 2 + cell;
	run.seed = (UINT64_C(1) << 53) - 1;
	run.started_ns = UINT64_C(1700000000123456789) + run.position * 100 * NS_PER_S;
	run.ended_ns = run.started_ns + 10 * NS_PER_S;
	run.outcome = outcome;
	run.reason = outcome == OUTCOME_OK ? "" : ODD_TEXT;
	run.facts = round == 0 ? "{}" : round == 1 ? ODD_FACTS : "{ \"laid out\" : 1.50 }";
	run.logs = logs;
	run.log_count = COUNT_OF(logs);
	odd_values(arena, &run); /* those of a run that failed are what it had until then */
	odd_phases(arena, &run);
	run.outputs = outputs;
	run.output_count = COUNT_OF(outputs);
	if (variant == 0)
		odd_series(arena, &run);
	else
		odd_times(arena, &run);
	return run;
}

/* Two variants (one with a name that every format has to escape), two cells, three rounds, in each
 * of which one run has another outcome. */
static inline uint64_t add_odd_experiment(struct store *store, struct arena *arena)
{
	static const enum outcome outcomes[] = { OUTCOME_FAILED, OUTCOME_UNSUPPORTED,
		OUTCOME_INTERRUPTED };
	struct plan plan = plan_of(arena, 2, 2);
	struct error err = { 0 };
	uint64_t id, run_id;

	static const char *primaries[] = { "write_cpu_time" };
	plan.cells[0].primary = primaries;
	plan.cells[0].primary_count = 1;
	plan.variants[1].name = "b \"\xe2\x82\xac\",|\\/=";
	plan.cells[1].factors = NEW(arena, struct setting, 1);
	plan.cells[1].factors[0] = (struct setting){ "bs", "4k" };
	plan.cells[1].factor_count = 1;
	plan.text = "[experiment]\nname = made-up\nscratch = /home/alice/my data/x\n";
	OK(store_add_experiment(store, &plan, &id, &err));
	for (uint64_t round = 0; round < 3; round++) {
		for (size_t i = 0; i < 4; i++) {
			struct run_record run = odd_run(arena, round, i / 2, i % 2,
				i == round + 1 ? outcomes[round] : OUTCOME_OK);
			OK(store_add_run(store, id, &run, &run_id, &err));
		}
	}
	OK(store_set_state(store, id, "invalid", ODD_TEXT, &err));
	return id;
}

/* The document, malloc'ed. */
static inline char *export_to_text(struct store *store, const char *format, uint64_t id,
	bool anonymous, size_t *size)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	const struct export_format *f = export_formats;
	struct export e;
	char *text = NULL;

	while (strcmp(f->name, format) != 0)
		f++;
	OK(export_load(store, &id, 1, anonymous, &arena, &e, &err));
	FILE *out = open_memstream(&text, size);
	const struct export_place to = { .out = out };
	OK(f->write(&e, &to, &err));
	ck_assert_int_eq(fclose(out), 0);
	arena_free(&arena);
	return text;
}
