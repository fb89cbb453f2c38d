// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

START_TEST(every_versions_result_line_is_one_number)
{
	struct import in = import_text(
		"Throughput 11.5 MB/sec (NB=14.375 MB/sec  115 MBit/sec)  4 procs\n"
		"Throughput 12.5 MB/sec 8 procs\n"
		"dbench -s -D /mnt/xfs 16\n#Throughput 13.5 MB/sec (sync open)\n"
		"Throughput 14.5 MB/sec  32 clients  32 procs  max_latency=150.250 ms\n");

	ck_assert_double_eq(import_value(&in, "dbench/4", "throughput", "", NULL, "MB/s"), 11.5);
	ck_assert_double_eq(import_value(&in, "dbench/8", "throughput", "", NULL, "MB/s"), 12.5);
	ck_assert_double_eq(import_value(&in, "dbench/16", "throughput", "xfs", NULL, "MB/s"),
		13.5);
	ck_assert_str_eq(import_row(&in, "dbench/16", "throughput", "xfs", NULL)->settings[0].value,
		"open");
	ck_assert_double_eq(import_value(&in, "dbench/32", "throughput", "xfs", NULL, "MB/s"),
		14.5);
	ck_assert_double_eq(import_value(&in, "dbench/32", "latency_max", "xfs", NULL, "ms"),
		150.25);
	ck_assert_uint_eq(in.row_count, 5);
}
END_TEST

START_TEST(headings_are_the_variants_and_averages_no_samples)
{
	struct import in = import_text("before\n\tThroughput 10.5 MB/sec 8 procs\n"
				       "\tThroughput 11.5 MB/sec 8 procs\n\tAverage: 11\n\n"
				       "\tThroughput 5.5 MB/sec 16 procs\n\nwith a patch:\n"
				       "\tThroughput 20.5 MB/sec 8 procs\n\tThrough");

	ck_assert_uint_eq(import_row(&in, "dbench/8", "throughput", "before", NULL)->value_count,
		2);
	ck_assert_double_eq(import_value(&in, "dbench/16", "throughput", "before", NULL, "MB/s"),
		5.5);
	ck_assert_double_eq(import_value(&in, "dbench/8", "throughput", "a patch", NULL, "MB/s"),
		20.5);
	ck_assert_uint_eq(in.row_count, 3);
}
END_TEST

START_TEST(lists_of_patches_are_variants)
{
	struct import in = import_text("2.4.1+\none.patch\n\n8 clients started\n..+**\n"
				       "Throughput 10.5 MB/sec\n\n2.4.1+\none.patch+\ntwo.patch\n\n"
				       "8 clients started\n..+**\nThroughput 11.5 MB/sec\n");

	ck_assert_double_eq(import_value(&in, "dbench/8", "throughput", "2.4.1+one.patch", NULL,
				    "MB/s"),
		10.5);
	ck_assert_double_eq(import_value(&in, "dbench/8", "throughput", "2.4.1+one.patch+two.patch",
				    NULL, "MB/s"),
		11.5);
}
END_TEST

START_TEST(folded_lines_are_one_result)
{
	struct import in = import_text("> ++**** Throughput 15.25 MB/sec (NB=19.0625 MB/sec\n"
				       ">  152.5 MBit/sec) 4 procs 1.5user 2.5system\n");

	ck_assert_double_eq(import_value(&in, "dbench/4", "throughput", "", NULL, "MB/s"), 15.25);
	ck_assert_uint_eq(in.row_count, 1);
}
END_TEST

START_TEST(a_run_without_a_result_has_no_value)
{
	static const struct {
		const char *last, *status;
	} ends[] = { { "", "interrupted" },
		{ "Child failed with status 1\nAverage: 0 MB/s\n", "failed" },
		{ "[7] read failed on handle 1 (gone)\n", "failed" },
		{ "Throughput 0 MB/sec 3 procs\n", "failed" } };

	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		char text[512];
		(void)snprintf(text, sizeof(text),
			"dbench version 4.00 - x\n3 of 3 processes prepared for launch   0 sec\n"
			"   3      77    16.5 MB/sec  warmup   1 sec  latency 20.5 ms\n"
			"   3      88    17.5 MB/sec  execute   1 sec  latency 21.5 ms\n%s",
			ends[i].last);
		struct import in = import_text(text);

		ck_assert_uint_eq(in.row_count, 1);
		ck_assert_str_eq(in.rows[0].workload, "dbench/3");
		ck_assert_str_eq(in.rows[0].tool_version, "4.00");
		ck_assert_str_eq(in.rows[0].status, ends[i].status);
		ck_assert_uint_eq(in.rows[0].value_count, 0);
		ck_assert_uint_eq(in.warning_count, 1);
	}
}
END_TEST

START_TEST(operations_are_of_the_result_below_them)
{
	struct import in =
		import_text("after:\n Operation      Count    AvgLat    MaxLat\n"
			    " ----------------------------------------\n"
			    " NTCreateX       5001     0.025   156.5\n Flush            301     "
			    "2.5    300.25\n\n"
			    "Throughput 99.5 MB/sec  4 clients  4 procs  max_latency=300.25 ms\n");

	ck_assert_double_eq(import_value(&in, "dbench/4/NTCreateX", "count", "after", NULL,
				    "count"),
		5001);
	ck_assert_double_eq(import_value(&in, "dbench/4/Flush", "latency_max", "after", NULL, "ms"),
		300.25);
	ck_assert_uint_eq(in.row_count, 8);
}
END_TEST

START_TEST(columns_side_by_side_have_their_names_above)
{
	struct import in = import_text("            before         after\n"
				       "dbench 4:   9.5 MB/sec   19.5 MB/sec 4 procs\n"
				       "dbench 4:   8.5 MB/sec   18.5 MB/sec 4 procs\n");

	ck_assert_double_eq(import_row(&in, "dbench/4", "throughput", "before", NULL)->values[1],
		8.5);
	ck_assert_double_eq(import_row(&in, "dbench/4", "throughput", "after", NULL)->values[1],
		18.5);
}
END_TEST

START_TEST(a_list_by_hand_has_samples_ranges_and_lost_digits)
{
	struct import in = import_text("------\nDBENCH (6 clients)\n------\nA   8.5, 9.5 MB/sec\n"
				       "B   1.5 - 2.5  MB/sec\nC   3.X - 4.X  MB/sec\n");

	ck_assert_uint_eq(import_row(&in, "dbench/6", "throughput", "A", NULL)->value_count, 2);
	ck_assert_double_eq(import_row(&in, "dbench/6", "throughput", "B", NULL)->greatest, 2.5);
	ck_assert_str_eq(import_row(&in, "dbench/6", "throughput", "C", NULL)->status, "imprecise");
	ck_assert_double_eq(import_row(&in, "dbench/6", "throughput", "A", NULL)->values[1], 9.5);
}
END_TEST

START_TEST(tbench_is_kept_apart)
{
	struct import in =
		import_text("tbench version 4.00 - x\nThroughput 300.5 MB/sec 4 procs\n");

	ck_assert_double_eq(import_value(&in, "tbench/4", "throughput", "", NULL, "MB/s"), 300.5);
}
END_TEST

UNIT_MAIN("import dbench", a_list_by_hand_has_samples_ranges_and_lost_digits,
	a_run_without_a_result_has_no_value, columns_side_by_side_have_their_names_above,
	every_versions_result_line_is_one_number, folded_lines_are_one_result,
	headings_are_the_variants_and_averages_no_samples, lists_of_patches_are_variants,
	operations_are_of_the_result_below_them, tbench_is_kept_apart)
