// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/bench.h"
#include "model/spec.h"
#include "scratch.h"
#include "workloads/registry.h"

#include <errno.h>
#include <inttypes.h>

static struct arena arena;
static struct error err;

#define SETTINGS(...) \
	(const struct setting[]){ __VA_ARGS__ }, COUNT_OF(((const struct setting[]){ __VA_ARGS__ }))

/* Small and once, unless a later setting says otherwise. */
static int configure(const struct setting *more, size_t count, struct run_shape *shape,
	void **config)
{
	static const struct setting small[] = {
		{ "size", "256k" }, { "byte_size", "16k" }, { "seeks", "500" }, { "files", "100" },
		{ "least_time", "0" }, { "cold", "no" },
		{ "fsync", "no" }, /* the machine's disk is not under test */
	};
	struct setting all[32];
	const size_t own = COUNT_OF(small);

	ck_assert_uint_le(own + count, COUNT_OF(all));
	memcpy(all, small, sizeof(small));
	for (size_t i = 0; i < count; i++)
		all[own + i] = more[i];
	shape->numjobs = shape->numjobs ? shape->numjobs : 1;
	shape->iodepth = shape->loops = 1;
	return workload_configure(&bonnie_workload, all, own + count, shape, &arena, config, &err);
}

static int run_in(const struct scratch *s, const struct setting *settings, size_t count,
	struct run_shape shape, struct bench_result *result)
{
	static struct clock clock;
	struct bench_job job = { .workload = &bonnie_workload, .dir = s->dir, .seed = 42 };
	void *config = NULL;

	if (!clock.mult) {
		clock_start(&clock, clock_has_invariant_tsc());
		clock_calibrate(&clock);
	}
	OK(configure(settings, count, &shape, &config));
	job.config = config;
	job.shape = shape;
	job.clock = &clock;
	return bench_run(&job, &arena, result, &err);
}

static const struct phase_record *phase_of(const struct bench_result *r, const char *name)
{
	for (size_t i = 0; i < r->phase_count; i++) {
		if (strcmp(r->phases[i].name, name) == 0)
			return &r->phases[i];
	}
	ck_abort_msg("no phase %s", name);
}

static uint64_t operations_of(const struct bench_result *r, const char *phase, const char *kind)
{
	const struct phase_record *p = phase_of(r, phase);

	for (size_t i = 0; i < p->kind_count; i++) {
		if (strcmp(p->kinds[i].name, kind) == 0)
			return p->kinds[i].operations;
	}
	return 0;
}

static double value_of(const struct bench_result *r, const char *phase, const char *metric)
{
	for (size_t i = 0; i < r->value_count; i++) {
		if (strcmp(r->values[i].phase, phase) == 0 &&
			strcmp(r->values[i].metric, metric) == 0)
			return r->values[i].value;
	}
	ck_abort_msg("no %s/%s", phase, metric);
}

static void check_order(const struct bench_result *r, const char *const *names, size_t count)
{
	ck_assert_uint_eq(r->phase_count, count);
	for (size_t i = 0; i < count; i++)
		ck_assert_str_eq(r->phases[i].name, names[i]);
}

START_TEST(each_phase_does_all_of_its_work_and_says_how_fast)
{
	static const char *const names[] = { "putc", "block_write", "rewrite", "getc", "block_read",
		"seeks", "seq_create", "seq_stat", "seq_delete", "random_create", "random_stat",
		"random_delete" };
	static const struct {
		const char *phase, *kind, *rate;
		uint64_t operations, bytes; /* of the phase */
	} wanted[] = {
		{ "putc", "putc", "throughput", 2, 16384 },
		{ "block_write", "write", "throughput", 32, 262144 },
		{ "rewrite", "rewrite", "throughput", 32, 262144 },
		{ "getc", "getc", "throughput", 2, 16384 },
		{ "block_read", "read", "throughput", 32, 262144 },
		{ "seeks", "seek", "rate", 500, 500 * 8192 },
		{ "seq_create", "create", "rate", 100, 0 },
		{ "seq_stat", "stat", "rate", 100, 0 },
		{ "random_delete", "delete", "rate", 100, 0 },
	};
	struct scratch s;
	struct bench_result r;

	scratch_begin(&s);
	OK(run_in(&s, SETTINGS({ "chunk", "8k" }), (struct run_shape){ 0 }, &r));
	check_order(&r, names, COUNT_OF(names));
	for (size_t i = 0; i < COUNT_OF(wanted); i++) {
		const struct phase_record *p = phase_of(&r, wanted[i].phase);
		const double wall_s = (double)p->wall_ns / 1e9;
		const double work = wanted[i].bytes && strcmp(wanted[i].phase, "seeks") != 0
					    ? (double)wanted[i].bytes
					    : (double)wanted[i].operations;
		ck_assert_uint_eq(operations_of(&r, wanted[i].phase, wanted[i].kind),
			wanted[i].operations);
		ck_assert_uint_eq(p->bytes, wanted[i].bytes);
		ck_assert_double_eq_tol(value_of(&r, wanted[i].phase, wanted[i].rate) * wall_s,
			work, work * 1e-9);
		ck_assert_double_gt(value_of(&r, wanted[i].phase, "latency_longest"), 0);
		ck_assert_double_eq_tol(value_of(&r, wanted[i].phase, "cpu"),
			100 * (double)(p->user_ns + p->sys_ns) / (double)p->wall_ns, 1e-6);
	}
	scratch_end(&s);
}
END_TEST

