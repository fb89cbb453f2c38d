// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/bench.h"
#include "io/file.h"
#include "model/spec.h"
#include "unit.h"
#include "workloads/registry.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* One client of lmdd in a directory of its own. */
struct bed {
	char path[64];
	struct arena arena;
	struct run_shape shape;
	struct client c;
	const struct phase *phase;
};

static int configure(struct bed *bed, const struct setting *settings, size_t count,
	struct error *err)
{
	void *config = NULL;
	int ret = workload_configure(&lmdd_workload, settings, count, &bed->shape, &bed->arena,
		&config, err);

	if (ret < 0)
		return ret;
	bed->c = (struct client){ .config = config, .shape = &bed->shape, .count = 1, .seed = 42 };
	bed->c.state = calloc(1, lmdd_workload.state_size);
	for (const struct phase *p = lmdd_workload.phases; p->name; p++) {
		if (phase_applies(p, config))
			bed->phase = p;
	}
	return 0;
}

static void open_bed(struct bed *bed, const struct setting *settings, size_t count, uint64_t depth)
{
	struct error err = { 0 };

	*bed = (struct bed){ .shape = { .numjobs = 1, .iodepth = depth, .loops = 1 } };
	/* Where O_DIRECT can be tried, unlike on an old tmpfs. */
	strcpy(bed->path, "/var/tmp/bakeoff-test-XXXXXX");
	OK(configure(bed, settings, count, &err));
	ck_assert_ptr_nonnull(mkdtemp(bed->path));
	bed->c.dir = open(bed->path, O_DIRECTORY | O_CLOEXEC);
	ck_assert_int_ge(bed->c.dir, 0);
}

static void close_bed(struct bed *bed)
{
	static const char *const left[] = { "data", "copy", "client-0", "client-1" };
	struct error err = { 0 };

	lmdd_workload.finish(&bed->c);
	for (size_t i = 0; i < COUNT_OF(left); i++)
		OK(io_remove_tree(bed->c.dir, left[i], &err));
	close(bed->c.dir);
	ck_assert_int_eq(rmdir(bed->path), 0); /* nothing else was left */
	free(bed->c.state);
	arena_free(&bed->arena);
}

struct counts {
	uint64_t operations[3], bytes[3]; /* read, write, fsync */
	uint64_t last;                    /* bytes of the last but fsync */
};

static void count(struct counts *counts, const struct operation *op)
{
	ck_assert_uint_lt(op->kind, 3);
	counts->operations[op->kind]++;
	counts->bytes[op->kind] += op->bytes;
	if (op->bytes)
		counts->last = op->bytes;
}

static int all_steps(struct bed *bed, struct counts *counts, struct error *err)
{
	int ret;

	do {
		struct operation op = { 0 };
		ret = bed->phase->step(&bed->c, &op, err);
		if (ret == STEP_GO)
			count(counts, &op);
	} while (ret == STEP_GO);
	return ret;
}

/* As the bench does it: free slots first, then whatever is finished. */
static int all_in_flight(struct bed *bed, struct counts *counts, struct error *err)
{
	struct operation ops[8];
	bool busy[8] = { 0 };
	unsigned in_flight = 0;
	int ret = STEP_GO;

	for (;;) {
		for (unsigned slot = 0; ret == STEP_GO && slot < bed->shape.iodepth; slot++) {
			if (busy[slot])
				continue;
			ops[slot] = (struct operation){ 0 };
			ret = bed->phase->submit(&bed->c, slot, &ops[slot], err);
			busy[slot] = ret == STEP_GO;
			in_flight += busy[slot];
		}
		if (ret < 0 || in_flight == 0)
			return ret;
		unsigned slot;
		int reaped = bed->phase->reap(&bed->c, &slot, err);
		if (reaped < 0)
			return reaped;
		ck_assert(busy[slot]);
		busy[slot] = false;
		in_flight--;
		count(counts, &ops[slot]);
	}
}

