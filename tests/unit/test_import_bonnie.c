// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

#include <stdio.h>

#define ONE_HEAD \
	"              -------Sequential Output-------- ---Sequential Input-- --Random--\n" \
	"              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---\n" \
	"Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU\n"
#define PLUS_HEAD \
	"Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n" \
	"                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n" \
	"Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
#define FILES_HEAD \
	"                    ------Sequential Create------ --------Random Create--------\n" \
	"                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n" \
	"              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"

START_TEST(rows_of_one_machine_and_size_are_samples)
{
	struct import in = import_text(ONE_HEAD
		"K1         64  1200 90.1  5000 10.5  3000  9.5  1100 88.0  7000  9.9 101.5  1.1\n"
		"\n"
		"K1         64  1210 90.2  5010 10.6  3010  9.6  1110 88.1  7010  9.8 102.5  1.2\n"
		"K1        128  1220 90.3  5020 10.7  3020  9.7  1120 88.2  7020  9.7 103.5  "
		"1.3\n");
	const struct import_row *r = import_row(&in, "bonnie/seq_out_char", "rate", "K1", NULL);

	ck_assert_uint_eq(r->value_count, 2);
	ck_assert_double_eq(r->values[0], 1200);
	ck_assert_double_eq(r->values[1], 1210);
	ck_assert_str_eq(r->unit, "KiB/s");
	ck_assert_str_eq(r->settings[0].value, "64");
	ck_assert_uint_eq(in.row_count, 24);
}
END_TEST

START_TEST(a_row_without_a_machine_is_of_the_heading_above)
{
	struct import in = import_text(
		"2.4.9-ac1\n\n" ONE_HEAD
		"           64  1200 90.1  5000 10.5  3000  9.5  1100 88.0  7000  9.9 101.5  1.1\n"
		"\n2.4.9-ac2\n\n" ONE_HEAD "           64  1300 90.1  5000 10.5  3000  9.5  1100 "
		"88.0  7000  9.9 101.5  1.1\n");

	ck_assert_double_eq(import_value(&in, "bonnie/seq_out_char", "rate", "2.4.9-ac1", NULL,
				    "KiB/s"),
		1200);
	ck_assert_double_eq(import_value(&in, "bonnie/seq_out_char", "rate", "2.4.9-ac2", NULL,
				    "KiB/s"),
		1300);
}
END_TEST

START_TEST(the_place_of_a_cell_decides_where_others_are_empty)
{
	struct import in = import_text(PLUS_HEAD
		"box             2G           40001  21 20002  12           50003  13 160.5   2\n");

	ck_assert_double_eq(import_value(&in, "bonnie++/seq_out_block", "rate", "box", NULL,
				    "KiB/s"),
		40001);
	ck_assert_double_eq(import_value(&in, "bonnie++/rewrite", "cpu", "box", NULL, "%"), 12);
	ck_assert_double_eq(import_value(&in, "bonnie++/seq_in_block", "rate", "box", NULL,
				    "KiB/s"),
		50003);
	ck_assert_str_eq(import_row(&in, "bonnie++/seq_in_chr", "rate", "box", NULL)->status,
		"missing");
}
END_TEST

START_TEST(a_table_and_its_csv_are_one_run)
{
	struct import in = import_text(PLUS_HEAD
		"box              2G  9001  81 40001  21 20002  12  8001  71 50003  13 160.5   "
		"2\n" FILES_HEAD
		"                 16   500  11 +++++ +++   700  12   510  13 +++++ +++   300   4\n"
		"box,2G,9001,81,40001,21,20002,12,8001,71,50003,13,160.5,2,16,500,11,+++++,+++,700,"
		"12,510,13,+++++,+++,300,4\n");

	ck_assert_double_eq(import_value(&in, "bonnie++/seq_create", "rate", "box", NULL, "/s"),
		500);
	ck_assert_str_eq(import_row(&in, "bonnie++/rand_stat", "rate", "box", NULL)->status,
		"too-fast");
	ck_assert_uint_eq(in.row_count, 24);
	ck_assert_str_eq(in.rows[0].tool_version, "1.03");
}
END_TEST

static const char *const csv_lines[] = {
	"m,1G,1,10,2,20,3,30,4,40,5,50,6.5,60,16,7,70,8,80,9,90,10,91,11,92,12,93",
	"1.92a,1.92a,m,99,1G,1,10,2,20,3,30,4,40,5,50,6.5,60,16,,,,,7,70,8,80,9,90,10,91,11,92,12,"
	"93,1us,2us,3us,4us,5us,6us,7us,8us,9us,10us,11us,12ms",
	"1.96,1.97,m,1,99,1G,,1,10,2,20,3,30,4,40,5,50,6.5,60,16,,,,,7,70,8,80,9,90,10,91,11,92,"
	"12,93,1us,2us,3us,4us,5us,6us,7us,8us,9us,10us,11us,12ms",
	"1.98,2.00a,m,1,99,1G,,8192,5,1,10,2,20,3,30,4,40,5,50,6.5,60,16,,,,,7,70,8,80,9,90,10,91,"
	"11,92,12,93,1us,2us,3us,4us,5us,6us,7us,8us,9us,10us,11us,12ms",
};

