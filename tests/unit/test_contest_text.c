// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/contest_log.h"
#include "report/contest_text.h"
#include "sample_results.h"
#include "scratch.h"

#include <errno.h>

/* The same run of the same session, one load after the other. */
static struct contest_entry entry(const char *kernel, uint64_t run, double seconds)
{
	return (struct contest_entry){ .kernel = kernel,
		.session = 1,
		.run = run,
		.setting = "compile/small",
		.job = seconds,
		.user = seconds * 1.5,
		.sys = seconds * 0.3,
		.load = seconds + 0.1,
		.load_cpu = (seconds + 0.1) / 4,
		.amount = 300000000,
		.pass = 100000000,
		.size = 100000000 };
}

static void add(const struct scratch *s, const char *load, struct contest_entry e)
{
	struct error err = { 0 };

	OK(contest_log_add(s->dir, load, &e, &err));
}

/* Two kernels, three runs: io_load is twice as slow in the second one. */
static void add_all(const struct scratch *s)
{
	static const double noise[] = { 0.99, 1, 1.01 };

	for (uint64_t run = 1; run <= 3; run++) {
		add(s, "no_load", entry("2.4.19", run, 70 * noise[run - 1]));
		add(s, "io_load", entry("2.4.19", run, 105 * noise[run - 1]));
	}
	for (uint64_t run = 1; run <= 3; run++) {
		add(s, "no_load", entry("2.5.38-mm3", run, 70.1 * noise[run - 1]));
		add(s, "io_load", entry("2.5.38-mm3", run, 210 * noise[run - 1]));
	}
}

static char *tables(const struct scratch *s, enum contest_style style, struct arena *arena)
{
	struct error err = { 0 };
	struct results results;
	struct judgement judgement;
	const char *const *notes;
	struct text out;

	OK(contest_log_read(s->dir, arena, &results, &notes, &err));
	OK(judge(&results, arena, &judgement, &err));
	text_init(&out, 1 << 20);
	OK(contest_text(&judgement, style, arena, &out, &err));
	char *text = arena_strdup(arena, out.data);
	text_free(&out);
	return text;
}

static const char *const wanted[] = {
	[CONTEST_034] = "NoLoad:\n"
			"Kernel                  Time            CPU\n"
			"2.4.19                  70.00           180%\n"
			"2.5.38-mm3              70.10           180%\n"
			"\n"
			"IO Load Full:\n"
			"Kernel                  Time            CPU\n"
			"2.4.19                  105.00          180%\n"
			"2.5.38-mm3              210.00          180%\n"
			"\n",
	[CONTEST_041] = "noload:\n"
			"Kernel                  Time            CPU             Ratio\n"
			"2.4.19                  70.00           180%            1.00\n"
			"2.5.38-mm3              70.10           180%            1.00\n"
			"\n"
			"io_load:\n"
			"Kernel                  Time            CPU             Ratio\n"
			"2.4.19                  105.00          180%            1.50\n"
			"2.5.38-mm3              210.00          180%            3.00*\n"
			"\n",
	[CONTEST_050] = "noload:\n"
			"Kernel [runs]           Time    CPU%    Loads   LCPU%   Ratio\n"
			"2.4.19 [3]              70.0    180     0       25      1.00\n"
			"2.5.38-mm3 [3]          70.1    180     0       25      1.00\n"
			"\n"
			"io_load:\n"
			"Kernel [runs]           Time    CPU%    Loads   LCPU%   Ratio\n"
			"2.4.19 [3]              105.0   180     3       25      1.50\n"
			"2.5.38-mm3 [3]          210.0   180     3       25      3.00\n"
			"\n",
	[CONTEST_061] = "no_load:\n"
			"Kernel     [runs]       Time    CPU%    Loads   LCPU%   Ratio\n"
			"2.4.19          3       70      180.0   0.0     25.0    1.00\n"
			"2.5.38-mm3      3       70      180.0   0.0     25.0    1.00\n"
			"io_load:\n"
			"Kernel     [runs]       Time    CPU%    Loads   LCPU%   Ratio\n"
			"2.4.19          3       105     180.0   12.0    25.0    1.50\n"
			"2.5.38-mm3      3       210     180.0   12.0    25.0    3.00\n",
};