static int run_phase(struct bed *bed, struct counts *counts, struct error *err)
{
	int ret = bed->phase->begin(&bed->c, err);

	if (ret == 0)
		ret = bed->shape.iodepth > 1 ? all_in_flight(bed, counts, err)
					     : all_steps(bed, counts, err);
	while (ret >= 0 && bed->phase->tail) {
		struct operation op = { 0 };
		ret = bed->phase->tail(&bed->c, &op, err);
		if (ret != STEP_GO)
			break;
		count(counts, &op);
	}
	return ret < 0 ? ret : bed->phase->end(&bed->c, err);
}

#define SETTINGS(...) \
	(const struct setting[]){ __VA_ARGS__ }, COUNT_OF(((const struct setting[]){ __VA_ARGS__ }))

static uint64_t size_in(const struct bed *bed, const char *name)
{
	struct stat st;

	ck_assert_int_eq(fstatat(bed->c.dir, name, &st, 0), 0);
	return (uint64_t)st.st_size;
}

START_TEST(a_write_ends_in_a_shorter_block_and_one_fsync)
{
	struct bed bed;
	struct counts counts = { 0 };
	struct error err = { 0 };

	open_bed(&bed, SETTINGS({ "bs", "4k" }, { "size", "10k" }, { "fsync", "yes" }), 1);
	OK(lmdd_workload.prepare(&bed.c, &err));
	OK(run_phase(&bed, &counts, &err));
	OK(lmdd_workload.verify(&bed.c, &err));
	ck_assert_uint_eq(counts.operations[1], 3);
	ck_assert_uint_eq(counts.bytes[1], 10240);
	ck_assert_uint_eq(counts.last, 2048);
	ck_assert_uint_eq(counts.operations[2], 1);
	ck_assert_uint_eq(size_in(&bed, "data"), 10240);
	close_bed(&bed);
}
END_TEST

START_TEST(without_fsync_none_is_counted)
{
	struct bed bed;
	struct counts counts = { 0 };
	struct error err = { 0 };

	open_bed(&bed, SETTINGS({ "bs", "1k" }, { "size", "1k" }), 1);
	OK(lmdd_workload.prepare(&bed.c, &err));
	OK(run_phase(&bed, &counts, &err));
	ck_assert_uint_eq(counts.operations[1], 1);
	ck_assert_uint_eq(counts.operations[2], 0);
	close_bed(&bed);
}
END_TEST

START_TEST(every_loop_makes_the_file_new)
{
	struct bed bed;
	struct counts counts = { 0 };
	struct error err = { 0 };
	struct stat first, second;

	open_bed(&bed, SETTINGS({ "bs", "4k" }, { "size", "64k" }), 1);
	OK(lmdd_workload.prepare(&bed.c, &err));
	OK(run_phase(&bed, &counts, &err));
	int held = openat(bed.c.dir, "data",
		O_RDONLY | O_CLOEXEC); /* so that no inode is used twice */
	ck_assert_int_eq(fstat(held, &first), 0);
	OK(run_phase(&bed, &counts, &err));
	OK(lmdd_workload.verify(&bed.c, &err));
	ck_assert_int_eq(fstatat(bed.c.dir, "data", &second, 0), 0);
	ck_assert(first.st_ino != second.st_ino);
	ck_assert_uint_eq(counts.bytes[1], 2 * 65536);
	close(held);
	close_bed(&bed);
}
END_TEST

