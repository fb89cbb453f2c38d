// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

#include "import/collect.h"
#include "import/identity.h"

/* Rows as `import --print` writes them: what importers make of texts is their own tests' matter. */
#define ROW(tool, version, test, what, of, unit, better, rest) \
	"{\"tool\":\"" tool "\",\"tool_version\":" version ",\"workload\":\"" test \
	"\",\"metric\":\"" what "\",\"variant\":\"" of "\",\"unit\":\"" unit \
	"\",\"better\":\"" better "\"," rest "}"
#define DOCUMENT(rows) "{\"schema\":\"bakeoff.import/1\",\"values\":[" rows "]}"

static const char *const usual_files[] = { "in/one.txt", "in/two.txt" };

static struct imported collect_files(const char *const *files, const char *const *texts,
	size_t count, uint64_t n)
{
	struct import_source *sources = NEW(&import_arena, struct import_source, count);
	struct imported to;

	for (size_t i = 0; i < count; i++) {
		struct import *in = NEW(&import_arena, struct import, 1);
		*in = import_text(texts[i]);
		sources[i] = (struct import_source){ .text = { .file = files[i], .sha256 = "ab" },
			.in = in };
	}
	import_collect(sources, count, n, &import_arena, &to);
	return to;
}

static struct imported collect_all(const char *const *texts, size_t count, uint64_t n)
{
	return collect_files(usual_files, texts, count, n);
}

static struct imported collect(const char *text)
{
	return collect_all(&text, 1, 0);
}

/* "0:bonnie 2:bonnie": each run's variant and cell, and its round. */
static const char *runs_text(const struct imported *to)
{
	const char *text = "";

	for (size_t i = 0; i < to->run_count; i++)
		text = arena_printf(&import_arena, "%s%s%s/%s#%d", text, i ? "; " : "",
			to->variants[to->runs[i].variant], to->cells[to->runs[i].cell].label,
			(int)to->runs[i].round);
	return text;
}

static bool has_note(const struct imported *to, bool is_warning, const char *part)
{
	for (size_t i = 0; i < to->note_count; i++) {
		if (to->notes[i].is_warning == is_warning && strstr(to->notes[i].text, part))
			return true;
	}
	return false;
}

START_TEST(samples_are_rounds_in_base_units_whatever_prefix_they_were_printed_with)
{
	struct imported to = collect(DOCUMENT(ROW("lmdd", "null", "lmdd/write", "throughput", "a",
		"MB/s", "higher", "\"values\":[2,3]") "," ROW("lmdd", "null", "lmdd/write",
		"throughput", "a", "KiB/s", "higher", "\"values\":[1]")));

	ck_assert_str_eq(runs_text(&to), "a/lmdd#1; a/lmdd#2; a/lmdd#3");
	ck_assert_uint_eq(to.value_count, 3);
	ck_assert_uint_eq(to.rounds, 3);
	ck_assert_str_eq(to.runs[0].values[0].unit, "bytes/s");
	ck_assert_double_eq(to.runs[1].values[0].value, 3e6);
	ck_assert_double_eq(to.runs[2].values[0].value, 1024);
	ck_assert_str_eq(to.runs[2].values[0].import->unit, "KiB/s");
	ck_assert_str_eq(to.runs[2].values[0].import->name, "lmdd/write throughput");
	ck_assert(has_note(&to, false, "lmdd: MB is taken as 10^6 bytes"));
}
END_TEST

START_TEST(every_sample_knows_its_line)
{
	struct imported to = collect("\nThroughput 10.5 MB/sec 4 procs\nprose\n"
				     "Throughput 11.5 MB/sec 4 procs\n");

	ck_assert_uint_eq(to.value_count, 2);
	ck_assert_uint_eq(to.runs[0].values[0].import->line, 2);
	ck_assert_uint_eq(to.runs[1].values[0].import->line, 4);
}
END_TEST

