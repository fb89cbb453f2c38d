// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/bench.h"
#include "core/text.h"
#include "model/spec.h"
#include "scratch.h"
#include "workloads/aim7_mix.h"
#include "workloads/registry.h"

#include <errno.h>

#define SETTINGS(...) \
	(const struct setting[]){ __VA_ARGS__ }, COUNT_OF(((struct setting[]){ __VA_ARGS__ }))

static int configure(const struct setting *settings, size_t count, const struct run_shape *shape,
	struct arena *arena, void **config, struct error *err)
{
	return workload_configure(&aim7_workload, settings, count, shape, arena, config, err);
}

static int run(const struct scratch *s, const void *config, const struct run_shape *shape,
	struct arena *arena, struct bench_result *result, struct error *err)
{
	struct clock clock;

	clock_start(&clock, false);
	const struct bench_job job = {
		.workload = &aim7_workload,
		.config = config,
		.shape = *shape,
		.dir = s->dir,
		.seed = 42,
		.clock = &clock,
		.hooks = { .control_fd = -1 },
	};
	return bench_run(&job, arena, result, err);
}

static double value_of(const struct bench_result *result, const char *name)
{
	for (size_t i = 0; i < result->value_count; i++) {
		if (strcmp(result->values[i].metric, name) == 0)
			return result->values[i].value;
	}
	return -1;
}

START_TEST(a_mix_is_done_once_by_every_client_and_loop)
{
	const struct run_shape shape = { .numjobs = 3, .iodepth = 1, .loops = 2 };

	for (int m = 0; aim7_mix_names[m]; m++) {
		struct scratch s;
		struct arena arena = { 0 };
		struct error err = { 0 };
		struct bench_result result = { 0 };
		struct aim7_mix mix;
		void *config = NULL;
		uint64_t done = 0;

		aim7_mix_standard(m, &mix);
		scratch_begin(&s);
		OK(configure(SETTINGS({ "mix", aim7_mix_names[m] }, { "filesize", "16k" }), &shape,
			&arena, &config, &err));
		OK(run(&s, config, &shape, &arena, &result, &err));
		ck_assert_uint_eq(result.phase_count, 1);
		const struct phase_record *phase = &result.phases[0];
		for (size_t i = 0; i < phase->kind_count; i++) {
			uint64_t wanted = 0;
			for (size_t k = 0; k < mix.count; k++) {
				if (strcmp(mix.entries[k].name, phase->kinds[i].name) == 0)
					wanted = 6 * mix.entries[k].runs;
			}
			ck_assert_uint_eq(phase->kinds[i].operations, wanted);
			done += wanted;
		}
		ck_assert_uint_eq(done, 6 * mix.runs);
		ck_assert_double_eq(value_of(&result, "not_run"),
			(double)(6 * (mix.runs_all - mix.runs)));
		ck_assert_double_ge(value_of(&result, "jti"), 0);
		ck_assert_double_le(value_of(&result, "jti"), 100);
		ck_assert_double_gt(value_of(&result, "disk_rd_latency"), 0);
		scratch_end(&s);
		arena_free(&arena);
	}
}
END_TEST

/* Whose time is 0 to all: a client that is alone. */
START_TEST(one_client_is_as_even_as_can_be)
{
	const struct run_shape shape = { .numjobs = 1, .iodepth = 1, .loops = 3 };
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct bench_result result = { 0 };
	void *config = NULL;

	scratch_begin(&s);
	OK(configure(SETTINGS({ "mix", "compute" }, { "filesize", "16k" }), &shape, &arena, &config,
		&err));
	OK(run(&s, config, &shape, &arena, &result, &err));
	ck_assert_double_eq(value_of(&result, "jti"), 100);
	scratch_end(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(a_test_that_fails_is_a_failed_run)
{
	const struct run_shape shape = { .numjobs = 2, .iodepth = 1, .loops = 1 };
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct bench_result result = { 0 };
	void *config = NULL;

	scratch_begin(&s);
	OK(configure(SETTINGS({ "filesize", "16k" }, { "listed", "/nonsuch" }), &shape, &arena,
		&config, &err));
	ck_assert_int_eq(run(&s, config, &shape, &arena, &result, &err), -ENOENT);
	ck_assert_msg(strstr(err.text, "mix, client ") == err.text, "%s", err.text);
	ck_assert_msg(strstr(err.text, ": dir_rtns_1: ") != NULL, "%s", err.text);
	ck_assert_msg(strstr(err.text, "/nonsuch") != NULL, "%s", err.text);
	scratch_end(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(what_cannot_be_measured_is_refused)
{
	static const struct {
		const char *name, *value, *says;
		uint64_t numjobs, ramp_time;
	} wrong[] = {
		{ "mix", "shared", "ramp_time: a task is whole", 1, 1 },
		{ "listed", "bin", "listed: 'bin' is not absolute", 1, 0 },
		{ "filesize", "1500", "filesize: no multiple of 1024", 1, 0 },
		{ "filesize", "1k", "filesize: a file of 1 KiB is below the least, 2", 1, 0 },
		{ "poolsize", "1M", "poolsize: needs filesize", 1, 0 },
	};
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		const struct run_shape shape = { .numjobs = wrong[i].numjobs,
			.iodepth = 1,
			.loops = 1,
			.ramp_time = wrong[i].ramp_time };
		struct arena arena = { 0 };
		struct error err = { 0 };
		void *config = NULL;
		ck_assert_int_lt(configure(SETTINGS({ wrong[i].name, wrong[i].value }), &shape,
					 &arena, &config, &err),
			0);
		ck_assert_msg(strstr(err.text, wrong[i].says) == err.text, "%s", err.text);
		arena_free(&arena);
	}
}
END_TEST

START_TEST(every_disk_test_has_its_kind_of_operation)
{
	for (const struct aim_test *t = aim_tests; t->name; t++) {
		size_t kind = 0;
		while (aim7_workload.operations[kind] &&
			strcmp(aim7_workload.operations[kind], t->name) != 0)
			kind++;
		ck_assert_msg(aim7_workload.operations[kind] != NULL, "%s", t->name);
		/* and a metric, under the same name but for a dash */
		bool has_metric = false;
		for (const struct metric *m = aim7_workload.metrics; m->kind != METRIC_END; m++)
			has_metric = has_metric ||
				     (m->kind == METRIC_LATENCY && m->operation == (int)kind &&
					     strncmp(m->name, t->name, 4) == 0);
		ck_assert_msg(has_metric, "%s", t->name);
	}
}
END_TEST

START_TEST(help_names_every_test_that_is_not_run)
{
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	aim7_workload.more_help(&out);
	for (int m = 0; aim7_mix_names[m]; m++) {
		struct aim7_mix mix;
		aim7_mix_standard(m, &mix);
		for (size_t i = 0; i < mix.count; i++)
			ck_assert(mix.entries[i].test || strstr(out.data, mix.entries[i].name));
	}
}
END_TEST

UNIT_MAIN("aim7 workload", a_mix_is_done_once_by_every_client_and_loop,
	one_client_is_as_even_as_can_be, a_test_that_fails_is_a_failed_run,
	what_cannot_be_measured_is_refused, every_disk_test_has_its_kind_of_operation,
	help_names_every_test_that_is_not_run)
