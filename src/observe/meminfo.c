// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

/* /proc/meminfo: how much memory is what, at that moment. proc(5) */
static const struct number_row rows[] = {
	{ "MemFree", 0, "mem.util.free", "B", READING_INSTANT, KIB },
	{ "MemAvailable", 0, "mem.util.available", "B", READING_INSTANT, KIB },
	{ "Buffers", 0, "mem.util.bufmem", "B", READING_INSTANT, KIB },
	{ "Cached", 0, "mem.util.cached", "B", READING_INSTANT, KIB },
	{ "Dirty", 0, "mem.util.dirty", "B", READING_INSTANT, KIB },
	{ "Writeback", 0, "mem.util.writeback", "B", READING_INSTANT, KIB },
	{ "AnonPages", 0, "mem.util.anonpages", "B", READING_INSTANT, KIB },
	{ "Slab", 0, "mem.util.slab", "B", READING_INSTANT, KIB },
	{ "SReclaimable", 0, "mem.util.slabReclaimable", "B", READING_INSTANT, KIB },
	{ "SwapFree", 0, "mem.util.swapFree", "B", READING_INSTANT, KIB },
	{ 0 },
};

struct meminfo {
	struct source *source;
	size_t first;
};

static void *meminfo_open(struct observation *o)
{
	struct meminfo *m = NEW(&o->arena, struct meminfo, 1);

	m->source = source_open(o, "/proc/meminfo");
	m->first = numbers_add(o, rows, "");
	return m;
}

static void meminfo_sample(struct observation *o, void *state, bool at_end)
{
	struct meminfo *m = state;

	(void)at_end;
	numbers_sample(o, m->source, rows, m->first);
}

const struct observer meminfo_observer = { .name = "meminfo",
	.open = meminfo_open,
	.sample = meminfo_sample };
