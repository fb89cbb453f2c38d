// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/param.h"

#include "unit.h"

#include <errno.h>
#include <string.h>

struct config {
	uint64_t files, bs, runtime;
	double margin, ratio;
	bool direct;
	int rw;
	const char *label;
	struct param_list knob;
};

static const char *const rw_choices[] = { "read", "write", "copy", NULL };

static const struct param table[] = {
	PARAM(COUNT, struct config, files, .fallback = "100k", .min = 1, .help = "files"),
	PARAM(SIZE, struct config, bs, .fallback = "4k", .min = 512, .max = 1 << 20,
		.help = "block"),
	PARAM(TIME, struct config, runtime, .fallback = "30s", .max = 3600 * NS_PER_S,
		.help = "time"),
	PARAM(PERCENT, struct config, margin, .fallback = "5%", .least = 0.001, .most = 0.5,
		.help = "margin"),
	PARAM(REAL, struct config, ratio, .fallback = "0.1", .least = -1, .most = 1,
		.help = "ratio"),
	PARAM(BOOL, struct config, direct, .fallback = "no", .help = "direct"),
	PARAM(CHOICE, struct config, rw, .fallback = "write", .choices = rw_choices,
		.help = "which way"),
	PARAM(TEXT, struct config, label, .help = "label", .value = "NAME"),
	PARAM(LIST, struct config, knob, .help = "knobs"),
	{ 0 },
};

static struct arena arena;

START_TEST(defaults_are_read_like_typed_values)
{
	struct config c = { 0 };
	struct error err = { 0 };

	OK(param_defaults(table, &arena, &c, &err));
	ck_assert_uint_eq(c.files, 100000);
	ck_assert_uint_eq(c.bs, 4096);
	ck_assert_uint_eq(c.runtime, 30 * NS_PER_S);
	ck_assert_double_eq_tol(c.margin, 0.05, 1e-15);
	ck_assert(!c.direct);
	ck_assert_int_eq(c.rw, 1);
	ck_assert_ptr_null(c.label);
	ck_assert_uint_eq(c.knob.count, 0);
	arena_free(&arena);
}
END_TEST

START_TEST(values_that_must_be_refused_name_themselves_and_the_limit)
{
	static const struct {
		const char *name, *value;
		int ret;
		const char *why;
	} cases[] = {
		{ "files", "0", -ERANGE, "files: 0 is below the least, 1" },
		{ "files", "", -EINVAL, "files: empty" },
		{ "files", "-3", -EINVAL, "negative" },
		{ "files", "4KiB", -EINVAL, "unknown suffix" },
		{ "bs", "511", -ERANGE, "bs: 511 is below the least, 512" },
		{ "bs", "2M", -ERANGE, "bs: 2M is above the most, 1M" },
		{ "bs", "4q", -EINVAL, "unknown suffix 'q' at position 2" },
		{ "bs", "4k ", -EINVAL, "unknown suffix 'k '" },
		{ "bs", "1e3k", -EINVAL, "unknown suffix 'e3k'" },
		{ "bs", "99999999999999999999", -ERANGE, "too large" },
		{ "runtime", "30x", -EINVAL, "runtime: '30x': unknown suffix" },
		{ "runtime", "2h", -ERANGE, "runtime: 2h is above the most, 1h" },
		{ "margin", "5", -EINVAL, "as in 5%" },
		{ "margin", "60%", -ERANGE, "margin: 60% is above the most, 50%" },
		{ "margin", "0.01%", -ERANGE, "margin: 0.01% is below the least, 0.1%" },
		{ "ratio", "1.5", -ERANGE, "ratio: 1.5 is above the most, 1" },
		{ "ratio", "-2", -ERANGE, "ratio: -2 is below the least, -1" },
		{ "ratio", "nan", -EINVAL, "a number is expected" },
		{ "ratio", "inf", -EINVAL, "a number is expected" },
		{ "ratio", "1e999", -ERANGE, "too large" },
		{ "ratio", "0x1", -EINVAL, "not part of a number" },
		{ "direct", "1", -EINVAL, "direct: '1' is neither yes nor no" },
		{ "direct", "Yes", -EINVAL, "neither yes nor no" },
		{ "rw", "wr", -EINVAL, "rw: 'wr' is none of read, write, copy" },
		{ "rw", "", -EINVAL, "none of" },
		{ "blocksize", "4k", -ENOENT, "no parameter named 'blocksize'" },
		{ "runtim", "4k", -ENOENT,
			"no parameter named 'runtim'; the nearest is 'runtime'" },
	};
	struct config before = { 0 }, after;
	struct error err = { 0 };

	OK(param_defaults(table, &arena, &before, &err));
	after = before;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		ck_assert_int_eq(param_set(table, &arena, &after, cases[i].name, cases[i].value,
					 &err),
			cases[i].ret);
		ck_assert_msg(strstr(err.text, cases[i].why), "%s=%s: %s", cases[i].name,
			cases[i].value, err.text);
		ck_assert_mem_eq(&before, &after, sizeof(before));
	}
	arena_free(&arena);
}
END_TEST

