// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim9_print.h"
#include "classic/aim9_workfile.h"

#include "unit.h"
#include "version.h"

#include <errno.h>
#include <string.h>

static struct arena arena;
static struct error err;
static struct text out;

static int parse(const char *text, struct aim9_workfile *w)
{
	return aim9_workfile_parse(text, strlen(text), &arena, w, &err);
}

START_TEST(workfile_says_the_size_and_which_tests)
{
	struct aim9_workfile w = { 0 };

	OK(parse("# stock\n\nFILESIZE: 5M\nsync_disk_rw\ncreat-clo\nadd_int\ndisk_rr\ndisk_rr\n"
		 "tcp_test",
		&w));
	ck_assert_uint_eq(w.blocks, 5120);
	ck_assert_uint_eq(aim9_count(&w), 3);
	ck_assert(w.wanted[aim_test_find("creat-clo") - aim_tests]);
	ck_assert(w.wanted[aim_test_find("disk_rr") - aim_tests]);
	ck_assert(w.wanted[aim_test_find("sync_disk_rw") - aim_tests]);
	ck_assert_uint_eq(w.not_run_count, 2);
	ck_assert_str_eq(w.not_run[0], "add_int");
	ck_assert_str_eq(w.not_run[1], "tcp_test");
	OK(parse("FILESIZE:10K \r\ndisk_cp\t\n", &w));
	ck_assert_uint_eq(w.blocks, 10);
	OK(parse("disk_cp\n", &w)); /* whether a size is needed is the caller's to say */
	ck_assert_uint_eq(w.blocks, 0);
}
END_TEST

START_TEST(all_sixty_tests_of_the_stock_workfile_are_known)
{
	static const char *const stock[] = { "add_double", "add_float", "add_long", "add_int",
		"add_short", "creat-clo", "page_test", "brk_test", "jmp_test", "signal_test",
		"exec_test", "fork_test", "link_test", "disk_rr", "disk_rw", "disk_rd", "disk_wrt",
		"disk_cp", "sync_disk_rw", "sync_disk_wrt", "sync_disk_cp", "disk_src",
		"div_double", "div_float", "div_long", "div_int", "div_short", "fun_cal",
		"fun_cal1", "fun_cal2", "fun_cal15", "sieve", "mul_double", "mul_float", "mul_long",
		"mul_int", "mul_short", "num_rtns_1", "new_raph", "trig_rtns", "matrix_rtns",
		"array_rtns", "string_rtns", "mem_rtns_1", "mem_rtns_2", "sort_rtns_1",
		"misc_rtns_1", "dir_rtns_1", "shell_rtns_1", "shell_rtns_2", "shell_rtns_3",
		"series_1", "shared_memory", "tcp_test", "udp_test", "fifo_test", "stream_pipe",
		"dgram_pipe", "pipe_cpy", "ram_copy" };
	struct aim9_workfile w = { 0 };

	ck_assert_uint_eq(COUNT_OF(stock), 60);
	for (size_t i = 0; i < COUNT_OF(stock); i++)
		OK(aim9_workfile_add(&w, stock[i], &arena, &err));
	ck_assert_uint_eq(aim9_count(&w), 12);
	ck_assert_uint_eq(w.not_run_count, 48);
}
END_TEST

START_TEST(wrong_workfiles_say_which_line)
{
	static const struct {
		const char *text, *error;
	} wrong[] = {
		{ "FILESIZE: 5M\ndisk_rx\n",
			"line 2: no test named 'disk_rx'; the nearest is disk_rr" },
		{ "FILESIZE: 5M\n disk_rr\n",
			"line 2: no test named ' disk_rr'; the nearest is disk_rr" },
		{ "10 disk_rr\n",
			"line 1: no test named '10 disk_rr'; the nearest is disk_rr" }, /* Suite
											   VII's
											   weights
											 */
		{ "FILESIZE: 5\n", "line 1: FILESIZE: '5' where a number with K or M is expected" },
		{ "FILESIZE:\n", "line 1: FILESIZE: '' where a number with K or M is expected" },
		{ "FILESIZE: -5M\n",
			"line 1: FILESIZE: '-5M' where a number with K or M is expected" },
		{ "FILESIZE: 5MB\n",
			"line 1: FILESIZE: '5MB' where a number with K or M is expected" },
		{ "FILESIZE: 1K\n", "line 1: FILESIZE: 1K is below the least, 2K" },
		{ "FILESIZE: 0M\n", "line 1: FILESIZE: 0M is below the least, 2K" },
		{ "FILESIZE: 99999999999999999999M\n",
			"line 1: FILESIZE: 99999999999999999999M is above the most, 1048576G" },
		{ "FILESIZE: 1073741825M\n",
			"line 1: FILESIZE: 1073741825M is above the most, 1048576G" },
		{ "FILESIZE: 5M\n\nFILESIZE: 5M\n", "line 3: FILESIZE is there twice" },
	};
	struct aim9_workfile w = { .blocks = 7 };

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		ck_assert_int_lt(parse(wrong[i].text, &w), 0);
		ck_assert_str_eq(err.text, wrong[i].error);
		ck_assert_uint_eq(w.blocks, 7);
	}
	ck_assert_int_eq(aim9_workfile_parse("disk\0_rr", 8, &arena, &w, &err), -EINVAL);
}
END_TEST

