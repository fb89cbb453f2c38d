// SPDX-License-Identifier: GPL-3.0-or-later
#include "imports.h"

static size_t count_status(const struct import *in, const char *status)
{
	size_t n = 0;

	for (size_t i = 0; i < in->row_count; i++)
		n += strcmp(in->rows[i].status, status) == 0;
	return n;
}

#define SECTION_2 \
	"\"io_bytes\":4000,\"bw\":2000,\"iops\":500.5,\"runtime\":2000,\"total_ios\":1001," \
	"\"clat\":{\"min\":3,\"max\":900,\"mean\":40.5,\"stddev\":1.0,\"percentile\":{" \
	"\"50.000000\":38,\"99.000000\":77,\"99.990000\":880,\"0.00\":0,\"0.00\":0}}," \
	"\"lat\":{\"min\":4,\"max\":901,\"mean\":41.5}"
#define ZERO "\"io_bytes\":0,\"bw\":0,\"iops\":0.0,\"runtime\":0,\"total_ios\":0"

START_TEST(an_old_version_counts_kib_and_us)
{
	struct import in =
		import_text("{\"fio version\":\"fio-2.1.9\",\"jobs\":[{\"jobname\":\"a b\","
			    "\"read\":{" ZERO "},\"write\":{" SECTION_2 "}}]}");

	ck_assert_double_eq(import_value(&in, "fio/a b/write", "data", "", NULL, "KiB"), 4000);
	ck_assert_double_eq(import_value(&in, "fio/a b/write", "bandwidth", "", NULL, "KiB/s"),
		2000);
	ck_assert_double_eq(import_value(&in, "fio/a b/write", "clat_p99", "", NULL, "us"), 77);
	ck_assert_double_eq(import_value(&in, "fio/a b/write", "clat_max", "", NULL, "us"), 900);
	ck_assert_double_eq(import_value(&in, "fio/a b/write", "ios", "", NULL, "count"), 1001);
	ck_assert_str_eq(in.rows[0].tool_version, "2.1.9");
	/* 1001 I/Os say nothing of one in ten thousand; nothing was read */
	ck_assert_uint_eq(in.row_count, 10);
}
END_TEST

START_TEST(the_version_decides_where_nothing_else_does)
{
	static const struct {
		const char *version, *unit;
	} cases[] = { { "fio-2.20", "KiB" }, { "fio-2.21-9-gabc", "B" }, { "fio-2.9", "KiB" },
		{ "fio-3.0", "B" } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct import in = import_text(arena_printf(&import_arena,
			"{\"fio version\":\"%s\",\"jobs\":[{\"jobname\":\"a\","
			"\"read\":{\"io_bytes\":4000}}]}",
			cases[i].version));
		ck_assert_str_eq(import_row(&in, "fio/a/read", "data", "", NULL)->unit,
			cases[i].unit);
	}
}
END_TEST

static const char new_json[] =
	"{ \"fio version\" : \"fio-3.20\", \"global options\" : { \"bs\" : \"8k\", \"rw\" : "
	"\"read\" },\n"
	"\"jobs\" : [ { \"jobname\" : \"j\", \"groupid\" : 0, \"error\" : 0,\n"
	"\"job options\" : { \"rw\" : \"write\" },\n"
	"\"write\" : { \"io_bytes\" : 81920000, \"io_kbytes\" : 80000, \"bw_bytes\" : 8192000,\n"
	"\"bw\" : 8000, \"iops\" : 1000.0, \"runtime\" : 10000, \"total_ios\" : 10000,\n"
	"\"clat_ns\" : { \"min\" : 1, \"max\" : 99, \"mean\" : 5.5, \"N\" : 10000,\n"
	"\"bins\" : { \"5\" : 1 }, \"percentile\" : { \"50.000000\" : 4 } },\n"
	"\"lat_ns\" : { \"min\" : 0, \"max\" : 0, \"mean\" : 0.0, \"N\" : 0 } } } ] }\n";

