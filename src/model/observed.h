// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/record.h"

/* How long a phase was observed: what its counters grew by took place in this time. */
#define OBSERVED_TIME "bakeoff.observed.time"

/* What the run's files have in the page cache when a phase begins, and their size: docs/cache.md.
 */
#define OBSERVED_CACHE_RESIDENT "bakeoff.cache.resident"
#define OBSERVED_CACHE_SIZE     "bakeoff.cache.size"

/* What was observed of that name and instance; NULL where there is nothing of it. */
const struct counter_record *observed_find(const struct phase_record *phase, const char *metric,
	const char *instance);
/* The same as a number; NaN where there is none. */
double observed_value(const struct phase_record *phase, const char *metric, const char *instance);

/* Nanoseconds; NaN where nothing was observed. */
double observed_ns(const struct phase_record *phase);

/*
 * A number of its own length of time: a counter's growth per second (ns: seconds per second, of all
 * CPUs together where it is CPU time), an instant as it is. *unit is in the spelling of values:
 * bytes/s, count/s, s/s, bytes, count, Hz.
 */
double observed_rate(double value, enum reading_kind reading, const char *counted, double ns,
	const char **unit);

/*
 * Whether the metric's instances are block devices. The first one in a phase is the device under
 * test, whatever it is called in that run: loop numbers are anybody's.
 */
bool observed_of_device(const char *metric);
