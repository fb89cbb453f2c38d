// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock.h"
#include "scratch.h"
#include "unit.h"
#include "workloads/dbench_replay.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

/* One client that replays a few lines in a folder of its own. */
struct bed {
	struct scratch s;
	struct text faults;
	struct dbench_load load;
	struct dbench_options options;
	struct dbench_replay r;
	uint64_t bytes;
	unsigned waits, done;
};

static struct error err;
static struct dbench_points points;
static char said[512];

static void note(const char *line)
{
	(void)snprintf(said, sizeof(said), "%s", line);
}

static void open_bed(struct bed *b, const char *lines, struct dbench_options options, unsigned id)
{
	*b = (struct bed){ .options = options };
	scratch_begin(&b->s);
	text_init(&b->faults, MIB);
	OK(dbench_load_parse(&b->load, lines, strlen(lines), "load", &b->faults, &err));
	OK(dbench_replay_init(&b->r, &b->load, &b->options, b->s.path, id, id + 2, &points, 7,
		&err));
	b->r.say = note;
	said[0] = '\0';
}

static void close_bed(struct bed *b)
{
	dbench_replay_free(&b->r);
	dbench_load_free(&b->load);
	text_free(&b->faults);
	scratch_end(&b->s);
}

/* Until the end of a pass, or what went wrong. */
static int pass(struct bed *b)
{
	unsigned kind;
	uint64_t bytes;
	int ret;

	while ((ret = dbench_replay_step(&b->r, &kind, &bytes, &err)) >= 0 &&
		ret != DBENCH_STEP_PASS) {
		b->waits += ret == DBENCH_STEP_WAITED;
		if (ret != DBENCH_STEP_DONE)
			continue;
		b->bytes += bytes;
		b->done++;
	}
	return ret < 0 ? ret : 0;
}

static uint64_t size_of(const struct bed *b, const char *name)
{
	struct stat st;

	ck_assert_msg(fstatat(b->s.dir, name, &st, 0) == 0, "%s", name);
	return (uint64_t)st.st_size;
}

#define MAKE "NTCreateX \"\\f\" 0x40 0x2 5 NT_STATUS_OK\n"

static const struct dbench_options strict = { .compat = DBENCH_STRICT };

START_TEST(operations_are_done_on_the_file_system)
{
	struct bed b;

	open_bed(&b,
		"Mkdir \"\\clients\" NT_STATUS_OK\n"
		"Mkdir \"\\clients\" NT_STATUS_OK\n"
		"NTCreateX \"\\clients\\client1\" 0x1 0x2 9 NT_STATUS_OK\nClose 9 NT_STATUS_OK\n"
		"NTCreateX \"\\clients\\client1\\A b\" 0x40 0x2 9 NT_STATUS_OK\n"
		"WriteX 9 100 1000 1000 NT_STATUS_OK\n"
		"ReadX 9 0 2000 1100 NT_STATUS_OK\n"
		"QUERY_FILE_INFORMATION 9 1 NT_STATUS_OK\nSET_FILE_INFORMATION 9 1 NT_STATUS_OK\n"
		"QUERY_FS_INFORMATION 1 NT_STATUS_OK\nFlush 9 NT_STATUS_OK\n"
		"LockX 9 2147483538 1 NT_STATUS_OK\nUnlockX 9 2147483538 1 NT_STATUS_OK\n"
		"QUERY_PATH_INFORMATION \"\\clients\\client1\\a B\" 1 NT_STATUS_OK\n"
		"QUERY_PATH_INFORMATION \"\\clients\\client1\\x\" 1 NT_STATUS_NO_SUCH_FILE\n"
		"FIND_FIRST \"\\clients\\client1\\<.x\" 1 10 0 NT_STATUS_NO_SUCH_FILE\n"
		"NTCreateX \"\\clients\\client1\\x\" 0x40 0x1 10 NT_STATUS_NO_SUCH_FILE\n"
		"Close 9 NT_STATUS_OK\n"
		"Rename \"\\clients\\client1\\A b\" \"\\clients\\client1\\c\" NT_STATUS_OK\n"
		"Rmdir \"\\clients\" NT_STATUS_NOT_EMPTY\n",
		strict, 3);
	OK(pass(&b));
	ck_assert_uint_eq(size_of(&b, "clients/client3/c"), 1100);
	ck_assert_uint_eq(b.bytes, 1000 + 1100);
	ck_assert_uint_eq(b.done, 20);
	close_bed(&b);
}
END_TEST

