// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/pcp_metrics.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

#define DIMENSIONS(space, time, count, space_scale, time_scale, count_scale) \
	{ \
		.dimSpace = (space), .dimTime = (time), .dimCount = (count), \
		.scaleSpace = (space_scale), .scaleTime = (time_scale), \
		.scaleCount = (count_scale), \
	}

#define SPACE(scale) DIMENSIONS(1, 0, 0, scale, 0, 0)
#define TIME(scale)  DIMENSIONS(0, 1, 0, 0, scale, 0)

/* Base units. The type is that of a counter; what is read as it is now is a double. */
static const struct base {
	const char *unit;
	struct pcp_measure measure;
} bases[] = {
	{ "ns", { PM_TYPE_U64, TIME(PM_TIME_NSEC), 1 } },
	/* pmlogsummary and pmdiff print three decimals: of a latency in seconds none is left */
	{ "s", { PM_TYPE_DOUBLE, TIME(PM_TIME_USEC), 1e6 } },
	{ "B", { PM_TYPE_U64, SPACE(PM_SPACE_BYTE), 1 } },
	{ "bytes", { PM_TYPE_U64, SPACE(PM_SPACE_BYTE), 1 } },
	{ "count", { PM_TYPE_U64, DIMENSIONS(0, 0, 1, 0, 0, PM_COUNT_ONE), 1 } },
	{ "1/s", { PM_TYPE_DOUBLE, DIMENSIONS(0, -1, 1, 0, PM_TIME_SEC, PM_COUNT_ONE), 1 } },
	{ "bytes/s", { PM_TYPE_DOUBLE, DIMENSIONS(1, -1, 0, PM_SPACE_BYTE, PM_TIME_SEC, 0), 1 } },
	{ "B/s", { PM_TYPE_DOUBLE, DIMENSIONS(1, -1, 0, PM_SPACE_BYTE, PM_TIME_SEC, 0), 1 } },
};

/* Patterns of names in PCP's name space whose unit there is another one (pminfo -d). */
static const struct known {
	const char *pattern, *unit;
	struct pcp_measure measure;
} known_metrics[] = {
	{ "kernel.percpu.cpu.*", "ns", { PM_TYPE_U64, TIME(PM_TIME_MSEC), 1e-6 } },
	{ "kernel.all.cpu.*", "ns", { PM_TYPE_U64, TIME(PM_TIME_MSEC), 1e-6 } },
	{ "kernel.all.pressure.*.total", "ns", { PM_TYPE_U64, TIME(PM_TIME_USEC), 1e-3 } },
	{ "disk.*.*active", "ns", { PM_TYPE_U64, TIME(PM_TIME_MSEC), 1e-6 } },
	{ "disk.*.aveq", "ns", { PM_TYPE_U64, TIME(PM_TIME_MSEC), 1e-6 } },
	{ "disk.*.*bytes", "B", { PM_TYPE_U64, SPACE(PM_SPACE_KBYTE), 1.0 / KIB } },
	{ "mem.util.*", "B", { PM_TYPE_U64, SPACE(PM_SPACE_KBYTE), 1.0 / KIB } },
	{ "proc.psinfo.*time", "ns", { PM_TYPE_U64, TIME(PM_TIME_MSEC), 1e-6 } },
};

struct pcp_measure pcp_measure_of(const char *metric, const char *unit, enum reading_kind reading)
{
	for (size_t i = 0; i < COUNT_OF(known_metrics); i++) {
		if (strcmp(known_metrics[i].unit, unit) == 0 &&
			fnmatch(known_metrics[i].pattern, metric, 0) == 0)
			return known_metrics[i].measure;
	}
	struct pcp_measure measure = { PM_TYPE_DOUBLE, DIMENSIONS(0, 0, 0, 0, 0, 0), 1 };
	for (size_t i = 0; i < COUNT_OF(bases); i++) {
		if (strcmp(bases[i].unit, unit) == 0)
			measure = bases[i].measure;
	}
	if (reading == READING_INSTANT)
		measure.type = PM_TYPE_DOUBLE;
	return measure;
}

char *pcp_name(struct arena *arena, const char *text)
{
	char *name = arena_printf(arena, "%s%s", isalpha((unsigned char)*text) ? "" : "n", text);

	for (char *c = name; *c; c++)
		*c = isalnum((unsigned char)*c) ? *c : '_';
	return name;
}

bool pcp_name_is_sound(const char *name)
{
	bool begins = true;

	for (; *name; name++) {
		if (begins ? !isalpha((unsigned char)*name)
			   : !isalnum((unsigned char)*name) && *name != '_' && *name != '.')
			return false;
		begins = *name == '.';
	}
	return !begins;
}
