// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock.h"

#include "unit.h"

#include <math.h>
#include <time.h>

static void sleep_ms(long ms)
{
	nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000 }, NULL);
}

/* A span of both clocks at once. A preemption between two readings spoils a try, so the best of a
 * few counts. */
static double worst_agreement(const struct clock *clock)
{
	double best = INFINITY;

	for (int i = 0; i < 5 && best > 0.001; i++) {
		uint64_t ns = clock_monotonic_ns(), ticks = clock_ticks(clock);
		sleep_ms(60);
		double span = (double)clock_ns(clock, clock_ticks(clock) - ticks);
		best = fmin(best, fabs(span / (double)(clock_monotonic_ns() - ns) - 1));
	}
	return best;
}

START_TEST(the_tsc_agrees_with_the_monotonic_clock_within_a_thousandth)
{
	struct clock clock;

	if (!clock_has_invariant_tsc()) {
		clock_start(&clock, false);
		ck_assert(!clock.tsc);
		return;
	}
	clock_start(&clock, true);
	sleep_ms(50);
	clock_calibrate(&clock);
	ck_assert(clock.tsc);
	ck_assert_double_le(worst_agreement(&clock), 0.001);
}
END_TEST

START_TEST(without_the_tsc_a_tick_is_a_nanosecond)
{
	struct clock clock;

	clock_start(&clock, false);
	clock_calibrate(&clock);
	ck_assert_uint_eq(clock_ns(&clock, 123456789), 123456789);
	uint64_t before = clock_monotonic_ns(), ticks = clock_ticks(&clock),
		 after = clock_monotonic_ns();
	ck_assert_uint_le(before, ticks);
	ck_assert_uint_le(ticks, after);
	ck_assert_double_le(worst_agreement(&clock), 0.001);
}
END_TEST

START_TEST(calibrating_at_once_waits_until_it_is_good_enough)
{
	struct clock clock;
	uint64_t before = clock_monotonic_ns();

	if (!clock_has_invariant_tsc())
		return;
	clock_start(&clock, true);
	clock_calibrate(&clock);
	ck_assert_uint_ge(clock_monotonic_ns() - before, 10 * NS_PER_MS);
	ck_assert_double_le(worst_agreement(&clock), 0.001);
}
END_TEST

START_TEST(ticks_and_nanoseconds_turn_into_each_other)
{
	static const uint64_t spans[] = { 1000, NS_PER_S, 3600 * NS_PER_S,
		400 * 24 * 3600 * NS_PER_S };
	const struct clock clock = { .tsc = true,
		.mult = (UINT64_C(1) << 32) * 10 / 27 }; /* 2.7 GHz */

	for (size_t i = 0; i < COUNT_OF(spans); i++) {
		uint64_t ticks = clock_ticks_of_ns(&clock, spans[i]);
		ck_assert_double_eq_tol((double)ticks / (double)spans[i], 2.7, 0.003);
		ck_assert_double_eq_tol((double)clock_ns(&clock, ticks), (double)spans[i], 2);
	}
}
END_TEST

START_TEST(utc_is_after_this_was_written)
{
	ck_assert_uint_gt(clock_utc_ns(), UINT64_C(1700000000) * NS_PER_S);
}
END_TEST

UNIT_MAIN("clock", the_tsc_agrees_with_the_monotonic_clock_within_a_thousandth,
	without_the_tsc_a_tick_is_a_nanosecond, calibrating_at_once_waits_until_it_is_good_enough,
	ticks_and_nanoseconds_turn_into_each_other, utc_is_after_this_was_written)
