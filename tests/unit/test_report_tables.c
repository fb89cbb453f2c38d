// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/histogram.h"
#include "report/classic_text.h"
#include "report/list_text.h"
#include "report/notes.h"
#include "report/numbers.h"
#include "report/show_text.h"
#include "report/table.h"

#include "sample_results.h"
#include "unit.h"

#include <errno.h>

static void check_width(const char *text, size_t columns)
{
	char line[2048];

	for (const char *p = text; *p;) {
		size_t length = strcspn(p, "\n");
		ck_assert_uint_lt(length, sizeof(line));
		memcpy(line, p, length);
		line[length] = '\0';
		ck_assert_msg(display_width(line) <= columns, "%zu columns: %s",
			display_width(line), line);
		ck_assert_msg(length == 0 || line[length - 1] != ' ', "trailing blank: '%s'", line);
		p += length + (p[length] == '\n');
	}
}

/* Three runs of lmdd bs=128k and bs=1k in seconds, as posted in 2000; ST.DEV. by hand with n - 1.
 */
START_TEST(the_classic_table_has_mean_and_deviation_and_then_the_comparison)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	AUTO_TEXT struct text out;
	struct results *r = sample_results(&arena, 2, 2, 3);
	struct report_options options = { 0 };
	struct judgement j;

	text_init(&out, MIB);
	for (size_t m = 0; m < 2; m++) {
		r->metrics[m].cell = m == 0 ? "lmdd bs=128k" : "lmdd bs=1k";
		r->metrics[m].metric = "time";
		r->metrics[m].unit = "s";
		r->metrics[m].better = BETTER_LOWER;
	}
	sample_values(r, 0, 0, 1, 25.9687, 25.9388, 25.8078);
	sample_values(r, 0, 1, 1, 25.7309, 26.1500, 23.9588);
	sample_values(r, 1, 0, 1, 25.8872, 26.0768, 25.8838);
	sample_values(r, 1, 1, 1, 66.8429, 63.9422, 72.2050);
	r->warmup[0] = 30;
	OK(judge(r, &arena, &j, &err));
	OK(classic_text(&j, &options, &out, &err));
	ck_assert_str_eq(out.data,
		"Test: ext2-or-xfs (experiment 12)\n"
		"Date: 2023-11-14T22:13:20Z\n"
		"Plan: 9f3c01ab, seed 42\n"
		"\n"
		"ext2: loop:1G\n"
		"-------------\n"
		"OPERATION                UNIT   MEAN  ST.DEV.  % ST.DEV  N\n"
		"lmdd bs=128k write/time  s     25.91     0.09      0.33  3\n"
		"lmdd bs=1k write/time    s     25.95     0.11      0.43  3\n"
		"\n"
		"xfs: loop:1G\n"
		"------------\n"
		"OPERATION                UNIT   MEAN  ST.DEV.  % ST.DEV  N\n"
		"lmdd bs=128k write/time  s     25.28     1.16      4.60  3\n"
		"lmdd bs=1k write/time    s     67.66     4.19      6.20  3\n"
		"\n"
		"Comparison xfs/ext2\n"
		"-------------------\n"
		"OPERATION                UNIT   EXT2    XFS  REL.\n"
		"lmdd bs=128k write/time  s     25.91  25.28  0.98\n"
		"lmdd bs=1k write/time    s     25.95  67.66  2.61\n"
		"\n"
		"Below 1.00 is better in: write/time.\n"
		"\n"
		"warm-up: discarded, +15.8% off the mean of the rounds (ext2 lmdd bs=128k\n"
		"  write/time)\n");
	check_width(out.data, 78);
	arena_free(&arena);
}
END_TEST

START_TEST(the_classic_table_hides_the_aa_arm_and_shows_what_one_run_can)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	AUTO_TEXT struct text out;
	struct results *r = sample_results(&arena, 1, 3, 1);
	struct report_options options = { 0 };
	struct judgement j;

	text_init(&out, MIB);
	r->variants[2].name = "second-ext2";
	r->variants[2].hidden = true;
	sample_values(r, 0, 0, MIB, 300);
	sample_values(r, 0, 1, MIB, 330);
	sample_values(r, 0, 2, MIB, 300);
	OK(judge(r, &arena, &j, &err));
	OK(classic_text(&j, &options, &out, &err));
	ck_assert_ptr_null(strstr(out.data, "second-ext2"));
	ck_assert_ptr_nonnull(strstr(out.data,
		"lmdd bs=1k write/throughput  MiB/s  300.00        -         -  1\n"));
	arena_free(&arena);
}
END_TEST