/* Published lines: the counts and times that they come from, to the last blank. */
START_TEST(lines_are_those_of_published_runs)
{
	const struct aim9_result tcp = { 1, "tcp_test", "TCP/IP Messages", 300 * NS_PER_S, 58982,
		90 };
	const struct aim9_result creat = { 1, "creat-clo", "File Creations and Closes",
		10010 * NS_PER_MS, 873, 1000 };
	const struct aim9_result sync = { 10, "sync_disk_wrt", "Sync Sequential Disk Writes (K)",
		53610 * NS_PER_MS, 2, 2560 };
	const struct aim9_result slow = { 1, "disk_rr", "Random Disk Reads (K)", 4000 * NS_PER_S, 1,
		1000 };

	text_init(&out, MIB);
	aim9_print_result(&out, &tcp);
	ck_assert_str_eq(out.data,
		"     1 tcp_test           300.00      58982  196.60667        17694.60 TCP/IP "
		"Messages/second\n");
	text_clear(&out);
	aim9_log_result(&out, &creat);
	ck_assert_str_eq(out.data, "creat-clo 10010 87.2128        87212.79 File Creations and "
				   "Closes/second\n");
	text_clear(&out);
	aim9_log_result(&out, &sync);
	ck_assert_str_eq(out.data, "sync_disk_wrt 53610 0.0373065           95.50 Sync Sequential "
				   "Disk Writes (K)/second\n");
	text_clear(&out);
	aim9_sheet_result(&out, &sync);
	ck_assert_str_eq(out.data,
		"sync_disk_wrt\t95\tSync Sequential Disk Writes (K) per second\n");
	text_clear(&out);
	aim9_sheet_result(&out, &slow);
	ck_assert_str_eq(out.data, "disk_rr\t0.25\tRandom Disk Reads (K) per second\n");
}
END_TEST

START_TEST(heads_have_five_lines_and_the_table_its_ruler)
{
	const struct aim9_run run = { "box", "2 CPUs, 4 GB", 1166536171, 5120 };
	static const char head[] = "box\n2 CPUs, 4 GB\nDec 19 13:49:31 2006\nbakeoff aim9 "
				   "\"" BAKEOFF_VERSION "\"\n5120K\n";

	ck_assert_int_eq(setenv("TZ", "UTC", 1), 0);
	text_init(&out, MIB);
	aim9_sheet_head(&out, &run);
	ck_assert_str_eq(out.data, head);
	text_clear(&out);
	aim9_log_head(&out, &run);
	ck_assert_str_eq(out.data, head);
	text_clear(&out);
	aim9_print_head(&out, &run, 13, 300);
	ck_assert_ptr_nonnull(strstr(out.data, "1:05:00 (13 tests, 300 s each)\n"));
	const char *ruler = strstr(out.data, "\n-");
	ck_assert_ptr_nonnull(ruler);
	ck_assert_uint_eq(strspn(ruler + 1, "-"), 108);
	text_clear(&out);
	aim9_print_foot(&out, &run, 3600, 3663);
	ck_assert_ptr_nonnull(strstr(out.data, "+0:01:03\n"));
	ck_assert_ptr_nonnull(strstr(out.data, "Dec 19 14:49:31 2006\n"));
	text_clear(&out);
	aim9_print_foot(&out, &run, 3600, 3599);
	ck_assert_ptr_nonnull(strstr(out.data, "-0:00:01\n"));
}
END_TEST

UNIT_MAIN("aim9", workfile_says_the_size_and_which_tests,
	all_sixty_tests_of_the_stock_workfile_are_known, wrong_workfiles_say_which_line,
	lines_are_those_of_published_runs, heads_have_five_lines_and_the_table_its_ruler)
