// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "core/auto.h"
#include "core/rng.h"
#include "store_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>

/* A run with something in every table, whose parts can be counted afterwards. */
static struct run_record busy_run(uint64_t round)
{
	static unsigned char blob[900];
	static uint64_t times[50];
	static double numbers[50];
	static struct kind_record kinds[] = { { "write", 1, 2, blob, sizeof(blob) } };
	static struct counter_record counters[] = {
		{ "mem.util.dirty", "", "B", READING_INSTANT, 4096, "" },
	};
	static struct phase_record phases[] = { { .name = "write",
		.kinds = kinds,
		.kind_count = 1,
		.counters = counters,
		.counter_count = 1 } };
	static struct value_record values[] = {
		{ "write", "throughput", "bytes/s", BETTER_HIGHER, true, 1 },
		{ "write", "rate", "1/s", BETTER_HIGHER, true, 2 },
	};
	static struct log_record logs[] = { { 1, RECORD_WARNING, "short" } };
	static struct series_record series[] = { { .metric = "psi",
		.instance = "",
		.unit = "s",
		.count = COUNT_OF(times),
		.time_ns = times,
		.values = numbers } };
	struct run_record run = run_of(round, 0, 0, 0);

	run.phases = phases;
	run.phase_count = COUNT_OF(phases);
	run.values = values;
	run.value_count = COUNT_OF(values);
	run.logs = logs;
	run.log_count = COUNT_OF(logs);
	run.series = series;
	run.series_count = COUNT_OF(series);
	return run;
}

/* Adds runs from `round` on until it is killed; each one that is stored is told through the pipe.
 */
static void write_until_killed(const char *path, uint64_t experiment, uint64_t round, int pipe_fd)
{
	struct error err = { 0 };
	struct store *store;
	uint64_t id;

	if (store_open(&store, path, &err) < 0)
		_exit(1);
	for (;; round++) {
		struct run_record run = busy_run(round);
		if (store_add_run(store, experiment, &run, &id, &err) < 0 ||
			write(pipe_fd, &round, sizeof(round)) != (ssize_t)sizeof(round))
			_exit(1);
	}
}

/* Lets a child write for a while, kills it, and returns the last round that it said was stored. */
static uint64_t killed_writer(const char *path, uint64_t experiment, uint64_t round,
	useconds_t wait_us)
{
	uint64_t stored = round, last;
	int ends[2], status;

	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	pid_t child = fork();
	if (child == 0)
		write_until_killed(path, experiment, round + 1, ends[1]);
	close(ends[1]);
	usleep(wait_us);
	ck_assert_int_eq(kill(child, SIGKILL), 0);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(WIFSIGNALED(status), "the writer gave up by itself");
	while (read(ends[0], &last, sizeof(last)) == (ssize_t)sizeof(last))
		stored = last;
	close(ends[0]);
	return stored;
}

/* On a real disk where /tmp is one, as it is on most machines: there the window of a commit is
 * wide. */
START_TEST(a_writer_killed_at_any_moment_loses_no_run_that_it_has_acknowledged)
{
	enum { KILLS = 20 };
	struct scratch s = { .folder = "/tmp/bakeoff-test-XXXXXX" };
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 1, 1);
	struct stored_run *runs;
	struct store *store;
	uint64_t id, acknowledged = 0;
	size_t count = 0;
	struct rng rng;

	rng_seed(&rng, 20);
	ck_assert_ptr_nonnull(mkdtemp(s.folder));
	(void)snprintf(s.db, sizeof(s.db), "%s/b.db", s.folder);
	OK(store_open(&store, s.db, &err));
	OK(store_add_experiment(store, &plan, &id, &err));
	store_close(store);
	for (int i = 0; i < KILLS; i++) {
		useconds_t wait_us = 1000 + (useconds_t)rng_below(&rng, 60000);
		uint64_t told = killed_writer(s.db, id, count, wait_us);

		BY_HAND(s.db, "PRAGMA integrity_check", "ok");
		BY_HAND(s.db, "SELECT count(*) FROM pragma_foreign_key_check", "0");
		OK(store_open(&store, s.db, &err));
		OK(store_get_runs(store, id, &arena, &runs, &count, &err));
		store_close(store);
		/* the one that was being stored may be there, though nobody was told */
		ck_assert_msg(count == told || count == told + 1, "%zu runs, where %llu were told",
			count, (unsigned long long)told);
		acknowledged += told;
		/* no run without all that belongs to it */
		BY_HAND(s.db,
			"SELECT count(*) FROM runs r WHERE"
			" (SELECT count(*) FROM vals WHERE run = r.id) <> 2 OR"
			" (SELECT count(*) FROM phases WHERE run = r.id) <> 1 OR"
			" (SELECT count(*) FROM kinds WHERE run = r.id) <> 1 OR"
			" (SELECT count(*) FROM logs WHERE run = r.id) <> 1 OR"
			" (SELECT count(*) FROM counters WHERE run = r.id) <> 1 OR"
			" (SELECT count(*) FROM series WHERE run = r.id) <> 1",
			"0");
	}
	fprintf(stderr, "%d kills, %zu runs stored\n", KILLS, count);
	ck_assert_uint_gt(acknowledged, KILLS);
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(a_process_killed_while_it_makes_the_database_leaves_one_that_can_be_used)
{
	struct error err = { 0 };
	struct scratch s;
	struct rng rng;

	rng_seed(&rng, 21);
	scratch_make(&s);
	for (int i = 0; i < 40; i++) {
		struct store *store;
		pid_t child = fork();
		if (child == 0)
			_exit(store_open(&store, s.db, &err) < 0); /* not closed either */
		usleep((useconds_t)rng_below(&rng, 4000));
		(void)kill(child, SIGKILL); /* or it has ended already */
		ck_assert_int_eq(waitpid(child, NULL, 0), child);
		OK(store_open(&store, s.db, &err));
		store_close(store);
		BY_HAND(s.db, "PRAGMA integrity_check", "ok");
		ck_assert_int_eq(unlink(s.db), 0);
	}
	scratch_remove(&s);
}
END_TEST

