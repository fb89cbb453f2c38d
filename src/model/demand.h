// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/record.h"

/*
 * What a phase asked of the machine, as the few numbers that its bottleneck and its cache are
 * judged by. The store keeps them beside the counters that they come from, so that ten thousand
 * runs can be compared without reading all of those.
 */
enum demand_field {
	DEMAND_WALL,
	DEMAND_CLIENTS,
	DEMAND_CPUS,
	DEMAND_CLIENT_CPU,
	DEMAND_CPU_USER,
	DEMAND_CPU_SYS,
	DEMAND_CPU_IDLE,
	DEMAND_CPU_WAIT,
	DEMAND_CPU_STEAL,
	DEMAND_PSI_CPU,
	DEMAND_PSI_IO,
	DEMAND_PSI_MEMORY,
	DEMAND_SWAP,
	DEMAND_SYNC,
	DEMAND_SYNC_BYTES,
	DEMAND_DISK_BUSY,
	DEMAND_DISK_IN_FLIGHT,
	DEMAND_DISK_REQUEST,
	DEMAND_DISK_READ,
	DEMAND_DISK_WRITTEN,
	DEMAND_DISK_FLUSHES,
	DEMAND_FLUSH_SHARE,
	DEMAND_FLUSH_BYTES,
	DEMAND_LOOP_BUSY,
	DEMAND_LOOP_IN_FLIGHT,
	DEMAND_LOOP_REQUEST,
	DEMAND_BYTES,
	DEMAND_READ,
	DEMAND_WRITTEN,
	DEMAND_CACHE_RESIDENT,
	DEMAND_CACHE_SIZE,
	DEMAND_FIELDS,
};

/* How each is called everywhere (a column of the store, a key of JSON), and its unit; a share is of
 * unit "1". */
extern const struct demand_name {
	const char *name, *unit;
} demand_names[DEMAND_FIELDS];

struct demand {
	double at[DEMAND_FIELDS]; /* NaN: not known */
	const char *disk;         /* its name, "" where there is none */
};

/* Whether a counter of that name is looked at here: the many others need not be read. */
bool demand_needs(const char *metric);

/* Nothing known. */
struct demand demand_unknown(void);

/* Whether there is any counter behind it: a phase without has wall time, clients and bytes only. */
bool demand_is_known(const struct demand *demand);

/*
 * The demand of a phase. Of the disks that were observed (those under the file system) it is the
 * one that was busy longest, and the most bytes that any moved; a loop device stands apart, and for
 * the disk only where there is no other. The disk's name is the record's.
 */
struct demand demand_of_phase(const struct phase_record *phase);

/* The median of each field over those demands that know it; the first disk's name. The arena is for
 * work space. */
struct demand demand_median(const struct demand *demands, size_t count, struct arena *arena);