START_TEST(every_layout_of_csv_has_the_same_numbers)
{
	for (size_t i = 0; i < COUNT_OF(csv_lines); i++) {
		struct import in = import_text(csv_lines[i]);

		ck_assert_double_eq(import_value(&in, "bonnie++/seq_out_chr", "rate", "m", NULL,
					    "KiB/s"),
			1);
		ck_assert_double_eq(import_value(&in, "bonnie++/seeks", "rate", "m", NULL, "/s"),
			6.5);
		ck_assert_double_eq(import_value(&in, "bonnie++/seq_create", "rate", "m", NULL,
					    "/s"),
			7);
		ck_assert_double_eq(import_value(&in, "bonnie++/rand_delete", "cpu", "m", NULL,
					    "%"),
			93);
		if (i > 0)
			ck_assert_double_eq(import_value(&in, "bonnie++/rand_delete", "latency",
						    "m", NULL, "ms"),
				12);
		ck_assert_uint_eq(in.row_count, i > 0 ? 36 : 24);
	}
}
END_TEST

START_TEST(the_signs_of_a_diff_are_the_variants)
{
	struct import in = import_text(
		" " PLUS_HEAD
		"-m               2G  9001  81 40001  21 20002  12  8001  71 50003  13 160.5   2\n"
		"-Latency             1001us    102ms     103s    1004us    1005us    1006us\n"
		"+m               2G  9002  82 40002  22 20003  13  8002  72 50004  14 161.5   3\n"
		"+Latency             2001us    202ms     203s    2004us    2005us    2006us\n");

	ck_assert_double_eq(import_value(&in, "bonnie++/rewrite", "latency", "-m", NULL, "s"), 103);
	ck_assert_double_eq(import_value(&in, "bonnie++/seq_out_chr", "rate", "+m", NULL, "KiB/s"),
		9002);
	ck_assert_double_eq(import_value(&in, "bonnie++/seq_out_block", "latency", "+m", NULL,
				    "ms"),
		202);
}
END_TEST

START_TEST(folded_lines_are_one_row)
{
	struct import in = import_text(
		"Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec\n%CP K/sec %CP  /sec %CP\n"
		"m                2G  9001  81 40001  21 20002  12  8001\n71 50003  13 160.5   "
		"2\n");

	ck_assert_double_eq(import_value(&in, "bonnie++/seq_in_chr", "cpu", "m", NULL, "%"), 71);
	ck_assert_uint_eq(in.row_count, 12);
}
END_TEST

START_TEST(suffixes_are_of_1024_and_the_csv_is_right_where_both_differ)
{
	struct import in = import_text(
		"Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
		"m                2G   91k  81  2.5m  21  1.1g  12   80k  71  3.0m  13 160.5   2\n"
		"              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
		"                 16     0   6     0   7     0   7     0   6     0   8     0   6\n"
		"1.98,2.00a,m,1,99,2G,,8192,5,91,81,2561,21,1153434,12,80,71,3071,13,160.5,2,16,,,,"
		","
		"700,6,701,7,702,7,703,6,704,8,705,6,1us,2us,3us,4us,5us,6us,7us,8us,9us,1us,1us,"
		"2ms\n"
		"Another one, which is of a different disk:\n"
		"Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
		"m                4G   91k  81  2.5m  21  1.1g  12   80k  71  3.0m  13 160.5   "
		"2\n");
	const struct import_row *r = import_row(&in, "bonnie++/seq_create", "rate", "m", NULL);

	ck_assert_double_eq(r->values[0], 700);
	ck_assert_uint_eq(r->value_count, 1);
	ck_assert_uint_ge(in.warning_count, 1);
	ck_assert_double_eq(in.rows[in.row_count - 10].values[0], 2.5 * 1024);
}
END_TEST

START_TEST(a_last_number_without_a_newline_may_be_cut)
{
	static const char row[] =
		"K1 64  1200 90.1  5000 10.5  3000  9.5  1100 88.0  7000  9.9 101.5  1";
	char cut[512], whole[512];

	(void)snprintf(cut, sizeof(cut), "%s%s", ONE_HEAD, row);
	(void)snprintf(whole, sizeof(whole), "%s%s.1", ONE_HEAD, row);
	struct import in = import_text(cut), full = import_text(whole);

	ck_assert_str_eq(import_row(&in, "bonnie/seeks", "cpu", "K1", NULL)->status, "truncated");
	ck_assert_double_eq(import_value(&in, "bonnie/seeks", "rate", "K1", NULL, "/s"), 101.5);
	ck_assert_uint_eq(in.warning_count, 1);
	ck_assert_double_eq(import_value(&full, "bonnie/seeks", "cpu", "K1", NULL, "%"), 1.1);
}
END_TEST

START_TEST(what_is_no_bonnie_is_left_alone)
{
	struct import in =
		import_text("Machine Size matters\n1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,"
			    "0,1,2,3,4,5,6,7\nLatency 5us 6us 7us 8us 9us 10us\n"
			    "m 2G 1 2 3 4 5 6 7 8 9 10 11 12\n");

	ck_assert_uint_eq(in.row_count, 0);
}
END_TEST

UNIT_MAIN("import bonnie", a_last_number_without_a_newline_may_be_cut,
	a_row_without_a_machine_is_of_the_heading_above, a_table_and_its_csv_are_one_run,
	every_layout_of_csv_has_the_same_numbers, folded_lines_are_one_row,
	rows_of_one_machine_and_size_are_samples,
	suffixes_are_of_1024_and_the_csv_is_right_where_both_differ,
	the_place_of_a_cell_decides_where_others_are_empty, the_signs_of_a_diff_are_the_variants,
	what_is_no_bonnie_is_left_alone)
