// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

START_TEST(times_in_json_are_samples_and_cpu_times_are_means)
{
	struct import in = import_text(
		"{\"results\":[{\"command\":\"make -j2\",\"mean\":2.0,\"stddev\":0.5,\"user\":1.25,"
		"\"system\":0.0001,\"times\":[1.5,2.5],\"exit_codes\":[0,1],"
		"\"parameters\":{\"jobs\":\"2\"}}]}");
	const struct import_row *r = import_row(&in, "hyperfine", "time", "make -j2", NULL);

	ck_assert_uint_eq(r->value_count, 2);
	ck_assert_double_eq(r->values[1], 2.5);
	ck_assert_str_eq(r->settings[0].value, "2");
	ck_assert_double_eq(import_value(&in, "hyperfine", "user_time", "make -j2", NULL, "s"),
		1.25);
	/* less than a tick in all */
	ck_assert_str_eq(import_row(&in, "hyperfine", "system_time", "make -j2", NULL)->status,
		IMPORT_IMPRECISE);
	ck_assert_uint_eq(in.warning_count, 1);
}
END_TEST

START_TEST(csv_is_read_with_points_and_with_commas)
{
	static const char *const texts[] = {
		"command,mean,stddev,median,user,system,min,max,parameter_n\n"
		"\"a, \"\"b\"\"\",0.125,0.5,0.1,0.2,0.3,0.0625,1.5,7\n",
		"command;mean;stddev;median;user;system;min;max;parameter_n\n"
		"a, \"b\";0,125;0,5;0,1;0,2;0,3;0,0625;1,5;7\n",
	};

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct import in = import_text(texts[i]);
		const struct import_row *r =
			import_row(&in, "hyperfine", "time_mean", "a, \"b\"", NULL);
		ck_assert_double_eq(r->mean, 0.125);
		ck_assert_double_eq(r->stddev, 0.5);
		ck_assert_double_eq(r->greatest, 1.5);
		ck_assert_uint_eq(r->runs, 0);
		ck_assert_str_eq(r->settings[0].name, "n");
		ck_assert_uint_eq(in.row_count, 3);
	}
}
END_TEST

START_TEST(markdown_has_its_unit_in_the_head)
{
	struct import in =
		import_text("| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n"
			    "|:---|---:|---:|---:|---:|\n"
			    "| `cat x \\| wc` | 12.5 \xc2\xb1 0.5 | 12.0 | 13.5 | 1.00 |\n"
			    "| `wc` | 10.5 | 10.0 | 11.0 | 0.84 |\n");
	const struct import_row *r = import_row(&in, "hyperfine", "time_mean", "cat x | wc", NULL);

	ck_assert_double_eq(r->mean, 12.5);
	ck_assert_double_eq(r->stddev, 0.5);
	ck_assert_double_eq(r->least, 12);
	ck_assert_str_eq(r->unit, "ms");
	ck_assert_uint_eq(in.row_count, 2);
	ck_assert(isnan(in.rows[1].stddev));
}
END_TEST

START_TEST(the_console_has_means_and_single_runs)
{
	struct import in = import_text(
		"\033[1mBenchmark \033[0m1: a\n  Time (mean \xc2\xb1 \xcf\x83):  1.250 s \xc2\xb1  "
		"0.125 s    [User: 1.0 ms, System: 2.0 ms]\n"
		"  Range (min \xe2\x80\xa6 max):  1.000 s \xe2\x80\xa6  1.500 s    10 runs\n\n"
		"Benchmark #2: b\n  Time (abs \xe2\x89\xa1):   5.5 ms   [User: 1.0 ms, System: 2.0 "
		"ms]\n\n"
		"Benchmark 3: c\nError: Command terminated with non-zero exit code\n");
	const struct import_row *r = import_row(&in, "hyperfine", "time_mean", "a", NULL);

	ck_assert_double_eq(r->mean, 1.25);
	ck_assert_double_eq(r->stddev, 0.125);
	ck_assert_double_eq(r->greatest, 1.5);
	ck_assert_uint_eq(r->runs, 10);
	ck_assert_double_eq(import_value(&in, "hyperfine", "time", "b", NULL, "ms"), 5.5);
	ck_assert_str_eq(in.rows[2].status, IMPORT_FAILED);
	ck_assert_uint_eq(in.row_count, 3);
}
END_TEST

START_TEST(more_runs_than_a_number_holds_are_none)
{
	struct import in = import_text(
		"Benchmark 1: a\n  Time (mean \xc2\xb1 \xcf\x83):  1.250 s \xc2\xb1  0.125 s\n"
		"  Range (min \xe2\x80\xa6 max):  1.000 s \xe2\x80\xa6  1.500 s    "
		"22222222222222222222222 runs\n");

	ck_assert_uint_eq(import_row(&in, "hyperfine", "time_mean", "a", NULL)->runs, 0);
}
END_TEST

UNIT_MAIN("import hyperfine", csv_is_read_with_points_and_with_commas,
	markdown_has_its_unit_in_the_head, more_runs_than_a_number_holds_are_none,
	the_console_has_means_and_single_runs, times_in_json_are_samples_and_cpu_times_are_means)