START_TEST(groups_sizes_and_clients_are_no_repeats_of_each_other)
{
	struct imported to = collect(DOCUMENT(ROW("dbench", "null", "dbench/4", "throughput", "k",
		"MB/s", "higher", "\"group\":\"UP\",\"values\":[1]") "," ROW("dbench", "null",
		"dbench/4", "throughput", "k", "MB/s", "higher",
		"\"group\":\"SMP\",\"values\":[2]") "," ROW("dbench", "null", "dbench/8",
		"throughput", "k", "MB/s", "higher",
		"\"group\":\"SMP\",\"values\":[3]") "," ROW("bonnie", "null", "bonnie/seeks",
		"rate", "k", "/s", "higher", "\"settings\":{\"size\":\"1G\"},\"values\":[4]")));

	/* what all cells of a workload have alike is no part of their name, but is known */
	ck_assert_str_eq(runs_text(&to),
		"k/dbench group=UP numjobs=4#1; k/dbench group=SMP numjobs=4#1; "
		"k/dbench group=SMP numjobs=8#1; k/bonnie#1");
	ck_assert_uint_eq(to.cells[3].param_count, 2);
	ck_assert_str_eq(to.cells[3].params[0].name, "size");
	ck_assert_str_eq(to.cells[3].params[0].value, "1G");
	ck_assert_uint_eq(to.cells[3].factor_count, 0);
}
END_TEST

START_TEST(a_summary_is_no_sample_and_a_second_one_is_kept_apart)
{
	static const char text[] = DOCUMENT(ROW("aim9", "null", "aim9/disk_rd", "rate", "k",
		"ops/s", "higher", "\"mean\":10,\"stddev\":2,\"n\":null") "," ROW("aim9", "null",
		"aim9/disk_rd", "rate", "k", "ops/s", "higher",
		"\"mean\":11,\"stddev\":1,\"runs\":5"));
	struct imported to = collect(text);
	const struct value_record *v = &to.runs[0].values[0];

	ck_assert_str_eq(runs_text(&to), "k/disk_rd#1; k/disk_rd again=2#1");
	ck_assert(isnan(v->value));
	ck_assert_double_eq(v->import->mean, 10);
	ck_assert_double_eq(v->import->sd, 2);
	ck_assert_uint_eq(v->import->n, 0);
	ck_assert_uint_eq(to.runs[1].values[0].import->n, 5);
	ck_assert_uint_eq(to.summaries_without_n, 1);
	ck_assert(has_note(&to, false, "kept apart as again=2"));
	const char *texts[] = { text };
	to = collect_all(texts, 1, 3);
	ck_assert_uint_eq(to.runs[0].values[0].import->n, 3);
	ck_assert_uint_eq(to.runs[1].values[0].import->n, 5); /* the text's own word goes first */
	ck_assert_uint_eq(to.summaries_without_n, 0);
	ck_assert(has_note(&to, false, "n=3 of 1 summaries, as --n says"));
}
END_TEST

START_TEST(two_versions_of_a_tool_are_not_repeats_of_each_other)
{
	struct imported to = collect(DOCUMENT(ROW("contest", "\"0.34\"", "contest/io_load", "time",
		"k", "s", "lower", "\"values\":[10]") "," ROW("contest", "\"0.41\"",
		"contest/io_load", "time", "k", "s", "lower", "\"values\":[20]")));

	ck_assert_str_eq(runs_text(&to), "k/contest#1; k/contest again=2#1");
	ck_assert(has_note(&to, false, "by contest 0.34 and by 0.41"));
	ck_assert_str_eq(to.tools, "contest 0.34, contest 0.41");
}
END_TEST