START_TEST(fsync_is_in_every_phase_of_the_file_and_nowhere_without)
{
	struct scratch s;
	struct bench_result r;

	scratch_begin(&s);
	OK(run_in(&s, SETTINGS({ "seekers", "3" }, { "fsync", "yes" }), (struct run_shape){ 0 },
		&r));
	ck_assert_uint_eq(operations_of(&r, "putc", "fsync"), 1);
	ck_assert_uint_eq(operations_of(&r, "rewrite", "fsync"), 1);
	ck_assert_uint_eq(operations_of(&r, "seeks", "fsync"), 3);
	ck_assert_uint_eq(operations_of(&r, "seeks", "close"), 3);
	ck_assert_uint_eq(operations_of(&r, "seq_create", "fsync"), 1);
	ck_assert_uint_eq(operations_of(&r, "seq_delete", "fsync"), 1);
	ck_assert_uint_eq(operations_of(&r, "seq_stat", "fsync"), 0);
	scratch_end(&s);
	scratch_begin(&s);
	OK(run_in(&s, NULL, 0, (struct run_shape){ 0 }, &r));
	for (size_t i = 0; i < r.phase_count; i++)
		ck_assert_uint_eq(operations_of(&r, r.phases[i].name, "fsync"), 0);
	scratch_end(&s);
}
END_TEST

/* One in ten, drawn: 500 +- 5 standard deviations of a binomial distribution. */
START_TEST(one_seek_in_ten_writes)
{
	struct scratch s;
	struct bench_result r;

	scratch_begin(&s);
	OK(run_in(&s, SETTINGS({ "seeks", "5000" }, { "files", "0" }), (struct run_shape){ 0 },
		&r));
	ck_assert_double_ge(value_of(&r, "seeks", "updates"), 500 - 107);
	ck_assert_double_le(value_of(&r, "seeks", "updates"), 500 + 107);
	scratch_end(&s);
	/* Bonnie's seekers write at their 1st, 11th, 21st ... */
	scratch_begin(&s);
	OK(run_in(&s,
		SETTINGS({ "style", "bonnie" }, { "seeks", "4001" }, { "seekers", "1" },
			{ "files", "0" }),
		(struct run_shape){ 0 }, &r));
	ck_assert_double_eq(value_of(&r, "seeks", "updates"), 401);
	scratch_end(&s);
}
END_TEST

START_TEST(bonnie_rewrites_what_putc_wrote_where_that_is_all)
{
	static const char *const all[] = { "putc", "rewrite", "block_write", "getc", "block_read",
		"seeks" };
	static const char *const part[] = { "putc", "block_write", "rewrite", "getc", "block_read",
		"seeks" };
	static const char *const none[] = { "block_write", "rewrite", "block_read" };
	struct scratch s;
	struct bench_result r;

	scratch_begin(&s);
	OK(run_in(&s, SETTINGS({ "style", "bonnie" }, { "files", "0" }, { "byte_size", "256k" }),
		(struct run_shape){ 0 }, &r));
	check_order(&r, all, COUNT_OF(all));
	ck_assert_uint_eq(phase_of(&r, "putc")->bytes, 262144);
	scratch_end(&s);
	scratch_begin(&s);
	OK(run_in(&s, SETTINGS({ "style", "bonnie" }, { "files", "0" }), (struct run_shape){ 0 },
		&r));
	check_order(&r, part, COUNT_OF(part));
	scratch_end(&s);
	scratch_begin(&s);
	OK(run_in(&s, SETTINGS({ "byte_size", "0" }, { "files", "0" }, { "seeks", "0" }),
		(struct run_shape){ 0 }, &r));
	check_order(&r, none, COUNT_OF(none));
	scratch_end(&s);
}
END_TEST