START_TEST(a_new_version_counts_bytes_and_ns)
{
	struct import in = import_text(new_json);
	const struct import_row *r = import_row(&in, "fio/j/write", "clat_mean", "", NULL);

	ck_assert_double_eq(import_value(&in, "fio/j/write", "bandwidth", "", NULL, "B/s"),
		8192000);
	ck_assert_double_eq(import_value(&in, "fio/j/write", "data", "", NULL, "B"), 81920000);
	ck_assert_double_eq(r->values[0], 5.5);
	ck_assert_str_eq(r->unit, "ns");
	ck_assert_uint_eq(r->runs, 10000);
	ck_assert_double_eq(r->greatest, 99);
	ck_assert_uint_eq(r->setting_count, 2);
	ck_assert_str_eq(r->settings[0].value, "write");
	ck_assert_str_eq(r->settings[1].value, "8k");
	/* an N of 0 is no latency of 0 */
	ck_assert_uint_eq(in.row_count, 7);
	ck_assert_uint_eq(in.warning_count, 0);
}
END_TEST

START_TEST(arithmetic_finds_the_unit_where_keys_were_left_out)
{
	struct import in = import_text("{\"fio version\":\"fio-2.30\",\"jobs\":[{\"jobname\":\"k\","
				       "\"read\":{\"io_bytes\":4000,\"bw\":2000,\"runtime\":2000}},"
				       "{\"jobname\":\"b\",\"read\":"
				       "{\"io_bytes\":4096000,\"bw\":2000,\"runtime\":2000}}]}");

	ck_assert_str_eq(import_row(&in, "fio/k/read", "data", "", NULL)->unit, "KiB");
	ck_assert_str_eq(import_row(&in, "fio/b/read", "data", "", NULL)->unit, "B");
}
END_TEST

static const char text_3[] =
	"j: (groupid=0, jobs=1): err= 0: pid=7: Mon\n"
	"  write: IOPS=1.5k, BW=8000KiB/s (8192kB/s)(78.1MiB/10000msec); 0 zone resets\n"
	"    clat (msec): min=1, max=9, avg= 2.50, stdev= 1\n"
	"     lat (usec): min=10, max=90, avg=25.50, stdev= 1\n"
	"    clat percentiles (usec):\n"
	"     |  1.00th=[ 1000], 50.00th=[ 2400], 99.00th=[ 8800],\n"
	"     | 99.99th=[ 9000]\n"
	"   iops        : min=    1, max=    1, avg= 1.00\n"
	"\nRun status group 0 (all jobs):\n  WRITE: bw=8000KiB/s\n";

START_TEST(one_result_in_two_formats_is_one)
{
	struct import in = import_text(arena_printf(&import_arena,
		"fio-3.20\nStarting 1 process\n%s\n%s", new_json, text_3));
	struct import apart = import_text(arena_printf(&import_arena,
		"%s\nnow the other:\nfio-3.20\nStarting 1 process\n%s", new_json, text_3));

	ck_assert_uint_eq(in.row_count, 7);
	ck_assert_uint_eq(in.warning_count, 1);
	ck_assert_uint_gt(apart.row_count, 7);
	ck_assert_str_eq(apart.rows[7].variant, "now the other");
}
END_TEST

START_TEST(a_report_for_people_has_rates_and_latencies)
{
	struct import in = import_text(text_3);

	ck_assert_double_eq(import_value(&in, "fio/j/write", "iops", "", NULL, "/s"), 1500);
	ck_assert_double_eq(import_value(&in, "fio/j/write", "bandwidth", "", NULL, "KiB/s"), 8000);
	ck_assert_double_eq(import_value(&in, "fio/j/write", "runtime", "", NULL, "ms"), 10000);
	ck_assert_double_eq(import_value(&in, "fio/j/write", "clat_mean", "", NULL, "ms"), 2.5);
	ck_assert_double_eq_tol(import_value(&in, "fio/j/write", "clat_p99", "", NULL, "ms"), 8.8,
		1e-9);
	ck_assert_double_eq(import_value(&in, "fio/j/write", "lat_mean", "", NULL, "us"), 25.5);
	ck_assert_uint_eq(in.row_count, 7);
}
END_TEST

