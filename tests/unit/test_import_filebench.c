// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

#define RUN(rate) \
	"0.010: File-server Version 3.0 personality successfully loaded\n" \
	"61.414: Run took 60 seconds...\n61.414: Per-Operation Breakdown\n" \
	"statfile1     3000ops   50ops/s   0.5mb/s   0.1ms/op [0.00ms - 12.50ms]\n" \
	"61.414: IO Summary: 9000 ops " rate " ops/s 25/15 rd/wr   2.5mb/s   3.5ms/op\n"

START_TEST(frames_after_runs_name_them)
{
	struct import in = import_text(
		RUN("150.5") "==== a, x.f, done ====\n" RUN("160.5") "==== b, x.f, done ====\n");
	const struct import_row *r =
		import_row(&in, "filebench/file-server/statfile1", "latency_avg", "b", NULL);

	ck_assert_double_eq(import_value(&in, "filebench/file-server", "ops_rate", "a", NULL, "/s"),
		150.5);
	ck_assert_double_eq(import_value(&in, "filebench/file-server", "write_rate", "a", NULL,
				    "/s"),
		15);
	ck_assert_double_eq(import_value(&in, "filebench/file-server", "throughput", "b", NULL,
				    "MiB/s"),
		2.5);
	ck_assert_double_eq(import_value(&in, "filebench/file-server", "runtime", "b", NULL, "s"),
		60);
	ck_assert_double_eq(r->greatest, 12.5);
	ck_assert_uint_eq(in.row_count, 18);
}
END_TEST

START_TEST(labels_before_runs_name_them)
{
	struct import in =
		import_text("**First:**\nsome words\n" RUN("150.5") "**Second:**\n" RUN("160.5"));

	(void)import_row(&in, "filebench/file-server", "ops_rate", "First", NULL);
	(void)import_row(&in, "filebench/file-server", "ops_rate", "Second", NULL);
}
END_TEST

START_TEST(the_old_summary_has_commas_and_no_latency_is_not_zero)
{
	struct import in = import_text("IO Summary: 9000 ops, 150.5 ops/s, (0/0 r/w), 2.5mb/s, "
				       "99us cpu/op, 0.0ms latency\n");

	ck_assert_double_eq(import_value(&in, "filebench", "ops_rate", "", NULL, "/s"), 150.5);
	ck_assert_str_eq(import_row(&in, "filebench", "latency_avg", "", NULL)->status,
		IMPORT_MISSING);
	ck_assert_uint_eq(in.row_count, 3);
}
END_TEST

START_TEST(a_failed_run_has_no_numbers)
{
	struct import in = import_text("9.1: Run took 8 seconds...\n"
				       "9.1: NO VALID RESULTS! Filebench run terminated\n");

	ck_assert_uint_eq(in.row_count, 1);
	ck_assert_str_eq(in.rows[0].status, IMPORT_FAILED);
}
END_TEST

UNIT_MAIN("import filebench", a_failed_run_has_no_numbers, frames_after_runs_name_them,
	labels_before_runs_name_them, the_old_summary_has_commas_and_no_latency_is_not_zero)