START_TEST(tables_align_utf8_and_escape_what_would_harm_a_terminal)
{
	static const struct table_column columns[] = { { "NAME", false }, { "N", true },
		{ "REST", false } };
	static const char *const cells[] = { "größe", "1", "x", "plain", "22", NULL, "a\033b", "3",
		"y" };
	AUTO_TEXT struct text out;
	struct error err = { 0 };

	text_init(&out, MIB);
	OK(table_text(&out, columns, COUNT_OF(columns), cells, 3, &err));
	ck_assert_str_eq(out.data, "NAME     N  REST\n"
				   "größe    1  x\n"
				   "plain   22\n"
				   "a\\x1bb   3  y\n");
}
END_TEST

static const char *variants[] = { "ext2", "xfs" };
static const char *cells[] = { "lmdd bs=4k", "lmdd bs=128k", "postmark" };

static struct stored_experiment sample_experiment(uint64_t id)
{
	return (struct stored_experiment){
		.id = id,
		.name = "ext2-or-xfs",
		.state = "done",
		.state_reason = "",
		.plan_sha256 = "9f3c01ab77d2",
		.version = "0.1.0",
		.created_ns = UINT64_C(1700000000) * NS_PER_S,
		.ended_ns = UINT64_C(1700000100) * NS_PER_S,
		.variants = variants,
		.variant_count = 2,
		.cells = cells,
		.cell_count = 3,
		.run_count = 28,
		.failed_count = 1,
	};
}

START_TEST(list_has_the_id_in_the_first_column)
{
	struct stored_experiment list[] = { sample_experiment(12), sample_experiment(3) };
	AUTO_TEXT struct text out;
	struct error err = { 0 };

	text_init(&out, MIB);
	list[1].state = "interrupted";
	OK(list_text(list, 2, &out, &err));
	ck_assert_str_eq(out.data, "ID  NAME         WHEN                  STATE        VARIANTS   "
				   "WORKLOADS          RUNS  FAILED\n"
				   "12  ext2-or-xfs  2023-11-14T22:13:20Z  done         ext2, xfs  "
				   "lmdd x2, postmark    28       1\n"
				   " 3  ext2-or-xfs  2023-11-14T22:13:20Z  interrupted  ext2, xfs  "
				   "lmdd x2, postmark    28       1\n");
}
END_TEST

START_TEST(show_marks_the_warmup_and_gives_no_value_to_what_does_not_count)
{
	static const struct stored_run runs[] = {
		{ .id = 1, .round = 0, .variant = 0, .outcome = OUTCOME_OK },
		{ .id = 2, .round = 1, .variant = 0, .outcome = OUTCOME_OK },
		{ .id = 3,
			.round = 1,
			.variant = 1,
			.outcome = OUTCOME_FAILED,
			.reason = "disk full" },
		{ .id = 4, .round = 1, .attempt = 1, .variant = 1, .outcome = OUTCOME_OK },
		{ .id = 5, .round = 1, .attempt = 1, .variant = 0, .outcome = OUTCOME_OK },
		{ .id = 6, .round = 1, .attempt = 2, .variant = 0, .outcome = OUTCOME_INTERRUPTED },
	};
	struct stored_experiment experiment = sample_experiment(12);
	struct arena arena = { 0 };
	struct error err = { 0 };
	AUTO_TEXT struct text out;
	struct results *r = sample_results(&arena, 1, 2, 1);

	text_init(&out, MIB);
	experiment.cell_count = 1;
	r->metrics[0].cell = "lmdd bs=4k";
	r->warmup[0] = 250.0 * MIB;
	sample_values(r, 0, 0, MIB, 300);
	sample_values(r, 0, 1, MIB, 330);
	r->variants[0].facts = "{\"host\":{\"kernel\":\"6.1\",\"cpus\":2},"
			       "\"target\":{\"mkfs\":\"mkfs.ext2 /dev/loop0\"}}";
	r->variants[1].facts = "{\"host\":{\"kernel\":\"6.2\",\"cpus\":2},"
			       "\"target\":{\"knobs\":[{\"name\":\"queue/scheduler\"}]}}";
	OK(show_experiment_text(&experiment, runs, COUNT_OF(runs), r, &out, &err));
	ck_assert_str_eq(out.data,
		"experiment  12 ext2-or-xfs\n"
		"state       done\n"
		"started     2023-11-14T22:13:20Z\n"
		"ended       2023-11-14T22:15:00Z\n"
		"design      1 round and a warm-up, random order from seed 42; 1 complete\n"
		"workloads   lmdd bs=4k\n"
		"runs        28, 1 failed\n"
		"plan        9f3c01ab77d2\n"
		"bakeoff     0.1.0\n"
		"\n"
		"VARIANTS\n"
		"ext2        loop:1G (baseline)\n"
		"            mkfs.ext2 /dev/loop0\n"
		"xfs         loop:1G\n"
		"\n"
		"FACTS THAT DIFFER\n"
		"host.kernel                   ext2: 6.1\n"
		"                              xfs: 6.2\n"
		"target.knobs.0.name           ext2: -\n"
		"                              xfs: queue/scheduler\n"
		"\n"
		"RUN  ROUND  ATTEMPT  VARIANT  CELL        OUTCOME            VALUE  REMARK\n"
		"  1      0        0  ext2     lmdd bs=4k  ok           250.0 MiB/s  warm-up: "
		"discarded\n"
		"  2      1        0  ext2     lmdd bs=4k  ok                     -  its round was "
		"repeated\n"
		"  3      1        0  xfs      lmdd bs=4k  failed                 -  disk full\n"
		"  4      1        1  xfs      lmdd bs=4k  ok           330.0 MiB/s\n"
		"  5      1        1  ext2     lmdd bs=4k  ok           300.0 MiB/s\n"
		"  6      1        2  ext2     lmdd bs=4k  interrupted            -  "
		"its round is not complete\n");
	arena_free(&arena);
}
END_TEST

