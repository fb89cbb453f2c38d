// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_print.h"
#include "lmdd_line.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t size_of(const char *name)
{
	struct stat st;

	ck_assert_int_eq(stat(name, &st), 0);
	return (uint64_t)st.st_size;
}

START_TEST(small_suffixes_are_binary_and_capital_ones_decimal)
{
	static const struct {
		const char *text;
		uint64_t value;
	} cases[] = {
		{ "0", 0 },
		{ "8192", 8192 },
		{ "8k", 8192 },
		{ "200m", 209715200 },
		{ "1g", 1073741824 },
		{ "8K", 8000 },
		{ "1M", 1000000 },
		{ "2G", 2000000000 },
		{ "007", 7 },
		{ "9223372036854775807", INT64_MAX },
	};
	static const struct {
		const char *text;
		int ret;
	} refused[] = {
		{ "", -EINVAL },
		{ "-1", -EINVAL },
		{ "+1", -EINVAL },
		{ " 1", -EINVAL },
		{ "0x10", -EINVAL },
		{ "8kb", -EINVAL },
		{ "8T", -EINVAL },
		{ "1.5k", -EINVAL },
		{ "k", -EINVAL },
		{ "9223372036854775808", -ERANGE },
		{ "99999999999999999999", -ERANGE },
		{ "8589934592g", -ERANGE },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint64_t value = 1;
		OK(lmdd_number(cases[i].text, &value, &err));
		ck_assert_uint_eq(value, cases[i].value);
	}
	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		uint64_t value = 77;
		ck_assert_msg(lmdd_number(refused[i].text, &value, &err) == refused[i].ret, "'%s'",
			refused[i].text);
		ck_assert_uint_eq(value, 77);
	}
}
END_TEST

