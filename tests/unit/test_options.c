// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/options.h"

#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct options {
	uint64_t bs, rounds;
	bool direct, verbose;
	const char *output, *gate;
};

static const struct param general[] = {
	PARAM(COUNT, struct options, rounds, .letter = 'r', .help = "rounds"),
	PARAM(BOOL, struct options, verbose, .letter = 'v', .help = "say more"),
	PARAM_NAMED(TEXT, struct options, output, "output-format", .letter = 'o',
		.help = "how it is printed"),
	PARAM(TEXT, struct options, gate, .alone = "lenient", .help = "what fails"),
	{ 0 },
};

static const struct param workload[] = {
	PARAM(SIZE, struct options, bs, .help = "block size"),
	PARAM(BOOL, struct options, direct, .help = "past the cache"),
	{ 0 },
};

static const struct param other_bs[] = {
	PARAM(SIZE, struct options, bs, .help = "another one"),
	{ 0 },
};

enum { MOST = 16 };

/* Scans words, and puts "name=value" of options and values of operands one after the other, a blank
 * between. */
static int scan_words(const char *const *words, char *seen, struct error *err)
{
	char *argv[MOST + 2] = { (char[]){ "bakeoff" } };
	struct option_scan scan;
	struct option_hit hit;
	int argc = 1, hits = 0, ret;

	while (words[argc - 1]) {
		argv[argc] = strdup(words[argc - 1]);
		argc++;
	}
	option_scan_init(&scan, argc, argv);
	(void)option_scan_add(&scan, general);
	(void)option_scan_add(&scan, workload);
	*seen = '\0';
	while ((ret = option_scan_next(&scan, &hit, err)) == 1) {
		if (hits++ > 0)
			strcat(seen, " ");
		if (hit.param)
			sprintf(seen + strlen(seen), "%s=", hit.param->name);
		strcat(seen, hit.value);
	}
	for (int i = 1; i < argc; i++)
		free(argv[i]);
	return ret;
}

START_TEST(options_and_operands_come_in_their_order)
{
	static const struct {
		const char *words[MOST];
		const char *seen;
	} cases[] = {
		{ { NULL }, "" },
		{ { "lmdd" }, "lmdd" },
		{ { "--bs=4k", "lmdd", "--rounds=3" }, "bs=4k lmdd rounds=3" },
		{ { "--bs", "4k" }, "bs=4k" },
		{ { "--direct", "x" }, "direct=yes x" },
		{ { "--direct=no" }, "direct=no" },
		{ { "--direct=" }, "direct=" },
		{ { "-v", "-r3", "-r", "4" }, "verbose=yes rounds=3 rounds=4" },
		{ { "-vr5", "-o", "json" }, "verbose=yes rounds=5 output-format=json" },
		{ { "-" }, "-" },
		{ { "a", "-", "-v" }, "a - verbose=yes" },
		{ { "--gate", "x" }, "gate=lenient x" },
		{ { "--gate=strict", "x" }, "gate=strict x" },
		{ { "--bs=", "x" }, "bs= x" },
		{ { "--output-format=a=b" }, "output-format=a=b" },
		{ { "a", "--", "--bs=4k", "-v", "--" }, "a --bs=4k -v --" },
		{ { "--" }, "" },
		{ { "--", "-" }, "-" },
		{ { "", "x" }, " x" },
	};
	struct error err = { 0 };
	char seen[512];

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		ck_assert_msg(scan_words(cases[i].words, seen, &err) == 0, "%zu: %s", i, err.text);
		ck_assert_str_eq(seen, cases[i].seen);
	}
}
END_TEST

