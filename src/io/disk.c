// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/disk.h"

#include "io/file.h"
#include "io/mountinfo.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { DEEPEST = 16, DISKS_MOST = 64 };

const char *disk_folder(const char *root, dev_t device, struct arena *arena)
{
	char link[PATH_MAX], folder[PATH_MAX];

	(void)snprintf(link, sizeof(link), "%s/sys/dev/block/%u:%u", root, major(device),
		minor(device));
	return realpath(link, folder) ? arena_strdup(arena, folder) : NULL;
}

static bool has_file(const char *folder, const char *name)
{
	char path[PATH_MAX];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	return access(path, F_OK) == 0;
}

/* Of a partition's folder the one above. */
static const char *whole_of(const char *folder, struct arena *arena)
{
	if (!has_file(folder, "partition"))
		return folder;
	return arena_strndup(arena, folder, (size_t)(strrchr(folder, '/') - folder));
}

const char *disk_whole_folder(const char *root, dev_t device, struct arena *arena)
{
	const char *folder = disk_folder(root, device, arena);

	return folder ? whole_of(folder, arena) : NULL;
}

dev_t disk_number(const char *folder)
{
	struct error ignored = { 0 };
	char path[PATH_MAX], text[32];
	unsigned numbers[2];

	(void)snprintf(path, sizeof(path), "%s/dev", folder);
	if (io_read_small(path, text, sizeof(text), NULL, &ignored) < 0 ||
		sscanf(text, "%u:%u", &numbers[0], &numbers[1]) != 2)
		return 0;
	return makedev(numbers[0], numbers[1]);
}

/* "/dev/mapper/x" may be a link or a node of its own: only names that the kernel has are known. */
static dev_t number_of_node(const char *root, const char *path)
{
	static const char dev[] = "/dev/";
	char folder[PATH_MAX];

	if (strncmp(path, dev, sizeof(dev) - 1) != 0)
		return 0;
	int start = snprintf(folder, sizeof(folder), "%s/sys/class/block/", root);
	(void)snprintf(folder + start, sizeof(folder) - (size_t)start, "%s",
		path + sizeof(dev) - 1);
	/* cciss/c0d0 is cciss!c0d0 there */
	for (char *p = folder + start; *p; p++)
		*p = *p == '/' ? '!' : *p;
	return disk_number(folder);
}

/* A node of another name, which only the running machine has: /dev/mapper/vg-root. */
static dev_t number_of_link(const char *root, const char *path)
{
	char resolved[PATH_MAX];

	return *root == '\0' && realpath(path, resolved) ? number_of_node(root, resolved) : 0;
}

int disk_of_path(const char *root, const char *path, struct arena *arena, dev_t *device,
	const char **why, struct error *err)
{
	struct mount_point mount;
	const char *reason = "";
	int ret = mountinfo_find(root, path, arena, &mount, err);

	if (ret < 0)
		return ret;
	/* btrfs shows a number of its own there */
	dev_t found = major(mount.device) ? mount.device : number_of_node(root, mount.source);
	if (!found)
		found = number_of_link(root, mount.source);
	if (!found)
		reason = arena_printf(arena, "%s is on no block device of its own", mount.fs);
	if (found && !disk_folder(root, found, arena)) {
		reason = arena_printf(arena, "device %u:%u of %s is not to be seen under /sys",
			major(found), minor(found), mount.fs);
		found = 0;
	}
	*device = found;
	if (why)
		*why = reason;
	return 0;
}

struct walk {
	const char *root;
	struct arena *arena;
	struct disk *disks;
	size_t count;
};

static int add_disk(struct walk *walk, const char *folder, unsigned depth, struct error *err);

/* What the file of a loop device is on. */
static int add_below_file(struct walk *walk, size_t at, unsigned depth, struct error *err)
{
	struct disk *disk = &walk->disks[at];
	const char *why = "";
	struct error unread;
	dev_t below = number_of_node(walk->root, disk->file);

	if (!below && disk_of_path(walk->root, disk->file, walk->arena, &below, &why, &unread) < 0)
		why = unread.text;
	if (!below) {
		disk->unknown = arena_printf(walk->arena, "what %s is on is not known: %s",
			disk->file, why);
		return 0;
	}
	return add_disk(walk, disk_folder(walk->root, below, walk->arena), depth + 1, err);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The members of a mapped device or RAID, in the order of their names. */
static int add_members(struct walk *walk, const char *folder, unsigned depth, struct error *err)
{
	DIR *entries = opendir(arena_printf(walk->arena, "%s/slaves", folder));
	const char **members = NULL;
	size_t count = 0;
	int ret = 0;

	if (!entries)
		return 0;
	for (struct dirent *e; (e = readdir(entries));) {
		if (e->d_name[0] != '.')
			*ARENA_PUSH(walk->arena, members, count) =
				arena_strdup(walk->arena, e->d_name);
	}
	(void)closedir(entries); /* only for reading */
	if (count > 0)
		qsort(members, count, sizeof(*members), by_name);
	for (size_t i = 0; ret == 0 && i < count; i++) {
		char member[PATH_MAX];
		if (realpath(arena_printf(walk->arena, "%s/slaves/%s", folder, members[i]), member))
			ret = add_disk(walk, arena_strdup(walk->arena, member), depth + 1, err);
	}
	return ret;
}

static int add_disk(struct walk *walk, const char *folder, unsigned depth, struct error *err)
{
	const char *whole = whole_of(folder, walk->arena);
	struct error ignored = { 0 };
	char file[PATH_MAX] = "";

	if (depth > DEEPEST || walk->count >= DISKS_MOST)
		return fail(err, ELOOP, "more than %d block devices on one another", DISKS_MOST);
	size_t at = walk->count;
	struct disk *disk = ARENA_PUSH(walk->arena, walk->disks, walk->count);
	const char *is_loop = arena_printf(walk->arena, "%s/loop/backing_file", whole);
	if (io_read_small(is_loop, file, sizeof(file), NULL, &ignored) < 0)
		file[0] = '\0';
	*disk = (struct disk){
		.number = disk_number(whole),
		.name = strrchr(whole, '/') + 1,
		.folder = whole,
		.partition = whole == folder ? "" : strrchr(folder, '/') + 1,
		.depth = depth,
		.file = arena_strdup(walk->arena, file),
		.unknown = "",
	};
	return file[0] ? add_below_file(walk, at, depth, err)
		       : add_members(walk, whole, depth, err);
}

int disk_stack(const char *root, dev_t device, struct arena *arena, struct disk **disks,
	size_t *count, struct error *err)
{
	struct walk walk = { .root = root, .arena = arena };
	const char *folder = disk_folder(root, device, arena);

	if (!folder)
		return fail(err, ENODEV, "%u:%u is no block device that /sys shows", major(device),
			minor(device));
	int ret = add_disk(&walk, folder, 0, err);
	if (ret < 0)
		return ret;
	*disks = walk.disks;
	*count = walk.count;
	return 0;
}
