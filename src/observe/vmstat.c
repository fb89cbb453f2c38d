// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

/*
 * /proc/vmstat: paging, swapping, reclaim. PCP calls pgpgin and pgpgout counts; the kernel counts
 * KiB, and bytes is what is recorded. include/linux/vm_event_item.h
 */
static const struct number_row rows[] = {
	{ "pgpgin", 0, "mem.vmstat.pgpgin", "B", READING_COUNTER, KIB },
	{ "pgpgout", 0, "mem.vmstat.pgpgout", "B", READING_COUNTER, KIB },
	{ "pswpin", 0, "swap.pagesin", "count", READING_COUNTER, 1 },
	{ "pswpout", 0, "swap.pagesout", "count", READING_COUNTER, 1 },
	{ "pgfault", 0, "mem.vmstat.pgfault", "count", READING_COUNTER, 1 },
	{ "pgmajfault", 0, "mem.vmstat.pgmajfault", "count", READING_COUNTER, 1 },
	{ "nr_dirtied", 0, "mem.vmstat.nr_dirtied", "count", READING_COUNTER, 1 },
	{ "nr_written", 0, "mem.vmstat.nr_written", "count", READING_COUNTER, 1 },
	{ "pgscan_kswapd", 0, "mem.vmstat.pgscan_kswapd", "count", READING_COUNTER, 1 },
	{ "pgscan_direct", 0, "mem.vmstat.pgscan_direct", "count", READING_COUNTER, 1 },
	{ "pgsteal_kswapd", 0, "mem.vmstat.pgsteal_kswapd", "count", READING_COUNTER, 1 },
	{ "pgsteal_direct", 0, "mem.vmstat.pgsteal_direct", "count", READING_COUNTER, 1 },
	{ "allocstall_normal", 0, "mem.vmstat.allocstall_normal", "count", READING_COUNTER, 1 },
	{ "allocstall_movable", 0, "mem.vmstat.allocstall_movable", "count", READING_COUNTER, 1 },
	{ "workingset_refault_file", 0, "mem.vmstat.workingset_refault_file", "count",
		READING_COUNTER, 1 },
	{ "compact_stall", 0, "mem.vmstat.compact_stall", "count", READING_COUNTER, 1 },
	{ "drop_pagecache", 0, "mem.vmstat.drop_pagecache", "count", READING_COUNTER, 1 },
	{ "oom_kill", 0, "mem.vmstat.oom_kill", "count", READING_COUNTER, 1 },
	{ 0 },
};

struct vmstat {
	struct source *source;
	size_t first;
};

static void *vmstat_open(struct observation *o)
{
	struct vmstat *v = NEW(&o->arena, struct vmstat, 1);

	v->source = source_open(o, "/proc/vmstat");
	v->first = numbers_add(o, rows, "");
	return v;
}

static void vmstat_sample(struct observation *o, void *state, bool at_end)
{
	struct vmstat *v = state;

	(void)at_end;
	numbers_sample(o, v->source, rows, v->first);
}

const struct observer vmstat_observer = { .name = "vmstat",
	.open = vmstat_open,
	.sample = vmstat_sample };