START_TEST(options_that_must_be_refused)
{
	static const struct {
		const char *words[MOST];
		const char *why;
	} cases[] = {
		{ { "--round=3" }, "unknown option '--round'; the nearest is '--rounds'" },
		{ { "--round" }, "unknown option '--round'; the nearest is '--rounds'" },
		{ { "--b=4k" }, "unknown option '--b'; the nearest is '--bs'" },
		{ { "--d" }, "unknown option '--d'" },
		{ { "--dir" }, "unknown option '--dir'; the nearest is '--direct'" },
		{ { "--dirct=yes" }, "unknown option '--dirct'; the nearest is '--direct'" },
		{ { "--output" }, "unknown option '--output'; the nearest is '--output-format'" },
		{ { "--zzzzzz" }, "unknown option '--zzzzzz'" },
		{ { "--=4k" }, "unknown option '--'" },
		{ { "--bs" }, "option '--bs' needs a value" },
		{ { "-r" }, "option '-r' needs a value" },
		{ { "-x" }, "unknown option '-x'" },
		{ { "-vx" }, "unknown option '-vx'" },
		{ { "a", "-W" }, "unknown option '-W'" },
	};
	struct error err = { 0 };
	char seen[512];

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		bool is_unknown = strncmp(cases[i].why, "unknown", 7) == 0;
		ck_assert_int_eq(scan_words(cases[i].words, seen, &err),
			is_unknown ? -ENOENT : -EINVAL);
		ck_assert_str_eq(err.text, cases[i].why);
	}
}
END_TEST

START_TEST(a_table_added_on_the_way_is_known_from_there_on)
{
	char *argv[] = { (char[]){ "run" }, (char[]){ "lmdd" }, (char[]){ "--bs=8k" }, NULL };
	struct option_scan scan;
	struct option_hit hit;
	struct error err = { 0 };

	option_scan_init(&scan, 3, argv);
	(void)option_scan_add(&scan, general);
	ck_assert_int_eq(option_scan_next(&scan, &hit, &err), 1);
	ck_assert_ptr_null(hit.param);
	size_t table = option_scan_add(&scan, workload);
	ck_assert_uint_eq(option_scan_add(&scan, workload), table);
	ck_assert_int_eq(option_scan_next(&scan, &hit, &err), 1);
	ck_assert_ptr_eq(hit.param, &workload[0]);
	ck_assert_uint_eq(hit.table, table);
	ck_assert_int_eq(option_scan_next(&scan, &hit, &err), 0);
}
END_TEST

START_TEST(the_later_table_wins_where_two_have_a_name)
{
	char *argv[] = { (char[]){ "run" }, (char[]){ "--bs=8k" }, NULL };
	struct option_scan scan;
	struct option_hit hit;
	struct error err = { 0 };

	option_scan_init(&scan, 2, argv);
	(void)option_scan_add(&scan, workload);
	size_t later = option_scan_add(&scan, other_bs);
	ck_assert_int_eq(option_scan_next(&scan, &hit, &err), 1);
	ck_assert_uint_eq(hit.table, later);
	ck_assert_ptr_eq(hit.param, &other_bs[0]);
}
END_TEST

START_TEST(help_is_at_most_80_columns_wide)
{
	static const char *const choices[] = { "verdict", "classic", "contest", "csv", "json",
		NULL };
	static const struct param wide[] = {
		{ .name = "style",
			.type = PARAM_CHOICE,
			.choices = choices,
			.fallback = "verdict",
			.help = "how the comparison is laid out, with a sentence that is longer "
				"than what "
				"fits on the rest of one line of a terminal" },
		PARAM(BOOL, struct options, direct, .letter = 'd', .fallback = "no",
			.help = "short"),
		{ 0 },
	};
	struct arena arena = { 0 };
	const char *help = options_help(&arena, wide, true);

	ck_assert(strstr(help, "  --style=verdict|classic|contest|csv|json\n"));
	ck_assert(strstr(help, "  -d, --direct[=yes|no]"));
	ck_assert(strstr(help, "(default verdict)"));
	for (const char *line = help; *line;) {
		size_t length = strcspn(line, "\n");
		ck_assert_uint_le(length, 80);
		ck_assert(line[0] == ' ');
		line += length + (line[length] == '\n');
	}
	ck_assert(strstr(options_help(&arena, workload, false), "  bs = SIZE"));
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("options", options_and_operands_come_in_their_order, options_that_must_be_refused,
	a_table_added_on_the_way_is_known_from_there_on, the_later_table_wins_where_two_have_a_name,
	help_is_at_most_80_columns_wide)
