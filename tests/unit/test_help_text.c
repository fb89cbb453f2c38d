// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual/help_text.h"

#include "unit.h"

#include <errno.h>
#include <string.h>

static const char text[] = "usage: bakeoff tool [-d DIR]\n"
			   "                    [-r]\n"
			   "       bakeoff tool --other [FILE]\n"
			   "Does something,\n"
			   "and something else.\n"
			   "\n"
			   "    tool -d .  # as it is\n"
			   "\n"
			   "Options:\n"
			   "  -d DIR      work there\n"
			   "  -h, --help  print\n"
			   "              this\n"
			   "  -f[MB]      so much\n"
			   "  -html       as a table\n"
			   "  --style=a|b|c\n"
			   "              how\n"
			   "  --gate[=no|yes]  whether\n"
			   "  if=FILE     read it\n"
			   "  word        is one\n"
			   "\n"
			   "The end.\n";

START_TEST(every_way_to_call_it_is_a_line_of_the_usage)
{
	struct arena arena = { 0 };
	const char *usage;
	const char *rest = help_text_usage(text, "tool", &arena, &usage);

	ck_assert_str_eq(usage, "[-d DIR] [-r]\n--other [FILE]");
	ck_assert_int_eq(strncmp(rest, "Does", 4), 0);
	rest = help_text_usage("nothing of the kind\n", "tool", &arena, &usage);
	ck_assert_str_eq(usage, "");
	ck_assert_str_eq(rest, "nothing of the kind\n");
	arena_free(&arena);
}
END_TEST

START_TEST(every_form_of_an_argument_is_read)
{
	static const struct argument expected[] = {
		{ .letter = 'd', .value = "DIR", .words = "work there" },
		{ .letter = 'h', .name = "--help", .words = "print this" },
		{ .letter = 'f', .value = "MB", .value_optional = true, .words = "so much" },
		{ .name = "-html", .words = "as a table" },
		{ .name = "--style", .value = "a|b|c", .words = "how" },
		{ .name = "--gate", .value = "no|yes", .value_optional = true, .words = "whether" },
		{ .name = "if=", .value = "FILE", .words = "read it" },
		{ .name = "word", .words = "is one" },
	};
	struct arena arena = { 0 };
	const char *usage;
	struct manual_part *parts;
	size_t count;

	help_text_parts(help_text_usage(text, "tool", &arena, &usage), &arena, &parts, &count);
	ck_assert_uint_eq(count, 4);
	ck_assert_str_eq(parts[0].text, "Does something,\nand something else.");
	ck_assert(!parts[0].literal);
	ck_assert_str_eq(parts[1].text, "    tool -d .  # as it is");
	ck_assert(parts[1].literal);
	ck_assert_str_eq(parts[2].text, "Options:");
	ck_assert_str_eq(parts[3].text, "The end.");
	ck_assert_uint_eq(parts[2].count, COUNT_OF(expected));
	for (size_t i = 0; i < COUNT_OF(expected); i++) {
		const struct argument *a = &parts[2].arguments[i], *e = &expected[i];
		ck_assert_int_eq(a->letter, e->letter);
		ck_assert_pstr_eq(a->name, e->name);
		ck_assert_pstr_eq(a->value, e->value);
		ck_assert_int_eq(a->value_optional, e->value_optional);
		ck_assert_str_eq(a->words, e->words);
	}
	arena_free(&arena);
}
END_TEST

static int print_nothing(const struct invocation *call)
{
	(void)call;
	return EXIT_DONE;
}

static int print_and_fail(const struct invocation *call)
{
	puts(call->argv[1]);
	return EXIT_WENT_WRONG;
}

static int print_argument(const struct invocation *call)
{
	puts(call->argv[1]);
	return EXIT_DONE;
}

START_TEST(a_command_that_cannot_help_is_an_error)
{
	struct command command = { .name = "tool", .run = print_nothing };
	struct arena arena = { 0 };
	struct error err = { 0 };
	const char *said = NULL;

	ck_assert_int_eq(help_text_of(&command, &arena, &said, &err), -EIO);
	command.run = print_and_fail;
	ck_assert_int_eq(help_text_of(&command, &arena, &said, &err), -EIO);
	command.run = print_argument;
	OK(help_text_of(&command, &arena, &said, &err));
	ck_assert_str_eq(said, "--help\n");
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("help_text", every_way_to_call_it_is_a_line_of_the_usage,
	every_form_of_an_argument_is_read, a_command_that_cannot_help_is_an_error)
