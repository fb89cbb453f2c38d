// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/bench.h"
#include "io/file.h"
#include "model/spec.h"
#include "scratch.h"
#include "unit.h"
#include "workloads/postmark_files.h"
#include "workloads/registry.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SETTINGS(...) \
	(const struct setting[]){ __VA_ARGS__ }, COUNT_OF(((const struct setting[]){ __VA_ARGS__ }))

/* A whole run by the bench, in a folder of its own; its figures in *result. */
static int run(const struct scratch *s, const struct run_shape *shape,
	const struct setting *settings, size_t count, struct arena *arena,
	struct bench_result *result, struct error *err)
{
	struct clock clock;
	void *config = NULL;
	int ret =
		workload_configure(&postmark_workload, settings, count, shape, arena, &config, err);

	if (ret < 0)
		return ret;
	clock_start(&clock, false);
	clock_calibrate(&clock);
	const struct bench_job job = {
		.workload = &postmark_workload,
		.config = config,
		.shape = *shape,
		.dir = s->dir,
		.seed = 7,
		.clock = &clock,
		.hooks.control_fd = -1,
	};
	return bench_run(&job, arena, result, err);
}

static uint64_t done(const struct bench_result *r, const char *phase, const char *kind,
	uint64_t *bytes)
{
	for (size_t i = 0; i < r->phase_count; i++) {
		const struct phase_record *p = &r->phases[i];
		for (size_t k = 0; strcmp(p->name, phase) == 0 && k < p->kind_count; k++) {
			if (strcmp(p->kinds[k].name, kind) != 0)
				continue;
			*bytes += p->kinds[k].bytes;
			return p->kinds[k].operations;
		}
	}
	return 0;
}

static double value(const struct bench_result *r, const char *phase, const char *metric)
{
	for (size_t i = 0; i < r->value_count; i++) {
		if (strcmp(r->values[i].phase, phase) == 0 &&
			strcmp(r->values[i].metric, metric) == 0)
			return r->values[i].value;
	}
	ck_abort_msg("no value of %s/%s", phase, metric);
	return 0;
}

static const struct run_shape one = { .numjobs = 1, .iodepth = 1, .loops = 1 };

/* PostMark's figures for its defaults. */
START_TEST(one_client_does_what_postmark_does)
{
	struct scratch s;
	struct arena arena = { 0 };
	struct bench_result r;
	struct error err = { 0 };
	uint64_t in = 0, out = 0, none = 0;

	scratch_begin(&s);
	OK(run(&s, &one, NULL, 0, &arena, &r, &err));
	ck_assert_uint_eq(done(&r, "create", "create", &out), 500);
	ck_assert_uint_eq(done(&r, "transactions", "create", &out), 264);
	ck_assert_uint_eq(done(&r, "transactions", "read", &in), 243);
	ck_assert_uint_eq(done(&r, "transactions", "append", &out), 257);
	ck_assert_uint_eq(done(&r, "transactions", "delete", &none), 236);
	ck_assert_uint_eq(done(&r, "delete", "delete", &none), 528);
	ck_assert_uint_eq(in, 1430770);
	ck_assert_uint_eq(out, 4662068);
	ck_assert_double_eq(value(&r, "transactions", "transactions"), 500);
	ck_assert_double_gt(value(&r, "transactions", "rate"), 0);
	ck_assert_double_gt(value(&r, "transactions", "append_latency_p50"), 0);
	arena_free(&arena);
	scratch_end(&s);
}
END_TEST

/* The bytes of all creates, with so many clients. */
static uint64_t bytes_made(uint64_t clients)
{
	const struct run_shape shape = { .numjobs = clients, .iodepth = 1, .loops = 1 };
	struct scratch s;
	struct arena arena = { 0 };
	struct bench_result r;
	struct error err = { 0 };
	uint64_t bytes = 0;

	scratch_begin(&s);
	OK(run(&s, &shape, NULL, 0, &arena, &r, &err));
	ck_assert_uint_eq(done(&r, "create", "create", &bytes), 500 * clients);
	ck_assert_double_eq(value(&r, "transactions", "transactions"), (double)(500 * clients));
	arena_free(&arena);
	scratch_end(&s);
	return bytes;
}

START_TEST(other_clients_have_seeds_of_their_own)
{
	uint64_t first = bytes_made(1), second = bytes_made(2) - first;
	uint64_t third = bytes_made(3) - first - second;

	ck_assert_uint_ne(first, second);
	ck_assert_uint_ne(first, third);
	ck_assert_uint_ne(second, third);
}
END_TEST

