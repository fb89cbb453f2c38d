// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim7_args.h"
#include "classic/aim7_levels.h"
#include "classic/aim7_print.h"
#include "unit.h"

#include <errno.h>
#include <string.h>
#include <time.h>

static const struct aim7_levels plain = { .start = 1, .increment = 1, .end = 10, .crossover = 1 };

/* The loads of a run whose levels take these times, each with plenty of jobs/min. */
static size_t run(const struct aim7_levels *levels, const double *times, size_t count,
	uint64_t *loads)
{
	struct aim7_point points[64];
	uint64_t increment = 0;
	size_t done = 0;

	while (done < count &&
		(loads[done] = aim7_levels_next(levels, points, done, &increment)) > 0) {
		points[done] = (struct aim7_point){ .users = loads[done],
			.jobs_per_min = 1e6,
			.real_s = times[done] };
		done++;
	}
	return done;
}

START_TEST(without_a_timer_the_increment_stays)
{
	static const double times[20] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
	struct aim7_levels levels = plain;
	uint64_t loads[64] = { 0 };

	levels.increment = 2;
	levels.end = 20;
	ck_assert_uint_eq(run(&levels, times, 20, loads), 10);
	ck_assert_uint_eq(loads[9], 19);
}
END_TEST

/* The manual's sample run: ... 15, 19, 23, 31, 48, 54 ... from steps of two (specs/aim.md). */
START_TEST(the_timer_gives_the_manual_s_loads)
{
	static const uint64_t wanted[] = { 1, 3, 5, 7, 9, 11, 13, 15, 19, 23, 31, 48, 54 };
	static const double ratios[] = { 1, 9, 9, 9, 9, 9, 9, 1.15, 1.25, 1.1, 1.15, 1.5, 1 };
	const struct aim7_levels levels = { .start = 1,
		.increment = 2,
		.end = 1000,
		.crossover = 1,
		.adaptive = true };
	double times[COUNT_OF(wanted)];
	uint64_t loads[64];

	for (size_t i = 0; i < COUNT_OF(wanted); i++)
		times[i] = (i > 0 ? times[i - 1] : 10) * ratios[i];
	ck_assert_uint_eq(run(&levels, times, COUNT_OF(wanted), loads), COUNT_OF(wanted));
	for (size_t i = 0; i < COUNT_OF(wanted); i++)
		ck_assert_uint_eq(loads[i], wanted[i]);
}
END_TEST

START_TEST(the_timer_works_at_once_from_twenty_users_on)
{
	static const double times[] = { 10, 11, 12 };
	struct aim7_levels levels = { .start = 20,
		.increment = 5,
		.end = 1000,
		.crossover = 1,
		.adaptive = true };
	uint64_t loads[64];

	ck_assert_uint_eq(run(&levels, times, 3, loads), 3);
	ck_assert_uint_eq(loads[1], 25);
	ck_assert_uint_eq(loads[2], 35); /* 5 * 2.1 */
	levels.start = 19;
	ck_assert_uint_eq(run(&levels, times, 3, loads), 3);
	ck_assert_uint_eq(loads[2], 29);
}
END_TEST

START_TEST(the_timer_s_limits_are_1_20_and_1_30)
{
	ck_assert_uint_eq(aim7_timer(10, 100, 119), 21); /* 21.9 */
	ck_assert_uint_eq(aim7_timer(10, 100, 121), 10);
	ck_assert_uint_eq(aim7_timer(10, 100, 129), 10);
	ck_assert_uint_eq(aim7_timer(10, 100, 131), 4); /* 4.33 */
	ck_assert_uint_eq(aim7_timer(2, 100, 131), 2);  /* 0.87: the old one */
	ck_assert_uint_eq(aim7_timer(10, 100, 50), 15);
	ck_assert_uint_eq(aim7_timer(3, 0, 0), 3); /* no time at all */
}
END_TEST

START_TEST(a_list_is_followed_whatever_the_times)
{
	static const uint64_t list[] = { 30, 1, 30 };
	static const double times[] = { 1, 2, 3, 4 };
	const struct aim7_levels levels = { .list = list,
		.list_count = 3,
		.start = 50,
		.end = 1,
		.adaptive = true };
	uint64_t loads[64];

	ck_assert_uint_eq(run(&levels, times, 4, loads), 3);
	ck_assert_uint_eq(loads[0], 30);
	ck_assert_uint_eq(loads[1], 1);
	ck_assert_uint_eq(loads[2], 30);
}
END_TEST

START_TEST(at_the_crossover_there_is_no_next_level)
{
	struct aim7_point point = { .users = 5, .jobs_per_min = 5.01, .real_s = 1 };
	struct aim7_levels levels = plain;
	uint64_t increment = 1;

	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 6);
	point.jobs_per_min = 5;
	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 0);
	levels.crossover = 0;
	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 6);
	levels.crossover = 10;
	point.jobs_per_min = 50.1;
	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 6);
	point.jobs_per_min = 50;
	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 0);
}
END_TEST

