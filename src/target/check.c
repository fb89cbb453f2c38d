// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "core/units.h"
#include "target/guard.h"
#include "target/make.h"
#include "target/mount.h"
#include "target/sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* What is known of a target before it is made. */
struct outlook {
	uint64_t size;    /* of the file system or of what is free, bytes; 0: no limit known */
	const char *node; /* to be made a file system on; a stand-in where it is not known yet */
	const char *disk; /* the kernel's name, for knobs */
	bool disk_known;
	const char *identity; /* NULL: none */
};

static struct guard_request request_of(const struct target_spec *spec)
{
	return (struct guard_request){
		.path = spec->path,
		.destroy = spec->destroy,
		.identity = spec->identity,
		.ours = spec->kind == TARGET_LOOP,
	};
}

static int check_space(struct arena *arena, const char *what, uint64_t need, uint64_t have,
	struct error *err)
{
	if (need <= have)
		return 0;
	return fail(err, ENOSPC, "%s needs %s, but there are only %s", what,
		units_human_size(arena, (double)need), units_human_size(arena, (double)have));
}

static int free_bytes(const char *path, uint64_t *bytes, struct error *err)
{
	struct statvfs st;

	if (statvfs(path, &st) < 0)
		return fail_errno(err, "free space of %s", path);
	*bytes = (uint64_t)st.f_bavail * st.f_frsize;
	return 0;
}

/* The nearest folder above path that exists. */
static const char *existing_above(struct arena *arena, const char *path)
{
	char *above = arena_strdup(arena, path);

	for (;;) {
		char *slash = strrchr(above, '/');
		if (!slash || slash == above)
			return "/";
		*slash = '\0';
		if (access(above, F_OK) == 0)
			return above;
	}
}

static int look_at_dir(struct arena *arena, const struct target_spec *spec, struct outlook *outlook,
	struct error *err)
{
	struct stat st;

	if (stat(spec->path, &st) < 0)
		return errno == ENOENT
			       ? fail(err, EINVAL, "directory %s does not exist", spec->path)
			       : fail_errno(err, "look at directory %s", spec->path);
	if (!S_ISDIR(st.st_mode))
		return fail(err, EINVAL, "%s is not a directory", spec->path);
	if (faccessat(AT_FDCWD, spec->path, W_OK | X_OK, AT_EACCESS) < 0)
		return fail_errno(err, "write to directory %s", spec->path);
	const char *disk = sysfs_disk_folder(arena, st.st_dev);
	*outlook = (struct outlook){
		.disk = disk ? sysfs_name(disk) : NULL,
		.disk_known = disk != NULL,
	};
	return free_bytes(spec->path, &outlook->size, err);
}

/* An image that the controller makes: it may not be there yet. */
static int look_at_loop(struct arena *arena, const struct target_spec *spec,
	struct outlook *outlook, struct error *err)
{
	const struct guard_request request = request_of(spec);
	struct guarded guarded;
	uint64_t room = 0;

	*outlook = (struct outlook){ .size = spec->size, .node = "/dev/loopN", .disk = "loop0" };
	if (spec->size == 0)
		return fail(err, EINVAL, "size: an image of 0 bytes");
	if (access(spec->path, F_OK) < 0 && errno == ENOENT) {
		const char *folder = existing_above(arena, spec->path);
		int ret = free_bytes(folder, &room, err);
		return ret < 0 ? ret
			       : check_space(arena, arena_printf(arena, "an image in %s", folder),
					 spec->size, room, err);
	}
	int ret = guard_image(arena, &request, &guarded, err);
	if (ret == 0)
		guard_release(&guarded);
	return ret;
}

static int look_at_image(struct arena *arena, const struct target_spec *spec,
	struct outlook *outlook, struct error *err)
{
	const struct guard_request request = request_of(spec);
	struct guarded guarded;
	int ret = guard_image(arena, &request, &guarded, err);

	if (ret < 0)
		return ret;
	guard_release(&guarded);
	*outlook = (struct outlook){
		.size = guarded.size,
		.node = "/dev/loopN",
		.disk = "loop0",
		.identity = guarded.identity,
	};
	return 0;
}

static int look_at_device(struct arena *arena, const struct target_spec *spec,
	struct outlook *outlook, struct error *err)
{
	const struct guard_request request = request_of(spec);
	struct guarded guarded;
	struct stat st;

	/* Without root a device cannot be opened; that it is one can be seen. */
	if (geteuid() != 0) {
		if (stat(spec->path, &st) < 0)
			return errno == ENOENT || errno == ENOTDIR
				       ? fail(err, EINVAL, "device %s does not exist", spec->path)
				       : fail_errno(err, "look at device %s", spec->path);
		if (!S_ISBLK(st.st_mode))
			return fail(err, EINVAL, "%s is not a block device", spec->path);
		*outlook = (struct outlook){ .node = spec->path };
		const char *folder = sysfs_disk_folder(arena, st.st_rdev);
		outlook->disk = folder ? sysfs_name(folder) : NULL;
		return 0;
	}
	int ret = guard_device(arena, &request, &guarded, err);
	if (ret < 0)
		return ret;
	guard_release(&guarded);
	const char *disk = sysfs_disk_folder(arena, guarded.device);
	*outlook = (struct outlook){
		.size = guarded.size,
		.node = guarded.node,
		.disk = disk ? sysfs_name(disk) : NULL,
		.disk_known = true,
		.identity = guarded.identity,
	};
	return 0;
}