START_TEST(every_spelling_of_a_value_has_one_canonical_form)
{
	static const struct {
		const char *name, *typed, *canonical;
	} cases[] = {
		{ "files", "250k", "250000" },
		{ "files", "1.5M", "1500000" },
		{ "bs", "4096", "4k" },
		{ "bs", "4KiB", "4k" },
		{ "bs", "4kB", "4000" },
		{ "bs", "1024K", "1M" },
		{ "runtime", "60", "1m" },
		{ "runtime", "0.5", "500ms" },
		{ "runtime", "60m", "1h" },
		{ "margin", "7%", "7%" },
		{ "margin", "2.50%", "2.5%" },
		{ "ratio", "1e-1", "0.1" },
		{ "ratio", "0.30000000000000004", "0.30000000000000004" },
		{ "direct", "yes", "yes" },
		{ "rw", "copy", "copy" },
		{ "label", "a = \"b\", c", "a = \"b\", c" },
	};
	struct config c = { 0 };
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct param *p = param_find(table, cases[i].name);
		OK(param_set_one(p, &arena, &c, cases[i].typed, &err));
		const char *canonical = param_canonical(p, &arena, &c);
		ck_assert_str_eq(canonical, cases[i].canonical);
		OK(param_set_one(p, &arena, &c, canonical, &err));
		ck_assert_str_eq(param_canonical(p, &arena, &c), canonical);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(a_word_may_stand_for_zero_below_the_least)
{
	static const struct param none[] = {
		PARAM(TIME, struct config, runtime, .fallback = "1s", .min = NS_PER_S,
			.zero = "no"),
		{ 0 },
	};
	struct config c = { 0 };
	struct error err = { 0 };

	OK(param_set(none, &arena, &c, "runtime", "2s", &err));
	ck_assert_str_eq(param_canonical(none, &arena, &c), "2s");
	OK(param_set(none, &arena, &c, "runtime", "no", &err));
	ck_assert_uint_eq(c.runtime, 0);
	ck_assert_str_eq(param_canonical(none, &arena, &c), "no");
	ck_assert_int_eq(param_set(none, &arena, &c, "runtime", "0", &err), -ERANGE);
	ck_assert_str_eq(err.text, "runtime: 0 is below the least, 1s");
	ck_assert_int_lt(param_set(none, &arena, &c, "runtime", "none", &err), 0);
	ck_assert_str_eq(param_value_word(none, &arena), "TIME|no");
	arena_free(&arena);
}
END_TEST

START_TEST(a_repeated_key_adds_to_a_list)
{
	struct config c = { 0 };
	struct error err = { 0 };

	for (const char *const *v = (const char *const[]){ "a=1", "b=2", "c=3", NULL }; *v; v++)
		OK(param_set(table, &arena, &c, "knob", *v, &err));
	ck_assert_uint_eq(c.knob.count, 3);
	ck_assert_str_eq(c.knob.items[0], "a=1");
	ck_assert_str_eq(param_canonical(param_find(table, "knob"), &arena, &c), "a=1, b=2, c=3");
	arena_free(&arena);
}
END_TEST

START_TEST(the_nearest_name_is_near)
{
	static const struct {
		const char *typed, *nearest;
	} cases[] = {
		{ "bz", "bs" },
		{ "b", "bs" },
		{ "fils", "files" },
		{ "run", "runtime" },
		{ "lable", "label" },
		{ "driect", "direct" },
		{ "iodepth", NULL },
		{ "", NULL },
		{ "x", NULL },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *nearest =
			param_nearest((const struct param *const[]){ table, NULL }, cases[i].typed);
		ck_assert_msg(nearest == cases[i].nearest ||
				      (nearest && cases[i].nearest &&
					      !strcmp(nearest, cases[i].nearest)),
			"'%s' gives %s", cases[i].typed, nearest ? nearest : "none");
	}
}
END_TEST

START_TEST(a_very_long_name_has_no_nearest)
{
	char name[5000];

	memset(name, 'b', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	ck_assert_ptr_null(param_nearest((const struct param *const[]){ table, NULL }, name));
}
END_TEST

START_TEST(help_says_what_a_value_looks_like_and_its_limits)
{
	static const struct {
		const char *name, *word, *limits;
	} cases[] = {
		{ "files", "COUNT", "at least 1, default 100k" },
		{ "bs", "SIZE", "512 to 1M, default 4k" },
		{ "margin", "PERCENT", "0.1% to 50%, default 5%" },
		{ "ratio", "NUMBER", "-1 to 1, default 0.1" },
		{ "direct", "yes|no", "default no" },
		{ "rw", "read|write|copy", "default write" },
		{ "label", "NAME", "" },
		{ "knob", "TEXT", "" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct param *p = param_find(table, cases[i].name);
		ck_assert_str_eq(param_value_word(p, &arena), cases[i].word);
		ck_assert_str_eq(param_limits(p, &arena), cases[i].limits);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(a_table_whose_own_default_is_wrong_says_so)
{
	static const struct param wrong[] = {
		PARAM(SIZE, struct config, bs, .fallback = "4q"),
		{ 0 },
	};
	struct config c = { 0 };
	struct error err = { 0 };

	ck_assert_int_eq(param_defaults(wrong, &arena, &c, &err), -EINVAL);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("param", defaults_are_read_like_typed_values,
	values_that_must_be_refused_name_themselves_and_the_limit,
	every_spelling_of_a_value_has_one_canonical_form, a_repeated_key_adds_to_a_list,
	a_word_may_stand_for_zero_below_the_least, the_nearest_name_is_near,
	a_very_long_name_has_no_nearest, help_says_what_a_value_looks_like_and_its_limits,
	a_table_whose_own_default_is_wrong_says_so)
