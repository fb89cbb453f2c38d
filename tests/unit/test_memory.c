// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/memory.h"

#include "unit.h"

#include <sys/sysinfo.h>

/* A bound that no machine of the last thirty years, and none of the next, falls out of. */
START_TEST(a_machine_copies_memory_at_a_rate_that_can_be)
{
	struct error err = { 0 };
	double rate = 0;

	OK(memory_copy_rate(&rate, &err));
	ck_assert_double_gt(rate, 10e6);
	ck_assert_double_lt(rate, 10e12);
}
END_TEST

START_TEST(what_is_available_is_less_than_there_is)
{
	struct sysinfo all;

	ck_assert_int_eq(sysinfo(&all), 0);
	ck_assert_uint_gt(memory_available(), MIB);
	ck_assert_uint_le(memory_available(), (uint64_t)all.totalram * all.mem_unit);
}
END_TEST

UNIT_MAIN("memory", a_machine_copies_memory_at_a_rate_that_can_be,
	what_is_available_is_less_than_there_is)
