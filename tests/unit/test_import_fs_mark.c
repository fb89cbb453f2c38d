// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

#define HEAD "FSUse%        Count         Size    Files/sec     App Overhead"

START_TEST(each_row_is_a_sample_and_the_total_none)
{
	struct import in =
		import_text("Old:\n\n#  Version 3.3, 4 thread(s) starting at Mon\n" HEAD
			    "\n     1         1000            0       5000.5            12345\n"
			    "     2         2000            0       6000.5            22345\n"
			    "\n     Total files/sec: 11001.0\n\nNew:\n\n" HEAD
			    "\n     1         1000            0       7000.5            32345\n");
	const struct import_row *old = import_row(&in, "fs_mark", "files_rate", "Old", NULL);

	ck_assert_uint_eq(old->value_count, 2);
	ck_assert_double_eq(old->values[1], 6000.5);
	ck_assert_str_eq(old->tool_version, "3.3");
	ck_assert_str_eq(old->settings[1].value, "4");
	ck_assert_double_eq(import_value(&in, "fs_mark", "app_overhead", "New", NULL, "us"), 32345);
	ck_assert_uint_eq(in.row_count, 4);
}
END_TEST

START_TEST(calls_have_their_extremes_and_zeros_were_not_run)
{
	struct import in = import_text(HEAD "  CREAT (Min/Avg/Max)  FSYNC (Min/Avg/Max)\n"
					    "  9   10   512   250.5   77   11  12  13   0  0  0\n");
	const struct import_row *creat = import_row(&in, "fs_mark/creat", "latency_avg", "", NULL);

	ck_assert_double_eq(creat->values[0], 12);
	ck_assert_double_eq(creat->least, 11);
	ck_assert_double_eq(creat->greatest, 13);
	ck_assert_str_eq(import_row(&in, "fs_mark/fsync", "latency_avg", "", NULL)->status,
		"not-run");
}
END_TEST

START_TEST(a_cut_row_has_no_value)
{
	struct import in = import_text("> > " HEAD "\n> >  1  1000  0  5000.5  12345\n> >   18");

	ck_assert_uint_eq(in.row_count, 3);
	ck_assert_str_eq(in.rows[2].status, "truncated");
	ck_assert_uint_eq(in.warning_count, 1);
}
END_TEST

START_TEST(a_label_that_is_only_with_is_that_word)
{
	struct import in = import_text("=== with ===\n" HEAD "\n  9   10   512   250.5   77\n");

	ck_assert_double_eq(import_value(&in, "fs_mark", "files_rate", "with", NULL, "/s"), 250.5);
}
END_TEST

UNIT_MAIN("import fs mark", a_cut_row_has_no_value, a_label_that_is_only_with_is_that_word,
	calls_have_their_extremes_and_zeros_were_not_run, each_row_is_a_sample_and_the_total_none)
