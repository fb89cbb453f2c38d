// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

static const char posted[] =
	"Test: AIM\nUnits: ops/second\n====\n"
	"Host: alpha, dual processor, 128Mb RAM\nid: alpha-01\nOld\n---\n"
	"OPERATION MEAN ST.DEV. % ST.DEV\n"
	"creat-clo 31000.50 203.25 0.66\ndisk_cp 20000.25 25.50 0.13\n"
	"id = alpha-02\nNew\n---\nOPERATION MEAN ST.DEV. % ST.DEV\n"
	"creat-clo 32000.50 103.25 0.32\n"
	"----\nComparison New/Old\n----\nOPERATION OLD NEW REL.\n"
	"creat-clo 31000.50 32000.50 1.03\n"
	"Test: dbench\nUnits: Throughput Mb/second\nHost: beta, UP\n"
	"Using nclients = 3\nkernel.percpu.cpu.sys [\"cpu0\"] 0.147\nOld\n---\n"
	"OPERATION MEAN ST.DEV. % ST.DEV\nThroughput 6.50 1.25 19.23\n";

START_TEST(a_posted_table_has_means_of_a_variant_on_a_host)
{
	struct import in = import_text(posted);
	const struct import_row *r = import_row(&in, "aim9/creat-clo", "rate", "New", "alpha");

	ck_assert_uint_eq(in.row_count, 4);
	ck_assert_double_eq(r->mean, 32000.5);
	ck_assert_double_eq(r->stddev, 103.25);
	ck_assert_uint_eq(r->value_count, 0);
	ck_assert_str_eq(r->unit, "ops/s");
	ck_assert_int_eq(r->better, BETTER_HIGHER);
	r = import_row(&in, "dbench/3", "throughput", "Old", "beta");
	ck_assert_double_eq(r->mean, 6.5);
	ck_assert_str_eq(r->unit, "MB/s");
}
END_TEST

START_TEST(what_bakeoff_prints_as_classic_is_read_back)
{
	struct import in =
		import_text("a: DIR\nOPERATION             UNIT      MEAN  ST.DEV.  % ST.DEV  N\n"
			    "nothing nothing/rate  ops/s  1004.00     2.50      0.25  6\n"
			    "nothing nothing/time  ms       12.00        -         -  1\n");
	const struct import_row *r =
		import_row(&in, "means/nothing nothing/rate", "rate", "a", NULL);

	ck_assert_uint_eq(in.row_count, 2);
	ck_assert_double_eq(r->mean, 1004);
	ck_assert_uint_eq(r->runs, 6);
	ck_assert_str_eq(in.rows[1].unit, "ms");
	ck_assert_int_eq(in.rows[1].better, BETTER_LOWER);
	ck_assert(isnan(in.rows[1].stddev));
}
END_TEST

START_TEST(a_table_without_a_unit_says_so)
{
	struct import in = import_text("OPERATION MEAN ST.DEV. % ST.DEV\nx 1.5 0.5 33.33\n");

	ck_assert_uint_eq(in.warning_count, 1);
	ck_assert_str_eq(in.rows[0].unit, "");
	ck_assert_int_eq(in.rows[0].better, BETTER_NEITHER);
}
END_TEST

START_TEST(what_the_text_does_not_say_is_taken_from_whoever_imports)
{
	static const char text[] = "OPERATION MEAN ST.DEV. % ST.DEV\nx 1.5 0.5 33.33\n";
	const struct import_hints hints = { .variant = "new",
		.unit = "ms",
		.group = "UP",
		.better = BETTER_LOWER };
	struct import in;
	struct error err;

	OK(import_read(text, sizeof(text) - 1, &hints, &import_arena, &in, &err));
	ck_assert_uint_eq(in.row_count, 1);
	ck_assert_str_eq(in.rows[0].unit, "ms");
	ck_assert_str_eq(in.rows[0].variant, "new");
	ck_assert_str_eq(in.rows[0].group, "UP");
	ck_assert_int_eq(in.rows[0].better, BETTER_LOWER);
	OK(import_read(posted, sizeof(posted) - 1, &hints, &import_arena, &in, &err));
	ck_assert_str_eq(in.rows[0].unit, "ops/s"); /* the text says so */
	ck_assert_int_eq(in.rows[0].better, BETTER_HIGHER);
}
END_TEST

UNIT_MAIN("import means", a_posted_table_has_means_of_a_variant_on_a_host,
	a_table_without_a_unit_says_so, what_bakeoff_prints_as_classic_is_read_back,
	what_the_text_does_not_say_is_taken_from_whoever_imports)