START_TEST(arguments_that_must_be_refused_say_why)
{
	static const struct {
		const char *line;
		int ret;
		const char *why;
	} cases[] = {
		{ "bsx=8k", -EINVAL, "no argument named 'bsx'; the nearest is 'bs='" },
		{ "b=8k", -EINVAL, "no argument named 'b'" },
		{ "fysnc=1", -EINVAL, "the nearest is 'fsync='" },
		{ "file", -EINVAL, "no argument named 'file'" },
		{ "hash", -EINVAL, "hash: it needs a value" },
		{ "=4", -EINVAL, "no argument named ''" },
		{ "bs=2 count=1", -ERANGE, "bs: 2 is below the least, 4" },
		{ "bs=2g count=1", -ERANGE, "bs: 2g is above the most, 2147479552" },
		{ "bs=8q", -EINVAL, "bs: '8q': 'q' is none of" },
		{ "bs=-1", -EINVAL, "bs: '-1' is no number" },
		{ "count=1 count=2", -EINVAL, "count: given twice" },
		{ "count=1 move=8k", -EINVAL, "count and move: only one of them" },
		{ "of=x bs=6 opat=1", -EINVAL, "bs: 6 is no multiple of 4" },
		{ "of=x skip=9223372036854775807", -ERANGE, "skip: " },
		{ "if=x mismatch=1", -EINVAL, "mismatch: it needs ipat=1" },
		{ "if=x ipat=1 mismatch=0", -ERANGE, "mismatch: 0 is below the least, 1" },
		{ "of=x append=yes", -EINVAL, "append: 'yes' is no number" },
		{ "count=1 bufs=11", -ERANGE, "bufs: 11 is above the most, 10" },
		{ "count=1 end=1m", -EINVAL, "end: it needs rand" },
		{ "count=1 srand=1", -EINVAL, "srand: it needs rand" },
		{ "if=x rand=8k", -EINVAL, "rand: 8192 is below the least, two blocks of 8192" },
		{ "count=1 norepeat=1", -EINVAL, "norepeat: it needs rand" },
		{ "if=x rand=80k end=41k norepeat=1 bs=1k", -EINVAL,
			"end: 41984 is above half of rand, 81920: with norepeat" },
		{ "if=x rand=80k end=81k", -EINVAL, "end: 82944 is not between" },
		{ "", -EINVAL, "nothing to do" },
		{ "bs=8k fsync=1", -EINVAL, "nothing to do" },
		{ "of=x rtmax=10", -EINVAL,
			"rtmax: there is no input file; wtmax is for the output" },
		{ "if=x wtmax=10", -EINVAL,
			"wtmax: there is no output file; rtmax is for the input" },
		{ "if=x rtmin=10", -EINVAL, "rtmin: it needs rtmax" },
		{ "of=x wtmin=0", -EINVAL, "wtmin: it needs wtmax" },
		{ "if=x rtmin=1 rtmax=3", -EINVAL, "rtmin: 1 is not 10 below rtmax, 10" },
		{ "of=x wtmin=20 wtmax=29", -EINVAL, "wtmin: 20 is not 10 below wtmax, 29" },
		{ "of=x wtmax=4294967296", -ERANGE, "is above the most, 4294967295" },
		{ "if=x realtime=1", -EINVAL, "realtime: there is no output file" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = { 0 };
		struct lmdd_args args = { .bs = 77 };
		int ret = lmdd_parse(cases[i].line, &args, &err);
		ck_assert_msg(ret == cases[i].ret, "'%s': %d", cases[i].line, ret);
		ck_assert_msg(strstr(err.text, cases[i].why), "'%s': %s", cases[i].line, err.text);
		ck_assert_uint_eq(args.bs, 77);
	}
}
END_TEST

START_TEST(a_flag_is_off_at_0_and_on_at_anything_else)
{
	struct lmdd_args args;
	struct error err = { 0 };

	OK(lmdd_parse("of=x opat=0 fsync=0 append=0 touch=0", &args, &err));
	ck_assert(!args.opat && !args.fsync && !args.append && !args.touch);
	OK(lmdd_parse("of=x opat=1 fsync=2 append= touch=1", &args, &err));
	ck_assert(args.opat && args.fsync && args.append && args.touch);
}
END_TEST

START_TEST(move_is_whole_blocks_and_defaults_are_lmdds)
{
	struct lmdd_args args;
	struct error err = { 0 };

	OK(lmdd_parse("of=x", &args, &err));
	ck_assert_str_eq(args.input, "internal");
	ck_assert_uint_eq(args.bs, 8192);
	ck_assert_uint_eq(args.count, LMDD_ABSENT);
	OK(lmdd_parse("move=20000 bs=8k", &args, &err));
	ck_assert_uint_eq(args.count, 2);
	OK(lmdd_parse("move=8191", &args, &err));
	ck_assert_uint_eq(args.count, 0);
}
END_TEST

/* The lines of the original, of lmbench 3 as built and run; times chosen to give them. */
START_TEST(result_lines_are_the_originals)
{
	static const struct {
		uint64_t print;
		struct lmdd_result result;
		const char *line;
	} cases[] = {
		{ 6, { 209715200, 25600, 157415999, 8192 },
			"209.7152 MB in 0.1574 secs, 1332.2356 MB/sec\n" },
		{ 6, { 8192000, 1000, 15225000, 8192 },
			"8.1920 MB in 0.0152 secs, 538.0624 MB/sec\n" },
		{ 99, { 209715200, 25600, UINT64_C(25887200000), 8192 },
			"209.7152 MB in 25.8872 secs, 8.1011 MB/sec\n" },
		{ 6, { 0, 0, 0, 8192 }, "0.0000 MB in 0.0000 secs, 0.0000 MB/sec\n" },
		{ 6, { 5, 1, 0, 8192 }, "0.0000 MB in 0.0000 secs, 0.0000 MB/sec\n" },
		{ 0, { 209715200, 25600, 157415999, 8192 }, "" },
		{ 1, { 10485760, 10, 2533000, 1048576 },
			"10 1048KB xfers in 0.00 secs, 0.2533 millisec/xfer, 4139.66 MB/sec\n" },
		{ 1, { 1048576, 1, 1555000, 1048576 },
			"1048.6KB in 1.5550 millisecs, 674.33 MB/sec\n" },
		{ 1, { 2048, 2, 500000000, 1024 },
			"2 1KB xfers in 0.50 secs, 250 millisec/xfer, 4.10 KB/sec\n" },
		{ 1, { 0, 0, 0, 8192 },
			"0 8KB xfers in 0.00 secs, 0.0000 millisec/xfer, 0.00 KB/sec\n" },
		{ 2, { 10485760, 10, 2540000, 1048576 }, ": 254.0000 microseconds\n" },
		{ 2, { 0, 0, 0, 8192 }, ": 0.0000 microseconds\n" },
		{ 3, { 10485760, 10, 23046000, 1048576 }, "454993 KB/sec\n" },
		{ 4, { 10485760, 10, 2533000, 1048576 }, "4139.66 MB/sec\n" },
		{ 5, { 10485760, 10, 2603000, 1048576 }, "10.49 4028.34\n" },
		{ 5, { 8192, 1, 1000000000, 8192 }, "0.008192 0.008192\n" },
	};
	struct text out;

	text_init(&out, 4096);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		text_clear(&out);
		lmdd_print_result(&out, cases[i].print, &cases[i].result);
		ck_assert_str_eq(out.data, cases[i].line);
	}
	text_free(&out);
}
END_TEST