START_TEST(a_read_moves_the_whole_file_and_finds_a_cut_one)
{
	struct bed bed;
	struct counts counts = { 0 };
	struct error err = { 0 };

	open_bed(&bed, SETTINGS({ "rw", "read" }, { "bs", "3000" }, { "size", "3M" }), 1);
	ck_assert_int_eq(bed.phase->before, PHASE_COLD);
	OK(lmdd_workload.prepare(&bed.c, &err));
	OK(run_phase(&bed, &counts, &err));
	OK(lmdd_workload.verify(&bed.c, &err));
	ck_assert_uint_eq(counts.bytes[0], 3 << 20);
	ck_assert_uint_eq(counts.operations[0], ((3 << 20) + 2999) / 3000);

	int fd = openat(bed.c.dir, "data", O_WRONLY | O_CLOEXEC);
	ck_assert_int_eq(ftruncate(fd, 4000), 0);
	close(fd);
	ck_assert_int_eq(run_phase(&bed, &counts, &err), -ENODATA);
	ck_assert_str_eq(err.text, "the file ends at 4000, 2000 bytes early");
	close_bed(&bed);
}
END_TEST

START_TEST(every_pass_reads_the_whole_file)
{
	for (uint64_t depth = 1; depth <= 4; depth += 3) {
		struct bed bed;
		struct counts counts = { 0 };
		struct error err = { 0 };
		open_bed(&bed,
			SETTINGS({ "rw", "read" }, { "bs", "4k" }, { "size", "30k" },
				{ "passes", "3" }),
			depth);
		OK(lmdd_workload.prepare(&bed.c, &err));
		OK(run_phase(&bed, &counts, &err));
		OK(lmdd_workload.verify(&bed.c, &err));
		ck_assert_uint_eq(counts.bytes[0], 3 * 30720);
		ck_assert_uint_eq(counts.operations[0], 3 * 8);
		close_bed(&bed);
	}
}
END_TEST

START_TEST(a_copy_is_reads_and_writes_by_turns_and_the_data_are_the_same)
{
	struct bed bed;
	struct counts counts = { 0 };
	struct error err = { 0 };

	open_bed(&bed,
		SETTINGS({ "rw", "copy" }, { "bs", "64k" }, { "size", "2100k" },
			{ "fsync", "yes" }),
		1);
	OK(lmdd_workload.prepare(&bed.c, &err));
	OK(run_phase(&bed, &counts, &err));
	OK(lmdd_workload.verify(&bed.c, &err));
	ck_assert_uint_eq(counts.operations[0], 33);
	ck_assert_uint_eq(counts.operations[1], 33);
	ck_assert_uint_eq(counts.operations[2], 1);
	ck_assert_uint_eq(counts.bytes[1], 2100 * 1024);

	char a[4096], b[4096];
	int source = openat(bed.c.dir, "data", O_RDONLY | O_CLOEXEC);
	int copy = openat(bed.c.dir, "copy", O_RDONLY | O_CLOEXEC);
	for (off_t at = 0; at < 2100 * 1024; at += 4096) {
		ssize_t n = pread(source, a, sizeof(a), at);
		ck_assert_int_eq(pread(copy, b, sizeof(b), at), n);
		ck_assert_mem_eq(a, b, (size_t)n);
	}
	close(source);
	close(copy);
	close_bed(&bed);
}
END_TEST

START_TEST(with_a_queue_every_block_is_moved_once)
{
	static const char *const rw[] = { "write", "read" };

	for (size_t i = 0; i < COUNT_OF(rw); i++) {
		struct bed bed;
		struct counts counts = { 0 };
		struct error err = { 0 };
		unsigned kind = i == 0;
		open_bed(&bed,
			SETTINGS({ "rw", rw[i] }, { "bs", "4k" }, { "size", "1001k" },
				{ "fsync", "yes" }),
			8);
		int ret = lmdd_workload.prepare(&bed.c, &err);
		if (ret != -EOPNOTSUPP) { /* this kernel forbids io_uring */
			ck_assert_msg(ret == 0, "%s", err.text);
			OK(run_phase(&bed, &counts, &err));
			OK(lmdd_workload.verify(&bed.c, &err));
			ck_assert_uint_eq(counts.operations[kind], 251);
			ck_assert_uint_eq(counts.bytes[kind], 1001 * 1024);
			ck_assert_uint_eq(counts.operations[2], kind);
		}
		close_bed(&bed);
	}
}
END_TEST