START_TEST(strict_believes_nothing)
{
	static const char *const wrong[][2] = {
		{ "ReadX 7 0 1 1 NT_STATUS_OK", "line 1: handle 7 is not open: ReadX 7 0 1 1" },
		{ "NTCreateX \"\\no\" 0x40 0x1 5 NT_STATUS_OK",
			"line 1: No such file or directory: NTCreateX \"/no\" 0x40 0x1 5 SUCCESS" },
		{ MAKE MAKE "NTCreateX \"\\f\" 0x40 0x1 5 ERROR",
			"line 3: it succeeded, and was to fail: NTCreateX \"/f\"" },
		{ MAKE "ReadX 5 0 10 10 NT_STATUS_OK", "line 2: read 0 of 10 bytes: ReadX" },
		{ MAKE "WriteX 5 0 8 8 ERROR", "line 2: it succeeded, and was to fail" },
		{ "Unlink \"\\f\" 0 NT_STATUS_OK", "line 1: No such file or directory: Unlink" },
		{ "Mkdir \"\\a\\b\" NT_STATUS_OK", "line 1: No such file or directory: Mkdir" },
		{ MAKE "Mkdir \"\\f\" NT_STATUS_OK", "line 2: File exists: Mkdir" },
		{ "QUERY_PATH_INFORMATION \"\\f\" 1 NT_STATUS_OK", "line 1: No such file" },
		{ MAKE "QUERY_PATH_INFORMATION \"\\f\" 1 ERROR", "line 2: it succeeded" },
		{ MAKE "Close 5 NT_STATUS_OK\nClose 5 NT_STATUS_OK",
			"line 3: handle 5 is not open: Close 5 SUCCESS" },
		{ "WAITSP 9 1\nFlush 1 *", "line 1: there is no client 9 of 2" },
		{ "Flush *%1+65536 *", "line 1: handle 65536 is above the most" },
		{ "RANDOMSTRING 1 \"[.][.]\"\nMkdir \"\\$1\\x\" *", "leaves the directory" },
	};

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		struct bed b;
		open_bed(&b, wrong[i][0], strict, 0);
		ck_assert_int_lt(pass(&b), 0);
		ck_assert_msg(strstr(err.text, wrong[i][1]) != NULL, "%s", err.text);
		ck_assert_uint_eq(b.bytes, 0);
		close_bed(&b);
	}
}
END_TEST

START_TEST(compat_goes_on_after_what_dbench_only_prints)
{
	struct bed b;

	open_bed(&b,
		"NTCreateX \"\\no\" 0x40 0x1 5 NT_STATUS_OK\n" MAKE
		"ReadX 5 0 10 10 NT_STATUS_OK\nMkdir \"\\a\\b\" NT_STATUS_OK\n"
		"QUERY_PATH_INFORMATION \"\\no\" 1 NT_STATUS_OK\n",
		(struct dbench_options){ .compat = DBENCH_4 }, 0);
	unsigned kind;
	uint64_t bytes;
	ck_assert_int_eq(dbench_replay_step(&b.r, &kind, &bytes, &err), DBENCH_STEP_DONE);
	ck_assert_ptr_nonnull(strstr(said, "/no failed for handle 5 (No such file or directory)"));
	OK(pass(&b));
	ck_assert_str_eq(said, "(3) ERROR: read of 10 on handle 5 at 0 gave 0, expected 10");
	ck_assert_uint_eq(b.r.mismatches, 2);
	ck_assert_uint_eq(b.bytes, 10); /* as dbench counts: what was asked */
	close_bed(&b);

	open_bed(&b, "Close 7 NT_STATUS_OK", (struct dbench_options){ .compat = DBENCH_4 }, 0);
	ck_assert_int_eq(pass(&b), -EBADF);
	close_bed(&b);
}
END_TEST

START_TEST(deltree_leaves_folders_only_where_dbench_4_does)
{
	for (int compat = DBENCH_STRICT; compat < DBENCH_COMPATS; compat++) {
		struct bed b;
		open_bed(&b,
			"Mkdir \"\\d\" NT_STATUS_OK\nMkdir \"\\d\\e\" NT_STATUS_OK\n"
			"NTCreateX \"\\d\\e\\f\" 0x40 0x2 5 NT_STATUS_OK\nClose 5 NT_STATUS_OK\n"
			"Deltree \"\\d\" NT_STATUS_OK\nDeltree \"\\never\\there\" NT_STATUS_OK\n",
			(struct dbench_options){ .compat = (enum dbench_compat)compat }, 0);
		OK(pass(&b));
		ck_assert_int_eq(scratch_has(&b.s, "d/e"), compat == DBENCH_4);
		ck_assert(!scratch_has(&b.s, "d/e/f"));
		close_bed(&b);
	}
}
END_TEST

