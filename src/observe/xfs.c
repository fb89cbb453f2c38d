// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include <string.h>

/* /sys/fs/xfs/DEVICE/stats/stats, where the thing under test is an XFS. fs/xfs/xfs_stats.c */
#define ROW(key, field, name) \
	{ \
		key, field, "xfs.perdev." name, "count", READING_COUNTER, 1 \
	}

static const struct number_row rows[] = {
	ROW("extent_alloc", 0, "allocs.alloc_extent"),
	ROW("extent_alloc", 1, "allocs.alloc_block"),
	ROW("extent_alloc", 2, "allocs.free_extent"),
	ROW("extent_alloc", 3, "allocs.free_block"),
	ROW("blk_map", 0, "block_map.read_ops"),
	ROW("blk_map", 1, "block_map.write_ops"),
	ROW("dir", 0, "dir_ops.lookup"),
	ROW("dir", 1, "dir_ops.create"),
	ROW("dir", 2, "dir_ops.remove"),
	ROW("dir", 3, "dir_ops.getdents"),
	ROW("trans", 0, "transactions.sync"),
	ROW("trans", 1, "transactions.async"),
	ROW("log", 0, "log.writes"),
	{ "log", 1, "xfs.perdev.log.blocks", "B", READING_COUNTER, 512 },
	ROW("log", 2, "log.noiclogs"),
	ROW("log", 3, "log.force"),
	ROW("log", 4, "log.force_sleep"),
	ROW("push_ail", 0, "log_tail.try_logspace"),
	ROW("push_ail", 1, "log_tail.sleep_logspace"),
	ROW("push_ail", 2, "log_tail.push_ail.pushes"),
	ROW("push_ail", 5, "log_tail.push_ail.pinned"),
	ROW("rw", 0, "write"),
	ROW("rw", 1, "read"),
	ROW("icluster", 0, "iflush_count"),
	ROW("buf", 0, "buffer.get"),
	{ "xpc", 0, "xfs.perdev.xstrat.bytes", "B", READING_COUNTER, 1 },
	{ "xpc", 1, "xfs.perdev.write_bytes", "B", READING_COUNTER, 1 },
	{ "xpc", 2, "xfs.perdev.read_bytes", "B", READING_COUNTER, 1 },
	{ 0 },
};

struct xfs {
	struct source *stats;
	size_t first;
};

static void *xfs_open(struct observation *o)
{
	const struct device_list *devices = &o->devices;

	if (strcmp(devices->fs, "xfs") != 0 || devices->count == 0)
		return NULL;
	struct xfs *xfs = NEW(&o->arena, struct xfs, 1);
	xfs->stats = source_open(o,
		arena_printf(&o->arena, "/sys/fs/xfs/%s/stats/stats", devices->names[0]));
	xfs->first = numbers_add(o, rows, devices->names[0]);
	return xfs;
}

static void xfs_sample(struct observation *o, void *state, bool at_end)
{
	struct xfs *xfs = state;

	(void)at_end;
	numbers_sample(o, xfs->stats, rows, xfs->first);
}

const struct observer xfs_observer = { .name = "xfs", .open = xfs_open, .sample = xfs_sample };
