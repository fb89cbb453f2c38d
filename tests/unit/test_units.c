// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units.h"

#include "unit.h"

#include <errno.h>

/* Case 9 of the acceptance cases collected from public reports: fio reads 4KiB as 4000. */
START_TEST(sizes_are_powers_of_1024_unless_they_say_B)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} cases[] = {
		{ "0", 0 },
		{ "4k", 4096 },
		{ "4K", 4096 },
		{ "4Ki", 4096 },
		{ "4KiB", 4096 },
		{ "4kB", 4000 },
		{ "4KB", 4000 },
		{ "1M", 1048576 },
		{ "1MB", 1000000 },
		{ "1g", 1073741824 },
		{ "512B", 512 },
		{ "1.5k", 1536 },
		{ "0.5M", 524288 },
		{ "18446744073709551615", UINT64_MAX },
		{ "16383P", UINT64_C(16383) << 50 },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint64_t bytes = 1;
		OK(units_parse_size(cases[i].text, &bytes, &err));
		ck_assert_uint_eq(bytes, cases[i].bytes);
	}
}
END_TEST

START_TEST(sizes_that_must_be_refused_say_where_and_why)
{
	static const struct {
		const char *text;
		int ret;
		const char *why;
	} cases[] = {
		{ "", -EINVAL, "empty" },
		{ "-1", -EINVAL, "negative" },
		{ "99999999999T", -ERANGE, "too large" },
		{ "18446744073709551616", -ERANGE, "too large" },
		{ "16384P", -ERANGE, "too large" },
		{ "4Kx", -EINVAL, "unknown suffix 'Kx' at position 2" },
		{ "5 G B", -EINVAL, "unknown suffix ' G B' at position 2" },
		{ "1e3k", -EINVAL, "unknown suffix 'e3k' at position 2" },
		{ "4kb", -EINVAL, "unknown suffix 'kb'" },
		{ "0x10", -EINVAL, "unknown suffix 'x10' at position 2" },
		{ "1.3", -EINVAL, "not a whole number" },
		{ ".5k", -EINVAL, "position 1" },
		{ " 4k", -EINVAL, "position 1" },
		{ "+4k", -EINVAL, "position 1" },
		{ "k", -EINVAL, "position 1" },
	};
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint64_t bytes = 77;
		ck_assert_int_eq(units_parse_size(cases[i].text, &bytes, &err), cases[i].ret);
		ck_assert_msg(strstr(err.text, cases[i].why), "'%s': %s", cases[i].text, err.text);
		ck_assert_uint_eq(bytes, 77);
	}
}
END_TEST

START_TEST(counts_are_powers_of_1000)
{
	struct error err = { 0 };
	uint64_t count;

	OK(units_parse_count("250k", &count, &err));
	ck_assert_uint_eq(count, 250000);
	OK(units_parse_count("1.5M", &count, &err));
	ck_assert_uint_eq(count, 1500000);
	ck_assert_int_eq(units_parse_count("4KiB", &count, &err), -EINVAL);
	ck_assert_int_eq(units_parse_count("1kB", &count, &err), -EINVAL);
}
END_TEST

START_TEST(a_bare_time_is_seconds)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} cases[] = {
		{ "30", 30 * NS_PER_S },
		{ "0.5", NS_PER_S / 2 },
		{ "250ms", 250 * NS_PER_MS },
		{ "7us", 7000 },
		{ "9ns", 9 },
		{ "2m", 120 * NS_PER_S },
		{ "1.5h", 5400 * NS_PER_S },
		{ "1d", 86400 * NS_PER_S },
	};
	struct error err = { 0 };
	uint64_t ns;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OK(units_parse_time(cases[i].text, &ns, &err));
		ck_assert_uint_eq(ns, cases[i].ns);
	}
	ck_assert_int_eq(units_parse_time("30x", &ns, &err), -EINVAL);
	ck_assert_int_eq(units_parse_time("0.5ns", &ns, &err), -EINVAL);
}
END_TEST

START_TEST(a_percentage_has_its_sign)
{
	struct error err = { 0 };
	double fraction = -1;

	OK(units_parse_percent("5%", &fraction, &err));
	ck_assert_double_eq_tol(fraction, 0.05, 1e-15);
	ck_assert_int_eq(units_parse_percent("5", &fraction, &err), -EINVAL);
	ck_assert_int_eq(units_parse_percent("-5%", &fraction, &err), -EINVAL);
	ck_assert_int_eq(units_parse_percent("nan%", &fraction, &err), -EINVAL);
	ck_assert_int_eq(units_parse_percent("%", &fraction, &err), -EINVAL);
}
END_TEST

START_TEST(what_is_printed_exactly_is_read_back_the_same)
{
	static const uint64_t values[] = { 0, 1, 512, 1000, 1023, 1024, 4096, 1048576, 1536,
		1073741824, UINT64_MAX };
	struct arena arena = { 0 };
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(values); i++) {
		uint64_t back = 0;
		OK(units_parse_size(units_exact_size(&arena, values[i]), &back, &err));
		ck_assert_uint_eq(back, values[i]);
		OK(units_parse_count(units_exact_count(&arena, values[i]), &back, &err));
		ck_assert_uint_eq(back, values[i]);
		OK(units_parse_time(units_exact_time(&arena, values[i]), &back, &err));
		ck_assert_uint_eq(back, values[i]);
	}
	ck_assert_str_eq(units_exact_size(&arena, 131072), "128k");
	ck_assert_str_eq(units_exact_time(&arena, 1500 * NS_PER_MS), "1500ms");
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("units", sizes_are_powers_of_1024_unless_they_say_B,
	sizes_that_must_be_refused_say_where_and_why, counts_are_powers_of_1000,
	a_bare_time_is_seconds, a_percentage_has_its_sign,
	what_is_printed_exactly_is_read_back_the_same)
