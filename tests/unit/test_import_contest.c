// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

START_TEST(a_table_for_each_load_has_a_row_for_each_kernel)
{
	struct import in =
		import_text("noload:\n"
			    "Kernel                  Time            CPU             Ratio\n"
			    "2.4.99                  61.50           97%             1.00\n"
			    "2.4.99-xy1              70.25           90%             1.14*\n"
			    "\n"
			    "IO Load Full:\n"
			    "Kernel                  Time            CPU\n"
			    "2.4.99(-xy2)            1:02.25         8%\n");

	ck_assert_double_eq(import_value(&in, "contest/noload", "time", "2.4.99", NULL, "s"), 61.5);
	ck_assert_double_eq(import_value(&in, "contest/noload", "cpu", "2.4.99-xy1", NULL, "%"),
		90);
	ck_assert_str_eq(import_row(&in, "contest/noload", "time", "2.4.99-xy1", NULL)->mark, "*");
	ck_assert_ptr_null(import_row(&in, "contest/noload", "time", "2.4.99", NULL)->mark);
	ck_assert_double_eq(import_value(&in, "contest/io_load_full", "time", "2.4.99(-xy2)", NULL,
				    "s"),
		62.25);
	ck_assert_uint_eq(in.row_count, 8);
	ck_assert_str_eq(in.rows[0].tool_version, "0.41");
	ck_assert_str_eq(in.rows[7].tool_version, "0.1");
}
END_TEST

START_TEST(runs_stand_in_brackets_or_in_a_column_of_their_own)
{
	struct import in = import_text("mem_load:\n"
				       "Kernel [runs]     Time    CPU%    Loads   LCPU%   Ratio\n"
				       "2.5.99 [3]        101.5   61      28      3       1.41\n"
				       "read_load:\n"
				       "Kernel   [runs]   Time    CPU%    Loads   LCPU%   Ratio\n"
				       "2.5.99      7     90      84.5    1       1.5     1.15\n");

	ck_assert_uint_eq(import_row(&in, "contest/mem_load", "loads", "2.5.99", NULL)->runs, 3);
	ck_assert_uint_eq(import_row(&in, "contest/read_load", "time", "2.5.99", NULL)->runs, 7);
	ck_assert_double_eq(import_value(&in, "contest/read_load", "load_cpu", "2.5.99", NULL, "%"),
		1.5);
	ck_assert_double_eq(import_value(&in, "contest/mem_load", "loads", "2.5.99", NULL, "count"),
		28);
}
END_TEST

START_TEST(rows_of_one_kernel_are_samples_of_it)
{
	struct import in = import_text("noload:\nKernel  Time  CPU  Ratio\n"
				       "a 10.50 98% 1.00\na 10.50 98% 1.00\na 11.00 97% 1.05\n"
				       "b 12.00 97% 1.15\n");
	const struct import_row *r = import_row(&in, "contest/noload", "time", "a", NULL);

	ck_assert_uint_eq(r->value_count, 3);
	ck_assert_double_eq(r->values[0], 10.5);
	ck_assert_double_eq(r->values[1], 10.5);
	ck_assert_double_eq(r->values[2], 11);
}
END_TEST

START_TEST(one_and_two_processors_are_kept_apart)
{
	struct import in =
		import_text("> UP:\n> noload:\n> Kernel  Time  CPU%  Ratio\n> k 60.5 97 1.00\n"
			    "> Better here.\n>\n> SMP:\n> noload:\n> Kernel  Time  CPU%  Ratio\n"
			    "> k 33.0 190 1.00\n");

	ck_assert_double_eq(import_value(&in, "contest/noload", "time", "k", "UP", "s"), 60.5);
	ck_assert_double_eq(import_value(&in, "contest/noload", "time", "k", "SMP", "s"), 33);
}
END_TEST

START_TEST(a_number_that_is_cut_is_no_number)
{
	struct import in =
		import_text("io_load:\nKernel  Time  CPU%  Ratio\nk1 125.4 60 1.85\nk2 31");
	struct import whole = import_text("io_load:\nKernel  Time  CPU%  Ratio\nk1 125.4 60 1.85");
	struct import ratio = import_text(
		"io_load:\nKernel  Time  CPU%  Ratio\nk1 125.4 60 1.85\nk2 126.4 61 1.8");

	ck_assert_str_eq(import_row(&in, "contest/io_load", "time", "k2", NULL)->status,
		"truncated");
	ck_assert_uint_eq(import_row(&in, "contest/io_load", "time", "k2", NULL)->value_count, 0);
	ck_assert_uint_eq(in.warning_count, 1);
	ck_assert_uint_eq(in.warnings[0].line, 4);
	ck_assert_double_eq(import_value(&whole, "contest/io_load", "ratio", "k1", NULL, "x"),
		1.85);
	ck_assert_double_eq(import_value(&ratio, "contest/io_load", "time", "k2", NULL, "s"),
		126.4);
	ck_assert_str_eq(import_row(&ratio, "contest/io_load", "ratio", "k2", NULL)->status,
		"truncated");
}
END_TEST

START_TEST(a_block_for_each_variant_has_a_row_for_each_load)
{
	struct import in =
		import_text("knob=1:\n\n\tnoload\t\t2:10.50\t\t291%\n\tioloadhalf  3:00.00  303%\n"
			    "\n\nknob=2:\n\n\tnoload\t\t1:00.03\t\t380%\n");

	ck_assert_double_eq(import_value(&in, "contest/noload", "time", "knob=1", NULL, "s"),
		130.5);
	ck_assert_double_eq(import_value(&in, "contest/ioloadhalf", "cpu", "knob=1", NULL, "%"),
		303);
	ck_assert_double_eq_tol(import_value(&in, "contest/noload", "time", "knob=2", NULL, "s"),
		60.03, 1e-9);
	ck_assert_uint_eq(in.row_count, 6);
}
END_TEST

START_TEST(prose_beside_a_table_is_no_row)
{
	struct import in = import_text("noload:\nKernel  Time  CPU  Ratio\nk 10.50 98% 1.00\n"
				       "Improvement here.\nk: Children forked: 32750\n"
				       "time cat x  0.01s user 0.51s system 0% cpu 1:41.76 total\n"
				       "Kernel panic: Time to go 12\n");

	ck_assert_uint_eq(in.row_count, 3);
}
END_TEST

UNIT_MAIN("import contest", a_block_for_each_variant_has_a_row_for_each_load,
	a_number_that_is_cut_is_no_number, a_table_for_each_load_has_a_row_for_each_kernel,
	one_and_two_processors_are_kept_apart, prose_beside_a_table_is_no_row,
	rows_of_one_kernel_are_samples_of_it, runs_stand_in_brackets_or_in_a_column_of_their_own)
