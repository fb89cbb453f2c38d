// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

static const char old[] = "sysbench 0.4.10:  multi-threaded system evaluation benchmark\n"
			  "Number of threads: 4\n2Gb total file size\nBlock size 16Kb\n"
			  "Doing random read test\nThreads started!\n"
			  "Read 1.5Gb  Written 0b  Total transferred 1.5Gb  (25.125Mb/sec)\n"
			  " 1608.00 Requests/sec executed\n"
			  "    total time:                          61.1250s\n"
			  "    total number of events:              98304\n"
			  "         min:                                  0.25ms\n"
			  "         avg:                                  2.50ms\n"
			  "         max:                                 99.75ms\n"
			  "         approx.  95 percentile:               7.50ms\n";

START_TEST(what_old_ones_call_mb_is_mib)
{
	struct import in = import_text(old);

	ck_assert_double_eq(import_value(&in, "sysbench/rndrd", "throughput", "", NULL, "MiB/s"),
		25.125);
	ck_assert_double_eq(import_value(&in, "sysbench/rndrd", "requests", "", NULL, "/s"), 1608);
	ck_assert_double_eq(import_value(&in, "sysbench/rndrd", "latency_p95", "", NULL, "ms"),
		7.5);
	ck_assert_uint_eq(in.row_count, 7);
	ck_assert_str_eq(in.rows[0].tool_version, "0.4.10");
	ck_assert_uint_eq(in.rows[0].setting_count, 3);
}
END_TEST

START_TEST(a_kind_that_was_not_done_is_not_zero)
{
	struct import in = import_text(
		"before:\n\nsysbench 1.0.9 (using x)\nDoing sequential read test\nThreads "
		"started!\n"
		"    reads/s:                      100.50\n    writes/s:                     0.00\n"
		"    read, MiB/s:                  1.57\n    total time:  10.5s\n"
		"    total number of events:  1005\nLatency (ms):\n"
		"         min:                    0.00\n         avg:                    9.75\n"
		"         95th percentile:        11.5\n         sum:   9798.75\n");

	ck_assert_double_eq(import_value(&in, "sysbench/seqrd", "reads", "before", NULL, "/s"),
		100.5);
	ck_assert_str_eq(import_row(&in, "sysbench/seqrd", "writes", "before", NULL)->status,
		IMPORT_NOT_RUN);
	ck_assert_str_eq(import_row(&in, "sysbench/seqrd", "latency_min", "before", NULL)->status,
		IMPORT_IMPRECISE);
	ck_assert_double_eq(import_value(&in, "sysbench/seqrd", "latency_p95", "before", NULL,
				    "ms"),
		11.5);
	ck_assert_double_eq(import_value(&in, "sysbench/seqrd", "events", "before", NULL, "count"),
		1005);
	ck_assert_uint_eq(in.row_count, 8);
}
END_TEST

START_TEST(a_run_without_a_report_and_other_tests_give_nothing)
{
	struct import cut =
		import_text("sysbench 1.0.9 (using x)\nDoing random write test\n"
			    "Threads started!\n[ 1s ] reads: 0.00 MiB/s writes: 1.50 MiB/s\n");
	struct import cpu = import_text("sysbench 1.0.9 (using x)\nPrime numbers limit: 9\n"
					"Threads started!\n    total time:  10.5s\n");

	ck_assert_uint_eq(cut.row_count, 1);
	ck_assert_str_eq(cut.rows[0].status, IMPORT_TRUNCATED);
	ck_assert_uint_eq(cut.warning_count, 1);
	ck_assert_uint_eq(cpu.row_count, 0);
}
END_TEST

START_TEST(the_unit_of_a_prepared_file_shows_in_its_other_numbers)
{
	struct import in =
		import_text("2147483648 bytes written in 20.48 seconds (100.00 MB/sec).\n");

	ck_assert_double_eq(import_value(&in, "sysbench/prepare", "throughput", "", NULL, "MiB/s"),
		100);
}
END_TEST

UNIT_MAIN("import sysbench", a_kind_that_was_not_done_is_not_zero,
	a_run_without_a_report_and_other_tests_give_nothing,
	the_unit_of_a_prepared_file_shows_in_its_other_numbers, what_old_ones_call_mb_is_mib)