START_TEST(what_failed_is_a_failed_run_and_never_a_number)
{
	struct imported to = collect(DOCUMENT(ROW("dbench", "null", "dbench/4", "throughput", "k",
		"MB/s", "higher", "\"values\":[5,6]") "," ROW("dbench", "null", "dbench/4",
		"throughput", "k", "MB/s", "higher", "\"status\":\"failed\"") "," ROW("dbench",
		"null", "dbench/4", "throughput", "k", "MB/s", "higher",
		"\"values\":[0],\"status\":\"interrupted\"") "," ROW("dbench", "null", "dbench/4",
		"latency_max", "k", "ms", "lower", "\"status\":\"too-fast\"")));

	ck_assert_uint_eq(to.value_count, 2);
	ck_assert_uint_eq(to.run_count, 4);
	ck_assert_int_eq(to.runs[2].outcome, OUTCOME_FAILED);
	ck_assert_ptr_nonnull(strstr(to.runs[2].reason, "dbench/4 throughput: the run failed"));
	ck_assert_uint_eq(to.runs[2].value_count, 0);
	ck_assert_int_eq(to.runs[3].outcome, OUTCOME_INTERRUPTED);
	ck_assert_uint_eq(to.runs[3].value_count, 0);
	/* that a metric is not there is told with the variant's first run */
	ck_assert_uint_eq(to.runs[0].log_count, 1);
	ck_assert_ptr_nonnull(strstr(to.runs[0].logs[0].text, "too fast"));
}
END_TEST

START_TEST(a_text_of_failures_alone_has_no_result_and_says_why)
{
	struct import in = import_text(DOCUMENT(ROW("dbench", "null", "dbench/4", "throughput", "k",
		"MB/s", "higher", "\"status\":\"missing\"") "," ROW("dbench", "null", "dbench/4",
		"throughput", "k", "MB/s", "higher", "\"status\":\"failed\"")));

	ck_assert(!import_has_value(&in));
	ck_assert_str_eq(import_why_none(&in, &import_arena),
		"line 1: dbench/4 throughput: the run failed");
	in = import_text("nothing but words\n");
	ck_assert(!import_has_value(&in));
	ck_assert_ptr_null(import_why_none(&in, &import_arena));
}
END_TEST

START_TEST(what_the_text_does_not_say_is_said_to_be_assumed)
{
	struct imported to = collect(DOCUMENT(ROW("means", "null", "means/x", "rate", "", "",
		"neither", "\"values\":[1],\"approximate\":true")));

	ck_assert_str_eq(to.variants[0], "one");
	ck_assert(has_note(&to, false, "in/one.txt names no variant: one, after the file"));
	ck_assert(has_note(&to, false, "the unit of means/x rate is not said"));
	ck_assert(has_note(&to, false, "which way means/x rate is good is not said"));
	ck_assert_ptr_nonnull(strstr(to.runs[0].logs[0].text, "only about 1"));
	ck_assert_str_eq(to.runs[0].values[0].import->said, "about");
}
END_TEST

START_TEST(one_variant_of_two_texts_has_the_samples_of_both)
{
	const char *const texts[] = {
		DOCUMENT(ROW("dbench", "null", "dbench/4", "throughput", "k", "MB/s", "higher",
			"\"values\":[5]")),
		DOCUMENT(ROW("dbench", "null", "dbench/4", "throughput", "k", "MB/s", "higher",
			"\"values\":[6]") "," ROW("dbench", "null", "dbench/4", "throughput", "",
			"MB/s", "higher", "\"values\":[7]")),
	};
	struct imported to = collect_all(texts, 2, 0);

	ck_assert_str_eq(to.name, "one and 1 more");
	ck_assert_str_eq(runs_text(&to), "k/dbench#1; k/dbench#2; two/dbench#1");
	ck_assert(has_note(&to, false,
		"k is in in/one.txt and in in/two.txt: samples of one "
		"variant"));
	ck_assert_str_eq(to.runs[1].values[0].import->file, "in/two.txt");
}
END_TEST

START_TEST(texts_of_one_name_in_two_folders_are_two_variants)
{
	static const char *const files[] = { "a/run.txt", "b/run.txt" };
	static const char *const texts[] = { "Throughput 10.5 MB/sec 4 procs\n",
		"Throughput 11.5 MB/sec 4 procs\n" };
	struct imported to = collect_files(files, texts, 2, 0);

	ck_assert_uint_eq(to.variant_count, 2);
	ck_assert_str_eq(to.variants[0], "a/run.txt");
	ck_assert_str_eq(to.variants[1], "b/run.txt");
}
END_TEST