START_TEST(repeat_and_loops_repeat_and_nest)
{
	struct bed b;

	open_bed(&b,
		MAKE "LOOP 3\nREPEAT 2\nWriteX 5 +1000 1000 1000 NT_STATUS_OK\n"
		     "LOOP 2\nFlush 5 NT_STATUS_OK\nENDLOOP\nENDLOOP\n"
		     "REPEAT 4\nFlush 5 NT_STATUS_OK\n",
		strict, 0);
	OK(pass(&b));
	ck_assert_uint_eq(b.done, 1 + 3 * (2 + 2) + 4);
	ck_assert_uint_eq(b.bytes, 6000);
	OK(pass(&b));
	ck_assert_uint_eq(b.r.passes, 2);
	ck_assert_uint_eq(b.done, 2 * 17);
	close_bed(&b);
}
END_TEST

START_TEST(arguments_by_chance_keep_what_was_asked_of_them)
{
	struct bed b;

	open_bed(&b,
		MAKE "WriteX 5 1048575 1 1 NT_STATUS_OK\nREPEAT 500\n"
		     "WriteX 5 *%1000000/4096 *%4096+1 1 NT_STATUS_OK\n"
		     "NTCreateX \"\\g\" 0x40 0x2 6 NT_STATUS_OK\n"
		     "WriteX 6 *%1+child+num_children 1 1 NT_STATUS_OK\n"
		     "NTCreateX \"\\h\" 0x40 0x2 8 NT_STATUS_OK\nREPEAT 50\n"
		     "WriteX 8 *%1000000/1000000 1 1 NT_STATUS_OK\n"
		     "RANDOMSTRING 3 \"x[ab]y[c]\"\n"
		     "NTCreateX \"\\$3\" 0x40 0x2 7 NT_STATUS_OK\n"
		     "SET_FILE_INFORMATION 7 1 NT_STATUS_OK\n"
		     "WRITEPATTERN abc\nWriteX 7 0 7 7 NT_STATUS_OK\n",
		strict, 3);
	OK(pass(&b));
	ck_assert_uint_eq(size_of(&b, "f"), 1048576);
	ck_assert_uint_eq(size_of(&b, "g"), 3 + 5 + 1);
	ck_assert_uint_eq(size_of(&b, "h"), 1); /* rounded down, each time */
	const char *name = scratch_has(&b.s, "xayc") ? "xayc" : "xbyc";
	char path[128], content[8] = { 0 };
	(void)snprintf(path, sizeof(path), "%s/%s", b.s.path, name);
	OK(io_read_small(path, content, sizeof(content), NULL, &err));
	ck_assert_str_eq(content, "abcabca");
	/* 500 offsets that are multiples, and sizes from 1 to 4096: about 2048 on average. */
	ck_assert_uint_gt(b.bytes, 500 * 1500);
	ck_assert_uint_lt(b.bytes, 500 * 2600);
	close_bed(&b);
}
END_TEST

START_TEST(times_and_rates_are_kept)
{
	struct bed b;

	open_bed(&b, "0 Mkdir \"\\a\" NT_STATUS_OK\n0.2 Rmdir \"\\a\" NT_STATUS_OK\n", strict, 0);
	uint64_t start = clock_monotonic_ns();
	OK(pass(&b));
	ck_assert_uint_ge(clock_monotonic_ns() - start, 200 * NS_PER_MS);
	ck_assert_uint_ge(b.waits, 1);
	close_bed(&b);

	/* Small operations, each shorter than the sleep that dbench 4.0 forgets. */
	open_bed(&b, MAKE "REPEAT 1000\nWriteX 5 0 1000 1000 NT_STATUS_OK\nFlush 5 NT_STATUS_OK\n",
		(struct dbench_options){ .rate = 4000000 }, 0);
	start = clock_monotonic_ns();
	OK(pass(&b));
	ck_assert_uint_ge(clock_monotonic_ns() - start, 249 * NS_PER_MS);
	close_bed(&b);

	open_bed(&b, "Sleep 100000\nMkdir \"\\a\" NT_STATUS_OK\n", strict, 0);
	start = clock_monotonic_ns();
	OK(pass(&b));
	ck_assert_uint_ge(clock_monotonic_ns() - start, 100 * NS_PER_MS);
	close_bed(&b);
}
END_TEST

