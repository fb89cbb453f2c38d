// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

#include <time.h>
#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#endif

/*
 * The clock of measured phases: the invariant TSC where the CPU says that it
 * has one (constant_tsc and nonstop_tsc in /proc/cpuinfo), calibrated against
 * CLOCK_MONOTONIC; otherwise CLOCK_MONOTONIC itself, which costs several
 * times as much. Both processes of a run and all its clients may compare
 * readings, since the TSC is the machine's and not the process's.
 */
struct clock {
	bool tsc;
	uint64_t mult;     /* nanoseconds per tick, times 2^32 */
	uint64_t first_ns; /* the first pair of the calibration */
	uint64_t first_ticks;
};

/* CLOCK_MONOTONIC, nanoseconds. */
uint64_t clock_monotonic_ns(void);
/* UTC, nanoseconds since 1970. */
uint64_t clock_utc_ns(void);

/* Whether this CPU's TSC may serve as a clock. Reads /proc/cpuinfo. */
bool clock_has_invariant_tsc(void);

/*
 * Takes the first pair of readings, as early in the process as can be.
 * use_tsc false: CLOCK_MONOTONIC, whatever the CPU has.
 */
void clock_start(struct clock *clock, bool use_tsc);

/*
 * Takes the second pair and fixes the rate. The longer ago clock_start() was, the
 * better; it waits until that is at least 10 ms, for an error of about 10 ppm.
 */
void clock_calibrate(struct clock *clock);

static inline uint64_t clock_ticks(const struct clock *clock)
{
#if defined(__x86_64__) || defined(__i386__)
	if (__builtin_expect(clock->tsc, 1))
		return __rdtsc();
#endif
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail with this clock */
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

/* The length of a span of ticks in nanoseconds. */
static inline uint64_t clock_ns(const struct clock *clock, uint64_t ticks)
{
	return (uint64_t)(((unsigned __int128)ticks * clock->mult) >> 32);
}

/* The other way round: how many ticks a span lasts. */
static inline uint64_t clock_ticks_of_ns(const struct clock *clock, uint64_t ns)
{
	return (uint64_t)((((unsigned __int128)ns) << 32) / clock->mult);
}
