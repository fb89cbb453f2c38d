// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

#define HEAD \
	"IOR-3.3.0: MPI Coordinated Test of Parallel I/O\ntasks   : 8\n" \
	"access    bw(MiB/s)  IOPS  Latency(s)  block(KiB) iter\n"
#define SUMMARY "Operation   Max(MiB)   Min(MiB)  Mean(MiB)  StdDev  Mean(s) reps RefNum\n"

START_TEST(a_single_iteration_has_the_digits_of_the_summary)
{
	struct import in = import_text(
		HEAD "write     1234       99.5     0.5  1024   0\nMax Write: 1234.25 MiB/sec (1 "
		     "MB/sec)\n" SUMMARY "write  1234.25  1234.25  1234.25  0.00  8.5  1  0\n");

	ck_assert_double_eq(import_value(&in, "ior/write", "bandwidth", "", NULL, "MiB/s"),
		1234.25);
	ck_assert_double_eq(import_value(&in, "ior/write", "bandwidth_max", "", NULL, "MiB/s"),
		1234.25);
	ck_assert_double_eq(import_value(&in, "ior/write", "iops", "", NULL, "/s"), 99.5);
	ck_assert_double_eq(import_value(&in, "ior/write", "time_mean", "", NULL, "s"), 8.5);
	ck_assert_str_eq(in.rows[0].settings[0].value, "8");
	ck_assert_uint_eq(in.row_count, 4);
}
END_TEST

START_TEST(iterations_are_samples_and_numbered_lines_do_not_shift_columns)
{
	struct import in = import_text("  3: access    bw(MiB/s)  block(KiB) xfer(KiB)  iter\n"
				       "  4: read      100.5      1024 64 0\n"
				       "  5: read      110.5      1024 64 1\n"
				       "  6: remove    -          -    -  1\n");
	const struct import_row *r = import_row(&in, "ior/read", "bandwidth", "", NULL);

	ck_assert_uint_eq(r->value_count, 2);
	ck_assert_double_eq(r->values[1], 110.5);
	ck_assert_uint_eq(in.row_count, 1);
}
END_TEST

START_TEST(a_summary_alone_is_one_and_no_result_is_said)
{
	struct import in = import_text(SUMMARY "read  12.5  10.5  11.5  0.75  8.5  4  0\n");
	struct import none = import_text(HEAD);

	ck_assert_double_eq(import_row(&in, "ior/read", "bandwidth", "", NULL)->mean, 11.5);
	ck_assert_double_eq(in.rows[0].stddev, 0.75);
	ck_assert_uint_eq(in.rows[0].runs, 4);
	ck_assert_double_eq(in.rows[0].least, 10.5);
	ck_assert_str_eq(none.rows[0].status, IMPORT_TRUNCATED);
}
END_TEST

UNIT_MAIN("import ior", a_single_iteration_has_the_digits_of_the_summary,
	a_summary_alone_is_one_and_no_result_is_said,
	iterations_are_samples_and_numbered_lines_do_not_shift_columns)