START_TEST(an_old_report_says_kb_and_means_kib)
{
	static const struct {
		const char *said, *unit;
		double value;
	} rates[] = { { "900B/s", "B/s", 900 }, { "15.5KB/s", "KiB/s", 15.5 },
		{ "2.5MB/s", "MiB/s", 2.5 }, { "1.5GB/s", "GiB/s", 1.5 },
		{ "8Kbit/s", "B/s", 1024 } };

	for (size_t i = 0; i < COUNT_OF(rates); i++) {
		struct import in = import_text(arena_printf(&import_arena,
			"x: (groupid=0, jobs=1): err= 0: pid=7: Mon\n"
			"  read : io=10.5MB, bw=%s, iops=131 , runt=   20msec\n",
			rates[i].said));
		ck_assert_double_eq(import_value(&in, "fio/x/read", "bandwidth", "", NULL,
					    rates[i].unit),
			rates[i].value);
		ck_assert_double_eq(import_value(&in, "fio/x/read", "data", "", NULL, "MiB"), 10.5);
		ck_assert_double_eq(import_value(&in, "fio/x/read", "iops", "", NULL, "/s"), 131);
	}
}
END_TEST

START_TEST(what_is_cut_or_failed_gives_no_number)
{
	struct import cut =
		import_text("{\"fio version\":\"fio-3.1\",\n\"jobs\":[{\"jobname\":\"a\","
			    "\"write\":{" SECTION_2 "}},\n{\"jobname\":\"b\",\"write\":{"
			    "\"io_bytes\":12");
	struct import failed =
		import_text("fio: pid=4, err=5/file:x.c\n{\"fio version\":\"fio-3.1\","
			    "\"jobs\":[{\"jobname\":\"a\",\"error\":5,"
			    "\"write\":{" SECTION_2 "}}]}");
	struct import text = import_text("x: (groupid=0, jobs=1): err= 5 (file:y): pid=7: Mon\n"
					 "  read: IOPS=10, BW=10KiB/s (10kB/s)(1MiB/10msec)\n");
	struct import end = import_text("x: (groupid=0, jobs=1): err= 0: pid=7: Mon\n"
					"  read: IOPS=10, BW=10KiB/s (10kB/s)(1MiB/10");
	struct import empty = import_text("{ \"fio version\" : \"fio-3.1\", \"jobs\" : [] }");

	ck_assert_uint_eq(count_status(&cut, IMPORT_TRUNCATED), 1);
	ck_assert_uint_eq(cut.warnings[cut.warning_count - 1].line, 3);
	(void)import_row(&cut, "fio/a/write", "iops", "", NULL);
	ck_assert_uint_eq(failed.row_count, 1);
	ck_assert_str_eq(failed.rows[0].status, IMPORT_FAILED);
	ck_assert_uint_eq(failed.warning_count, 2);
	ck_assert_uint_eq(text.row_count, 1);
	ck_assert_str_eq(text.rows[0].status, IMPORT_FAILED);
	ck_assert_uint_eq(end.row_count, 2); /* the run time is cut */
	ck_assert_uint_eq(count_status(&empty, IMPORT_MISSING), 1);
}
END_TEST

START_TEST(clones_and_hosts_are_kept_apart_and_sums_left_out)
{
	struct import in = import_text(
		"{\"fio version\":\"fio-3.1\",\"client_stats\":["
		"{\"jobname\":\"a\",\"hostname\":\"h1\",\"read\":{" SECTION_2 "}},"
		"{\"jobname\":\"a\",\"hostname\":\"h1\",\"read\":{" SECTION_2 "}},"
		"{\"jobname\":\"All clients\",\"hostname\":\"h1\",\"read\":{" SECTION_2 "}}]}");

	(void)import_value(&in, "fio/a/read", "bandwidth", "", "h1", "KiB/s");
	(void)import_value(&in, "fio/a/read", "bandwidth", "", "h1, job 2", "KiB/s");
	ck_assert_uint_eq(in.row_count, 20);
}
END_TEST