START_TEST(loops_do_the_same_again)
{
	const struct run_shape twice = { .numjobs = 1, .iodepth = 1, .loops = 2 };
	struct scratch s;
	struct arena arena = { 0 };
	struct bench_result r;
	struct error err = { 0 };
	uint64_t in = 0;

	scratch_begin(&s);
	OK(run(&s, &twice, SETTINGS({ "subdirectories", "3" }, { "fsync", "end" }), &arena, &r,
		&err));
	ck_assert_uint_eq(done(&r, "create", "create", &in), 1000);
	ck_assert_uint_eq(done(&r, "transactions", "sync", &in), 2);
	ck_assert_double_eq(value(&r, "transactions", "transactions"), 1000);
	arena_free(&arena);
	scratch_end(&s);
}
END_TEST

START_TEST(out_of_files_is_a_failed_run_with_both_numbers)
{
	struct scratch s;
	struct arena arena = { 0 };
	struct bench_result r;
	struct error err = { 0 };

	scratch_begin(&s);
	ck_assert_int_eq(run(&s, &one,
				 SETTINGS({ "number", "50" }, { "transactions", "1000" },
					 { "seed", "2147483647" }, { "bias_create", "0" }),
				 &arena, &r, &err),
		-ENODATA);
	ck_assert_ptr_nonnull(strstr(err.text, "out of files after 50 of 1000 transactions"));
	arena_free(&arena);
	scratch_end(&s);
}
END_TEST

START_TEST(what_cannot_be_is_refused_by_name)
{
	static const struct {
		struct setting setting;
		struct run_shape shape;
		const char *words;
	} cases[] = {
		{ { "size_low", "20000" }, { .numjobs = 1, .iodepth = 1, .loops = 1 },
			"size_low: 20000 is above size_high, 10000" },
		{ { "number", "500" },
			{ .numjobs = 1, .iodepth = 1, .loops = 1, .ramp_time = NS_PER_S },
			"ramp_time: " },
		{ { "number", "500" }, { .numjobs = 1, .iodepth = 4, .loops = 1 }, "iodepth: " },
		{ { "number", "0" }, { .numjobs = 1, .iodepth = 1, .loops = 1 },
			"number: 0 is below the least, 1" },
		{ { "bias_read", "11" }, { .numjobs = 1, .iodepth = 1, .loops = 1 }, "bias_read" },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = { 0 };
		struct error err = { 0 };
		void *config = NULL;
		ck_assert_int_lt(workload_configure(&postmark_workload, &cases[i].setting, 1,
					 &cases[i].shape, &arena, &config, &err),
			0);
		ck_assert_msg(strstr(err.text, cases[i].words) == err.text, "%s", err.text);
		arena_free(&arena);
	}
}
END_TEST

/* Files by hand, for what only goes wrong between two operations. */
struct bed {
	struct scratch s;
	struct postmark_pool pool;
	struct postmark_files files;
};

static void open_bed(struct bed *bed, bool incompressible)
{
	static const struct postmark_plan plan = { 10, 10, 3000, 9000, 42, 0, 5, 5, NULL, 0 };
	struct error err = { 0 };
	struct postmark_op op;

	scratch_begin(&bed->s);
	const struct postmark_files_config config = {
		.dir = bed->s.dir,
		.buffering = true,
		.read_block = 512,
		.write_block = 512,
		.high = plan.high,
		.incompressible = incompressible,
		.seed = 7,
	};
	OK(postmark_pool_init(&bed->pool, &plan, &err));
	OK(postmark_files_init(&bed->files, &config, &err));
	OK(postmark_files_check(&bed->files, 20, &err));
	for (uint32_t i = 0; i < plan.number; i++) {
		ck_assert(postmark_pool_create(&bed->pool, &op));
		OK(postmark_files_do(&bed->files, bed->pool.text, &op, &err));
	}
	OK(postmark_files_verify(&bed->files, &bed->pool, &err));
}

static void close_bed(struct bed *bed)
{
	postmark_files_release(&bed->files);
	postmark_pool_release(&bed->pool);
	scratch_end(&bed->s);
}

START_TEST(a_file_too_few_or_too_many_is_noticed)
{
	struct bed bed;
	struct error err = { 0 };

	open_bed(&bed, false);
	ck_assert_int_eq(unlinkat(bed.s.dir, "7", 0), 0);
	ck_assert_int_eq(postmark_files_verify(&bed.files, &bed.pool, &err), -EIO);
	ck_assert_str_eq(err.text, "9 files are there instead of 10");
	close_bed(&bed);
}
END_TEST

