// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spec.h"
#include "scratch.h"
#include "workloads/aim.h"
#include "workloads/registry.h"

#include <errno.h>

enum { KINDS = 6, COUNTERS = MAX_COUNTERS };

/* One client of a workload, led through its phase by hand. */
struct bed {
	struct scratch s;
	struct arena arena;
	struct run_shape shape;
	struct client c;
	const struct workload *w;
	const struct phase *phase;
	uint64_t counters[COUNTERS], kinds[KINDS], bytes;
};

static void open_bed(struct bed *bed, const char *name, const char *fidelity)
{
	const struct setting settings[] = { { "fidelity", fidelity }, { "filesize", "64k" },
		{ "calls", "3" }, { "files", "70" } };
	struct error err = { 0 };
	void *config = NULL;

	*bed = (struct bed){ .shape = { .numjobs = 1, .iodepth = 1, .loops = 1 },
		.w = workload_find(name) };
	scratch_begin(&bed->s);
	OK(workload_configure(bed->w, settings, COUNT_OF(settings), &bed->shape, &bed->arena,
		&config, &err));
	bed->c = (struct client){ .config = config,
		.shape = &bed->shape,
		.state = calloc(1, bed->w->state_size),
		.dir = bed->s.dir,
		.base = bed->s.dir,
		.counters = bed->counters,
		.count = 1,
		.seed = 42 };
	for (bed->phase = bed->w->phases; !bed->phase->when(config);)
		bed->phase++;
	OK(bed->w->prepare(&bed->c, &err));
	OK(bed->phase->begin(&bed->c, &err));
}

static void all_steps(struct bed *bed)
{
	struct error err = { 0 };
	int ret;

	for (;;) {
		struct operation op = { 0 };
		ret = bed->phase->step(&bed->c, &op, &err);
		if (ret != STEP_GO)
			break;
		bed->kinds[op.kind]++;
		bed->bytes += op.bytes;
	}
	ck_assert_msg(ret == STEP_DONE, "%s: %s", bed->w->name, err.text);
}

static int finish(struct bed *bed, struct error *err)
{
	int ret = bed->phase->end ? bed->phase->end(&bed->c, err) : 0;

	return ret == 0 ? bed->w->verify(&bed->c, err) : ret;
}

static void close_bed(struct bed *bed)
{
	bed->w->finish(&bed->c);
	free(bed->c.state);
	arena_free(&bed->arena);
	ck_assert_int_eq(chdir("/"), 0);
	scratch_end(&bed->s);
}

START_TEST(classic_credits_each_call_with_the_factor)
{
	struct error err = { 0 };

	for (const struct aim_test *t = aim_tests; t->name; t++) {
		struct bed bed;
		open_bed(&bed, t->name, "classic");
		all_steps(&bed);
		ck_assert_uint_eq(bed.kinds[0], 3);
		ck_assert_uint_eq(bed.counters[0], 3 * aim_factor(t, 64));
		OK(finish(&bed, &err));
		close_bed(&bed);
	}
}
END_TEST

START_TEST(strict_counts_operations_and_leaves_nothing)
{
	static const struct {
		const char *test;
		uint64_t operations, stats, makes, truncations, bytes;
	} expected[] = {
		{ "creat-clo", 70, 0, 0, 0, 0 },
		{ "link_test", 189, 0, 0, 0, 0 },
		{ "disk_rr", 192, 0, 0, 0, 192 * 1024 },
		{ "disk_rw", 192, 0, 0, 0, 192 * 1024 },
		{ "disk_rd", 192, 0, 0, 0, 192 * 1024 },
		{ "disk_wrt", 192, 0, 0, 2, 192 * 1024 },
		{ "disk_cp", 192, 0, 0, 2, 192 * 1024 },
		{ "sync_disk_rw", 192, 0, 0, 0, 192 * 1024 },
		{ "sync_disk_wrt", 192, 0, 0, 2, 192 * 1024 },
		{ "sync_disk_cp", 192, 0, 0, 2, 192 * 1024 },
		{ "sync_disk_update", 192, 0, 0, 0, 192 * 1024 },
		{ "disk_src", 0, 171, 129, 0, 0 },
		{ "dir_rtns_1", 30000, 0, 0, 0, 0 },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(expected); i++) {
		struct bed bed;
		open_bed(&bed, expected[i].test, "strict");
		all_steps(&bed);
		ck_assert_uint_eq(bed.kinds[1], expected[i].operations);
		ck_assert_uint_eq(bed.kinds[2], expected[i].stats);
		ck_assert_uint_eq(bed.kinds[3], expected[i].makes);
		ck_assert_uint_eq(bed.kinds[4], expected[i].truncations);
		ck_assert_uint_eq(bed.bytes, expected[i].bytes);
		ck_assert_uint_eq(bed.counters[0],
			expected[i].operations + expected[i].stats + expected[i].makes);
		if (bed.bytes > 0)
			ck_assert(scratch_has(&bed.s, "data"));
		OK(finish(&bed, &err));
		ck_assert(!scratch_has(&bed.s, "data") && !scratch_has(&bed.s, "source"));
		close_bed(&bed);
	}
}
END_TEST