START_TEST(every_job_has_its_own_file_and_seekers)
{
	struct scratch s;
	struct bench_result r;

	scratch_begin(&s);
	OK(run_in(&s, SETTINGS({ "seekers", "3" }), (struct run_shape){ .numjobs = 2 }, &r));
	ck_assert_uint_eq(phase_of(&r, "seeks")->clients, 6);
	ck_assert_uint_eq(phase_of(&r, "block_write")->clients, 2);
	ck_assert_uint_eq(operations_of(&r, "seeks", "seek"), 1000);
	ck_assert_uint_eq(operations_of(&r, "block_write", "write"), 64);
	ck_assert(scratch_has(&s, "client-0/data"));
	ck_assert(scratch_has(&s, "client-3/data"));
	ck_assert(!scratch_has(&s, "client-1/data"));
	scratch_end(&s);
}
END_TEST

START_TEST(data_are_checked_in_every_style_and_over_loops)
{
	static const char *const styles[] = { "bonnie", "bonnie++" }, *const yes_no[] = { "yes",
		"no" };

	for (size_t i = 0; i < 4; i++) {
		struct scratch s;
		struct bench_result r;
		scratch_begin(&s);
		/* Many more chunks than units, so that the changed one comes round again. */
		OK(run_in(&s,
			SETTINGS({ "style", styles[i / 2] }, { "incompressible", yes_no[i % 2] },
				{ "chunk", "256" }, { "least_time", "2ms" }),
			(struct run_shape){ 0 }, &r));
		scratch_end(&s);
	}
}
END_TEST

/* The next phase finds what this one's hook has spoilt. */
static const char *spoilt_before;
static int spoil_dir;

static void spoil(void *context, const struct phase_record *phase)
{
	(void)context;
	if (strcmp(phase->name, spoilt_before) != 0)
		return;
	int fd = openat(spoil_dir, "client-0/data", O_WRONLY | O_CLOEXEC);
	ck_assert_int_eq(pwrite(fd, "?", 1, 4097), 1);
	close(fd);
}

START_TEST(a_wrong_byte_is_found_with_its_place)
{
	static struct clock clock;
	struct scratch s;
	struct bench_result r;
	void *config = NULL;
	struct run_shape shape = { 0 };

	clock_start(&clock, clock_has_invariant_tsc());
	clock_calibrate(&clock);
	scratch_begin(&s);
	OK(configure(SETTINGS({ "seeks", "0" }, { "files", "0" }), &shape, &config));
	spoilt_before = "block_write";
	spoil_dir = s.dir;
	const struct bench_job job = {
		.workload = &bonnie_workload,
		.config = config,
		.shape = shape,
		.dir = s.dir,
		.seed = 1,
		.clock = &clock,
		.hooks = { .phase_done = spoil },
	};
	ck_assert_int_eq(bench_run(&job, &arena, &r, &err), -EBADMSG);
	ck_assert_msg(strstr(err.text, "data: the byte at 4097 is 63") != NULL, "%s", err.text);
	scratch_end(&s);
}
END_TEST