START_TEST(a_point_is_waited_for_until_it_is_reached)
{
	struct bed b;
	struct dbench_points *shared = &points;

	open_bed(&b, "WAITSP 1 3\nMkdir \"\\a\" NT_STATUS_OK\nSETSP 8\n", strict, 0);
	atomic_store(&shared->reached[1], 4); /* point 3, counted from 1 */
	OK(pass(&b));
	ck_assert_uint_eq(atomic_load(&shared->reached[0]), 9);
	close_bed(&b);
}
END_TEST

/* Else a pause in the load would outlast the time of the run, and clients of one process that wait
 * for each other would wait for ever. */
START_TEST(a_pause_comes_back_in_pieces)
{
	static const char *const pauses[] = {
		"Sleep 100000000",
		"WAITSP 1 3",
		"99 Mkdir \"\\b\" NT_STATUS_OK",
	};
	struct dbench_points *shared = &points;
	unsigned kind;
	uint64_t bytes;
	char lines[128];

	for (size_t i = 0; i < COUNT_OF(pauses); i++) {
		struct bed b;
		(void)snprintf(lines, sizeof(lines), "%s\nMkdir \"\\a\" NT_STATUS_OK\n", pauses[i]);
		open_bed(&b, lines, strict, 0);
		atomic_store(&shared->reached[1], 3);
		uint64_t start = clock_monotonic_ns();
		for (unsigned piece = 0; piece < 3; piece++)
			ck_assert_int_eq(dbench_replay_step(&b.r, &kind, &bytes, &err),
				DBENCH_STEP_WAITED);
		ck_assert_uint_lt(clock_monotonic_ns() - start, 50 * NS_PER_S);
		ck_assert(!scratch_has(&b.s, "a"));
		close_bed(&b);
	}
}
END_TEST

START_TEST(a_repeated_sleep_sleeps_so_often)
{
	struct bed b;

	open_bed(&b, "REPEAT 4\nSleep 30000\nMkdir \"\\a\" NT_STATUS_OK\n", strict, 0);
	uint64_t start = clock_monotonic_ns();
	OK(pass(&b)); /* a second Mkdir would fail */
	ck_assert_uint_ge(clock_monotonic_ns() - start, 120 * NS_PER_MS);
	ck_assert_uint_eq(b.done, 1);
	close_bed(&b);
}
END_TEST

START_TEST(options_change_what_is_written)
{
	struct bed b;
	static const char lines[] =
		MAKE "WriteX 5 99 1 1 NT_STATUS_OK\nWriteX 5 9 1 1 NT_STATUS_OK\n"
		     "WriteX 5 0 64 64 NT_STATUS_OK\n"
		     "ReadX 5 0 64 64 NT_STATUS_OK\n";

	open_bed(&b, lines, (struct dbench_options){ .trunc_io = 16 }, 0);
	OK(pass(&b));
	ck_assert_uint_eq(b.bytes, 1 + 1 + 16 + 16);
	close_bed(&b);
	open_bed(&b, lines, (struct dbench_options){ .fake_io = true }, 0);
	OK(pass(&b));
	ck_assert_uint_eq(b.bytes, 130);
	ck_assert_uint_eq(size_of(&b, "f"), 0);
	close_bed(&b);
	open_bed(&b, lines, (struct dbench_options){ .one_byte_write_fix = true }, 0);
	OK(pass(&b));
	ck_assert_uint_eq(size_of(&b, "f"), 100);
	ck_assert_uint_eq(b.bytes, 130);
	close_bed(&b);
	open_bed(&b, "Rmdir \"\\none\" NT_STATUS_OK\n",
		(struct dbench_options){ .stat_check = true }, 0);
	OK(pass(&b));
	close_bed(&b);
}
END_TEST

UNIT_MAIN("dbench_replay", operations_are_done_on_the_file_system, strict_believes_nothing,
	compat_goes_on_after_what_dbench_only_prints,
	deltree_leaves_folders_only_where_dbench_4_does, repeat_and_loops_repeat_and_nest,
	arguments_by_chance_keep_what_was_asked_of_them, times_and_rates_are_kept,
	a_point_is_waited_for_until_it_is_reached, a_pause_comes_back_in_pieces,
	a_repeated_sleep_sleeps_so_often, options_change_what_is_written)
