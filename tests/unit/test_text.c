// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text.h"

#include "unit.h"

#include <errno.h>
#include <string.h>

START_TEST(an_empty_text_can_be_read)
{
	struct text t;

	text_init(&t, 10);
	ck_assert_str_eq(t.data, "");
	ck_assert_uint_eq(t.length, 0);
	text_free(&t);
	ck_assert_str_eq(t.data, "");
}
END_TEST

START_TEST(pieces_are_put_together)
{
	AUTO_TEXT struct text t;
	struct error err = { 0 };

	text_init(&t, 1 << 20);
	for (int i = 0; i < 1000; i++) {
		text_puts(&t, "ab");
		text_add(&t, "cdef", 2);
		text_printf(&t, "%03d", i);
	}
	ck_assert_uint_eq(t.length, 7000);
	ck_assert_uint_eq(strlen(t.data), 7000);
	ck_assert(strncmp(t.data, "abcd000abcd001", 14) == 0);
	ck_assert_str_eq(t.data + 7000 - 7, "abcd999");
	OK(text_check(&t, "report", &err));
}
END_TEST

START_TEST(what_does_not_fit_is_dropped_whole_and_remembered)
{
	AUTO_TEXT struct text t;
	struct error err = { 0 };

	text_init(&t, 5);
	text_puts(&t, "abc");
	text_puts(&t, "def");
	ck_assert_str_eq(t.data, "abc");
	ck_assert(t.overflow);
	text_printf(&t, "%d", 1234);
	ck_assert_str_eq(t.data, "abc");
	text_puts(&t, "de"); /* just fits */
	ck_assert_str_eq(t.data, "abcde");
	ck_assert_int_eq(text_check(&t, "report", &err), -E2BIG);
	ck_assert_str_eq(err.text, "report: more than 5 bytes");
	text_clear(&t);
	ck_assert_str_eq(t.data, "");
	ck_assert(!t.overflow);
}
END_TEST

UNIT_MAIN("text", an_empty_text_can_be_read, pieces_are_put_together,
	what_does_not_fit_is_dropped_whole_and_remembered)
