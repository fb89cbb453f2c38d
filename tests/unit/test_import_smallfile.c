// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

#define HEAD(threads) \
	"      version : 3.2\n   operation : rename\n   threads : " threads \
	"\n   files/thread : 9\n"

START_TEST(a_thread_says_how_long_it_took)
{
	struct import in = import_text(
		HEAD("1") "host = h,thr = 00,elapsed = 2.5,files = 9,records = 0,status = ok\n"
			  "files/sec = 3.6\n");
	struct import old = import_text(
		HEAD("1") "host = h,thr = 00,elapsed-time = 3.5,files = 9,status = ok\n");

	ck_assert_double_eq(import_value(&in, "smallfile/rename", "elapsed", "", NULL, "s"), 2.5);
	ck_assert_double_eq(import_value(&in, "smallfile/rename", "files_rate", "", NULL,
				    "files/s"),
		3.6);
	ck_assert_double_eq(import_value(&old, "smallfile/rename", "elapsed", "", NULL, "s"), 3.5);
	ck_assert_str_eq(in.rows[0].tool_version, "3.2");
}
END_TEST

START_TEST(threads_that_ran_together_are_no_repeats)
{
	struct import in = import_text(HEAD("2") "host = h,thr = 00,elapsed = 2.5,status = ok\n"
						 "host = h,thr = 01,elapsed = 3.5,status = ok\n");

	ck_assert_double_eq(import_value(&in, "smallfile/rename", "elapsed", "", "thr 00", "s"),
		2.5);
	ck_assert_double_eq(import_value(&in, "smallfile/rename", "elapsed", "", "thr 01", "s"),
		3.5);
}
END_TEST

START_TEST(a_thread_that_failed_or_has_no_time_has_no_value)
{
	struct import in = import_text(HEAD("1") "host = h,thr = 00,elapsed = 2.5,status = EIO\n"
						 "host = h,thr = 00,files = 9,status = ok\n"
						 "host = h,thr = 00,elapsed = 2");

	ck_assert_uint_eq(in.row_count, 3);
	ck_assert_str_eq(in.rows[0].status, IMPORT_FAILED);
	ck_assert_str_eq(in.rows[1].status, IMPORT_MISSING);
	ck_assert_str_eq(in.rows[2].status, IMPORT_TRUNCATED);
	ck_assert_uint_eq(in.warning_count, 3);
}
END_TEST

UNIT_MAIN("import smallfile", a_thread_says_how_long_it_took,
	a_thread_that_failed_or_has_no_time_has_no_value, threads_that_ran_together_are_no_repeats)
