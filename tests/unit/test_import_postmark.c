// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

/* Our own numbers, in PostMark's words. */
#define REPORT \
	"Time:\n\t20 seconds total\n\t10 seconds of transactions (300 per second)\n\n" \
	"Files:\n\t900 created (45 per second)\n\t\tCreation alone: 600 files (60 per second)\n" \
	"\t\tMixed with transactions: 300 files (30 per second)\n\t150 read (15 per second)\n" \
	"\t155 appended (16 per second)\n\t900 deleted (45 per second)\n" \
	"\t\tDeletion alone: 610 files (610 per second)\n" \
	"\t\tMixed with transactions: 290 files (29 per second)\n\nData:\n" \
	"\t1.50 megabytes read (76.80 kilobytes per second)\n" \
	"\t4.25 megabytes written (1.21 megabytes per second)\n"

START_TEST(a_verbose_report_has_its_true_units)
{
	struct import in =
		import_text("PostMark v1.51 : 8/14/01\npm>run\nCreating files...Done\n"
			    "Performing transactions..........Done\nDeleting files...Done\n" REPORT
			    "pm>quit\n");

	ck_assert_uint_eq(in.row_count, 16);
	ck_assert_double_eq(import_value(&in, "postmark", "total_time", "", NULL, "s"), 20);
	ck_assert_double_eq(import_value(&in, "postmark", "transactions", "", NULL, "/s"), 300);
	ck_assert_double_eq(import_value(&in, "postmark", "created_mixed_rate", "", NULL, "/s"),
		30);
	ck_assert_double_eq(import_value(&in, "postmark", "deleted_mixed_rate", "", NULL, "/s"),
		29);
	ck_assert_double_eq(import_value(&in, "postmark", "read_throughput", "", NULL, "KiB/s"),
		76.8);
	ck_assert_double_eq(import_value(&in, "postmark", "write_throughput", "", NULL, "MiB/s"),
		1.21);
	ck_assert_double_eq(import_value(&in, "postmark", "data_written", "", NULL, "MiB"), 4.25);
	ck_assert_str_eq(in.rows[0].tool_version, "1.51");
	ck_assert_uint_eq(in.warning_count, 0);
}
END_TEST

START_TEST(the_words_above_a_report_name_its_variant)
{
	struct import in =
		import_text("> With one lock:\n>\n> " /* quoted, as an answer has it */
			    "Time:\n>     5 seconds total\n\n"
			    "And here it is on the same disk with an xyzfs\nfilesystem:\n\n"
			    "    Creating files...Done\n    Time:\n        7 seconds total\n");

	ck_assert_double_eq(import_row(&in, "postmark", "total_time", "one lock", NULL)->values[0],
		5);
	ck_assert_double_eq(import_row(&in, "postmark", "total_time", "xyzfs", NULL)->values[0], 7);
}
END_TEST

START_TEST(the_scheduler_chosen_before_a_run_names_its_variant)
{
	struct import in =
		import_text("# cat scheduler\nnoop deadline [cfq]\n# postmark\npm>run\n" REPORT
			    "# cat scheduler\n[noop] deadline cfq\n# postmark\npm>run\n" REPORT);

	ck_assert_uint_eq(in.row_count, 32);
	ck_assert_uint_eq(import_row(&in, "postmark", "total_time", "cfq", NULL)->value_count, 1);
	ck_assert_uint_eq(import_row(&in, "postmark", "total_time", "noop", NULL)->value_count, 1);
}
END_TEST

START_TEST(what_its_clock_could_not_measure_is_not_trusted)
{
	struct import in =
		import_text("Deleting files...Done\n"
			    "1 1 1000.50 714.00 200.00 514.00 508.00 492.00 714.00 228.00 "
			    "486.00 3245000.00 4705000.00\n");
	const struct import_row *r = import_row(&in, "postmark", "write_throughput", "", NULL);

	ck_assert_uint_eq(in.row_count, 13);
	ck_assert_double_eq(r->values[0], 4705000);
	ck_assert_str_eq(r->unit, "B/s");
	ck_assert_str_eq(r->status, IMPORT_IMPRECISE);
	ck_assert_uint_eq(in.warning_count, 1);
}
END_TEST

START_TEST(a_report_that_is_cut_says_what_it_has)
{
	struct import in =
		import_text("Time:\n\t20 seconds total\n\t10 seconds of transactions (300 pe");

	ck_assert_uint_eq(in.row_count, 1);
	ck_assert_str_eq(in.rows[0].status, IMPORT_TRUNCATED);
	ck_assert_uint_eq(in.warning_count, 1);
}
END_TEST

START_TEST(thirteen_numbers_in_other_texts_are_no_report)
{
	struct import in = import_text("1 2 3 4 5 6 7 8 9 10 11 12 13\nTime:\nnow\n");

	ck_assert_uint_eq(in.row_count, 0);
}
END_TEST

START_TEST(commands_are_read_wherever_they_stand)
{
	static const char *const texts[] = {
		"# x.pmrc\nset numbers 7000\nset size 500 9000\nset buffering false\nset bias "
		"create -1\n"
		"run\nquit\n",
		"pm <<EOF\nset numbers 7000\nset size 500 9000\nset buffering false\n"
		"set bias create -1\nrun\nEOF\n",
		"echo -e 'set numbers 7000\\nset size 500 9000\\nset buffering false\\nset bias "
		"create "
		"-1\\nrun' | pm\n",
	};

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct import in = import_text(texts[i]);
		const struct import_row *run = import_row(&in, "postmark-config", "run", "", NULL);
		ck_assert_uint_eq(in.row_count, 4);
		ck_assert_double_eq(import_value(&in, "postmark-config", "number", "", NULL,
					    "setting"),
			7000);
		ck_assert_double_eq(import_value(&in, "postmark-config", "bias_create", "", NULL,
					    "setting"),
			-1);
		ck_assert_double_eq(import_value(&in, "postmark-config", "buffering", "", NULL,
					    "setting"),
			0);
		ck_assert_str_eq(run->settings[0].name, "size");
		ck_assert_str_eq(run->settings[0].value, "500 9000");
	}
}
END_TEST

UNIT_MAIN("import postmark", a_report_that_is_cut_says_what_it_has,
	a_verbose_report_has_its_true_units, commands_are_read_wherever_they_stand,
	the_scheduler_chosen_before_a_run_names_its_variant,
	the_words_above_a_report_name_its_variant, thirteen_numbers_in_other_texts_are_no_report,
	what_its_clock_could_not_measure_is_not_trusted)
