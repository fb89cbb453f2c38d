// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

#define ITERATIONS \
	"V-1: Rank 0 Line 9    File creation:   2.5 sec,   100.5 ops/sec\n" \
	"V-1: Rank 0 Line 9    File creation:   2.5 sec,   110.5 ops/sec\n"

START_TEST(a_summary_has_means_and_phases_that_were_not_run)
{
	struct import in = import_text(
		"mdtest-3.4.0 was launched with 6 total task(s) on 2 node(s)\n"
		"SUMMARY rate: (of 3 iterations)\n   Operation  Max  Min  Mean  Std Dev\n"
		"   Directory stat     :   30.5   10.5   20.5   8.25\n"
		"   Tree removal :  0.000  0.000 0.000 0.000\n");
	const struct import_row *r = import_row(&in, "mdtest/dir_stat", "ops_rate_mean", "", NULL);

	ck_assert_double_eq(r->mean, 20.5);
	ck_assert_double_eq(r->stddev, 8.25);
	ck_assert_double_eq(r->least, 10.5);
	ck_assert_double_eq(r->greatest, 30.5);
	ck_assert_uint_eq(r->runs, 3);
	ck_assert_str_eq(r->settings[0].value, "6");
	ck_assert_str_eq(import_row(&in, "mdtest/tree_remove", "ops_rate_mean", "", NULL)->status,
		IMPORT_NOT_RUN);
}
END_TEST

START_TEST(iterations_are_the_samples_and_their_mean_is_not)
{
	struct import in = import_text(ITERATIONS "SUMMARY rate: (of 2 iterations)\n"
						  "File creation : 110.5 100.5 105.5 5.0\n");

	ck_assert_uint_eq(in.row_count, 1);
	ck_assert_uint_eq(in.rows[0].value_count, 2);
	ck_assert_uint_eq(in.warning_count, 0);
}
END_TEST

START_TEST(a_summary_that_contradicts_its_iterations_is_marked)
{
	struct import in = import_text(ITERATIONS "SUMMARY rate: (of 2 iterations)\n"
						  "File creation : 910.5 100.5 505.5 5.0\n");

	ck_assert_str_eq(import_row(&in, "mdtest/file_create", "ops_rate_mean", "", NULL)->status,
		IMPORT_INCONSISTENT);
	ck_assert_uint_eq(in.warning_count, 1);
}
END_TEST

START_TEST(a_summary_of_times_is_no_rate)
{
	struct import in =
		import_text("SUMMARY time: (of 1 iterations)\nFile stat : 3.5 3.5 3.5 0.0\n"
			    "File creation : fast as ever before\n");

	ck_assert_uint_eq(in.row_count, 0);
}
END_TEST

UNIT_MAIN("import mdtest", a_summary_has_means_and_phases_that_were_not_run,
	a_summary_of_times_is_no_rate, a_summary_that_contradicts_its_iterations_is_marked,
	iterations_are_the_samples_and_their_mean_is_not)