static struct run_record sample_run(struct phase_record *phase, struct kind_record *kind)
{
	static struct value_record values[] = { { "write", "throughput", "bytes/s", BETTER_HIGHER,
		true, 314572800 } };
	static struct log_record logs[] = { { UINT64_C(1700000001) * NS_PER_S, RECORD_WARNING,
		"timed part took 0.31 s" } };

	*phase = (struct phase_record){ .name = "write",
		.wall_ns = 500 * NS_PER_MS,
		.clients = 1,
		.operations = 1000,
		.bytes = 1000 * KIB,
		.kinds = kind,
		.kind_count = 1 };
	return (struct run_record){ .round = 2,
		.variant = 1,
		.cell = 0,
		.seed = 77,
		.started_ns = UINT64_C(1700000000) * NS_PER_S,
		.ended_ns = UINT64_C(1700000002) * NS_PER_S,
		.outcome = OUTCOME_OK,
		.reason = "",
		.facts = "{\"kernel\":{\"release\":\"6.1.0\"},\"cpus\":2,\"mkfs\":[\"mkfs.xfs\",\"-"
			 "f\"]}",
		.phases = phase,
		.phase_count = 1,
		.values = values,
		.value_count = 1,
		.logs = logs,
		.log_count = 1 };
}

/* 1000 latencies of 1 us to 1 ms in steps of 1 us: p50 500, p95 950, p99 990, each within 0.8 %. */
START_TEST(show_run_reads_latencies_from_the_histogram)
{
	struct stored_experiment experiment = sample_experiment(12);
	struct kind_record kind = { .name = "write", .operations = 1000, .bytes = 1000 * KIB };
	struct histogram *h = calloc(1, sizeof(*h));
	struct error err = { 0 };
	AUTO_TEXT struct text out;
	struct phase_record phase;
	unsigned char *blob;

	text_init(&out, MIB);
	for (uint64_t us = 1; us <= 1000; us++)
		histogram_add(h, us * NS_PER_US);
	OK(histogram_encode(h, &blob, &kind.histogram_size, &err));
	kind.histogram = blob;
	struct run_record run = sample_run(&phase, &kind);
	OK(show_run_text(&experiment, 34, &run, false, &out, &err));
	ck_assert_ptr_nonnull(strstr(out.data, "run           12/34 of ext2-or-xfs\n"));
	ck_assert_ptr_nonnull(strstr(out.data,
		"write  write  1000  1000 KiB  500 us  502 us  946 us  987 us  1.00 ms\n"));
	ck_assert_ptr_nonnull(strstr(out.data,
		"write/throughput  300.0  MiB/s  higher  yes      314572800 bytes/s\n"));
	ck_assert_ptr_nonnull(strstr(out.data, "warning: timed part took 0.31 s\n"));
	ck_assert_ptr_nonnull(strstr(out.data, "kernel.release                6.1.0\n"));
	ck_assert_ptr_nonnull(strstr(out.data, "mkfs.1                        -f\n"));
	free(blob);
	free(h);
}
END_TEST