START_TEST(bytes_are_counted_whole)
{
	char path[] = "/tmp/bakeoff-test-XXXXXX";

	lmdd_enter(path);
	struct lmdd_ran ran =
		lmdd_run_line("if=- of=x print=5", "abcde"); /* the original counts 4 */
	ck_assert_int_eq(ran.status, 0);
	ck_assert_msg(strncmp(ran.said, "0.000005 ", 9) == 0, "%s", ran.said);
	ck_assert_uint_eq(size_of("x"), 5);
	lmdd_leave(path);
}
END_TEST

START_TEST(skip_leaves_a_hole_append_adds_and_notrunc_keeps)
{
	static const struct {
		const char *line;
		uint64_t size;
	} cases[] = {
		{ "of=x bs=4k count=2", 8192 },
		{ "of=x bs=4k count=1 skip=3", 16384 },
		{ "of=x bs=1k count=1 append=1", 17408 },
		{ "of=x bs=1k count=1 notrunc=1", 17408 },
		{ "of=x bs=1k count=1 nocreate=1", 1024 },
		{ "of=x bs=1k count=2 osync=1 sync=0 timeopen=1 bufs=2 touch=1", 2048 },
		{ "of=x bs=8k move=20000", 16384 },
		{ "if=x of=y bs=5000 touch=1", 16384 },
	};
	char path[] = "/tmp/bakeoff-test-XXXXXX";

	lmdd_enter(path);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct lmdd_ran ran = lmdd_run_line(cases[i].line, "");
		ck_assert_msg(ran.status == 0, "%s: %s", cases[i].line, ran.said);
		ck_assert_uint_eq(size_of(strstr(cases[i].line, "of=y") ? "y" : "x"),
			cases[i].size);
	}
	lmdd_leave(path);
}
END_TEST

START_TEST(a_wrong_word_is_said_and_the_exit_status_is_1)
{
	char path[] = "/tmp/bakeoff-test-XXXXXX";
	const uint32_t wrong = 0xdeadbeef;

	lmdd_enter(path);
	ck_assert_int_eq(lmdd_run_line("of=x bs=4k count=4 opat=1", "").status, 0);
	ck_assert_int_eq(lmdd_run_line("if=x bs=2k ipat=1 touch=1", "").status, 0);
	int fd = open("x", O_WRONLY | O_CLOEXEC);
	ck_assert_int_eq(pwrite(fd, &wrong, 4, 8200), 4);
	ck_assert_int_eq(pwrite(fd, &wrong, 4, 12288), 4);
	close(fd);

	struct lmdd_ran ran = lmdd_run_line("if=x bs=4k ipat=1 label=x:", "");
	ck_assert_int_eq(ran.status, 1);
	static const char both[] = "off=8192 want=2008 got=deadbeef\n"
				   "off=12288 want=3000 got=deadbeef\n"
				   "x:0.0164 MB in ";
	ck_assert_msg(strncmp(ran.said, both, strlen(both)) == 0, "%s", ran.said);

	ran = lmdd_run_line("if=x bs=4k ipat=1 mismatch=1", "");
	ck_assert_int_eq(ran.status, 1);
	ck_assert_ptr_nonnull(strstr(ran.said, "stopped after 1 wrong words\n0.0082 MB in "));
	lmdd_leave(path);
}
END_TEST

START_TEST(a_failed_write_is_said_before_what_was_moved_and_the_exit_status_is_1)
{
	struct lmdd_ran ran = lmdd_run_line("of=/dev/full bs=8k count=3 hash=1", "");

	ck_assert_int_eq(ran.status, 1);
	static const char said[] =
		"bakeoff: lmdd: /dev/full: write 8192 bytes at 0: No space left on device\n"
		"0.0000 MB in 0.";
	ck_assert_msg(strncmp(ran.said, said, strlen(said)) == 0, "%s", ran.said);
	ran = lmdd_run_line("of=/dev/null bs=8k count=2 hash=1 fsync=1 print=0", "");
	ck_assert_int_eq(ran.status, 0);
	ck_assert_str_eq(ran.said, "##\n");
}
END_TEST

