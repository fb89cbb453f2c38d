// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/knob.h"
#include "target/make.h"
#include "target/mount.h"
#include "target/sysfs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <libmount.h>

/* The type of the file system that a path is on, as mountinfo calls it; NULL where that is not
 * known. */
static const char *fs_type(struct arena *arena, const char *path)
{
	struct libmnt_table *table = mnt_new_table_from_file("/proc/self/mountinfo");
	char *point = mnt_get_mountpoint(path);
	struct libmnt_fs *fs =
		table && point ? mnt_table_find_target(table, point, MNT_ITER_BACKWARD) : NULL;
	char *type = arena_strdup(arena, fs ? mnt_fs_get_fstype(fs) : NULL);

	free(point);
	mnt_unref_table(table);
	return type;
}

static void add_text(json_t *facts, const char *key, const char *value)
{
	if (value && *value)
		json_object_set_new(facts, key, json_text(value));
}

static void add_fs(json_t *facts, struct arena *arena, const struct target *target)
{
	const char *fs = fs_type(arena, target->point);
	const char *driver = fs ? mount_driver(arena, fs, target->device) : NULL;

	add_text(facts, "fs", fs);
	add_text(facts, "driver", driver);
	if (fs && strcmp(fs, driver) != 0)
		add_text(facts, "served", arena_printf(arena, "%s (%s driver)", fs, driver));
	else
		add_text(facts, "served", fs);
	add_text(facts, "mkfs", target->mkfs_line);
	add_text(facts, "mkfs_version", target->mkfs_version);
	add_text(facts, "mount", target->mount_line);
	if (target->mount_id) {
		add_text(facts, "mount_options", mount_options_in_force(arena, target->point));
		add_text(facts, "uuid", target->spec->uuid);
	}
}

static void add_size(json_t *facts, const struct target *target)
{
	struct statvfs st;

	if (fstatvfs(target->dir, &st) < 0)
		return;
	json_object_set_new(facts, "fs_bytes", json_u64((uint64_t)st.f_blocks * st.f_frsize));
	json_object_set_new(facts, "fs_free_bytes", json_u64((uint64_t)st.f_bavail * st.f_frsize));
	json_object_set_new(facts, "fs_block_bytes", json_u64(st.f_bsize));
}

static void add_device(json_t *facts, struct arena *arena, const struct target *target)
{
	static const struct {
		const char *key, *file;
	} numbers[] = {
		{ "logical_block_bytes", "queue/logical_block_size" },
		{ "physical_block_bytes", "queue/physical_block_size" },
		{ "discard_max_bytes", "queue/discard_max_bytes" },
		{ "rotational", "queue/rotational" },
		{ "nr_requests", "queue/nr_requests" },
		{ "read_ahead_kb", "queue/read_ahead_kb" },
	};
	const char *folder = target->device ? sysfs_folder(arena, target->device) : NULL;
	const char *disk = folder ? sysfs_disk_folder(arena, target->device) : NULL;
	char scheduler[256];

	if (!folder)
		return;
	add_text(facts, "device", arena_printf(arena, "/dev/%s", sysfs_name(folder)));
	knob_value(sysfs_read(arena, disk, "queue/scheduler"), scheduler, sizeof(scheduler));
	add_text(facts, "scheduler", scheduler);
	add_text(facts, "write_cache", sysfs_read(arena, disk, "queue/write_cache"));
	add_text(facts, "model", sysfs_read(arena, disk, "device/model"));
	json_object_set_new(facts, "device_bytes",
		json_u64(strtoull(sysfs_read(arena, folder, "size"), NULL, 10) * 512));
	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		const char *text = sysfs_read(arena, disk, numbers[i].file);
		if (*text)
			json_object_set_new(facts, numbers[i].key,
				json_u64(strtoull(text, NULL, 10)));
	}
}

static void add_image(json_t *facts, struct arena *arena, const struct target *target)
{
	if (target->loop.fd < 0)
		return;
	add_text(facts, "image", target->spec->path);
	json_object_set_new(facts, "loop_direct_io", json_boolean(target->loop.direct));
	add_text(facts, "image_fs", fs_type(arena, target->spec->path));
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

json_t *target_facts(const struct target *target)
{
	json_t *facts = json_object();
	struct arena arena = { 0 };

	add_text(facts, "kind", target_kind_name(target->spec->kind));
	add_text(facts, "directory", target->point);
	add_fs(facts, &arena, target);
	add_size(facts, target);
	add_device(facts, &arena, target);
	add_image(facts, &arena, target);
	if (target->guarded.identity && target->spec->kind != TARGET_LOOP)
		add_text(facts, "identity", target->guarded.identity);
	json_object_set_new(facts, "knobs", knobs_as_json(target));
	if (target->settled)
		json_object_set_new(facts, "waited_for_ext4lazyinit",
			json_boolean(target->saw_initialiser));
	arena_free(&arena);
	return facts;
}