/* Half a second on two CPUs: 250 ms of user of 1 s of CPU time; 100 MiB in it are 200 MiB/s. */
START_TEST(show_run_tells_what_was_observed_in_each_phase_per_second)
{
	static struct counter_record counters[] = {
		{ "bakeoff.observed.time", "", "ns", READING_COUNTER, 5e8, "" },
		{ "kernel.all.cpu.user", "", "ns", READING_COUNTER, 25e7, "" },
		{ "kernel.all.cpu.idle", "", "ns", READING_COUNTER, 75e7, "" },
		{ "kernel.all.cpu.sys", "", "ns", READING_COUNTER, NAN, "it went backwards" },
		{ "kernel.all.pswitch", "", "count", READING_COUNTER, 50, "" },
		{ "disk.dev.read_bytes", "loop0", "B", READING_COUNTER, 0, "" },
		{ "disk.dev.write_bytes", "loop0", "B", READING_COUNTER, 104857600, "" },
		{ "disk.dev.avactive", "loop0", "ns", READING_COUNTER, 1e8, "" },
		{ "disk.dev.read_bytes", "below loop0", "B", READING_COUNTER, NAN,
			"tmpfs has no device" },
		{ "mem.util.dirty", "", "B", READING_INSTANT, 3145728, "" },
	};
	struct stored_experiment experiment = sample_experiment(12);
	struct kind_record kind = { .name = "write" };
	struct error err = { 0 };
	struct phase_record phase;
	struct run_record run = sample_run(&phase, &kind);
	AUTO_TEXT struct text out;
	AUTO_TEXT struct text all;

	text_init(&out, MIB);
	text_init(&all, MIB);
	phase.counters = counters;
	phase.counter_count = COUNT_OF(counters);
	OK(show_run_text(&experiment, 34, &run, false, &out, &err));
	ck_assert_ptr_nonnull(strstr(out.data, "\nOBSERVED write, 500 ms\n"));
	ck_assert_ptr_nonnull(strstr(out.data, "CPU           user 25.0%  nice -  sys -  "));
	ck_assert_ptr_nonnull(strstr(out.data, "idle 75.0%\n"));
	ck_assert_ptr_nonnull(strstr(out.data, "\nkernel        context switches 100.0/s\n"));
	ck_assert_ptr_nonnull(strstr(out.data, "\nloop0         read 0 MiB/s  write 200.0 MiB/s  "
					       "busy 20.0%\n"));
	ck_assert_ptr_nonnull(strstr(out.data, "\nbelow loop0   tmpfs has no device\n"));
	ck_assert_ptr_nonnull(strstr(out.data, "\nmemory at end dirty 3.000 MiB\n"));
	ck_assert_ptr_null(strstr(out.data, "pressure"));

	OK(show_run_text(&experiment, 34, &run, true, &all, &err));
	ck_assert_ptr_nonnull(strstr(all.data, "kernel.all.cpu.sys"));
	ck_assert_ptr_nonnull(strstr(all.data, "ns: absent: it went backwards"));
	ck_assert_ptr_nonnull(strstr(all.data, "104857600  B"));
	ck_assert_ptr_nonnull(strstr(all.data, "200.0 MiB/s"));
}
END_TEST

START_TEST(show_run_refuses_a_broken_histogram_and_broken_facts)
{
	struct stored_experiment experiment = sample_experiment(12);
	static const unsigned char blob[] = { 9, 9, 9 };
	struct kind_record kind = { .name = "write",
		.histogram = blob,
		.histogram_size = sizeof(blob) };
	struct error err = { 0 };
	AUTO_TEXT struct text out;
	struct phase_record phase;
	struct run_record run = sample_run(&phase, &kind);

	text_init(&out, MIB);
	ck_assert_int_eq(show_run_text(&experiment, 34, &run, false, &out, &err), -EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "latencies of write/write"));
	run.phase_count = 0;
	run.facts = "{";
	ck_assert_int_eq(show_run_text(&experiment, 34, &run, false, &out, &err), -EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "facts of the run"));
}
END_TEST

UNIT_MAIN("report_tables", the_classic_table_has_mean_and_deviation_and_then_the_comparison,
	the_classic_table_hides_the_aa_arm_and_shows_what_one_run_can,
	tables_align_utf8_and_escape_what_would_harm_a_terminal,
	list_has_the_id_in_the_first_column,
	show_marks_the_warmup_and_gives_no_value_to_what_does_not_count,
	show_run_reads_latencies_from_the_histogram,
	show_run_tells_what_was_observed_in_each_phase_per_second,
	show_run_refuses_a_broken_histogram_and_broken_facts)
