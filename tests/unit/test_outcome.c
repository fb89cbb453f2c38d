// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metric.h"
#include "model/outcome.h"
#include "model/spec.h"

#include "unit.h"

START_TEST(outcomes_have_the_names_that_users_see)
{
	static const char *const expected[] = { "ok", "unsupported", "failed", "invalid",
		"interrupted" };

	for (int i = 0; i < (int)COUNT_OF(expected); i++) {
		ck_assert_str_eq(outcome_name((enum outcome)i), expected[i]);
		ck_assert_int_eq(outcome_of_name(expected[i]), i);
	}
	ck_assert_int_eq(outcome_of_name("OK"), -1);
	ck_assert_int_eq(outcome_of_name(""), -1);
}
END_TEST

START_TEST(directions_are_read_as_they_are_written)
{
	for (int i = BETTER_NEITHER; i <= BETTER_LOWER; i++)
		ck_assert_int_eq(better_of_name(better_name((enum better)i)), i);
	ck_assert_int_eq(better_of_name("smaller"), -1);
}
END_TEST

START_TEST(kinds_of_targets_are_read_as_they_are_written)
{
	for (int i = TARGET_DIR; i <= TARGET_TMPFS; i++)
		ck_assert_int_eq(target_kind_of_name(target_kind_name((enum target_kind)i)), i);
	ck_assert_int_eq(target_kind_of_name("tape"), -1);
}
END_TEST

UNIT_MAIN("outcome", outcomes_have_the_names_that_users_see,
	directions_are_read_as_they_are_written, kinds_of_targets_are_read_as_they_are_written)
