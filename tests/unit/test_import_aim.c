// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

START_TEST(suite_nines_console_has_two_rates)
{
	struct import in = import_text(
		"kernel-one\n--------\n"
		" Test        Test        Elapsed  Iteration    Iteration          Operation\n"
		"Number       Name      Time (sec)   Count   Rate (loops/sec)    Rate (ops/sec)\n"
		"     1 creat-clo           10.00        150   15.00000        15000.00 File "
		"Creations "
		"and Closes/second\n"
		"     2 disk_rr             10.00         15    1.50000         1500.00 Random "
		"Disk Reads "
		"(K)/second\n");

	ck_assert_double_eq(import_value(&in, "aim9/creat-clo", "ops_rate", "kernel-one", NULL,
				    "/s"),
		15000);
	ck_assert_double_eq(import_value(&in, "aim9/creat-clo", "loop_rate", "kernel-one", NULL,
				    "/s"),
		15);
	ck_assert_double_eq(import_value(&in, "aim9/disk_rr", "ops_rate", "kernel-one", NULL,
				    "K/s"),
		1500);
	ck_assert_uint_eq(in.row_count, 4);
}
END_TEST

START_TEST(lines_of_one_test_follow_the_list_of_variants)
{
	struct import in = import_text(
		"Results of\n2.1\n2.2\n\nlink_test 5000 10.5 661.5 Link/Unlink Pairs/second\n"
		"link_test 5010 11.5 724.5 Link/Unlink Pairs/second\n^^^ good\n"
		"fork_test 5000 2.5 250 Task Creations/second\n");

	ck_assert_double_eq(import_value(&in, "aim9/link_test", "ops_rate", "2.1", NULL, "/s"),
		661.5);
	ck_assert_double_eq(import_value(&in, "aim9/link_test", "loop_rate", "2.2", NULL, "/s"),
		11.5);
	ck_assert_double_eq(import_value(&in, "aim9/fork_test", "ops_rate", "", NULL, "/s"), 250);
	ck_assert_uint_eq(in.warning_count, 1);
}
END_TEST

START_TEST(what_a_comparison_derives_is_left_out)
{
	struct import in =
		import_text("               kernel-a    kernel-b\n"
			    "  1 creat-clo    1500.5      1400.5  -100.00  -6.66% File Creations "
			    "and Closes/second\n"
			    "  2 page_test    2500.5      2600.5   100.00   4.00% System "
			    "Allocations & Pages/second\n"
			    "disk_cp          70          80      Disk Copies (K) per second\n");

	ck_assert_double_eq(import_value(&in, "aim9/creat-clo", "ops_rate", "kernel-b", NULL, "/s"),
		1400.5);
	ck_assert_double_eq(import_value(&in, "aim9/page_test", "ops_rate", "kernel-a", NULL, "/s"),
		2500.5);
	ck_assert_double_eq(import_value(&in, "aim9/disk_cp", "ops_rate", "kernel-b", NULL, "K/s"),
		80);
	ck_assert_uint_eq(in.row_count, 6);
}
END_TEST

START_TEST(suite_sevens_rows_may_have_their_date_folded)
{
	struct import in = import_text("Tasks    jobs/min  jti  jobs/min/task      real       cpu\n"
				       "    1     2000.50  100      2000.5000      3.50      0.50  "
				       " Tue Jan  2 \n10:17:44 2007\n"
				       "   10    15000.50   90      1500.0500      4.50      4.50  "
				       " Tue Jan  2 10:18:44 2007\n"
				       "   20\nFatal error: gone\n   30   1 2 3 4 5\n");

	ck_assert_double_eq(import_value(&in, "aim7/1", "jobs_per_min", "", NULL, "/min"), 2000.5);
	ck_assert_double_eq(import_value(&in, "aim7/10", "jti", "", NULL, "%"), 90);
	ck_assert_str_eq(import_row(&in, "aim7/20", "jobs_per_min", "", NULL)->status, "failed");
	ck_assert_uint_eq(in.row_count, 11);
}
END_TEST

START_TEST(suite_sevens_result_file_is_read_too)
{
	struct import in = import_text("Tasks\tJobs/Min\tJTI\tReal\tCPU\tJobs/sec/task\n"
				       "5\t300.5\t\t99\t10.5\t2.5\t1.0017\n");

	ck_assert_double_eq(import_value(&in, "aim7/5", "jobs_per_min", "", NULL, "/min"), 300.5);
	ck_assert_double_eq(import_value(&in, "aim7/5", "cpu_time", "", NULL, "s"), 2.5);
	ck_assert_double_eq(import_value(&in, "aim7/5", "jobs_per_s_per_task", "", NULL, "/s"),
		1.0017);
}
END_TEST

#define REAIM_HEAD \
	"Num     Parent   Child   Child  Jobs per   Jobs/min/  Std_dev  Std_dev  JTI\n" \
	"Forked  Time     SysTime UTime   Minute     Child      Time     Percent \n"

START_TEST(reaims_tables_are_kept_apart_by_variant_and_title)
{
	struct import in = import_text(
		"OLD\n\nREAIM Workload\nTimes are in seconds\n\n" REAIM_HEAD
		"1       0.51     0.11    0.21    1000.50    1000.50    0.00     0.00     100\n"
		"5       0.61     0.12    0.22    4000.50    800.10     0.01     1.50     98\n"
		"Max Jobs per Minute 4000.50\n\nREAIM Workload (cold)\n\n" REAIM_HEAD
		"1       0.52     0.13    0.23    1001.50    1001.50    0.00     0.00     100\n"
		"\nNEW\n\nREAIM Workload\n\n" REAIM_HEAD
		"1       0.53     0.14    0.24    1002.50    1002.50    0.00     0.00     1");

	ck_assert_double_eq(import_value(&in, "reaim/5", "jobs_per_min", "OLD", NULL, "/min"),
		4000.5);
	ck_assert_double_eq(import_value(&in, "reaim/1", "child_utime", "OLD", "cold", "s"), 0.23);
	ck_assert_double_eq(import_value(&in, "reaim/1", "parent_time", "NEW", NULL, "s"), 0.53);
	ck_assert_double_eq(import_value(&in, "reaim/max", "jobs_per_min_max", "OLD", NULL, "/min"),
		4000.5);
	ck_assert_uint_eq(in.row_count, 8 + 8 + 1 + 8 + 7);
	ck_assert_uint_eq(in.warning_count, 1);
}
END_TEST

UNIT_MAIN("import aim", lines_of_one_test_follow_the_list_of_variants,
	reaims_tables_are_kept_apart_by_variant_and_title, suite_nines_console_has_two_rates,
	suite_sevens_result_file_is_read_too, suite_sevens_rows_may_have_their_date_folded,
	what_a_comparison_derives_is_left_out)