static int look_at_tmpfs(struct arena *arena, const struct target_spec *spec,
	struct outlook *outlook, struct error *err)
{
	(void)arena;
	(void)err;
	*outlook = (struct outlook){ .size = spec->size, .node = "bakeoff", .disk_known = true };
	return 0;
}

static int (*const looks[])(struct arena *arena, const struct target_spec *spec,
	struct outlook *outlook, struct error *err) = {
	[TARGET_DIR] = look_at_dir,
	[TARGET_LOOP] = look_at_loop,
	[TARGET_IMAGE] = look_at_image,
	[TARGET_DEVICE] = look_at_device,
	[TARGET_TMPFS] = look_at_tmpfs,
};

/* In the order in which they would be run. */
static void say_commands(struct arena *arena, const struct command_listener *listener,
	const struct target_spec *spec, const struct mkfs_command *mkfs,
	const struct outlook *outlook)
{
	struct arguments attach = { 0 };

	if (spec->kind == TARGET_LOOP || spec->kind == TARGET_IMAGE) {
		static const char *const words[] = { "losetup", "--find", "--show",
			"--direct-io=on" };
		for (size_t i = 0; i < COUNT_OF(words); i++)
			arguments_add(arena, &attach, words[i]);
		arguments_add(arena, &attach, spec->path);
		command_say(listener, arguments_text(arena, &attach));
	}
	if (mkfs->program)
		command_say(listener, arguments_text(arena, &mkfs->args));
	if (spec->kind != TARGET_DIR) {
		const struct mount_request mount = {
			.source = outlook->node,
			.dir = "MOUNTPOINT",
			.fs = spec->kind == TARGET_TMPFS ? "tmpfs" : spec->fs,
			.options = target_mount_options(arena, spec),
		};
		command_say(listener, mount_line(arena, &mount));
	}
}

static int check_all(struct arena *arena, const struct target_spec *spec, uint64_t bytes_needed,
	const struct command_listener *listener, const char **identity, struct error *err)
{
	struct outlook outlook = { 0 };
	struct mkfs_command mkfs = { 0 };
	struct knob *knobs = NULL;
	int ret = target_check_shape(spec, err);

	/* what needs no look at the machine comes first, a look at the device second */
	struct mkfs_request request = {
		.fs = spec->fs,
		.options = spec->mkfs,
		.uuid = spec->uuid,
		.size = spec->kind == TARGET_LOOP ? spec->size : 0,
		.device = "DEVICE",
	};
	bool makes = spec->kind != TARGET_DIR && spec->kind != TARGET_TMPFS;
	if (ret == 0 && makes)
		ret = mkfs_plan(arena, &request, &mkfs, err);
	if (ret == 0)
		ret = looks[spec->kind](arena, spec, &outlook, err);
	*identity = outlook.identity ? outlook.identity : "";
	request.device = outlook.node;
	request.size = outlook.size;
	if (ret == 0 && makes)
		ret = mkfs_plan(arena, &request, &mkfs, err);
	if (ret == 0 && outlook.size > 0)
		ret = check_space(arena, "the workload", bytes_needed, outlook.size, err);
	if (ret == 0 && spec->kind != TARGET_DIR)
		ret = mount_try_options(spec->kind == TARGET_TMPFS ? "tmpfs" : spec->fs,
			target_mount_options(arena, spec), err);
	if (ret == 0)
		ret = knobs_find(arena, spec, outlook.disk, outlook.disk_known, &knobs, err);
	if (ret < 0 || !knobs)
		return ret;

	say_commands(arena, listener, spec, &mkfs, &outlook);
	for (size_t i = 0; i < spec->knob_count; i++) {
		if (!outlook.disk_known && strchr(knobs[i].name, '/'))
			knobs[i].path = arena_printf(arena, "/sys/block/loopN/%s", knobs[i].name);
		command_say(listener, knob_line(arena, &knobs[i]));
	}
	if (geteuid() != 0 && spec->kind != TARGET_DIR)
		return fail(err, EPERM,
			"making and mounting %s needs root; a directory (dir:PATH) does not",
			spec->kind == TARGET_TMPFS ? "tmpfs" : spec->fs);
	if (geteuid() != 0 && spec->knob_count > 0)
		return fail(err, EPERM, "knob %s: writing it needs root", knobs[0].name);
	return 0;
}

int target_check(const struct target_spec *spec, uint64_t bytes_needed,
	void (*say)(void *context, const char *command), void *context, struct arena *arena,
	const char **identity, struct error *err)
{
	const struct command_listener listener = { .say = say, .context = context };
	struct arena own = { 0 };
	const char *found = "";
	int ret = check_all(&own, spec, bytes_needed, &listener, &found, err);

	if (identity)
		*identity = arena_strdup(arena, found);
	arena_free(&own);
	return ret;
}
