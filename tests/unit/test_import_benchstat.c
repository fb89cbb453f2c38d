// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

START_TEST(a_line_is_a_sample_of_each_of_its_units)
{
	struct import in = import_text(
		"old:\ngoos: linux\npkg: example.org/x\nUnit widgets/s better=higher\n"
		"BenchmarkRead/bs=4k-8   100   123.5 ns/op   64.25 MB/s  3 widgets/s  2 x/op\n"
		"BenchmarkRead/bs=4k-8   100   124.5 ns/op   64.50 MB/s  3 widgets/s  2 x/op\n"
		"PASS\n\nnew:\nBenchmarkRead/bs=4k-8   100   99.5 ns/op\n");
	const struct import_row *r = import_row(&in, "benchstat/Read/bs=4k", "time", "old", NULL);

	ck_assert_uint_eq(r->value_count, 2);
	ck_assert_double_eq(r->values[1], 124.5);
	ck_assert_str_eq(r->unit, "ns");
	ck_assert_str_eq(r->settings[2].value, "8");
	ck_assert_int_eq(import_row(&in, "benchstat/Read/bs=4k", "widgets/s", "old", NULL)->better,
		BETTER_HIGHER);
	ck_assert_int_eq(import_row(&in, "benchstat/Read/bs=4k", "x/op", "old", NULL)->better,
		BETTER_LOWER);
	ck_assert_double_eq(import_value(&in, "benchstat/Read/bs=4k", "time", "new", NULL, "ns"),
		99.5);
	ck_assert_uint_eq(in.row_count, 5);
}
END_TEST

START_TEST(prose_is_no_benchmark_and_a_cut_line_has_no_last_value)
{
	struct import prose = import_text("Benchmarks 3 were 5 times\nBenchmark 1: sleep 2 s x\n"
					  "BenchmarkX was 3 ns/op\n");
	struct import cut = import_text("BenchmarkX 5 1.5 ns/op 20 MB");

	ck_assert_uint_eq(prose.row_count, 1); /* hyperfine's, without a result */
	ck_assert_str_eq(prose.rows[0].tool, "hyperfine");
	ck_assert_uint_eq(cut.row_count, 1);
	ck_assert_uint_eq(cut.warning_count, 1);
}
END_TEST

UNIT_MAIN("import benchstat", a_line_is_a_sample_of_each_of_its_units,
	prose_is_no_benchmark_and_a_cut_line_has_no_last_value)