#define TERSE_SECTION \
	"4000;2000;500;2000;0;0;0.0;0.0;3;900;40.5;1.5;" \
	"1.0%=1;5.0%=2;10.0%=3;20.0%=4;30.0%=5;40.0%=6;50.000000%=38;60.0%=8;70.0%=9;80.0%=10;" \
	"90.0%=11;95.0%=12;99.000000%=77;99.5%=14;99.9%=15;99.95%=16;99.990000%=17;0%=0;0%=0;0%=" \
	"0;" \
	"4;901;41.5;1.5;0;0;0.0%;0.0;0.0"
#define TERSE_ZERO \
	"0;0;0;0;0;0;0.0;0.0;0;0;0.0;0.0;" \
	"0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=" \
	"0;" \
	"0%=0;0%=0;0;0;0.0;0.0;0;0;0.0%;0.0;0.0"

START_TEST(terse_sections_are_found_with_and_without_what_follows)
{
	struct import three = import_text("3;fio-3.7;t;0;0;" TERSE_ZERO ";" TERSE_SECTION "\n");
	struct import four = import_text(
		"4;fio-3.7;t;0;0;" TERSE_ZERO ";" TERSE_SECTION ";" TERSE_SECTION ";0.1%;0.2%\n");
	struct import five = import_text("5;fio-3.7;t;0;0;" TERSE_ZERO ";0;0;0;0;0;0;" TERSE_SECTION
					 ";0;0;0;0;0;0;" TERSE_ZERO ";0;0;0;0;0;0;0.1%\n");
	struct import cut = import_text("3;fio-3.7;t;0;0;" TERSE_SECTION ";400;20");
	const struct import *all[] = { &three, &four, &five };

	for (size_t i = 0; i < COUNT_OF(all); i++) {
		ck_assert_double_eq(import_value(all[i], "fio/t/write", "bandwidth", "", NULL,
					    "KiB/s"),
			2000);
		ck_assert_double_eq(import_value(all[i], "fio/t/write", "clat_p50", "", NULL, "us"),
			38);
		ck_assert_double_eq(import_value(all[i], "fio/t/write", "lat_mean", "", NULL, "us"),
			41.5);
		ck_assert_str_eq(import_row(all[i], "fio/t/read", "bandwidth", "", NULL)->status,
			IMPORT_NOT_RUN);
	}
	ck_assert_double_eq(import_value(&four, "fio/t/trim", "iops", "", NULL, "/s"), 500);
	ck_assert_str_eq(import_row(&cut, "fio/t/write", "bandwidth", "", NULL)->status,
		IMPORT_TRUNCATED);
	ck_assert_double_eq(import_value(&cut, "fio/t/read", "data", "", NULL, "KiB"), 4000);
}
END_TEST

START_TEST(other_json_is_not_fios)
{
	struct import in = import_text("{\"jobs\":[{\"jobname\":\"a\",\"read\":{" SECTION_2 "}}]}\n"
				       "{\n{ this is\nno JSON }\n");

	ck_assert_uint_eq(in.row_count, 0);
	ck_assert_uint_eq(in.warning_count, 0);
}
END_TEST

UNIT_MAIN("import fio", a_new_version_counts_bytes_and_ns,
	a_report_for_people_has_rates_and_latencies, an_old_report_says_kb_and_means_kib,
	an_old_version_counts_kib_and_us, arithmetic_finds_the_unit_where_keys_were_left_out,
	clones_and_hosts_are_kept_apart_and_sums_left_out, one_result_in_two_formats_is_one,
	other_json_is_not_fios, terse_sections_are_found_with_and_without_what_follows,
	the_version_decides_where_nothing_else_does, what_is_cut_or_failed_gives_no_number)