START_TEST(near_the_crossover_the_steps_are_half_of_what_is_missing)
{
	struct aim7_point point = { .users = 100, .jobs_per_min = 111, .real_s = 1 };
	struct aim7_levels levels = plain;
	uint64_t increment = 20;

	levels.end = 1000;
	levels.approach = true;
	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 120);
	point.jobs_per_min = 110;
	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 105);
	point.jobs_per_min = 101;
	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 101);
}
END_TEST

START_TEST(no_level_is_above_the_end_and_nothing_overflows)
{
	const struct aim7_point point = { .users = 8, .jobs_per_min = 1e6, .real_s = 1 };
	struct aim7_levels levels = plain;
	uint64_t increment = 2;

	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 10);
	increment = 3;
	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 0);
	increment = UINT64_MAX;
	ck_assert_uint_eq(aim7_levels_next(&levels, &point, 1, &increment), 0);
}
END_TEST

/* By hand: the line through (100, 200) and (200, 100) meets users = jobs/min at 150; the area from
 * 100 to 150 under it is 50 * 175. */
START_TEST(the_crossover_lies_between_the_last_two_levels)
{
	static const struct aim7_point points[] = {
		{ .users = 100, .jobs_per_min = 200, .jti = 98 },
		{ .users = 200, .jobs_per_min = 100, .jti = 50 },
	};
	const struct aim7_summary s = aim7_summarize(&plain, points, 2);

	ck_assert(s.has_crossover);
	ck_assert_double_eq_tol(s.crossover_users, 150, 1e-9);
	ck_assert_double_eq_tol(s.sustained, 93.5414346693, 1e-9);
	ck_assert_uint_eq(s.peak.users, 100);
	ck_assert_int_eq(s.least_jti, 98);
}
END_TEST

/* By hand: 10 * 150 + 10 * 225 for the levels, then 250 to 40 over 10 more users. */
START_TEST(the_area_is_under_all_levels)
{
	static const struct aim7_point points[] = {
		{ .users = 10, .jobs_per_min = 100, .jti = 100 },
		{ .users = 20, .jobs_per_min = 200, .jti = 91 },
		{ .users = 30, .jobs_per_min = 250, .jti = 95 },
		{ .users = 40, .jobs_per_min = 40, .jti = 1 },
	};
	const struct aim7_summary s = aim7_summarize(&plain, points, 4);

	ck_assert_double_eq_tol(s.crossover_users, 40, 1e-9);
	ck_assert_double_eq_tol(s.sustained * s.sustained, 1500 + 2250 + 1450, 1e-6);
	ck_assert_uint_eq(s.peak.users, 30);
	ck_assert_int_eq(s.least_jti, 91);
	ck_assert(!aim7_summarize(&plain, points, 3).has_crossover);
}
END_TEST

START_TEST(a_single_level_is_its_own_peak)
{
	const struct aim7_point point = { .users = 3, .jobs_per_min = 2, .jti = 77 };
	const struct aim7_summary s = aim7_summarize(&plain, &point, 1);

	ck_assert(!s.has_crossover);
	ck_assert_uint_eq(s.peak.users, 3);
	ck_assert_int_eq(s.least_jti, 77);
}
END_TEST

static const struct aim7_point manual = { .users = 1,
	.jobs_per_min = 97 * 60 / 131.26,
	.jti = 100,
	.real_s = 131.26,
	.cpu_s = 22.83 };

/* The first row is the manual's, the second one LKML's of 2006. */
START_TEST(a_row_is_the_suite_s_to_the_column)
{
	const struct aim7_point second = { .users = 101,
		.jobs_per_min = 6896.87,
		.jti = 96,
		.real_s = 85.23,
		.cpu_s = 42.02 };
	AUTO_TEXT struct text out;

	setenv("TZ", "UTC", 1);
	text_init(&out, MIB);
	aim7_print_heading(&out);
	aim7_print_row(&out, &manual, 1004120328);
	aim7_print_row(&out, &second, 1166536171);
	ck_assert_str_eq(out.data, "Tasks    jobs/min  jti  jobs/min/task      real       cpu\n"
				   "    1       44.34  100        44.3395    131.26     22.83   "
				   "Fri Oct 26 18:18:48 2001\n"
				   "  101     6896.87   96        68.2858     85.23     42.02   "
				   "Tue Dec 19 13:49:31 2006\n");
}
END_TEST

START_TEST(the_sheet_has_tabs_and_the_suite_s_empty_column)
{
	const struct aim7_title title = { "name", "1.1", "box", "Linux", 1004120328 };
	const struct aim7_point point = { .users = 1,
		.jobs_per_min = 195.378,
		.jti = 100,
		.real_s = 30.71,
		.cpu_s = 3.44 };
	AUTO_TEXT struct text out;

	setenv("TZ", "UTC", 1);
	text_init(&out, MIB);
	aim7_sheet_heading(&out, &title);
	aim7_sheet_row(&out, &point);
	ck_assert_str_eq(out.data, "Benchmark\tVersion\tMachine\tDate\n"
				   "name\t\"1.1\"\tbox\tOct 26 18:18:48 2001\n\n"
				   "Tasks\tJobs/Min\tJTI\tReal\tCPU\tJobs/sec/task\n"
				   "1\t195.4\t\t100\t30.7\t3.4\t3.2563\n");
}
END_TEST

