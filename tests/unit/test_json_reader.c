// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/json_reader.h"

#include "unit.h"

#include <string.h>

static struct arena arena;

static struct json_reader reader_of(const char *text)
{
	struct json_reader r;

	json_start(&r, text, strlen(text));
	return r;
}

START_TEST(tokens_come_in_the_order_of_the_text)
{
	static const enum json_token wanted[] = { JSON_OBJECT, JSON_KEY, JSON_ARRAY, JSON_NUMBER,
		JSON_STRING, JSON_WORD, JSON_ARRAY_END, JSON_KEY, JSON_OBJECT, JSON_OBJECT_END,
		JSON_OBJECT_END };
	struct json_reader r = reader_of("{ \"a\": [ -1.5e2, \"x\",\n null ], \"b\" : { } } rest");

	for (size_t i = 0; i < COUNT_OF(wanted); i++)
		ck_assert_int_eq(json_next(&r), wanted[i]);
	ck_assert_str_eq(r.text + r.at, " rest");
}
END_TEST

START_TEST(keys_of_an_object_are_found_whatever_stands_between)
{
	struct json_reader r =
		reader_of("{\"a\":{\"b\":[{\"z\":1}],\"b\":2},\"b\":3,\"b\":[4,[5],{\"b\":6}]} ");
	double value = 0, sum = 0;
	unsigned found = 0, items = 0;

	ck_assert(json_enter(&r, JSON_OBJECT));
	while (json_next_key(&r, 1)) {
		if (!json_is(&r, "b"))
			continue;
		found++;
		if (json_enter(&r, JSON_NUMBER) && json_number(&r, &value))
			sum += value;
		else
			for (unsigned depth = r.depth; json_next_item(&r, depth);)
				items++;
	}
	ck_assert_ptr_null(r.problem);
	ck_assert_uint_eq(found, 2);
	ck_assert_double_eq(sum, 3);
	ck_assert_uint_eq(items, 3);
}
END_TEST

START_TEST(escapes_are_resolved)
{
	struct json_reader r = reader_of(
		"\"a\\\"b\\\\c\\/\\n\\u0041\\u00e9\\u20ac\\ud83d\\ude00\\ud800x\\u0000\" ");

	ck_assert_int_eq(json_next(&r), JSON_STRING);
	ck_assert_str_eq(json_copy(&r, &arena),
		"a\"b\\c/\nA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xef\xbf\xbdx\xef\xbf\xbd");
}
END_TEST

START_TEST(what_is_no_json_is_refused_with_a_reason)
{
	static const struct {
		const char *text, *problem;
		bool truncated;
	} cases[] = {
		{ "{\"a\" 1}\n", "a key in it has no value", false },
		{ "{1:1}\n", "a key is missing in it", false },
		{ "[1 2]\n", "a comma is missing in it", false },
		{ "[1,]\n", "what stands there is no JSON", false },
		{ "{\"a\":1,}\n", "a key is missing in it", false },
		{ "[0x10]\n", "what stands there is no JSON", false },
		{ "[\"a\nb\"]\n", "a string in it has no end", false },
		{ "[yes]\n", "what stands there is no JSON", false },
		{ "{\"a\":[1,2\n", "the text ends inside it", true },
		{ "{\"a\":\"b\n", "the text ends inside it", true },
		{ "{\"a\n", "the text ends inside it", true },
		{ "{\"a\":12\n", "the text ends inside it", true },
		{ "{", "the text ends inside it", true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct json_reader r = reader_of(cases[i].text);
		while (json_next(&r) != JSON_ERROR) {
		}
		ck_assert_str_eq(r.problem, cases[i].problem);
		ck_assert_int_eq(r.truncated, cases[i].truncated);
		ck_assert_int_eq(json_next(&r), JSON_ERROR);
	}
}
END_TEST

START_TEST(depth_and_length_have_limits)
{
	char *deep = NEW(&arena, char, 101), *wide = NEW(&arena, char, JSON_TEXT_MOST + 9);
	struct json_reader r;

	memset(deep, '[', 100);
	r = reader_of(deep);
	while (json_next(&r) != JSON_ERROR) {
	}
	ck_assert_str_eq(r.problem, "it is nested more than 64 deep");
	memset(wide, 'x', JSON_TEXT_MOST + 5);
	wide[0] = wide[JSON_TEXT_MOST + 4] = '"';
	wide[JSON_TEXT_MOST + 5] = '\n';
	r = reader_of(wide);
	ck_assert_int_eq(json_next(&r), JSON_ERROR);
	ck_assert_str_eq(r.problem, "a string in it is longer than 1 MiB");
}
END_TEST

START_TEST(a_number_that_is_none_is_not_a_value)
{
	struct json_reader r = reader_of("[nan, -inf, 1e999, 7] ");
	double value = 5;

	ck_assert(json_enter(&r, JSON_ARRAY));
	ck_assert_int_eq(json_next(&r), JSON_NUMBER);
	ck_assert(!json_number(&r, &value));
	ck_assert_int_eq(json_next(&r), JSON_NUMBER);
	ck_assert(!json_number(&r, &value));
	ck_assert_double_eq(value, 5);
}
END_TEST

UNIT_MAIN("json reader", a_number_that_is_none_is_not_a_value, depth_and_length_have_limits,
	escapes_are_resolved, keys_of_an_object_are_found_whatever_stands_between,
	tokens_come_in_the_order_of_the_text, what_is_no_json_is_refused_with_a_reason)
