// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/use.h"

#include "core/auto.h"
#include "target/loop.h"
#include "target/sysfs.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <libmount.h>
#include <string.h>
#include <sys/stat.h>

/* A device by number, or, where device is 0, a file by its inode. */
struct thing {
	dev_t device;
	dev_t dev;
	ino_t ino;
};

enum { DEEPEST = 8 }; /* loops on loops */

static bool is_thing(const struct thing *thing, const struct stat *st)
{
	if (thing->device)
		return S_ISBLK(st->st_mode) && st->st_rdev == thing->device;
	return S_ISREG(st->st_mode) && st->st_dev == thing->dev && st->st_ino == thing->ino;
}

static int use_as_mount(const struct thing *thing, struct error *err)
{
	struct libmnt_table *table = mnt_new_table_from_file("/proc/self/mountinfo");
	struct libmnt_iter *iter = mnt_new_iter(MNT_ITER_FORWARD);
	struct libmnt_fs *fs;
	int ret = table && iter ? 0 : fail(err, EIO, "read /proc/self/mountinfo");

	while (ret == 0 && mnt_table_next_fs(table, iter, &fs) == 0) {
		const char *source = mnt_fs_get_source(fs);
		struct stat st;
		/* btrfs shows a number of its own there, so its source is looked at as well */
		bool same = thing->device && mnt_fs_get_devno(fs) == thing->device;
		if (!same && source && *source == '/' && stat(source, &st) == 0)
			same = is_thing(thing, &st);
		if (same)
			ret = fail(err, EBUSY, "mounted on %s", mnt_fs_get_target(fs));
	}
	mnt_free_iter(iter);
	mnt_unref_table(table);
	return ret;
}

static int use_as_swap(const struct thing *thing, struct error *err)
{
	struct libmnt_table *table = mnt_new_table();
	struct libmnt_iter *iter = mnt_new_iter(MNT_ITER_FORWARD);
	struct libmnt_fs *fs;
	struct stat st;
	int ret = table && iter ? 0 : fail(err, ENOMEM, "no memory for /proc/swaps");

	/* a kernel without swap has no such file */
	if (ret == 0 && access("/proc/swaps", F_OK) == 0 &&
		mnt_table_parse_swaps(table, "/proc/swaps") < 0)
		ret = fail(err, EIO, "read /proc/swaps");
	while (ret == 0 && mnt_table_next_fs(table, iter, &fs) == 0) {
		const char *path = mnt_fs_get_source(fs);
		if (path && stat(path, &st) == 0 && is_thing(thing, &st))
			ret = fail(err, EBUSY, "swap");
	}
	mnt_free_iter(iter);
	mnt_unref_table(table);
	return ret;
}

static int use_as_loop(struct arena *arena, const struct thing *thing, dev_t except,
	struct error *err)
{
	struct loop_backing *loops;
	size_t count;
	int ret = loop_list(arena, &loops, &count, err);

	for (size_t i = 0; ret == 0 && i < count; i++) {
		const struct loop_backing *loop = &loops[i];
		if (loop->loop == except)
			continue;
		bool same = thing->device ? loop->rdev == thing->device
					  : loop->rdev == 0 && loop->dev == thing->dev &&
						    loop->ino == thing->ino;
		if (same)
			ret = fail(err, EBUSY, "attached to loop device %s", loop->name);
	}
	return ret;
}

static int use_by_holder(struct arena *arena, const char *folder, struct error *err)
{
	DIR *holders = opendir(arena_printf(arena, "%s/holders", folder));
	int ret = 0;

	if (!holders)
		return 0;
	for (struct dirent *e; ret == 0 && (e = readdir(holders));) {
		if (e->d_name[0] != '.')
			ret = fail(err, EBUSY, "held by device %s", e->d_name);
	}
	(void)closedir(holders); /* only for reading */
	return ret;
}

static int use_of_thing(struct arena *arena, const struct thing *thing, dev_t except,
	struct error *err)
{
	int ret = use_as_mount(thing, err);

	if (ret == 0)
		ret = use_as_swap(thing, err);
	if (ret == 0)
		ret = use_as_loop(arena, thing, except, err);
	return ret;
}

static int use_of_node(struct arena *arena, const char *folder, dev_t device, dev_t except,
	struct error *err)
{
	const struct thing thing = { .device = device };
	int ret = use_of_thing(arena, &thing, except, err);

	return ret == 0 && folder ? use_by_holder(arena, folder, err) : ret;
}

static int use_of_partitions(struct arena *arena, const char *folder, struct error *err)
{
	DIR *entries = opendir(folder);
	int ret = 0;

	if (!entries)
		return fail_errno(err, "read %s", folder);
	for (struct dirent *e; ret == 0 && (e = readdir(entries));) {
		const char *below = arena_printf(arena, "%s/%s", folder, e->d_name);
		if (e->d_name[0] == '.' ||
			access(arena_printf(arena, "%s/partition", below), F_OK) < 0)
			continue;
		ret = use_of_node(arena, below, sysfs_number(below), 0, err);
		if (ret < 0)
			ret = fail_in(err, ret, "its partition %s", e->d_name);
	}
	(void)closedir(entries); /* only for reading */
	return ret;
}

static int use_behind(struct arena *arena, dev_t device, unsigned depth, struct error *err);

static int use_of_all(struct arena *arena, dev_t device, dev_t except, unsigned depth,
	struct error *err)
{
	const char *folder = sysfs_folder(arena, device);
	const char *disk = sysfs_disk_folder(arena, device);
	int ret = use_of_node(arena, folder, device, except, err);

	if (ret < 0 || !folder)
		return ret;
	ret = use_of_partitions(arena, folder, err);
	if (ret == 0 && strcmp(disk, folder) != 0) {
		ret = use_of_node(arena, disk, sysfs_number(disk), 0, err);
		if (ret < 0)
			ret = fail_in(err, ret, "the disk that it is on, %s", sysfs_name(disk));
	}
	return ret == 0 ? use_behind(arena, sysfs_number(disk), depth, err) : ret;
}

/* What a loop device writes to may be in use by another way than through that loop device. */
static int use_behind(struct arena *arena, dev_t device, unsigned depth, struct error *err)
{
	struct loop_backing *loops;
	size_t count;
	int ret = loop_list(arena, &loops, &count, err);

	for (size_t i = 0; ret == 0 && i < count; i++) {
		const struct loop_backing *loop = &loops[i];
		const struct thing file = { .dev = loop->dev, .ino = loop->ino };
		if (loop->loop != device)
			continue;
		if (depth >= DEEPEST)
			return fail(err, ELOOP, "more than %d loop devices on one another",
				DEEPEST);
		ret = loop->rdev ? use_of_all(arena, loop->rdev, device, depth + 1, err)
				 : use_of_thing(arena, &file, device, err);
		if (ret < 0)
			ret = fail_in(err, ret, "what %s stands for", loop->name);
	}
	return ret;
}

int use_of_device(struct arena *arena, dev_t device, struct error *err)
{
	return use_of_all(arena, device, 0, 0, err);
}

int use_of_file(struct arena *arena, dev_t dev, ino_t ino, dev_t except, struct error *err)
{
	const struct thing file = { .dev = dev, .ino = ino };

	return use_of_thing(arena, &file, except, err);
}