START_TEST(verify_finds_a_hole_that_the_file_system_made)
{
	struct bed bed;
	struct counts counts = { 0 };
	struct error err = { 0 };

	open_bed(&bed, SETTINGS({ "bs", "4k" }, { "size", "256k" }), 1);
	OK(lmdd_workload.prepare(&bed.c, &err));
	OK(run_phase(&bed, &counts, &err));
	int fd = openat(bed.c.dir, "data", O_RDWR | O_CLOEXEC);
	char zeros[4096] = { 0 };
	ck_assert_int_eq(pwrite(fd, zeros, sizeof(zeros), 128 << 10), sizeof(zeros));
	ck_assert_int_eq(lmdd_workload.verify(&bed.c, &err), -EBADMSG);
	ck_assert_str_eq(err.text, "data: the data at 131072 is not what was written");
	ck_assert_int_eq(ftruncate(fd, 100), 0);
	ck_assert_int_eq(lmdd_workload.verify(&bed.c, &err), -EIO);
	ck_assert_str_eq(err.text, "data: it has 100 bytes instead of 262144");
	close(fd);
	close_bed(&bed);
}
END_TEST

START_TEST(verify_finds_work_that_was_not_done)
{
	struct bed bed;
	struct error err = { 0 };
	struct operation op = { 0 };

	open_bed(&bed, SETTINGS({ "bs", "4k" }, { "size", "16k" }), 1);
	OK(lmdd_workload.prepare(&bed.c, &err));
	OK(bed.phase->begin(&bed.c, &err));
	ck_assert_int_eq(bed.phase->step(&bed.c, &op, &err), STEP_GO);
	OK(bed.phase->end(&bed.c, &err));
	ck_assert_int_eq(lmdd_workload.verify(&bed.c, &err), -EIO);
	ck_assert_str_eq(err.text, "data: 4096 of 16384 bytes were moved");
	bed.shape.runtime = NS_PER_S; /* then it was the time that ended it */
	OK(lmdd_workload.verify(&bed.c, &err));
	close_bed(&bed);
}
END_TEST

START_TEST(a_write_that_does_not_fit_says_how_far_it_came)
{
	struct bed bed;
	struct counts counts = { 0 };
	struct error err = { 0 };
	const struct rlimit limit = { .rlim_cur = 1 << 20, .rlim_max = 1 << 20 };

	/* A limit of this process stands for a full disk; tests/fs has the real one. */
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	open_bed(&bed, SETTINGS({ "bs", "4k" }, { "size", "2M" }), 1);
	OK(lmdd_workload.prepare(&bed.c, &err));
	ck_assert_int_eq(run_phase(&bed, &counts, &err), -EFBIG);
	ck_assert_str_eq(err.text, "write 4096 bytes at 1048576: File too large");
	ck_assert_uint_eq(counts.operations[1], 256);
	close_bed(&bed);

	open_bed(&bed, SETTINGS({ "rw", "read" }, { "bs", "4k" }, { "size", "2M" }), 1);
	ck_assert_int_eq(lmdd_workload.prepare(&bed.c, &err), -EFBIG);
	ck_assert_str_eq(err.text, "data: write 1048576 bytes at 1048576: File too large");
	close_bed(&bed);
}
END_TEST

