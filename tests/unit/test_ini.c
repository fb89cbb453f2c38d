// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/ini.h"

#include "core/text.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

/* A world of two files and one variable. */
static int read_file(void *context, struct arena *arena, const char *path, const char **text,
	size_t *length, struct error *err)
{
	static const struct {
		const char *path, *text;
	} files[] = {
		{ "dir/other.ini", "[variant b]\nfs = xfs\n" },
		{ "dir/self.ini", "include self.ini\n" },
		{ "dir/two.ini", "include three.ini\ninclude three.ini\ninclude three.ini\n" },
		{ "dir/three.ini", "include other.ini\ninclude other.ini\ninclude other.ini\n"
				   "include other.ini\ninclude other.ini\ninclude other.ini\n" },
	};

	(void)context;
	(void)arena;
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		if (strcmp(files[i].path, path) == 0) {
			*text = files[i].text;
			*length = strlen(files[i].text);
			return 0;
		}
	}
	return fail(err, ENOENT, "open %s: No such file or directory", path);
}

static const char *variable(void *context, const char *name)
{
	(void)context;
	return strcmp(name, "SIZE") == 0 ? "1G" : NULL;
}

static const struct ini_world world = { .read = read_file, .variable = variable };
static struct arena arena;
static struct error err;

static int parse(const char *text, struct plan_lines *lines)
{
	*lines = (struct plan_lines){ 0 };
	return ini_parse(text, strlen(text), "dir/plan.ini", &world, &arena, lines, &err);
}

START_TEST(values_keep_everything_but_the_blanks_around_them)
{
	struct plan_lines lines;

	OK(parse("[experiment]\n"
		 "name=  \"quoted\" ; not a comment # nor this \r\n"
		 "\t# a comment\n"
		 "  ; another\n"
		 "\n"
		 "[variant  a ]\n"
		 "mkfs = -m reflink=0,-d su=1\n"
		 "device = loop:${SIZE}\n",
		&lines));
	ck_assert_uint_eq(lines.count, 5); /* each section has a line of its own */
	ck_assert_str_eq(lines.items[1].value, "\"quoted\" ; not a comment # nor this");
	ck_assert_uint_eq(lines.items[1].line, 2);
	ck_assert_str_eq(lines.items[2].section, "a");
	ck_assert_ptr_null(lines.items[2].key);
	ck_assert_str_eq(lines.items[3].value, "-m reflink=0,-d su=1");
	ck_assert_str_eq(lines.items[4].value, "loop:1G");
	ck_assert_uint_eq(lines.items[4].line, 8);
}
END_TEST

START_TEST(the_last_line_needs_no_newline_and_a_value_may_be_empty_or_long)
{
	struct plan_lines lines;
	char *text = arena_printf(&arena, "[workload lmdd]\nbs =\nsize = %0*d", 300, 7);

	OK(parse(text, &lines));
	ck_assert_str_eq(lines.items[1].value, "");
	ck_assert_uint_eq(strlen(lines.items[2].value), 300);
}
END_TEST

START_TEST(include_is_looked_for_beside_the_file_that_has_it)
{
	struct plan_lines lines;

	OK(parse("[variant a]\nfs = ext2\ninclude other.ini\n", &lines));
	ck_assert_uint_eq(lines.count, 4);
	ck_assert_str_eq(lines.items[3].section, "b");
	ck_assert_str_eq(lines.items[3].file, "dir/other.ini");
	ck_assert_uint_eq(lines.items[3].line, 2);
}
END_TEST

START_TEST(a_key_may_be_called_include)
{
	struct plan_lines lines;

	OK(parse("[variant a]\ninclude = yes\n", &lines));
	ck_assert_str_eq(lines.items[1].key, "include");
}
END_TEST

START_TEST(wrong_syntax_says_file_line_and_what_was_expected)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "rounds = 3\n", "dir/plan.ini:1: rounds: before the first section" },
		{ "[experiment]\nrounds 3\n",
			"dir/plan.ini:2: 'rounds 3': key = value is expected" },
		{ "[experiment]\n= 3\n", "dir/plan.ini:2: a key is expected before '='" },
		{ "[experiment]\nro unds = 3\n", "dir/plan.ini:2: 'ro unds' is no key" },
		{ "[experiment\n", "dir/plan.ini:1: '[' without its ']'" },
		{ "[experiment x]\n", "dir/plan.ini:1: [experiment x]: no name is expected" },
		{ "[variant]\n", "dir/plan.ini:1: [variant]: a name is expected after the kind" },
		{ "[variant a b]\n", "dir/plan.ini:1: [variant a b]: a name is made of" },
		{ "[varriant a]\n",
			"[experiment], [global], [variant NAME] or [workload NAME] is expected" },
		{ "[variant a]\nfs = ${FS}\n",
			"dir/plan.ini:2: ${FS} is not set in the environment" },
		{ "[variant a]\nfs = ${FS\n", "dir/plan.ini:2: '${' without its '}'" },
		{ "[variant a]\nfs = ${}\n", "dir/plan.ini:2: ${} is not set" },
		{ "include missing.ini\n",
			"dir/plan.ini:1: include: open dir/missing.ini: No such file" },
		{ "include self.ini\n", "deeper than 8 files" },
	};
	struct plan_lines lines;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		ck_assert_msg(parse(cases[i].text, &lines) < 0, "case %zu is taken", i);
		ck_assert_msg(strstr(err.text, cases[i].error), "case %zu: %s", i, err.text);
	}
}
END_TEST

START_TEST(a_zero_byte_is_refused)
{
	static const char text[] = "[variant a]\nfs = ex\0t2\n";
	struct plan_lines lines = { 0 };

	ck_assert_int_eq(ini_parse(text, sizeof(text) - 1, "p", &world, &arena, &lines, &err),
		-EINVAL);
	ck_assert_str_eq(err.text, "p:2: a zero byte: this is no text");
}
END_TEST

START_TEST(a_plan_with_all_that_it_includes_has_a_limit_of_files_and_lines)
{
	struct plan_lines lines;
	AUTO_TEXT struct text text;

	/* 1 + 1 + 3 x (1 + 6) files are taken, three times as many and more are not */
	OK(parse("include two.ini\n", &lines));
	ck_assert_int_eq(parse("include two.ini\ninclude two.ini\ninclude two.ini\n", &lines),
		-E2BIG);
	ck_assert_msg(strstr(err.text, "include: more than 64 files"), "%s", err.text);

	text_init(&text, INI_MAX_BYTES);
	for (int i = 0; i <= INI_MAX_LINES; i++)
		text_puts(&text, "# x\n");
	ck_assert_int_eq(parse(text.data, &lines), -E2BIG);
	ck_assert_str_eq(err.text, "dir/plan.ini:100001: more than 100000 lines");
}
END_TEST

UNIT_MAIN("ini", a_plan_with_all_that_it_includes_has_a_limit_of_files_and_lines,
	values_keep_everything_but_the_blanks_around_them,
	the_last_line_needs_no_newline_and_a_value_may_be_empty_or_long,
	include_is_looked_for_beside_the_file_that_has_it, a_key_may_be_called_include,
	wrong_syntax_says_file_line_and_what_was_expected, a_zero_byte_is_refused)