/* Files that are lost, or too many, between two phases. */
static void one_file_more(void *context, const struct phase_record *phase)
{
	(void)context;
	if (strcmp(phase->name, "seq_create") != 0)
		return;
	int fd = openat(spoil_dir, "client-0/files/intruder", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	ck_assert_int_ge(fd, 0);
	close(fd);
}

START_TEST(a_file_too_many_is_found_with_both_numbers)
{
	static struct clock clock;
	struct scratch s;
	struct bench_result r;
	void *config = NULL;
	struct run_shape shape = { 0 };

	clock_start(&clock, clock_has_invariant_tsc());
	clock_calibrate(&clock);
	scratch_begin(&s);
	OK(configure(SETTINGS({ "size", "0" }), &shape, &config));
	spoil_dir = s.dir;
	const struct bench_job job = {
		.workload = &bonnie_workload,
		.config = config,
		.shape = shape,
		.dir = s.dir,
		.seed = 1,
		.clock = &clock,
		.hooks = { .phase_done = one_file_more },
	};
	ck_assert_int_eq(bench_run(&job, &arena, &r, &err), -EIO);
	ck_assert_msg(strstr(err.text, "101 files of 0 bytes were found, where 100 of 0") != NULL,
		"%s", err.text);
	scratch_end(&s);
}
END_TEST

START_TEST(links_of_both_kinds_lead_to_the_first_file)
{
	static const char *const makes[] = { "link", "symlink" }, *const dirs[] = { "0", "7" };

	for (size_t i = 0; i < 4; i++) {
		struct scratch s;
		struct bench_result r;
		scratch_begin(&s);
		OK(run_in(&s,
			SETTINGS({ "size", "0" }, { "make", makes[i / 2] },
				{ "dirs", dirs[i % 2] }),
			(struct run_shape){ 0 }, &r));
		ck_assert_uint_eq(operations_of(&r, "seq_create", "create"), 100);
		ck_assert_uint_eq(operations_of(&r, "random_stat", "stat"), 100);
		ck_assert_uint_eq(operations_of(&r, "seq_delete", "rmdir"), i % 2 ? 8 : 1);
		ck_assert(!scratch_has(&s, "client-0/files"));
		scratch_end(&s);
	}
}
END_TEST

START_TEST(small_files_have_sizes_between_the_limits_and_all_is_read)
{
	struct scratch s;
	struct bench_result r;

	scratch_begin(&s);
	OK(run_in(&s,
		SETTINGS({ "size", "0" }, { "min_size", "100" }, { "max_size", "2k" },
			{ "file_chunk", "256" }, { "dirs", "3" }),
		(struct run_shape){ 0 }, &r));
	const uint64_t bytes = phase_of(&r, "seq_create")->bytes;
	ck_assert_uint_gt(bytes, 100 * 100);
	ck_assert_uint_lt(bytes, 100 * 2048);
	ck_assert_uint_eq(phase_of(&r, "seq_stat")->bytes, bytes);
	ck_assert_uint_eq(phase_of(&r, "random_create")->bytes, bytes);
	ck_assert_uint_eq(phase_of(&r, "random_stat")->bytes, bytes);
	scratch_end(&s);
}
END_TEST

START_TEST(short_phases_are_done_again_and_deletes_have_something_to_delete)
{
	struct scratch s;
	struct bench_result r;

	scratch_begin(&s);
	OK(run_in(&s, SETTINGS({ "least_time", "4ms" }, { "files", "50" }), (struct run_shape){ 0 },
		&r));
	for (size_t i = 0; i < r.phase_count; i++)
		ck_assert_uint_ge(r.phases[i].wall_ns, 4 * NS_PER_MS);
	ck_assert_uint_eq(operations_of(&r, "seq_delete", "delete") % 50, 0);
	ck_assert_uint_eq(operations_of(&r, "random_delete", "delete") % 50, 0);
	ck_assert_uint_eq(operations_of(&r, "random_delete", "delete"),
		50 * operations_of(&r, "random_delete", "rmdir"));
	scratch_end(&s);
}
END_TEST

START_TEST(what_makes_no_sense_is_refused_with_the_numbers)
{
	static const struct {
		const char *name, *value, *name2, *value2, *said;
	} cases[] = {
		{ "chunk", "3000", "size", "1M", "chunk: 3000 is no power of two" },
		{ "size", "4k", "chunk", "8k", "size: 4096 is below chunk, 8192" },
		{ "size", "0", "files", "0", "nothing to do" },
		{ "min_size", "5", "max_size", "4", "min_size: 5 is above max_size, 4" },
		{ "make", "link", "max_size", "4", "max_size: 4 needs make=file" },
		{ "dirs", "101", "files", "100", "dirs: 101 are more than files, 100" },
		{ "direct", "yes", "byte_size", "16k", "byte_size=0, not 16384" },
		{ "direct", "yes", "byte_size", "0", NULL },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct run_shape shape = { 0 };
		void *config;
		int ret = configure(SETTINGS({ cases[i].name, cases[i].value },
					    { cases[i].name2, cases[i].value2 }),
			&shape, &config);
		if (!cases[i].said) {
			OK(ret);
			continue;
		}
		ck_assert_int_eq(ret, -EINVAL);
		ck_assert_msg(strstr(err.text, cases[i].said) != NULL, "%s", err.text);
	}
	struct run_shape shape = { .runtime = NS_PER_S };
	void *config;
	ck_assert_int_eq(configure(NULL, 0, &shape, &config), -EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "runtime: each phase of bonnie"));
}
END_TEST

UNIT_MAIN("bonnie_workload", each_phase_does_all_of_its_work_and_says_how_fast,
	fsync_is_in_every_phase_of_the_file_and_nowhere_without, one_seek_in_ten_writes,
	bonnie_rewrites_what_putc_wrote_where_that_is_all, every_job_has_its_own_file_and_seekers,
	data_are_checked_in_every_style_and_over_loops, a_wrong_byte_is_found_with_its_place,
	a_file_too_many_is_found_with_both_numbers, links_of_both_kinds_lead_to_the_first_file,
	small_files_have_sizes_between_the_limits_and_all_is_read,
	short_phases_are_done_again_and_deletes_have_something_to_delete,
	what_makes_no_sense_is_refused_with_the_numbers)
