// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock.h"

#include "core/auto.h"

#include <string.h>

enum { LEAST_CALIBRATION_MS = 10 };

static uint64_t read_ns(clockid_t id)
{
	struct timespec now;

	(void)clock_gettime(id, &now); /* cannot fail with these clocks */
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

uint64_t clock_monotonic_ns(void)
{
	return read_ns(CLOCK_MONOTONIC);
}

uint64_t clock_utc_ns(void)
{
	return read_ns(CLOCK_REALTIME);
}

bool clock_has_invariant_tsc(void)
{
#if defined(__x86_64__) || defined(__i386__)
	AUTO_FCLOSE FILE *f = fopen("/proc/cpuinfo", "re");
	char line[8192];

	while (f && fgets(line, sizeof(line), f)) {
		if (strncmp(line, "flags", 5) == 0)
			return strstr(line, " constant_tsc") && strstr(line, " nonstop_tsc");
	}
#endif
	return false;
}

/* Both clocks at one moment: the pair whose readings lie closest together. */
static void read_pair(const struct clock *clock, uint64_t *ns, uint64_t *ticks)
{
	uint64_t closest = UINT64_MAX;

	for (int i = 0; i < 8; i++) {
		uint64_t before = clock_ticks(clock);
		uint64_t middle = clock_monotonic_ns();
		uint64_t after = clock_ticks(clock);
		if (after - before < closest) {
			closest = after - before;
			*ns = middle;
			*ticks = before + (after - before) / 2;
		}
	}
}

void clock_start(struct clock *clock, bool use_tsc)
{
	*clock = (struct clock){ .tsc = use_tsc, .mult = UINT64_C(1) << 32 };
	if (use_tsc)
		read_pair(clock, &clock->first_ns, &clock->first_ticks);
}

void clock_calibrate(struct clock *clock)
{
	uint64_t ns, ticks;

	if (!clock->tsc)
		return;
	do
		read_pair(clock, &ns, &ticks);
	while (ns - clock->first_ns < LEAST_CALIBRATION_MS * NS_PER_MS);
	clock->mult = (uint64_t)((((unsigned __int128)(ns - clock->first_ns)) << 32) /
				 (ticks - clock->first_ticks));
}