/* A file system of its own that is soon full; false where this user may not mount one. */
static bool mount_small(const char *folder)
{
	if (unshare(CLONE_NEWNS) < 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
		return false;
	return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
	       mount("bakeoff", folder, "tmpfs", MS_NOSUID | MS_NODEV, "size=1M") == 0;
}

START_TEST(a_full_disk_is_told_with_the_file_and_costs_no_stored_run)
{
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 1, 1);
	struct stored_run *runs;
	struct store *store;
	uint64_t id, run_id, stored = 0;
	size_t count;
	int ret;

	scratch_make(&s);
	if (!mount_small(s.folder)) {
		fprintf(stderr, "no full disk was tried: this user may not mount a tmpfs\n");
		ck_assert_int_ne(geteuid(), 0);
		ck_assert_int_eq(rmdir(s.folder), 0);
		return;
	}
	OK(store_open(&store, s.db, &err));
	OK(store_add_experiment(store, &plan, &id, &err));
	for (;; stored++) {
		struct run_record run = busy_run(stored);
		ck_assert_uint_lt(stored, 2000);
		ret = store_add_run(store, id, &run, &run_id, &err);
		if (ret < 0)
			break;
	}
	ck_assert_int_eq(ret, -ENOSPC);
	ck_assert_msg(strstr(err.text, s.db) && strstr(err.text, "no space left"), "%s", err.text);
	ck_assert_uint_gt(stored, 10);
	OK(store_get_runs(store, id, &arena, &runs, &count, &err));
	ck_assert_uint_eq(count, stored);

	/* with more space it goes on, without being opened anew */
	ck_assert_int_eq(mount(NULL, s.folder, NULL, MS_REMOUNT | MS_NOSUID | MS_NODEV, "size=8M"),
		0);
	struct run_record run = busy_run(stored);
	OK(store_add_run(store, id, &run, &run_id, &err));
	store_close(store);
	BY_HAND(s.db, "PRAGMA integrity_check", "ok");
	ck_assert_int_eq(umount2(s.folder, MNT_DETACH), 0);
	ck_assert_int_eq(rmdir(s.folder), 0);
	arena_free(&arena);
}
END_TEST

START_TEST(a_damaged_database_is_told_and_nothing_crashes)
{
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 1, 1);
	struct store *store;
	uint64_t id, run_id;
	size_t refused = 0, size;
	struct stat st;
	struct rng rng;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	OK(store_add_experiment(store, &plan, &id, &err));
	for (uint64_t round = 0; round < 20; round++) {
		struct run_record run = busy_run(round);
		OK(store_add_run(store, id, &run, &run_id, &err));
	}
	store_close(store);
	ck_assert_int_eq(stat(s.db, &st), 0);
	size = (size_t)st.st_size;
	AUTO_FREE char *whole = malloc(size);
	FILE *f = fopen(s.db, "r");
	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fread(whole, 1, size, f), size);
	fclose(f);

	rng_seed(&rng, 22);
	for (int trial = 0; trial < 200; trial++) {
		struct results results;
		struct run_record record;
		f = fopen(s.db, "w");
		ck_assert_ptr_nonnull(f);
		ck_assert_uint_eq(fwrite(whole, 1, size, f), size);
		for (int i = 0; i < 64; i++) {
			ck_assert_int_eq(fseek(f, (long)(100 + rng_below(&rng, size - 100)),
						 SEEK_SET),
				0);
			fputc((int)rng_below(&rng, 256), f);
		}
		fclose(f);
		if (store_open(&store, s.db, &err) < 0) {
			refused++;
			continue;
		}
		refused += store_get_results(store, id, &arena, &results, &err) < 0;
		for (uint64_t run = 1; run <= 20; run++)
			refused += store_get_run(store, run, &arena, &record, &id, &err) < 0;
		id = 1;
		store_close(store);
	}
	ck_assert_uint_gt(refused, 20);
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(a_database_that_may_not_be_read_is_told_with_its_name)
{
	struct scratch s;
	struct error err = { 0 };
	struct store *store;
	int status;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	store_close(store);
	ck_assert_int_eq(chmod(s.db, 0), 0);
	pid_t child = fork();
	if (child == 0) {
		/* root may read everything; the folder stays passable for the other user */
		if (geteuid() == 0 &&
			(chmod(s.folder, 0755) < 0 || setgid(65534) < 0 || setuid(65534) < 0))
			_exit(2);
		int ret = store_open(&store, s.db, &err);
		_exit(ret == -EACCES && strstr(err.text, s.db) && strstr(err.text, "rights") ? 0
											     : 1);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	scratch_remove(&s);
}
END_TEST

UNIT_MAIN("store_faults", a_writer_killed_at_any_moment_loses_no_run_that_it_has_acknowledged,
	a_process_killed_while_it_makes_the_database_leaves_one_that_can_be_used,
	a_full_disk_is_told_with_the_file_and_costs_no_stored_run,
	a_damaged_database_is_told_and_nothing_crashes,
	a_database_that_may_not_be_read_is_told_with_its_name)
