// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "io/disk.h"

/* How busy the machine is while nothing of ours runs, as counters, and as rates between two looks.
 */

struct usage {
	uint64_t time_ns;             /* monotonic */
	double busy, steal, all;      /* ticks of all CPUs; busy is neither idle nor stolen */
	double swapped;               /* pages in and out */
	const uint64_t *disk_busy_ms; /* of each disk; UINT64_MAX where it cannot be read */
};

/* NaN where it could not be read. */
struct usage_rates {
	double seconds;
	double busy, steal;      /* shares of all CPUs' time, 0 to 1 */
	double swapped;          /* pages a second */
	const double *disk_busy; /* of each disk, share of the time, 0 to 1 */
};

/* A look at the counters below root. What cannot be read is NaN. */
struct usage usage_read(const char *root, const struct disk *disks, size_t count,
	struct arena *arena);

struct usage_rates usage_between(const struct usage *before, const struct usage *after,
	size_t disk_count, struct arena *arena);
