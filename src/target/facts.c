// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/disk.h"
#include "io/mountinfo.h"
#include "target/disk_facts.h"
#include "target/format.h"
#include "target/make.h"
#include "target/mount.h"
#include "target/sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

/* A target's facts while they are collected, and why those that are null are not known. */
struct collection {
	const struct target *target;
	struct arena *arena;
	json_t *facts, *unknown;
	struct mount_point mount;
	dev_t device; /* that it is on; 0 for none */
};

static void add(struct collection *c, const char *key, json_t *value)
{
	(void)json_object_set_new(c->facts, key, value);
}

static void add_text(struct collection *c, const char *key, const char *value)
{
	if (value && *value)
		add(c, key, json_text(value));
}

static void add_unknown(struct collection *c, const char *key, const char *why)
{
	add(c, key, json_null());
	(void)json_object_set_new(c->unknown, key, json_text(why));
}

static void add_fs(struct collection *c)
{
	const struct target *t = c->target;
	const char *fs = c->mount.fs;
	const char *driver = mount_driver(c->arena, fs, c->device);

	add_text(c, "fs", fs);
	add_text(c, "driver", driver);
	add_text(c, "served",
		strcmp(fs, driver) == 0 ? fs
					: arena_printf(c->arena, "%s (%s driver)", fs, driver));
	add_text(c, "mkfs", t->mkfs_line);
	add_text(c, "mkfs_version", t->mkfs_version);
	add_text(c, "mount", t->mount_line);
	add_text(c, "mount_options", mount_options_in_force(c->arena, c->mount.point));
	if (t->mount_id)
		add_text(c, "uuid", t->spec->uuid);
}

/* Of a directory that is taken as it is. Its device is only read. */
static int format_below(struct collection *c, json_t **format, struct error *err)
{
	const char *node;
	int ret = sysfs_node(c->arena, c->device, c->mount.source, &node, err);

	if (ret < 0)
		return ret;
	AUTO_CLOSE int fd = open(node, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? fail_errno(err, "open %s", node)
		      : format_read(fd, c->mount.fs, format, err);
}

/* The profiles of btrfs are in none of its superblock's fields. */
static void add_profiles(struct collection *c, json_t *format)
{
	static const char *const kinds[] = { "data", "metadata" };
	static const char *const profiles[] = { "single", "dup", "raid0", "raid1", "raid1c3",
		"raid1c4", "raid10", "raid5", "raid6" };
	const char *uuid = c->target->spec->uuid;

	for (size_t k = 0; *uuid && k < COUNT_OF(kinds); k++) {
		for (size_t i = 0; i < COUNT_OF(profiles); i++) {
			if (access(arena_printf(c->arena, "/sys/fs/btrfs/%s/allocation/%s/%s", uuid,
					   kinds[k], profiles[i]),
				    F_OK) == 0)
				(void)json_object_set_new(format,
					arena_printf(c->arena, "%s_profile", kinds[k]),
					json_string(profiles[i]));
		}
	}
}

static void add_format(struct collection *c)
{
	const struct target *t = c->target;
	json_t *format = NULL;
	struct error why;

	if (t->format)
		format = json_incref(t->format);
	else if (t->format_unknown)
		return add_unknown(c, "format", t->format_unknown);
	else if (!c->device)
		return add_unknown(c, "format",
			arena_printf(c->arena, "%s has no superblock that can be read",
				c->mount.fs));
	else if (format_below(c, &format, &why) < 0)
		return add_unknown(c, "format", why.text);
	if (strcmp(c->mount.fs, "btrfs") == 0)
		add_profiles(c, format);
	add(c, "format", format);
}

static void add_size(struct collection *c)
{
	struct statvfs st;

	if (fstatvfs(c->target->dir, &st) < 0)
		return add_unknown(c, "fs_bytes", strerror(errno));
	/* overlays and network file systems without a size of their own say 0 */
	if (st.f_blocks == 0)
		return add_unknown(c, "fs_bytes",
			arena_printf(c->arena, "%s says no size", c->mount.fs));
	add(c, "fs_bytes", json_u64((uint64_t)st.f_blocks * st.f_frsize));
	add(c, "fs_free_bytes", json_u64((uint64_t)st.f_bavail * st.f_frsize));
	add(c, "fs_block_bytes", json_u64(st.f_bsize));
}

static void add_device(struct collection *c, const char *why)
{
	struct disk *disks;
	size_t count;
	struct error err;

	if (!c->device)
		return add_unknown(c, "device", why);
	if (disk_stack("", c->device, c->arena, &disks, &count, &err) < 0)
		return add_unknown(c, "device", err.text);
	const char *name = *disks->partition ? disks->partition : disks->name;
	add_text(c, "device", arena_printf(c->arena, "/dev/%s", name));
	disk_facts(&disks[0], c->facts, c->unknown);
	/* a device inside does not know what it stands for elsewhere, and nothing is claimed */
	if (*disks[count - 1].unknown)
		return add_unknown(c, "below", disks[count - 1].unknown);
	if (count > 1)
		add(c, "below", disk_facts_below(disks, count));
}

static void add_image(struct collection *c)
{
	const struct target *t = c->target;
	struct mount_point mount;
	struct error why;
	char path[PATH_MAX];

	if (t->loop.fd < 0)
		return;
	add_text(c, "image", t->spec->path);
	add(c, "loop_direct_io", json_boolean(t->loop.direct));
	if (mountinfo_find("", realpath(t->spec->path, path) ? path : t->spec->path, c->arena,
		    &mount, &why) < 0)
		add_unknown(c, "image_fs", why.text);
	else
		add_text(c, "image_fs", mount.fs);
}

static json_t *knobs_as_json(const struct target *target)
{
	json_t *list = json_array();

	for (size_t i = 0; i < target->knobs_written; i++) {
		json_t *one = json_object();
		json_object_set_new(one, "name", json_text(target->knobs[i].name));
		json_object_set_new(one, "before", json_text(target->knobs[i].before));
		json_object_set_new(one, "after", json_text(target->knobs[i].after));
		json_array_append_new(list, one);
	}
	return list;
}

/* Where it is mounted and on which device, *why where there is none. */
static int look(struct collection *c, const char **why, struct error *err)
{
	const struct target *t = c->target;
	int ret = mountinfo_find("", t->point, c->arena, &c->mount, err);

	c->device = t->device;
	if (ret == 0 && !t->device)
		ret = disk_of_path("", t->point, c->arena, &c->device, why, err);
	return ret;
}

json_t *target_facts(const struct target *target)
{
	struct arena arena = { 0 };
	struct collection c = { .target = target,
		.arena = &arena,
		.facts = json_object(),
		.unknown = json_object() };
	const char *why = "";
	struct error err;

	add_text(&c, "kind", target_kind_name(target->spec->kind));
	add_text(&c, "directory", target->point);
	if (look(&c, &why, &err) < 0) {
		add_unknown(&c, "fs", err.text);
	} else {
		add_fs(&c);
		add_format(&c);
		add_size(&c);
		add_device(&c, why);
	}
	add_image(&c);
	if (target->guarded.identity && target->spec->kind != TARGET_LOOP)
		add_text(&c, "identity", target->guarded.identity);
	add(&c, "knobs", knobs_as_json(target));
	if (target->settled)
		add(&c, "waited_for_ext4lazyinit", json_boolean(target->saw_initialiser));
	if (json_object_size(c.unknown) > 0)
		(void)json_object_set(c.facts, "unknown", c.unknown);
	json_decref(c.unknown);
	arena_free(&arena);
	return c.facts;
}