START_TEST(a_file_of_another_size_is_noticed)
{
	struct bed bed;
	struct error err = { 0 };

	open_bed(&bed, false);
	int fd = openat(bed.s.dir, "7", O_WRONLY | O_CLOEXEC);
	ck_assert_int_eq(ftruncate(fd, 5), 0);
	close(fd);
	ck_assert_int_eq(postmark_files_verify(&bed.files, &bed.pool, &err), -EIO);
	ck_assert_ptr_nonnull(strstr(err.text, "wrong size of '7': it has 5 bytes instead of "));
	close_bed(&bed);
}
END_TEST

START_TEST(a_read_that_ends_early_is_a_failure_with_path_and_number)
{
	struct bed bed;
	struct error err = { 0 };
	const struct postmark_op op = { .kind = POSTMARK_READ, .number = 7, .bytes = 9000 };

	open_bed(&bed, false);
	ck_assert_int_eq(postmark_files_do(&bed.files, bed.pool.text, &op, &err), -ENODATA);
	ck_assert_ptr_nonnull(strstr(err.text, "cannot read '7': the file ends "));
	ck_assert_ptr_nonnull(strstr(err.text, "(errno 61)"));
	close_bed(&bed);
}
END_TEST

START_TEST(what_is_there_is_removed_and_nothing_else)
{
	struct bed bed;
	struct error err = { 0 };
	struct stat st;

	open_bed(&bed, false);
	scratch_file(&bed.s, "mine", "x");
	ck_assert_int_eq(unlinkat(bed.s.dir, "3", 0), 0); /* a missing file is no error */
	OK(postmark_files_remove(&bed.files, &bed.pool, NULL, &err));
	for (char name[] = "1"; name[0] <= '9'; name[0]++)
		ck_assert_int_ne(fstatat(bed.s.dir, name, &st, 0), 0);
	ck_assert(scratch_has(&bed.s, "mine"));
	close_bed(&bed);
}
END_TEST

START_TEST(a_file_that_would_be_overwritten_stops_it_before)
{
	struct bed bed;
	struct error err = { 0 };

	open_bed(&bed, false);
	ck_assert_int_eq(postmark_files_check(&bed.files, 20, &err), -EEXIST);
	ck_assert_ptr_nonnull(strstr(err.text, "would be overwritten"));
	close_bed(&bed);
}
END_TEST

static void first_bytes(const struct bed *bed, const char *name, char data[static 3000])
{
	struct error err = { 0 };
	int fd = openat(bed->s.dir, name, O_RDONLY | O_CLOEXEC);

	OK(io_pread_all(fd, data, 3000, 0, &err));
	close(fd);
}

START_TEST(incompressible_files_are_nowhere_the_same)
{
	struct bed bed;
	char a[3000], b[3000];

	open_bed(&bed, false);
	first_bytes(&bed, "1", a);
	first_bytes(&bed, "2", b);
	ck_assert_int_eq(memcmp(a, b, sizeof(a)), 0);
	ck_assert_int_eq(memcmp(a, bed.pool.text, sizeof(a)), 0);
	close_bed(&bed);
	open_bed(&bed, true);
	first_bytes(&bed, "1", a);
	first_bytes(&bed, "2", b);
	ck_assert_int_ne(memcmp(a, b, 64), 0);
	ck_assert_int_ne(memcmp(a + 2000, b + 2000, 64), 0);
	close_bed(&bed);
}
END_TEST

START_TEST(a_location_that_makes_too_long_paths_is_refused)
{
	static char name[PATH_MAX];
	const char *const locations[] = { name };
	const struct postmark_files_config config = { .dir = AT_FDCWD,
		.locations = locations,
		.location_count = 1,
		.read_block = 512,
		.write_block = 512,
		.high = 1000 };
	struct postmark_files files;
	struct error err = { 0 };

	memset(name, 'x', PATH_MAX - 11);
	ck_assert_int_eq(postmark_files_init(&files, &config, &err), -ENAMETOOLONG);
	ck_assert_ptr_nonnull(strstr(err.text, "4096 bytes, above the most, 4095"));
	name[PATH_MAX - 12] = '\0';
	OK(postmark_files_init(&files, &config, &err));
	postmark_files_release(&files);
}
END_TEST

UNIT_MAIN("postmark_workload", one_client_does_what_postmark_does,
	other_clients_have_seeds_of_their_own, loops_do_the_same_again,
	out_of_files_is_a_failed_run_with_both_numbers, what_cannot_be_is_refused_by_name,
	a_file_too_few_or_too_many_is_noticed, a_file_of_another_size_is_noticed,
	a_read_that_ends_early_is_a_failure_with_path_and_number,
	what_is_there_is_removed_and_nothing_else, a_file_that_would_be_overwritten_stops_it_before,
	incompressible_files_are_nowhere_the_same, a_location_that_makes_too_long_paths_is_refused)