START_TEST(every_version_has_its_tables_from_the_same_logs)
{
	struct scratch s;
	struct arena arena = { 0 };

	scratch_begin(&s);
	add_all(&s);
	for (enum contest_style style = CONTEST_034; style <= CONTEST_061; style++)
		ck_assert_str_eq(tables(&s, style, &arena), wanted[style]);
	scratch_end(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(two_runs_are_too_few_for_a_mark)
{
	struct scratch s;
	struct arena arena = { 0 };

	scratch_begin(&s);
	for (uint64_t run = 1; run <= 2; run++) {
		add(&s, "io_load", entry("a", run, 10 + 0.01 * (double)run));
		add(&s, "io_load", entry("b", run, 100 + 0.01 * (double)run));
	}
	ck_assert_ptr_null(strchr(tables(&s, CONTEST_041, &arena), '*'));
	scratch_end(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(a_ratio_is_to_no_load_of_the_same_run)
{
	struct scratch s;
	struct arena arena = { 0 };

	scratch_begin(&s);
	/* by the means the ratio would be 150 / 100 */
	add(&s, "no_load", entry("k", 1, 50));
	add(&s, "no_load", entry("k", 2, 150));
	add(&s, "io_load", entry("k", 1, 100));
	add(&s, "io_load", entry("k", 2, 150));
	struct contest_entry alone = entry("k", 3, 200); /* has no base, and no part in it */
	add(&s, "io_load", alone);
	ck_assert_ptr_nonnull(strstr(tables(&s, CONTEST_061, &arena),
		"k               3       150     180.0   12.0    25.0    1.50\n"));
	scratch_end(&s);
	arena_free(&arena);
}
END_TEST

static int read_back(const struct scratch *s, struct arena *arena, struct error *err)
{
	struct results results;
	const char *const *notes;

	return contest_log_read(s->dir, arena, &results, &notes, err);
}

START_TEST(logs_that_are_none_are_refused_by_file_and_line)
{
	static const struct {
		const char *content, *wanted;
	} cases[] = {
		{ "2.5.38 62.1 99%\n", "io_load.log:1: no log of this version" },
		{ "# bakeoff contest log 1\nfoo\n", "io_load.log:2: no run" },
		{ "# bakeoff contest log 1\nk 1 1 s compile 1 1 1 load 1 1 1 1 1",
			"2: the line is" },
		{ "# bakeoff contest log 1\nk 1 1 s compile 1 1 1 load 1 1 1 1\n", ":2: no run" },
		{ "# bakeoff contest log 1\nk 1 1 s compile 1 1 1 load 1 1 1 1 1 1\n",
			":2: no run" },
		{ "# bakeoff contest log 1\nk 1 1 s compile 0 1 1 load 1 1 1 1 1\n", ":2: no run" },
		{ "# bakeoff contest log 1\nk 1 1 s compile nan 1 1 load 1 1 1 1 1\n",
			":2: no run" },
		{ "# bakeoff contest log 1\nk 1 1 s compile 1 -1 1 load 1 1 1 1 1\n",
			":2: no run" },
		{ "# bakeoff contest log 1\nk 1 1 s compile 1 1 1 load 1 1 1 1 1\n"
		  "k 1 2 t compile 1 1 1 load 1 1 1 1 1\n",
			":3: another job (t) than in line 2 (s)" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scratch s;
		struct arena arena = { 0 };
		struct error err = { 0 };
		scratch_begin(&s);
		scratch_file(&s, "io_load.log", cases[i].content);
		ck_assert_int_eq(read_back(&s, &arena, &err), -EINVAL);
		ck_assert_msg(strstr(err.text, cases[i].wanted) != NULL, "%s", err.text);
		scratch_end(&s);
		arena_free(&arena);
	}
}
END_TEST

START_TEST(without_a_log_there_is_nothing_to_print)
{
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };

	scratch_begin(&s);
	ck_assert_int_eq(read_back(&s, &arena, &err), -ENODATA);
	scratch_end(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(a_load_of_another_size_is_told)
{
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct results results;
	const char *const *notes;
	struct contest_entry small = entry("b", 1, 10);

	scratch_begin(&s);
	add(&s, "io_load", entry("a", 1, 10));
	small.size = 50 * MIB;
	add(&s, "io_load", small);
	OK(contest_log_read(s.dir, &arena, &results, &notes, &err));
	ck_assert_str_eq(notes[0],
		"io_load: its runs worked on 50 to 95 MiB: this was not the same load");
	ck_assert_ptr_null(notes[1]);
	scratch_end(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(a_name_is_one_word)
{
	static const char *const bad[] = { "", "a b", "a\tb", "a\n",
		"0123456789012345678901234567890123456789012345678901234567890123456789" };
	struct error err = { 0 };

	OK(contest_check_name("6.1.0-rc1+mm", &err));
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		ck_assert_int_eq(contest_check_name(bad[i], &err), -EINVAL);
}
END_TEST

START_TEST(metrics_of_other_workloads_are_no_tables)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct judgement judgement;
	struct results *r = sample_results(&arena, 1, 2, 3);
	struct text out;

	sample_values(r, 0, 0, 1, 1, 2, 3);
	sample_values(r, 0, 1, 1, 1, 2, 3);
	OK(judge(r, &arena, &judgement, &err));
	text_init(&out, 1 << 16);
	ck_assert_int_eq(contest_text(&judgement, CONTEST_041, &arena, &out, &err), -ENODATA);
	ck_assert_uint_eq(out.length, 0);
	text_free(&out);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("contest_text", every_version_has_its_tables_from_the_same_logs,
	two_runs_are_too_few_for_a_mark, a_ratio_is_to_no_load_of_the_same_run,
	logs_that_are_none_are_refused_by_file_and_line, without_a_log_there_is_nothing_to_print,
	a_load_of_another_size_is_told, a_name_is_one_word,
	metrics_of_other_workloads_are_no_tables)
