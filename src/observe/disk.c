// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include <sys/sysmacros.h>

/*
 * What the block devices did that the thing under test is on: /sys/dev/block/N:M/stat, the numbers
 * of /proc/diskstats. Documentation/admin-guide/iostats.rst of the kernel
 */
static const struct number_row rows[] = {
	{ "", 0, "disk.dev.read", "count", READING_COUNTER, 1 },
	{ "", 1, "disk.dev.read_merge", "count", READING_COUNTER, 1 },
	{ "", 2, "disk.dev.read_bytes", "B", READING_COUNTER, 512 },
	{ "", 3, "disk.dev.read_rawactive", "ns", READING_COUNTER, 1e6 },
	{ "", 4, "disk.dev.write", "count", READING_COUNTER, 1 },
	{ "", 5, "disk.dev.write_merge", "count", READING_COUNTER, 1 },
	{ "", 6, "disk.dev.write_bytes", "B", READING_COUNTER, 512 },
	{ "", 7, "disk.dev.write_rawactive", "ns", READING_COUNTER, 1e6 },
	{ "", 8, "disk.dev.inflight", "count", READING_INSTANT, 1 },
	{ "", 9, "disk.dev.avactive", "ns", READING_COUNTER, 1e6 },
	{ "", 10, "disk.dev.aveq", "ns", READING_COUNTER, 1e6 },
	{ "", 11, "disk.dev.discard", "count", READING_COUNTER, 1 },
	{ "", 13, "disk.dev.discard_bytes", "B", READING_COUNTER, 512 },
	{ "", 14, "disk.dev.discard_rawactive", "ns", READING_COUNTER, 1e6 },
	{ "", 15, "disk.dev.flush", "count", READING_COUNTER, 1 },
	{ "", 16, "disk.dev.flush_rawactive", "ns", READING_COUNTER, 1e6 },
	{ 0 },
};

struct disk {
	struct {
		struct source *stat;
		size_t first;
	} devices[DEVICES_MOST];
	size_t count;
	size_t unknown; /* channels of what is not known */
};

static void *disk_open(struct observation *o)
{
	struct disk *disk = NEW(&o->arena, struct disk, 1);
	const struct device_list *list = &o->devices;

	for (size_t i = 0; i < list->count; i++) {
		disk->devices[i].stat =
			source_open(o, arena_printf(&o->arena, "/sys/dev/block/%u:%u/stat",
					       major(list->numbers[i]), minor(list->numbers[i])));
		disk->devices[i].first = numbers_add(o, rows, list->names[i]);
	}
	disk->count = list->count;
	disk->unknown = SIZE_MAX;
	if (list->unknown)
		disk->unknown = numbers_add(o, rows,
			list->count > 0
				? arena_printf(&o->arena, "below %s", list->names[list->count - 1])
				: "");
	return disk;
}

static void disk_sample(struct observation *o, void *state, bool at_end)
{
	struct disk *disk = state;

	(void)at_end;
	for (size_t i = 0; i < disk->count; i++)
		numbers_sample(o, disk->devices[i].stat, rows, disk->devices[i].first);
	if (disk->unknown != SIZE_MAX)
		channels_miss(o, disk->unknown, numbers_count(rows), o->devices.unknown);
}

const struct observer disk_observer = { .name = "disk", .open = disk_open, .sample = disk_sample };
