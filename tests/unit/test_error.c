// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/error.h"

#include "unit.h"

#include <errno.h>

START_TEST(a_failure_returns_the_negative_code_and_sets_the_text)
{
	struct error err = { 0 };

	ck_assert_int_eq(fail(&err, ENOSPC, "bs: %d is below the least, %d", 0, 1), -ENOSPC);
	ck_assert_str_eq(err.text, "bs: 0 is below the least, 1");
}
END_TEST

START_TEST(errno_adds_its_description)
{
	struct error err = { 0 };

	errno = ENOENT;
	ck_assert_int_eq(fail_errno(&err, "open %s", "log"), -ENOENT);
	ck_assert_str_eq(err.text, "open log: No such file or directory");
}
END_TEST

START_TEST(an_errno_of_zero_is_still_a_failure)
{
	struct error err = { 0 };

	errno = 0;
	ck_assert_int_eq(fail_errno(&err, "read"), -EIO);
}
END_TEST

START_TEST(context_is_put_before_the_text_and_the_code_passes_through)
{
	struct error err = { 0 };
	int ret = fail(&err, EEXIST, "create log: File exists");

	ck_assert_int_eq(fail_in(&err, ret, "client %d", 3), -EEXIST);
	ck_assert_int_eq(fail_in(&err, ret, "workload append"), -EEXIST);
	ck_assert_str_eq(err.text, "workload append: client 3: create log: File exists");
}
END_TEST

START_TEST(a_long_text_is_cut_at_the_end)
{
	struct error err = { 0 };
	char name[2000];

	memset(name, 'a', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	ck_assert_int_eq(fail(&err, EINVAL, "%s", name), -EINVAL);
	ck_assert_uint_eq(strlen(err.text), sizeof(err.text) - 1);
	ck_assert_int_eq(fail_in(&err, -EINVAL, "where"), -EINVAL);
	ck_assert_uint_eq(strlen(err.text), sizeof(err.text) - 1);
	ck_assert(strncmp(err.text, "where: aaa", 10) == 0);
	ck_assert_int_eq(fail_in(&err, -EINVAL, "%s", name), -EINVAL);
	errno = ENOENT;
	ck_assert_int_eq(fail_errno(&err, "%s", name), -ENOENT);
	ck_assert_uint_eq(strlen(err.text), sizeof(err.text) - 1);
}
END_TEST

UNIT_MAIN("error", a_failure_returns_the_negative_code_and_sets_the_text,
	errno_adds_its_description, an_errno_of_zero_is_still_a_failure,
	context_is_put_before_the_text_and_the_code_passes_through, a_long_text_is_cut_at_the_end)
