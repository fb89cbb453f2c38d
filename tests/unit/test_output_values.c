// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/output_values.h"

#include "unit.h"

#include <string.h>

static struct arena arena;
static struct error err;

#define DBENCH(rate, clients) \
	"Throughput " rate " MB/sec  " clients " clients  " clients \
	" procs  max_latency=12.500 ms\n"
#define FS_MARK_COLUMNS "FSUse%        Count         Size    Files/sec     App Overhead"
#define FS_MARK_HEAD    FS_MARK_COLUMNS "\n"
#define BONNIE_CSV \
	"1.98,2.00a,m,1,99,1G,,8192,5,10,2,20,3,30,40,+++++,+++,50,6," \
	"60.5,7,,,,,,,,,,,,,,,,,,1us,2us,3us,4us,5us,6us,,,,,,\n"

/* What a run of so many copies has after it has been read, of which each printed its text. */
static struct run_record read_texts(const char *tool, const char *const *texts, uint64_t copies,
	const char *primary)
{
	struct setting params[] = { { "cmd", "true" }, { "parse", tool } };
	const struct run_spec spec = { .workload = "command",
		.params = params,
		.param_count = 2,
		.shape = { .numjobs = copies, .iodepth = 1, .loops = 1 } };
	struct run_record run = { .outcome = OUTCOME_OK, .reason = "" };

	*ARENA_PUSH(&arena, run.values, run.value_count) = (struct value_record){
		.phase = "run",
		.metric = "time",
		.unit = "s",
		.better = BETTER_LOWER,
		.primary = true,
		.value = 1.5,
	};
	for (uint64_t i = 0; i < copies; i++) {
		const struct output_record said = { i, "stderr",
			(const unsigned char *)"Throughput 999 MB/sec 1 procs\n", 30 };
		const struct output_record out = { i, "stdout", (const unsigned char *)texts[i],
			strlen(texts[i]) };
		*ARENA_PUSH(&arena, run.outputs, run.output_count) = said;
		if (out.size > 0)
			*ARENA_PUSH(&arena, run.outputs, run.output_count) = out;
	}
	OK(output_values_add(&spec, &primary, primary != NULL, &arena, &run, &err));
	return run;
}

static struct run_record read_text(const char *tool, const char *text)
{
	return read_texts(tool, &text, 1, NULL);
}

static const struct value_record *value(const struct run_record *run, const char *phase,
	const char *metric)
{
	for (size_t i = 0; i < run->value_count; i++) {
		if (strcmp(run->values[i].phase, phase) == 0 &&
			strcmp(run->values[i].metric, metric) == 0)
			return &run->values[i];
	}
	for (size_t i = 0; i < run->value_count; i++)
		printf("# there is %s/%s\n", run->values[i].phase, run->values[i].metric);
	ck_abort_msg("no value %s/%s (%s)", phase, metric, run->reason);
	return NULL;
}

static void fails(const struct run_record *run, const char *reason)
{
	ck_assert_str_eq(run->reason, reason);
	ck_assert_int_eq(run->outcome, OUTCOME_FAILED);
}

START_TEST(numbers_become_values_in_base_units)
{
	struct run_record run = read_text("dbench", DBENCH("210.5", "4"));
	const struct value_record *v = value(&run, "replay", "throughput");

	ck_assert_int_eq(run.outcome, OUTCOME_OK);
	ck_assert_double_eq(v->value, 210.5e6);
	ck_assert_str_eq(v->unit, "bytes/s");
	ck_assert_int_eq(v->better, BETTER_HIGHER);
	ck_assert(!v->primary);
	v = value(&run, "replay", "latency_max");
	ck_assert_double_eq_tol(v->value, 0.0125, 1e-12);
	ck_assert_str_eq(v->unit, "s");
	ck_assert_double_eq(value(&run, "run", "time")->value, 1.5);
}
END_TEST

START_TEST(a_tool_without_tests_of_its_own_is_the_phase)
{
	struct run_record run = read_text("fs_mark", FS_MARK_HEAD " 1 1000 512 250.5 77\n");

	ck_assert_double_eq(value(&run, "fs_mark", "files_rate")->value, 250.5);
	ck_assert_str_eq(value(&run, "fs_mark", "files_rate")->unit, "1/s");
}
END_TEST