START_TEST(the_log_is_in_whole_milliseconds)
{
	const struct aim7_title title = { "name", "1.1", "box", "Linux", 1004120328 };
	AUTO_TEXT struct text out;

	setenv("TZ", "UTC", 1);
	text_init(&out, MIB);
	aim7_log_heading(&out, &title);
	aim7_log_line(&out, 12, "disk_rr", 10999999, 3000000, 2999999);
	aim7_log_line(&out, 12, "job_timing", UINT64_C(131260000000), 0, 0);
	ck_assert_str_eq(out.data, "box\nLinux\nOct 26 18:18:48 2001\nname \"1.1\"\n"
				   "12 disk_rr 10 3 2\n12 job_timing 131260 0 0\n");
}
END_TEST

START_TEST(the_end_tells_peak_and_crossover)
{
	static const struct aim7_point points[] = {
		{ .users = 100, .jobs_per_min = 200, .jti = 98 },
		{ .users = 200, .jobs_per_min = 100, .jti = 50 },
	};
	struct aim7_summary s = aim7_summarize(&plain, points, 2);
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	aim7_print_summary(&out, &plain, &s, &points[1]);
	ck_assert_str_eq(out.data, "Peak: 200.00 jobs/min at load 100; least JTI 98\n"
				   "Crossover: load 150.0, 1 jobs/min/task; sustained 93.54\n");
	text_clear(&out);
	s = aim7_summarize(&plain, points, 1);
	aim7_print_summary(&out, &plain, &s, &points[0]);
	ck_assert_str_eq(out.data, "Peak: 200.00 jobs/min at load 100; least JTI 98\n"
				   "Crossover: not reached; 2.0000 jobs/min/task at load 100\n");
}
END_TEST

START_TEST(a_list_of_loads_is_read_or_refused)
{
	static const struct {
		const char *text, *says;
	} wrong[] = {
		{ "", "list" },
		{ "1,", "list: '1,' ends with a comma" },
		{ ",1", "list" },
		{ "1,,2", "list" },
		{ "0", "list: 0 is not from 1 to 100000" },
		{ "1,100001", "list: 100001 is not from 1" },
		{ "1,x", "list" },
	};
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct aim7_levels levels = { 0 };

	OK(aim7_list_parse("1,20,3k", &arena, &levels, &err));
	ck_assert_uint_eq(levels.list_count, 3);
	ck_assert_uint_eq(levels.list[2], 3000);
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		err = (struct error){ 0 };
		ck_assert_int_lt(aim7_list_parse(wrong[i].text, &arena, &levels, &err), 0);
		ck_assert_msg(strstr(err.text, wrong[i].says) == err.text, "%s", err.text);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(a_config_names_a_directory_a_line)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct aim7_args args = { 0 };
	AUTO_TEXT struct text text;

	OK(aim7_config_parse("/a b\n/c", 7, &arena, &args, &err));
	ck_assert_uint_eq(args.dir_count, 2);
	ck_assert_str_eq(args.dirs[0], "/a b");
	ck_assert_str_eq(args.dirs[1], "/c");
	OK(aim7_config_parse("OFF\n/c\n", 7, &arena, &args, &err));
	ck_assert_uint_eq(args.dir_count, 1);
	ck_assert_str_eq(args.dirs[0], ".");
	ck_assert_int_eq(aim7_config_parse("/a\n\n/c\n", 7, &arena, &args, &err), -EINVAL);
	ck_assert_str_eq(err.text, "line 2 names no directory");
	ck_assert_int_eq(aim7_config_parse("", 0, &arena, &args, &err), -EINVAL);
	text_init(&text, MIB);
	for (int i = 0; i < 255; i++)
		text_puts(&text, "/d\n");
	OK(aim7_config_parse(text.data, text.length, &arena, &args, &err));
	text_puts(&text, "/d\n");
	ck_assert_int_eq(aim7_config_parse(text.data, text.length, &arena, &args, &err), -ERANGE);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("aim7 levels", without_a_timer_the_increment_stays, the_timer_gives_the_manual_s_loads,
	the_timer_works_at_once_from_twenty_users_on, the_timer_s_limits_are_1_20_and_1_30,
	a_list_is_followed_whatever_the_times, at_the_crossover_there_is_no_next_level,
	near_the_crossover_the_steps_are_half_of_what_is_missing,
	no_level_is_above_the_end_and_nothing_overflows,
	the_crossover_lies_between_the_last_two_levels, the_area_is_under_all_levels,
	a_single_level_is_its_own_peak, a_row_is_the_suite_s_to_the_column,
	the_sheet_has_tabs_and_the_suite_s_empty_column, the_log_is_in_whole_milliseconds,
	the_end_tells_peak_and_crossover, a_list_of_loads_is_read_or_refused,
	a_config_names_a_directory_a_line)
