// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/printable.h"

#include "unit.h"

#include <errno.h>
#include <string.h>

START_TEST(every_script_can_be_printed)
{
	static const char *const texts[] = { "", "lmdd bs=4k, write", "größe", "日本",
		"\xf0\x9f\x9a\x80", "\xed\x9f\xbf", "\xc2\xa0" };
	struct error err;

	for (size_t i = 0; i < COUNT_OF(texts); i++)
		ck_assert_int_eq(printable_check("name", texts[i], &err), 0);
}
END_TEST

START_TEST(what_a_terminal_obeys_and_what_is_no_utf_8_is_refused_by_its_place)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{ "a\n", "name: byte 2 is a control character" },
		{ "\033[31mred", "name: byte 1 is a control character" },
		{ "ab\x7f", "name: byte 3 is a control character" },
		{ "a\xc2\x9b", "name: byte 2 is a control character" },
		{ "a\xff", "name: byte 2 is no UTF-8" }, { "\xc3", "name: byte 1 is no UTF-8" },
		{ "\xc0\xaf", "name: byte 1 is no UTF-8" },         /* too long for its value */
		{ "\xed\xa0\x80", "name: byte 1 is no UTF-8" },     /* half of a pair */
		{ "\xf4\x90\x80\x80", "name: byte 1 is no UTF-8" }, /* beyond Unicode */
		{ "ab\xe6\x97", "name: byte 3 is no UTF-8" },       /* cut */
	};
	struct error err;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		ck_assert_int_eq(printable_check("name", cases[i].text, &err), -EINVAL);
		ck_assert_str_eq(err.text, cases[i].says);
	}
}
END_TEST

UNIT_MAIN("printable", every_script_can_be_printed,
	what_a_terminal_obeys_and_what_is_no_utf_8_is_refused_by_its_place)