START_TEST(samples_of_one_thing_are_averaged)
{
	struct run_record run = read_text("fs_mark",
		FS_MARK_HEAD " 1 1000 512 200 77\n 1 2000 512 300 78\n 1 3000 512 250 79\n");

	ck_assert_double_eq(value(&run, "fs_mark", "files_rate")->value, 250);
}
END_TEST

START_TEST(results_that_differ_in_a_setting_are_told_apart_by_it)
{
	struct run_record run =
		read_text("fs_mark", FS_MARK_HEAD " 1 1000 512 200 77\n 1 2000 4096 300 78\n");

	ck_assert_double_eq(value(&run, "fs_mark size=512", "files_rate")->value, 200);
	ck_assert_double_eq(value(&run, "fs_mark size=4096", "files_rate")->value, 300);
}
END_TEST

START_TEST(rates_of_copies_add_up_and_their_times_are_averaged)
{
	static const char *const texts[] = { DBENCH("100", "2"),
		"Throughput 300 MB/sec  2 clients  2 procs  max_latency=2.500 ms\n" };
	struct run_record run = read_texts("dbench", texts, 2, NULL);

	ck_assert_double_eq(value(&run, "replay", "throughput")->value, 400e6);
	ck_assert_double_eq_tol(value(&run, "replay", "latency_max")->value, 0.0075, 1e-12);
}
END_TEST

START_TEST(a_result_that_only_some_copies_have_fails_the_run)
{
	static const char *const texts[] = { DBENCH("100", "2"),
		"Throughput 300 MB/sec 2 procs\n" };
	static const char *const none[] = { DBENCH("100", "2"), "" };
	struct run_record run = read_texts("dbench", texts, 2, NULL);

	fails(&run, "dbench: replay/latency_max is of 1 of 2 copies");
	run = read_texts("dbench", none, 2, NULL);
	fails(&run, "dbench: nothing was read from its output");
}
END_TEST

START_TEST(nothing_read_is_a_failure_whatever_was_printed)
{
	static const char *const texts[] = { "", "hello\n", "fio-3.33\n",
		/* another tool's numbers are not this one's */
		DBENCH("100", "2") };

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct run_record run = read_text("fio", texts[i]);
		fails(&run, "fio: nothing was read from its output");
		ck_assert_uint_eq(run.value_count, 1);
	}
}
END_TEST

START_TEST(a_job_that_failed_fails_the_run_with_the_tools_words)
{
	struct run_record run = read_text("fio",
		"{\n\"fio version\" : \"fio-3.33\",\n\"jobs\" : [ {\n\"jobname\" : \"w\",\n"
		"\"error\" : 28 } ] }\n");

	fails(&run, "fio: line 3: the job 'w' failed with error 28");
	run = read_text("dbench", "dbench version 4.00\n"
				  "[608] open ./client0/x failed for handle 1 (No such file)\n"
				  "Child failed with status 1\n");
	ck_assert_int_eq(run.outcome, OUTCOME_FAILED);
	ck_assert_uint_eq(run.value_count, 1);
}
END_TEST

START_TEST(a_phase_that_was_not_run_is_named)
{
	struct run_record run = read_text("fio",
		"{\n\"fio version\" : \"fio-3.33\",\n\"jobs\" : [\n{\n\"jobname\" : \"w\",\n"
		"\"write\" : { \"io_bytes\" : 4096, \"bw\" : 4, \"runtime\" : 1000 } },\n{\n"
		"\"jobname\" : \"r\", \"read\" : { \"io_bytes\" : 0 } } ] }\n");

	fails(&run, "fio: line 7: fio/r bandwidth: it was not run");
}
END_TEST

START_TEST(calls_that_a_tool_never_makes_are_left_out_and_told)
{
	struct run_record run = read_text("fs_mark",
		FS_MARK_COLUMNS "  CREAT (Min/Avg/Max)  FSYNC (Min/Avg/Max)\n"
				"  9   10   512   250.5   77   11  12  13   0  0  0\n");

	ck_assert_str_eq(run.reason, "");
	ck_assert_double_eq_tol(value(&run, "creat", "latency_avg")->value, 12e-6, 1e-12);
	ck_assert_uint_eq(run.value_count, 4); /* with the time */
	ck_assert_str_eq(run.logs[0].text, "fs_mark: no value, it was not run: fsync/latency_avg");
}
END_TEST