START_TEST(direct_writes_and_reads_are_checked_like_others)
{
	static const char *const rw[] = { "write", "read", "copy" };

	for (size_t i = 0; i < COUNT_OF(rw); i++) {
		struct bed bed;
		struct counts counts = { 0 };
		struct error err = { 0 };
		open_bed(&bed,
			SETTINGS({ "rw", rw[i] }, { "bs", "16k" }, { "size", "56k" },
				{ "direct", "yes" }),
			1);
		int ret = lmdd_workload.prepare(&bed.c, &err);
		ck_assert_msg(ret == 0 || ret == -EOPNOTSUPP, "%s", err.text);
		if (ret == 0) {
			OK(run_phase(&bed, &counts, &err));
			OK(lmdd_workload.verify(&bed.c, &err));
		}
		ck_assert_int_ne(faccessat(bed.c.dir, "probe", F_OK, 0), 0);
		close_bed(&bed);
	}
}
END_TEST

START_TEST(settings_that_must_be_refused_say_why)
{
	static const struct {
		struct setting settings[3];
		uint64_t depth;
		int ret;
		const char *why;
	} cases[] = {
		{ { { "bs", "2" } }, 1, -ERANGE, "bs: 2 is below the least, 4" },
		{ { { "bs", "65M" } }, 1, -ERANGE, "bs: 65M is above the most, 64M" },
		{ { { "size", "0" } }, 1, -ERANGE, "size: 0 is below the least, 1" },
		{ { { "rw", "randread" } }, 1, -EINVAL, "'randread' is none of write, read, copy" },
		{ { { "direct", "yes" }, { "bs", "1000" } }, 1, -EINVAL,
			"bs: 1000 is no multiple of 512, as direct=yes needs" },
		{ { { "direct", "yes" }, { "size", "1000" } }, 1, -EINVAL,
			"size: 1000 is no multiple of 512" },
		{ { { "bs", "64M" } }, 17, -EINVAL, "iodepth: 17 blocks of 67108864 bytes" },
		{ { { "rw", "copy" } }, 2, -EINVAL,
			"phase copy of lmdd has one operation in flight" },
		{ { { "passes", "2" } }, 1, -EINVAL, "passes: 2 needs rw=read" },
		{ { { "blocksize", "4k" } }, 1, -ENOENT, "no parameter named 'blocksize'" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct bed bed = {
			.shape = { .numjobs = 1, .iodepth = cases[i].depth, .loops = 1 }
		};
		struct error err = { 0 };
		size_t n = 0;
		while (n < COUNT_OF(cases[i].settings) && cases[i].settings[n].name)
			n++;
		ck_assert_int_eq(configure(&bed, cases[i].settings, n, &err), cases[i].ret);
		ck_assert_msg(strstr(err.text, cases[i].why), "%s", err.text);
		arena_free(&bed.arena);
	}
}
END_TEST

START_TEST(space_is_for_all_clients_and_both_files_of_a_copy)
{
	struct bed bed = { .shape = { .numjobs = 3, .iodepth = 1, .loops = 1 } };
	struct error err = { 0 };

	OK(configure(&bed, SETTINGS({ "size", "10M" }), &err));
	ck_assert_uint_eq(lmdd_workload.space(bed.c.config, &bed.shape), 30 << 20);
	free(bed.c.state);
	OK(configure(&bed, SETTINGS({ "size", "10M" }, { "rw", "copy" }), &err));
	ck_assert_uint_eq(lmdd_workload.space(bed.c.config, &bed.shape), 60 << 20);
	free(bed.c.state);
	arena_free(&bed.arena);
}
END_TEST

static double value_named(const struct bench_result *result, const char *metric)
{
	for (size_t i = 0; i < result->value_count; i++) {
		if (strcmp(result->values[i].metric, metric) == 0)
			return result->values[i].value;
	}
	return -1;
}

/* What a phase did of one kind; nothing where it has none. */
static struct kind_record kind_named(const struct bench_result *result, const char *name)
{
	const struct phase_record *phase = &result->phases[0];

	for (size_t i = 0; i < phase->kind_count; i++) {
		if (strcmp(phase->kinds[i].name, name) == 0)
			return phase->kinds[i];
	}
	return (struct kind_record){ 0 };
}

static void run_bench(struct bed *bed, struct bench_result *result)
{
	struct error err = { 0 };
	struct clock clock;

	clock_start(&clock, false);
	const struct bench_job job = {
		.workload = &lmdd_workload,
		.config = bed->c.config,
		.shape = bed->shape,
		.dir = bed->c.dir,
		.seed = 42,
		.clock = &clock,
		.hooks = { .control_fd = -1 },
	};
	OK(bench_run(&job, &bed->arena, result, &err));
	ck_assert_uint_eq(result->phase_count, 1);
}

START_TEST(the_bench_counts_what_two_clients_wrote_and_read)
{
	static const struct {
		const char *rw;
		bool reads, writes;
		const char *latency;
	} cases[] = {
		{ "write", false, true, "latency_p99" },
		{ "read", true, false, "latency_p99" },
		{ "copy", true, true, "write_latency_p99" },
	};
	const uint64_t bytes = 2 * 2 * 8 << 20;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct bed bed;
		struct bench_result result = { 0 };
		open_bed(&bed,
			SETTINGS({ "rw", cases[i].rw }, { "bs", "8k" }, { "size", "8M" },
				{ "fsync", "yes" }),
			1);
		bed.shape.numjobs = 2;
		bed.shape.loops = 2;
		run_bench(&bed, &result);
		ck_assert_str_eq(result.phases[0].name, cases[i].rw);
		ck_assert_uint_eq(kind_named(&result, "read").bytes, cases[i].reads ? bytes : 0);
		ck_assert_uint_eq(kind_named(&result, "write").bytes, cases[i].writes ? bytes : 0);
		ck_assert_uint_eq(kind_named(&result, "fsync").operations, cases[i].writes ? 4 : 0);
		double seconds = value_named(&result, "time");
		ck_assert_double_gt(seconds, 0);
		ck_assert_double_eq_tol(value_named(&result, "throughput"), (double)bytes / seconds,
			1);
		ck_assert((value_named(&result, "fsync_latency") > 0) == cases[i].writes);
		ck_assert(value_named(&result, cases[i].latency) > 0);
		close_bed(&bed);
	}
}
END_TEST