static void damage_data(const struct bed *bed, const char *name)
{
	int fd = openat(bed->s.dir, name, O_WRONLY | O_CLOEXEC);

	ck_assert_int_eq(pwrite(fd, "X", 1, 63 * 1024 + 5), 1);
	close(fd);
}

static void cut_data(const struct bed *bed, const char *name)
{
	int fd = openat(bed->s.dir, name, O_WRONLY | O_CLOEXEC);

	ck_assert_int_eq(ftruncate(fd, 63 * 1024), 0);
	close(fd);
}

static void remove_name(const struct bed *bed, const char *name)
{
	ck_assert_int_eq(unlinkat(bed->s.dir, name, 0), 0);
}

static void add_name(const struct bed *bed, const char *name)
{
	scratch_file(&bed->s, name, "");
}

static void add_link(const struct bed *bed, const char *name)
{
	ck_assert_int_eq(linkat(bed->s.dir, name, bed->s.dir, "more", 0), 0);
}

START_TEST(work_that_was_not_done_is_found)
{
	static const struct {
		const char *test, *fidelity;
		void (*damage)(const struct bed *bed, const char *name);
		const char *name, *error;
	} cases[] = {
		{ "disk_wrt", "strict", cut_data, "data",
			"data: it has 64512 bytes instead of 65536" },
		{ "sync_disk_rw", "strict", damage_data, "data",
			"data: the data at 64517 is not what was written" },
		{ "disk_cp", "strict", damage_data, "data",
			"data: the data at 64517 is not what was written" },
		{ "creat-clo", "strict", remove_name, "f0000000009",
			"69 files are there instead of 70" },
		{ "creat-clo", "strict", add_name, "other", "71 files are there instead of 70" },
		{ "link_test", "strict", add_link, "link0", "link0 has 9 links instead of 8" },
		{ "disk_src", "strict", remove_name, "fakeh/bin/fake07",
			"fakeh/fake00 has 319 links instead of 320" },
		{ "disk_rd", "classic", damage_data, "tmpa.common",
			"tmpa.common: block 63 is not what was written" },
		{ "disk_cp", "classic", cut_data, "tmpa.common",
			"tmpa.common: it has 64512 bytes instead of 65536" },
		{ "disk_src", "classic", remove_name, "fakeh/bin/fake07",
			"fakeh/fake00 has 319 links instead of 320" },
		{ "creat-clo", "classic", add_name, "tmpb.1", "tmpb.1 is left" },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct bed bed;
		open_bed(&bed, cases[i].test, cases[i].fidelity);
		all_steps(&bed);
		cases[i].damage(&bed, cases[i].name);
		ck_assert_int_lt(finish(&bed, &err), 0);
		ck_assert_str_eq(err.text, cases[i].error);
		close_bed(&bed);
	}
}
END_TEST

START_TEST(a_pass_over_a_directory_must_find_every_entry)
{
	struct bed bed;
	struct error err = { 0 };
	int ret = STEP_GO;

	open_bed(&bed, "dir_rtns_1", "strict");
	remove_name(&bed, "entries/f0000000003");
	for (unsigned i = 0; ret == STEP_GO && i < 200; i++) {
		struct operation op = { 0 };
		ret = bed.phase->step(&bed.c, &op, &err);
	}
	ck_assert_int_eq(ret, -EIO);
	ck_assert_str_eq(err.text, "71 entries were read instead of 72");
	close_bed(&bed);
}
END_TEST

UNIT_MAIN("aim_workloads", classic_credits_each_call_with_the_factor,
	strict_counts_operations_and_leaves_nothing, work_that_was_not_done_is_found,
	a_pass_over_a_directory_must_find_every_entry)
