// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_latency.h"

#include "core/text.h"
#include "lmdd_line.h"

static struct lmdd_latency *begin(const char *line)
{
	struct lmdd_args args;
	struct error err = { 0 };
	struct lmdd_latency *latency = calloc(1, sizeof(*latency));

	ck_assert_ptr_nonnull(latency);
	OK(lmdd_parse(line, &args, &err));
	lmdd_latency_init(latency, &args);
	return latency;
}

static void expect_histograms(const struct lmdd_latency *latency, const char *wanted)
{
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	lmdd_print_histograms(&out, latency);
	ck_assert_str_eq(out.data, wanted);
}

static void expect_log(const struct lmdd_latency *latency, const char *wanted)
{
	AUTO_TEXT struct text out;

	text_init(&out, 16 * MIB);
	lmdd_print_log(&out, latency);
	ck_assert_str_eq(out.data, wanted);
}

START_TEST(ten_equal_buckets_and_those_outside_which_are_logged)
{
	struct lmdd_latency *l = begin("if=x of=y rtmin=5 rtmax=25 wtmax=1000");

	lmdd_latency_add(l, LMDD_READ, 5 * NS_PER_MS - 1, 8192);
	lmdd_latency_add(l, LMDD_READ, 5 * NS_PER_MS, 1);
	lmdd_latency_add(l, LMDD_READ, 7 * NS_PER_MS - 1, 1);
	lmdd_latency_add(l, LMDD_READ, 7 * NS_PER_MS, 1);
	lmdd_latency_add(l, LMDD_READ, 25 * NS_PER_MS, 1);
	lmdd_latency_add(l, LMDD_WRITE, 1234567890, 638976);
	lmdd_latency_add(l, LMDD_READ, 25 * NS_PER_MS + 1, 0);
	lmdd_latency_add(l, LMDD_WRITE, 0, 1);
	expect_histograms(l, "READ operation latencies\n"
			     "5- ms: 1\n"
			     "5 to 7 ms: 2\n"
			     "7 to 9 ms: 1\n"
			     "23 to 25 ms: 1\n"
			     "25+ ms: 1\n"
			     "WRITE operation latencies\n"
			     "0 to 100 ms: 1\n"
			     "1000+ ms: 1\n");
	expect_log(l, "READ: 5.00 milliseconds offset 8.0000K\n"
		      "WRITE: 1234.57 milliseconds offset 0.6094M\n"
		      "READ: 25.00 milliseconds offset 0\n");
	free(l);
}
END_TEST

/* The original's ten buckets of whole milliseconds end at 20 here, and 24 is in none. */
START_TEST(the_last_bucket_reaches_to_the_maximum)
{
	struct lmdd_latency *l = begin("if=x rtmax=29");

	lmdd_latency_add(l, LMDD_READ, 24 * NS_PER_MS, 1);
	lmdd_latency_add(l, LMDD_READ, 17 * NS_PER_MS, 1);
	expect_histograms(l, "READ operation latencies\n16 to 18 ms: 1\n18 to 29 ms: 1\n");
	expect_log(l, "");
	free(l);
}
END_TEST

START_TEST(a_maximum_below_10_is_10_and_nothing_watched_prints_nothing)
{
	struct lmdd_latency *l = begin("of=x wtmax=0");

	expect_histograms(l, "WRITE operation latencies\n");
	lmdd_latency_add(l, LMDD_WRITE, 10 * NS_PER_MS, 1);
	expect_histograms(l, "WRITE operation latencies\n9 to 10 ms: 1\n");
	free(l);
	l = begin("of=x if=y");
	expect_histograms(l, "");
	expect_log(l, "");
	free(l);
}
END_TEST

START_TEST(what_the_log_has_no_room_for_is_counted)
{
	struct lmdd_latency *l = begin("of=x wtmax=10");
	AUTO_TEXT struct text out;

	for (int i = 0; i < LMDD_LOG_MOST + 7; i++)
		lmdd_latency_add(l, LMDD_WRITE, NS_PER_S, (uint64_t)INT64_MAX);
	text_init(&out, 16 * MIB);
	lmdd_print_log(&out, l);
	ck_assert(!out.overflow);
	ck_assert_ptr_nonnull(
		strstr(out.data, "\n7 more, for which the log of 65536 has no room\n"));
	expect_histograms(l, "WRITE operation latencies\n10+ ms: 65543\n");
	free(l);
}
END_TEST

START_TEST(each_block_of_a_copy_is_in_the_histogram_on_stdout_and_outliers_on_stderr)
{
	char path[] = "/tmp/bakeoff-test-XXXXXX";

	lmdd_enter(path);
	/* Nothing in memory takes half a minute, and nothing takes ten million seconds. */
	struct lmdd_ran ran = lmdd_run_line("of=x bs=4k count=5 wtmax=300000", "");
	ck_assert_int_eq(ran.status, 0);
	ck_assert_str_eq(ran.printed, "WRITE operation latencies\n0 to 30000 ms: 5\n");
	ran = lmdd_run_line("if=x of=y bs=4k rtmin=100000 rtmax=4000000000 print=0", "");
	ck_assert_int_eq(ran.status, 0);
	ck_assert_str_eq(ran.printed, "READ operation latencies\n100000- ms: 5\n");
	const char *at = ran.said;
	static const char *const offsets[] = { "0\n", "4.0000K\n", "8.0000K\n", "12.0000K\n",
		"16.0000K\n" };
	for (size_t i = 0; i < COUNT_OF(offsets); i++) {
		ck_assert_msg(strncmp(at, "READ: ", 6) == 0, "%s", ran.said);
		at = strstr(at, " milliseconds offset ");
		ck_assert_ptr_nonnull(at);
		at += strlen(" milliseconds offset ");
		ck_assert_msg(strncmp(at, offsets[i], strlen(offsets[i])) == 0, "%s", ran.said);
		at += strlen(offsets[i]);
	}
	ck_assert_str_eq(at, "");
	/* Among the blocks they would be data. */
	ran = lmdd_run_line("of=- bs=4 count=2 opat=1 wtmax=300000 print=0", "");
	ck_assert_int_eq(ran.status, 0);
	ck_assert_mem_eq(ran.printed, "\0\0\0\0\4\0\0\0\0", 9);
	ck_assert_str_eq(ran.said, "WRITE operation latencies\n0 to 30000 ms: 2\n");
	lmdd_leave(path);
}
END_TEST

UNIT_MAIN("lmdd_latency", ten_equal_buckets_and_those_outside_which_are_logged,
	the_last_bucket_reaches_to_the_maximum,
	a_maximum_below_10_is_10_and_nothing_watched_prints_nothing,
	what_the_log_has_no_room_for_is_counted,
	each_block_of_a_copy_is_in_the_histogram_on_stdout_and_outliers_on_stderr)