START_TEST(files_that_must_be_refused_are_left_alone)
{
	static const struct {
		const char *line;
		int status;
		const char *why;
	} cases[] = {
		{ "of=/dev/bakeoff-no-such-device count=1", 1,
			"no such device, and none is created" },
		{ "of=link count=1", 1, "link: a link to what does not exist" },
		{ "of=/dev/../dev/bakeoff-no-such-device count=1", 1, "none is created" },
		{ "of=devices/bakeoff-no-such-device count=1", 1, "none is created" },
		{ "of=missing/x count=1", 1, "missing/x: open: No such file or directory" },
		{ "of=x nocreate=1 count=1", 1, "x: open: No such file or directory" },
		{ "if=x", 1, "x: open: No such file or directory" },
		{ "if=.", 1, ".: Is a directory" },
		{ "if=same of=same", 1, "same: input and output are the same file" },
		{ "if=same of=same append=1", 1, "input and output are the same file" },
		{ "of=x count=1 bsx=1", 2, "no argument named 'bsx'" },
		{ "of=x count=1 rtmax=1", 2, "rtmax: there is no input file" },
		{ "of=x count=1 realtime=1", 1,
			"x: realtime: it needs an XFS with a realtime device" },
	};
	char path[] = "/tmp/bakeoff-test-XXXXXX";

	lmdd_enter(path);
	ck_assert_int_eq(symlink("/dev/bakeoff-no-such-device", "link"), 0);
	ck_assert_int_eq(symlink("/dev", "devices"), 0);
	int fd = open("same", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	ck_assert_int_eq(write(fd, "data", 4), 4);
	close(fd);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct lmdd_ran ran = lmdd_run_line(cases[i].line, "");
		ck_assert_msg(ran.status == cases[i].status, "%s: %d", cases[i].line, ran.status);
		ck_assert_msg(strstr(ran.said, cases[i].why), "%s: %s", cases[i].line, ran.said);
		ck_assert_ptr_null(strstr(ran.said, "MB/sec"));
		ck_assert_int_ne(access("x", F_OK), 0);
	}
	ck_assert_int_ne(access("/dev/bakeoff-no-such-device", F_OK), 0);
	ck_assert_uint_eq(size_of("same"), 4);
	lmdd_leave(path);
}
END_TEST

START_TEST(an_interrupt_ends_the_loop_prints_the_result_and_exits_130)
{
	int from[2], status;
	char said[256] = "";
	char first;

	ck_assert_int_eq(pipe(from), 0);
	pid_t child = fork();
	if (child == 0) {
		char line[] = "if=/dev/zero hash=1 usleep=1000", *argv[LMDD_MOST_WORDS + 1];
		int argc = lmdd_split(line, argv);
		dup2(from[1], STDERR_FILENO);
		_exit(classic_lmdd(argc, argv));
	}
	close(from[1]);
	ck_assert_int_eq(read(from[0], &first, 1), 1); /* a first # : the loop is running */
	ck_assert_int_eq(kill(child, SIGINT), 0);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 130);
	ck_assert_int_gt(read(from[0], said, sizeof(said) - 1), 0);
	ck_assert_ptr_nonnull(strstr(said, "\n0."));
	ck_assert_ptr_nonnull(strstr(said, " MB/sec\n"));
	close(from[0]);
}
END_TEST

START_TEST(time_ends_an_endless_copy)
{
	struct lmdd_ran ran = lmdd_run_line("time=1 print=5 usleep=10000", "");
	double megabytes = 0, rate = 0;

	ck_assert_int_eq(ran.status, 0);
	ck_assert_int_eq(sscanf(ran.said, "%lf %lf", &megabytes, &rate), 2);
	ck_assert_double_gt(megabytes / rate, 0.99);
	ck_assert_double_lt(megabytes / rate, 3);
}
END_TEST

UNIT_MAIN("lmdd", small_suffixes_are_binary_and_capital_ones_decimal,
	arguments_that_must_be_refused_say_why, a_flag_is_off_at_0_and_on_at_anything_else,
	move_is_whole_blocks_and_defaults_are_lmdds, result_lines_are_the_originals,
	bytes_are_counted_whole, skip_leaves_a_hole_append_adds_and_notrunc_keeps,
	a_wrong_word_is_said_and_the_exit_status_is_1,
	a_failed_write_is_said_before_what_was_moved_and_the_exit_status_is_1,
	files_that_must_be_refused_are_left_alone,
	an_interrupt_ends_the_loop_prints_the_result_and_exits_130, time_ends_an_endless_copy)