START_TEST(what_was_cut_fails_the_run)
{
	struct run_record run = read_text("fs_mark", FS_MARK_HEAD " 1 1000 512 200 77\n 1 20");

	fails(&run, "fs_mark: line 3: the text is cut in this row");
}
END_TEST

/* bonnie++ prints +++++ for what took less than half a second. */
START_TEST(what_was_too_fast_to_measure_is_left_out_and_told)
{
	struct run_record run = read_text("bonnie", BONNIE_CSV);

	ck_assert_str_eq(run.reason, "");
	ck_assert_double_eq(value(&run, "rewrite", "throughput")->value, 30 * 1024.0);
	ck_assert_str_eq(run.logs[0].text, "bonnie: no value, too fast for the tool to measure: "
					   "getc/throughput, getc/cpu");
	const char *text = BONNIE_CSV;
	run = read_texts("bonnie", &text, 1, "getc_throughput");
	ck_assert_int_eq(run.outcome, OUTCOME_FAILED);
	ck_assert_ptr_nonnull(
		strstr(run.reason, "primary: 'getc_throughput' is none of run_time, "));
}
END_TEST

START_TEST(a_primary_may_be_the_tools_or_the_commands)
{
	const char *text = DBENCH("100", "2");
	struct run_record run = read_texts("dbench", &text, 1, "replay_throughput");

	ck_assert_int_eq(run.outcome, OUTCOME_OK);
	run = read_texts("dbench", &text, 1, "replay/throughput");
	ck_assert_int_eq(run.outcome, OUTCOME_OK);
	run = read_texts("dbench", &text, 1, "run_time");
	ck_assert_int_eq(run.outcome, OUTCOME_OK);
}
END_TEST

START_TEST(with_wall_nothing_is_read)
{
	struct run_record run = read_text("wall", DBENCH("100", "2"));

	ck_assert_int_eq(run.outcome, OUTCOME_OK);
	ck_assert_uint_eq(run.value_count, 1);
}
END_TEST

START_TEST(zero_bytes_are_no_text)
{
	struct setting params[] = { { "cmd", "true" }, { "parse", "fio" } };
	const struct run_spec spec = { .workload = "command",
		.params = params,
		.param_count = 2,
		.shape = { .numjobs = 1, .iodepth = 1, .loops = 1 } };
	struct output_record out = { 0, "stdout", (const unsigned char *)"{\0}", 3 };
	struct run_record run = { .outcome = OUTCOME_OK,
		.reason = "",
		.outputs = &out,
		.output_count = 1 };

	OK(output_values_add(&spec, NULL, 0, &arena, &run, &err));
	fails(&run, "fio: byte 1 is zero: this is no text");
	run.outcome = OUTCOME_FAILED;
	run.reason = "run: cmd: ended with status 1";
	OK(output_values_add(&spec, NULL, 0, &arena, &run, &err));
	fails(&run, "run: cmd: ended with status 1"); /* not looked at */
}
END_TEST

UNIT_MAIN("output values", numbers_become_values_in_base_units,
	a_tool_without_tests_of_its_own_is_the_phase, samples_of_one_thing_are_averaged,
	results_that_differ_in_a_setting_are_told_apart_by_it,
	rates_of_copies_add_up_and_their_times_are_averaged,
	a_result_that_only_some_copies_have_fails_the_run,
	nothing_read_is_a_failure_whatever_was_printed,
	a_job_that_failed_fails_the_run_with_the_tools_words, a_phase_that_was_not_run_is_named,
	calls_that_a_tool_never_makes_are_left_out_and_told, what_was_cut_fails_the_run,
	what_was_too_fast_to_measure_is_left_out_and_told,
	a_primary_may_be_the_tools_or_the_commands, with_wall_nothing_is_read,
	zero_bytes_are_no_text)