START_TEST(a_rate_beyond_any_disk_is_doubted)
{
	struct imported to = collect(DOCUMENT(ROW("dd", "null", "dd/write", "throughput", "k",
		"MB/s", "higher", "\"values\":[812000,90000]")));

	ck_assert_uint_eq(to.runs[0].log_count, 1);
	ck_assert_ptr_nonnull(strstr(to.runs[0].logs[0].text, "beyond any disk"));
	ck_assert_uint_eq(to.runs[1].log_count, 0);
}
END_TEST

static bool is_primary_in(const struct imported *to, const char *name)
{
	for (size_t i = 0; i < to->run_count; i++) {
		for (size_t k = 0; k < to->runs[i].value_count; k++) {
			if (strcmp(to->runs[i].values[k].import->name, name) == 0)
				return to->runs[i].values[k].primary;
		}
	}
	ck_abort_msg("no value %s", name);
	return false;
}

START_TEST(a_tools_main_metric_is_primary_and_the_others_are_not)
{
#define V "\"values\":[1]"
	struct imported to = collect(DOCUMENT(ROW("contest", "null", "contest/io_load", "time", "k",
		"s", "lower", V) "," ROW("contest", "null", "contest/io_load", "ratio", "k", "x",
		"lower", V) "," ROW("lmdd", "null", "lmdd/write", "throughput", "k", "MB/s",
		"higher", V) "," ROW("lmdd", "null", "lmdd/write", "time", "k", "s", "lower",
		V) "," ROW("lmdd", "null", "lmdd/read", "throughput", "k", "MB/s", "higher",
		V) "," ROW("filebench", "null", "filebench/varmail", "ops_rate", "k", "/s",
		"higher", V) "," ROW("filebench", "null", "filebench/varmail/read1", "ops_rate",
		"k", "/s", "higher",
		V) "," ROW("other", "null", "other/x", "anything", "k", "s", "lower", V)));

	ck_assert(is_primary_in(&to, "contest/io_load time"));
	ck_assert(!is_primary_in(&to, "contest/io_load ratio"));
	ck_assert(is_primary_in(&to, "lmdd/write time")); /* it says more than the rate */
	ck_assert(!is_primary_in(&to, "lmdd/write throughput"));
	ck_assert(is_primary_in(&to, "lmdd/read throughput"));
	ck_assert(is_primary_in(&to, "filebench/varmail ops_rate"));
	ck_assert(!is_primary_in(&to, "filebench/varmail/read1 ops_rate")); /* a part of it */
	ck_assert(is_primary_in(&to, "other/x anything"));
}
END_TEST

