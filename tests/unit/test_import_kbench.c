// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

START_TEST(commas_are_between_thousands)
{
	struct import in = import_text(
		"### disk-a (fast)\n```\n=====\nFIO Benchmark Summary\nFor: dev\nSize: 3G\n=====\n"
		"IOPS (Read/Write)\n        Random:   1,500 / 765\n    Sequential:   2,000,001 / "
		"3,000\n"
		"\nBandwidth in KiB/sec (Read/Write)\n        Random:   4,500 / 5,500\n\n"
		"Latency in ns (Read/Write)\n    Sequential:   6,500 / 7,5");

	ck_assert_double_eq(import_value(&in, "kbench/random_read", "iops", "disk-a (fast)", NULL,
				    "/s"),
		1500);
	ck_assert_double_eq(import_value(&in, "kbench/seq_read", "iops", "disk-a (fast)", NULL,
				    "/s"),
		2000001);
	ck_assert_double_eq(import_value(&in, "kbench/random_write", "bandwidth", "disk-a (fast)",
				    NULL, "KiB/s"),
		5500);
	ck_assert_double_eq(import_value(&in, "kbench/seq_read", "latency", "disk-a (fast)", NULL,
				    "ns"),
		6500);
	ck_assert_str_eq(import_row(&in, "kbench/seq_write", "latency", "disk-a (fast)", NULL)
				 ->status,
		"truncated");
	ck_assert_str_eq(in.rows[0].settings[0].value, "3G");
	ck_assert_uint_eq(in.row_count, 8);
}
END_TEST

START_TEST(rows_without_a_summary_above_are_left_alone)
{
	struct import in = import_text("IOPS (Read/Write)\n   Random:   1,500 / 765\n");

	ck_assert_uint_eq(in.row_count, 0);
}
END_TEST

UNIT_MAIN("import kbench", commas_are_between_thousands,
	rows_without_a_summary_above_are_left_alone)
