// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include "core/auto.h"
#include "io/file.h"
#include "io/mountinfo.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/*
 * From a directory to the block devices below it: the one of its file system, of a partition the
 * disk, of a loop device what its image is on, of dm and md their members.
 */

/* File systems whose device, if there is one at all, is not to be found out from here. */
static const struct {
	const char *type;
	const char *why;
} hidden[] = {
	{ "tmpfs", "tmpfs has no device" },
	{ "ramfs", "ramfs has no device" },
	{ "overlay", "overlay: which device it writes to is unknown" },
	{ "nfs", "nfs: the server's devices are unknown" },
	{ "nfs4", "nfs4: the server's devices are unknown" },
	{ "cifs", "cifs: the server's devices are unknown" },
	{ "smb3", "smb3: the server's devices are unknown" },
	{ "9p", "9p: the server's devices are unknown" },
	{ "ceph", "ceph: the servers' devices are unknown" },
	{ "virtiofs", "virtiofs: the host's devices are unknown" },
	{ "fuse", "fuse: what the daemon does is unknown" },
	{ "zfs", "zfs: which devices the pool has is unknown" },
};

static const char *why_hidden(struct observation *o, const char *type)
{
	for (size_t i = 0; i < COUNT_OF(hidden); i++) {
		if (strcmp(hidden[i].type, type) == 0)
			return hidden[i].why;
	}
	if (strncmp(type, "fuse.", 5) == 0)
		return arena_printf(&o->arena, "%s: what the daemon does is unknown", type);
	return NULL;
}

static const char *sys_path(struct observation *o, dev_t device, const char *file)
{
	return arena_printf(&o->arena, "/sys/dev/block/%u:%u/%s", major(device), minor(device),
		file);
}

static dev_t parse_number(const char *text)
{
	const char *colon = strchr(text, ':');

	return colon ? makedev(strtoul(text, NULL, 10), strtoul(colon + 1, NULL, 10)) : 0;
}

static const char *device_name(struct observation *o, dev_t device)
{
	AUTO_FCLOSE FILE *f =
		fopen(arena_printf(&o->arena, "%s%s", o->root, sys_path(o, device, "uevent")),
			"re");
	static const char key[] = "DEVNAME=";
	char line[256];

	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, key, strlen(key)) == 0)
			return arena_strdup(&o->arena, line + strlen(key));
	}
	return NULL;
}

/* The device that a path's file system is on; 0 with *why where that is not known. */
static dev_t device_of(struct observation *o, const char *path, dev_t number, const char **type,
	const char **why)
{
	struct mount_point mount = { .fs = "", .source = "" };
	struct error unread;
	bool is_known = mountinfo_find(o->root, path, &o->arena, &mount, &unread) == 0;
	struct stat st;

	*type = mount.fs;
	*why = is_known ? why_hidden(o, mount.fs) : NULL;
	if (*why)
		return 0;
	if (major(number) != 0)
		return number;
	/* btrfs gives its files numbers of no device */
	if (is_known && mount.source[0] == '/' &&
		stat(arena_printf(&o->arena, "%s%s", o->root, mount.source), &st) == 0 &&
		S_ISBLK(st.st_mode))
		return st.st_rdev;
	*why = arena_printf(&o->arena, "%s: which device it is on is unknown",
		is_known ? mount.fs : path);
	return 0;
}

static dev_t below_loop(struct observation *o, dev_t loop, const char **why)
{
	const char *file = path_text(o, sys_path(o, loop, "loop/backing_file"));
	const char *type;
	struct stat st;

	if (stat(arena_printf(&o->arena, "%s%s", o->root, file), &st) < 0) {
		*why = arena_printf(&o->arena, "where the image %s is cannot be seen from here",
			file);
		return 0;
	}
	return S_ISBLK(st.st_mode) ? st.st_rdev : device_of(o, file, st.st_dev, &type, why);
}

static void add_members(struct observation *o, dev_t device, dev_t *next, size_t *count)
{
	const char *folder = sys_path(o, device, "slaves");
	DIR *dir = opendir(arena_printf(&o->arena, "%s%s", o->root, folder));

	for (struct dirent *e; dir && (e = readdir(dir));) {
		dev_t member = parse_number(
			path_text(o, arena_printf(&o->arena, "%s/%s/dev", folder, e->d_name)));
		if (e->d_name[0] != '.' && member != 0 && *count < DEVICES_MOST)
			next[(*count)++] = member;
	}
	if (dir)
		(void)closedir(dir);
}

static bool is_listed(const struct device_list *list, dev_t device)
{
	for (size_t i = 0; i < list->count; i++) {
		if (list->numbers[i] == device)
			return true;
	}
	return false;
}

/* What is directly below a device, behind those that are still to be looked at. */
static void add_below(struct observation *o, dev_t device, dev_t *next, size_t *count)
{
	dev_t below = 0;

	if (path_exists(o, sys_path(o, device, "partition")))
		below = parse_number(path_text(o, sys_path(o, device, "../dev")));
	else if (path_exists(o, sys_path(o, device, "loop/backing_file")))
		below = below_loop(o, device, &o->devices.unknown);
	else
		add_members(o, device, next, count);
	if (below != 0 && *count < DEVICES_MOST)
		next[(*count)++] = below;
}

void devices_find(struct observation *o)
{
	struct device_list *list = &o->devices;
	dev_t next[DEVICES_MOST];
	size_t count = 1;

	*list = (struct device_list){ .fs = "" };
	next[0] = device_of(o, o->config->path, o->config->device, &list->fs, &list->unknown);
	for (size_t i = 0; next[0] != 0 && i < count; i++) {
		const char *name = device_name(o, next[i]);
		if (!name && list->count == 0)
			list->unknown = arena_printf(&o->arena, "block device %u:%u is not in /sys",
				major(next[i]), minor(next[i]));
		if (!name || is_listed(list, next[i]))
			continue;
		list->names[list->count] = name;
		list->numbers[list->count++] = next[i];
		add_below(o, next[i], next, &count);
	}
}
