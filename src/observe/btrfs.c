// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include <dirent.h>
#include <string.h>

/*
 * /sys/fs/btrfs/UUID of the thing under test. PCP has no names for it. fs/btrfs/sysfs.c; commit
 * statistics from Linux 6.0 on.
 */
static const struct number_row commit_rows[] = {
	{ "commits", 0, "bakeoff.btrfs.commits", "count", READING_COUNTER, 1 },
	{ "total_commit_ms", 0, "bakeoff.btrfs.commit_time", "ns", READING_COUNTER, 1e6 },
	{ 0 },
};
static const struct number_row data_row[] = {
	{ "", 0, "bakeoff.btrfs.data.bytes_used", "B", READING_INSTANT, 1 },
	{ 0 },
};
static const struct number_row metadata_row[] = {
	{ "", 0, "bakeoff.btrfs.metadata.bytes_used", "B", READING_INSTANT, 1 },
	{ 0 },
};
static const struct number_row error_rows[] = {
	{ "write_errs", 0, "bakeoff.btrfs.write_errors", "count", READING_COUNTER, 1 },
	{ "read_errs", 0, "bakeoff.btrfs.read_errors", "count", READING_COUNTER, 1 },
	{ "corruption_errs", 0, "bakeoff.btrfs.corruption_errors", "count", READING_COUNTER, 1 },
	{ 0 },
};

static const struct {
	const char *file;
	const struct number_row *rows;
} files[] = {
	{ "commit_stats", commit_rows },
	{ "allocation/data/bytes_used", data_row },
	{ "allocation/metadata/bytes_used", metadata_row },
	{ "devinfo/1/error_stats", error_rows },
};

struct btrfs {
	struct {
		struct source *source;
		size_t first;
	} files[COUNT_OF(files)];
};

/* The folder of the file system that has the device; NULL where there is none. */
static const char *find_folder(struct observation *o, const char *device)
{
	const char *found = NULL;
	DIR *dir = opendir(arena_printf(&o->arena, "%s/sys/fs/btrfs", o->root));

	for (struct dirent *e; dir && !found && (e = readdir(dir));) {
		const char *folder = arena_printf(&o->arena, "/sys/fs/btrfs/%s", e->d_name);
		if (e->d_name[0] != '.' &&
			path_exists(o, arena_printf(&o->arena, "%s/devices/%s", folder, device)))
			found = folder;
	}
	if (dir)
		(void)closedir(dir);
	return found;
}

static void *btrfs_open(struct observation *o)
{
	const struct device_list *devices = &o->devices;

	if (strcmp(devices->fs, "btrfs") != 0 || devices->count == 0)
		return NULL;
	struct btrfs *b = NEW(&o->arena, struct btrfs, 1);
	const char *folder = find_folder(o, devices->names[0]);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		b->files[i].source = source_open(o,
			arena_printf(&o->arena, "%s/%s", folder ? folder : "/sys/fs/btrfs/UUID",
				files[i].file));
		b->files[i].first = numbers_add(o, files[i].rows, "");
	}
	return b;
}

static void btrfs_sample(struct observation *o, void *state, bool at_end)
{
	struct btrfs *b = state;

	(void)at_end;
	for (size_t i = 0; i < COUNT_OF(files); i++)
		numbers_sample(o, b->files[i].source, files[i].rows, b->files[i].first);
}

const struct observer btrfs_observer = { .name = "btrfs",
	.open = btrfs_open,
	.sample = btrfs_sample };