START_TEST(tests_that_are_a_workload_here_have_its_names)
{
	static const struct {
		const char *tool, *test, *metric, *unit, *own;
	} rows[] = {
		{ "bonnie", "bonnie/seq_out_char", "rate", "KiB/s",
			"bonnie style=bonnie putc/throughput bytes/s" },
		{ "bonnie++", "bonnie++/seq_out_chr", "rate", "KiB/s",
			"bonnie style=bonnie++ putc/throughput bytes/s" },
		{ "bonnie++", "bonnie++/seq_in_block", "latency", "ms",
			"bonnie style=bonnie++ block_read/latency_longest s" },
		{ "bonnie++", "bonnie++/rand_stat", "rate", "/s",
			"bonnie style=bonnie++ random_stat/rate 1/s" },
		{ "bonnie", "bonnie/seeks", "rate", "/s", "bonnie style=bonnie seeks/rate 1/s" },
		{ "postmark", "postmark", "transactions", "/s", "postmark transactions/rate 1/s" },
		{ "postmark", "postmark", "created_alone_rate", "/s", "postmark create/rate 1/s" },
		{ "postmark", "postmark", "total_time", "s", "postmark /total_time s" },
		{ "dbench", "dbench/16", "throughput", "MB/s",
			"dbench numjobs=16 replay/throughput bytes/s" },
		{ "dbench", "dbench/16/NTCreateX", "latency_max", "ms",
			"dbench numjobs=16 replay/ntcreatex_max s" },
		{ "dbench", "dbench/unknown", "throughput", "MB/s",
			"dbench replay/throughput bytes/s" },
		{ "lmdd", "lmdd/write", "time", "s", "lmdd write/time s" },
		{ "aim9", "aim9/creat-clo", "ops_rate", "/s", "creat-clo classic/ops 1/s" },
		{ "aim9", "aim9/disk_rd", "ops_rate", "K/s", "disk_rd classic/ops 1/s" },
		{ "aim9", "aim9/disk_rd", "loop_rate", "/s", "disk_rd classic/calls 1/s" },
		{ "aim7", "aim7/100", "jobs_per_min", "/min", "aim7 numjobs=100 mix/jobs 1/s" },
		{ "contest", "contest/noload", "time", "s", "contest no_load/time s" },
		{ "contest", "contest/io_load_full", "ratio", "x", "contest io_load/ratio 1" },
		{ "bakeoff", "bakeoff/lmdd bs=4k/write", "throughput", "bytes/s",
			"lmdd bs=4k write/throughput bytes/s" },
		{ "fio", "fio/4k job/read", "bandwidth", "GB/s",
			"fio 4k job/read/bandwidth bytes/s" },
		{ "other", "other", "speed", "furlongs", "other /speed furlongs" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct import_row row = { .tool = rows[i].tool,
			.workload = rows[i].test,
			.metric = rows[i].metric,
			.unit = rows[i].unit };
		struct identity id;
		identity_of_row(&row, &import_arena, &id);
		ck_assert_str_eq(arena_printf(&import_arena, "%s %s/%s %s",
					 identity_label(&id, &import_arena), id.phase, id.metric,
					 id.unit),
			rows[i].own);
	}
}
END_TEST

START_TEST(bonnies_sizes_are_named_as_the_workload_names_them)
{
	static const struct import_setting settings[] = { { "size", "256" }, { "size", "2G:16k" },
		{ "files", "16" }, { "files", "16:1000" } };
	static const char *const labels[] = { "bonnie size=256M style=bonnie",
		"bonnie chunk=16k size=2G style=bonnie", "bonnie files=16384 style=bonnie",
		"bonnie files=16:1000 style=bonnie" };

	for (size_t i = 0; i < COUNT_OF(settings); i++) {
		struct import_setting setting = settings[i];
		const struct import_row row = { .tool = "bonnie",
			.workload = "bonnie/seeks",
			.metric = "rate",
			.unit = "/s",
			.settings = &setting,
			.setting_count = 1 };
		struct identity id;
		identity_of_row(&row, &import_arena, &id);
		ck_assert_str_eq(identity_label(&id, &import_arena), labels[i]);
	}
}
END_TEST

UNIT_MAIN("import_collect", samples_are_rounds_in_base_units_whatever_prefix_they_were_printed_with,
	every_sample_knows_its_line, groups_sizes_and_clients_are_no_repeats_of_each_other,
	a_summary_is_no_sample_and_a_second_one_is_kept_apart,
	two_versions_of_a_tool_are_not_repeats_of_each_other,
	what_failed_is_a_failed_run_and_never_a_number,
	a_text_of_failures_alone_has_no_result_and_says_why,
	what_the_text_does_not_say_is_said_to_be_assumed,
	one_variant_of_two_texts_has_the_samples_of_both,
	texts_of_one_name_in_two_folders_are_two_variants, a_rate_beyond_any_disk_is_doubted,
	a_tools_main_metric_is_primary_and_the_others_are_not,
	tests_that_are_a_workload_here_have_its_names,
	bonnies_sizes_are_named_as_the_workload_names_them)
