// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json.h"

#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TWO_53 (UINT64_C(1) << 53)

START_TEST(counts_are_integers_below_2_to_the_53_and_texts_from_there_on)
{
	static const struct {
		uint64_t count;
		const char *json;
	} cases[] = {
		{ 0, "0" },
		{ TWO_53 - 1, "9007199254740991" },
		{ TWO_53, "\"9007199254740992\"" },
		{ TWO_53 + 1, "\"9007199254740993\"" },
		{ UINT64_MAX, "\"18446744073709551615\"" },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		AUTO_JSON json_t *json = json_u64(cases[i].count);
		char *text = json_dumps(json, JSON_ENCODE_ANY);
		uint64_t back = 1;
		ck_assert_str_eq(text, cases[i].json);
		free(text);
		OK(json_read_u64(json, "n", &back, &err));
		ck_assert_uint_eq(back, cases[i].count);
	}
}
END_TEST

START_TEST(counts_that_must_be_refused_name_the_key)
{
	static const struct {
		const char *json;
		int ret;
		const char *why;
	} cases[] = {
		{ "-1", -EINVAL, "\"n\": a count is expected" },
		{ "1.0", -EINVAL, "\"n\": a count is expected" },
		{ "1e3", -EINVAL, "\"n\": a count is expected" },
		{ "true", -EINVAL, "\"n\": a count is expected" },
		{ "null", -EINVAL, "\"n\": a count is expected" },
		{ "\"\"", -EINVAL, "\"n\": a count is expected" },
		{ "\"4k\"", -EINVAL, "\"n\": a count is expected" },
		{ "\"-4\"", -EINVAL, "\"n\": a count is expected" },
		{ "\" 4\"", -EINVAL, "\"n\": a count is expected" },
		{ "9007199254740992", -EINVAL, "\"n\": from 2^53 on a count is a text of digits" },
		{ "9223372036854775807", -EINVAL, "\"n\": from 2^53 on" },
		{ "\"18446744073709551616\"", -ERANGE, "\"n\": '18446744073709551616': too large" },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		AUTO_JSON json_t *json = json_loads(cases[i].json, JSON_DECODE_ANY, NULL);
		uint64_t value = 77;
		ck_assert_ptr_nonnull(json);
		ck_assert_int_eq(json_read_u64(json, "n", &value, &err), cases[i].ret);
		ck_assert_msg(strstr(err.text, cases[i].why), "%s: %s", cases[i].json, err.text);
		ck_assert_uint_eq(value, 77);
	}
}
END_TEST

START_TEST(a_number_that_is_not_finite_is_null)
{
	AUTO_JSON json_t *nan = json_double(NAN), *inf = json_double(INFINITY),
			 *half = json_double(0.5);

	ck_assert(json_is_null(nan));
	ck_assert(json_is_null(inf));
	ck_assert_double_eq(json_real_value(half), 0.5);
}
END_TEST

START_TEST(a_text_that_is_not_utf8_is_kept_as_far_as_it_can_be)
{
	AUTO_JSON json_t *good = json_text("gr\xc3\xbc\xc3\x9f"), *bad = json_text("gr\xfc\xdf!"),
			 *none = json_text(NULL);

	ck_assert_str_eq(json_string_value(good), "gr\xc3\xbc\xc3\x9f");
	ck_assert_str_eq(json_string_value(bad), "gr?"
						 "?!");
	ck_assert(json_is_null(none));
}
END_TEST

START_TEST(keys_are_read_with_their_type)
{
	AUTO_JSON json_t *o =
		json_loads("{\"n\": 3, \"x\": 2, \"y\": 0.5, \"b\": true, \"t\": \"text\","
			   " \"null\": null}",
			0, NULL);
	struct arena arena = { 0 };
	struct error err = { 0 };
	uint64_t n;
	double d;
	bool b;
	const char *t;

	OK(json_get_u64(o, "n", &n, &err));
	OK(json_get_double(o, "x", &d, &err));
	ck_assert_double_eq(d, 2);
	OK(json_get_double(o, "y", &d, &err));
	ck_assert_double_eq(d, 0.5);
	OK(json_get_bool(o, "b", &b, &err));
	ck_assert(b);
	OK(json_get_text(o, "t", &arena, &t, &err));
	ck_assert_str_eq(t, "text");
	ck_assert_int_eq(json_get_u64(o, "t", &n, &err), -EINVAL);
	ck_assert_int_eq(json_get_double(o, "b", &d, &err), -EINVAL);
	ck_assert_int_eq(json_get_bool(o, "n", &b, &err), -EINVAL);
	ck_assert_int_eq(json_get_text(o, "n", &arena, &t, &err), -EINVAL);
	ck_assert_int_eq(json_get_text(o, "none", &arena, &t, &err), -EINVAL);
	ck_assert_str_eq(err.text, "\"none\": a text is expected");
	arena_free(&arena);
}
END_TEST

START_TEST(an_optional_key_may_be_absent_or_null_but_not_of_another_type)
{
	AUTO_JSON json_t *o = json_loads("{\"null\": null, \"n\": 3, \"t\": \"text\"}", 0, NULL);
	struct arena arena = { 0 };
	struct error err = { 0 };
	uint64_t n = 0;
	bool b = false;
	const char *t = NULL;

	OK(json_opt_u64(o, "none", 7, &n, &err));
	ck_assert_uint_eq(n, 7);
	OK(json_opt_u64(o, "null", 8, &n, &err));
	ck_assert_uint_eq(n, 8);
	OK(json_opt_bool(o, "null", true, &b, &err));
	ck_assert(b);
	OK(json_opt_text(o, "none", &arena, "", &t, &err));
	ck_assert_str_eq(t, "");
	ck_assert_int_eq(json_opt_u64(o, "t", 7, &n, &err), -EINVAL);
	ck_assert_int_eq(json_opt_bool(o, "t", true, &b, &err), -EINVAL);
	ck_assert_int_eq(json_opt_text(o, "n", &arena, "", &t, &err), -EINVAL);
	arena_free(&arena);
}
END_TEST

START_TEST(what_is_no_object_has_no_keys)
{
	AUTO_JSON json_t *array = json_array();
	struct error err = { 0 };
	uint64_t n;

	ck_assert_int_eq(json_get_u64(array, "n", &n, &err), -EINVAL);
	ck_assert_int_eq(json_get_u64(NULL, "n", &n, &err), -EINVAL);
}
END_TEST

START_TEST(a_line_is_written_whole_with_17_digits)
{
	AUTO_JSON json_t *json = json_loads("{\"a\": 0.1, \"b\": \"x\\ny\"}", 0, NULL);
	struct error err = { 0 };
	char line[200] = { 0 };
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	OK(json_write_line(ends[1], json, &err));
	ck_assert_int_gt(read(ends[0], line, sizeof(line) - 1), 0);
	ck_assert_str_eq(line, "{\"a\":0.10000000000000001,\"b\":\"x\\ny\"}\n");
	close(ends[0]);
	close(ends[1]);
	ck_assert_int_eq(json_write_line(ends[1], json, &err), -EBADF);
}
END_TEST

UNIT_MAIN("json", counts_are_integers_below_2_to_the_53_and_texts_from_there_on,
	counts_that_must_be_refused_name_the_key, a_number_that_is_not_finite_is_null,
	a_text_that_is_not_utf8_is_kept_as_far_as_it_can_be, keys_are_read_with_their_type,
	an_optional_key_may_be_absent_or_null_but_not_of_another_type,
	what_is_no_object_has_no_keys, a_line_is_written_whole_with_17_digits)
