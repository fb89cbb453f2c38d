// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/numbers.h"

#include "report/notes.h"

#include "unit.h"

#include <math.h>

START_TEST(four_digits_are_significant_and_whole_digits_stay)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = {
		{ 312.44, "312.4" },
		{ 63888.89, "63889" },
		{ 9.99996, "10.00" },
		{ 0.0512, "0.05120" },
		{ 0, "0" },
		{ -3.14159, "-3.142" },
		{ NAN, "-" },
		{ INFINITY, "-" },
		{ 1e15, "1.000e+15" },
		{ 1.2346e-9, "1.235e-09" },
	};
	struct arena arena = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_str_eq(number_text(&arena, cases[i].value), cases[i].text);
	arena_free(&arena);
}
END_TEST

START_TEST(units_are_those_that_people_read)
{
	static const struct {
		const char *unit;
		double largest;
		const char *shown, *decimal;
		double value;
	} cases[] = {
		{ "bytes/s", 300.0 * MIB, "MiB/s", "MB/s", 300 },
		{ "bytes/s", 20000.0 * MIB, "MiB/s", "MB/s", 20000 },
		{ "bytes/s", 50.0 * KIB, "KiB/s", "kB/s", 50 },
		{ "bytes/s", NAN, "MiB/s", "MB/s", NAN },
		{ "s", 25.9, "s", NULL, 25.9 },
		{ "s", 0.0123, "ms", NULL, 12.3 },
		{ "s", 4.5e-6, "us", NULL, 4.5 },
		{ "s", 120e-9, "ns", NULL, 120 },
		{ "s", 0, "s", NULL, 0 },
		{ "1/s", 1030, "ops/s", NULL, 1030 },
		{ "furlongs", 3, "furlongs", NULL, 3 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct scale scale = scale_for(cases[i].unit, cases[i].largest);
		ck_assert_str_eq(scale.unit, cases[i].shown);
		ck_assert_pstr_eq(scale.decimal, cases[i].decimal);
		if (!isnan(cases[i].value))
			ck_assert_double_eq_tol(cases[i].largest * scale.factor, cases[i].value,
				1e-9);
	}
}
END_TEST

/* Half-widths: 12.5 points deserve tens, so ones are shown; 0.9 deserve tenths, so hundredths. */
START_TEST(an_interval_has_one_digit_more_than_its_half_width_deserves)
{
	static const struct {
		double ratio, lo, hi;
		const char *text;
	} cases[] = {
		{ 0.8963, 0.782, 1.027, "-10% [-22, +3]" },
		{ 0.9202, 0.9113, 0.9291, "-7.98% [-8.87, -7.09]" },
		{ 1.003265, 0.999807, 1.006735, "+0.33% [-0.02, +0.67]" },
		{ 1.002, 0.989, 1.015, "+0.2% [-1.1, +1.5]" },
		{ 2.604239, 2.237563, 3.031004, "x2.60 [2.24, 3.03]" },
		{ 2, 1.98, 2.02, "x2.000 [1.980, 2.020]" },
		{ 1.99, 1.79, 2.19, "+99% [+79, +119]" },
		{ 0.4, 0.36, 0.44, "x0.400 [0.360, 0.440]" },
		{ 1.5, 0.1, 22, "+50% [-90, +2100]" },
		{ 1.02, NAN, NAN, "+2.0%" },
		{ 3.2, NAN, NAN, "x3.20" },
		{ 1, 1, 1, "0.0000% [0.0000, 0.0000]" },
		{ 0.999999999, 0.99, 1.01, "0.0% [-1.0, +1.0]" },
		{ 0.489, 5.9e-6, 40355, "x0.5 [6e-06, 40355]" },
		{ 1e-198, 5e-199, 2e-198, "x1e-198 [5e-199, 2e-198]" },
		{ 0.00136, 7e-5, 0.026, "x0.001 [7e-05, 0.026]" },
		{ 6.7e99, 5.6e97, 8e101, "x6.70e+99 [5.60e+97, 8.00e+101]" },
		{ 1.1, 0.001, 4.37e15, "+10% [-100, +4.37e+17]" },
		{ 0.004, NAN, NAN, "x0.004" },
		{ 1e12, NAN, NAN, "x1.00e+12" },
		{ NAN, NAN, NAN, "" },
	};
	struct arena arena = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_str_eq(effect_text(&arena, cases[i].ratio, cases[i].lo, cases[i].hi),
			cases[i].text);
	arena_free(&arena);
}
END_TEST

START_TEST(a_spread_has_two_digits_or_all_whole_ones)
{
	static const struct {
		double percent;
		const char *text;
	} cases[] = { { 0, "0" }, { 1e-9, "<.0001" }, { 0.00123, "0.0012" }, { 0.2, "0.20" },
		{ 1.16, "1.2" }, { 9.96, "10" }, { 46, "46" }, { 111.4, "111" }, { 12345, "12345" },
		{ 1.5e9, "1.50e+09" } };
	struct arena arena = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_str_eq(spread_text(&arena, cases[i].percent), cases[i].text);
	arena_free(&arena);
}
END_TEST

START_TEST(probabilities_have_two_digits)
{
	static const struct {
		double p;
		const char *text;
	} cases[] = {
		{ 0.0877, "=.088" },
		{ 0.0039, "=.0039" },
		{ 0.00054, "=.0005" },
		{ 0.00009, "<.0001" },
		{ 0.25, "=.25" },
		{ 0.0313, "=.031" },
		{ 0.996, "=1.0" },
		{ 1, "=1.0" },
		{ NAN, "=?" },
	};
	struct arena arena = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_str_eq(p_text(&arena, cases[i].p), cases[i].text);
	arena_free(&arena);
}
END_TEST

START_TEST(columns_are_counted_and_not_bytes)
{
	ck_assert_uint_eq(display_width("EQUIVALENT±5%"), 13);
	ck_assert_uint_eq(display_width("größe"), 5);
	ck_assert_uint_eq(display_width("日本"), 4);
	ck_assert_uint_eq(display_width("e\xcc\x81"), 1); /* e with a combining acute */
	ck_assert_uint_eq(display_width("\xff\xc3"), 2);  /* no UTF-8: a column each */
	ck_assert_uint_eq(display_width(""), 0);
}
END_TEST

START_TEST(a_shortened_name_keeps_both_ends_and_whole_characters)
{
	struct arena arena = { 0 };

	ck_assert_str_eq(shorten_middle(&arena, "short", 5), "short");
	ck_assert_str_eq(shorten_middle(&arena, "lmdd bs=1024k", 9), "lmdd~024k");
	for (size_t width = 1; width < 12; width++) {
		const char *cut = shorten_middle(&arena, "日本語größe", width);
		ck_assert_uint_le(display_width(cut), width);
		ck_assert_ptr_null(strchr(cut, '?'));
	}
	arena_free(&arena);
}
END_TEST

START_TEST(wrapped_lines_keep_their_width_and_every_word)
{
	const char *items[] = { "first item", "second",
		"a third item that is much longer than a line",
		"/a/path/without/any/blank/that/does/not/fit/into/one/line", "tab\tand\033escape" };
	AUTO_TEXT struct text out;
	size_t words = 0;

	text_init(&out, 4096);
	text_puts(&out, "head: ");
	wrap_items(&out, items, COUNT_OF(items), 4, 30);
	ck_assert_ptr_null(strchr(out.data, '\033'));
	for (char *line = strtok(out.data, "\n"); line; line = strtok(NULL, "\n")) {
		ck_assert_msg(display_width(line) <= 30, "%s", line);
		ck_assert(words++ == 0 || strncmp(line, "    ", 4) == 0);
	}
	ck_assert_uint_ge(words, 6);
}
END_TEST

START_TEST(a_time_is_iso_8601_in_utc)
{
	struct arena arena = { 0 };

	ck_assert_str_eq(utc_text(&arena, UINT64_C(1700000000) * NS_PER_S), "2023-11-14T22:13:20Z");
	ck_assert_str_eq(utc_text(&arena, 0), "-");
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("numbers", four_digits_are_significant_and_whole_digits_stay,
	units_are_those_that_people_read,
	an_interval_has_one_digit_more_than_its_half_width_deserves,
	a_spread_has_two_digits_or_all_whole_ones, probabilities_have_two_digits,
	columns_are_counted_and_not_bytes, a_shortened_name_keeps_both_ends_and_whole_characters,
	wrapped_lines_keep_their_width_and_every_word, a_time_is_iso_8601_in_utc)