START_TEST(under_the_bench_the_fsync_is_inside_a_runtime_that_ends_early)
{
	struct bed bed;
	struct bench_result result = { 0 };

	open_bed(&bed, SETTINGS({ "bs", "512" }, { "size", "1G" }, { "fsync", "yes" }), 1);
	bed.shape.runtime = 20 * NS_PER_MS;
	run_bench(&bed, &result);
	ck_assert_uint_gt(kind_named(&result, "write").bytes, 0);
	ck_assert_uint_lt(kind_named(&result, "write").bytes, GIB);
	ck_assert_uint_eq(kind_named(&result, "fsync").operations, 1);
	double fsync_s = value_named(&result, "fsync_latency");
	ck_assert_double_gt(fsync_s, 0);
	ck_assert_double_ge(value_named(&result, "time"), 0.020 + 0.98 * fsync_s);
	close_bed(&bed);
}
END_TEST

UNIT_MAIN("lmdd_workload", a_write_ends_in_a_shorter_block_and_one_fsync,
	without_fsync_none_is_counted, every_loop_makes_the_file_new,
	a_read_moves_the_whole_file_and_finds_a_cut_one, every_pass_reads_the_whole_file,
	a_copy_is_reads_and_writes_by_turns_and_the_data_are_the_same,
	with_a_queue_every_block_is_moved_once, verify_finds_a_hole_that_the_file_system_made,
	verify_finds_work_that_was_not_done, a_write_that_does_not_fit_says_how_far_it_came,
	direct_writes_and_reads_are_checked_like_others, settings_that_must_be_refused_say_why,
	space_is_for_all_clients_and_both_files_of_a_copy,
	the_bench_counts_what_two_clients_wrote_and_read,
	under_the_bench_the_fsync_is_inside_a_runtime_that_ends_early)
