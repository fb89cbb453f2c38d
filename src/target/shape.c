// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock.h"
#include "target/make.h"
#include "target/mount.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool is_empty(const char *text)
{
	return !text || *text == '\0';
}

static int check_made(const struct target_spec *spec, struct error *err)
{
	bool is_tmpfs = spec->kind == TARGET_TMPFS;

	if (!is_tmpfs && is_empty(spec->fs))
		return fail(err, EINVAL, "fs: which file system to make on %s", spec->path);
	if (!is_tmpfs && strcmp(spec->fs, "tmpfs") == 0)
		return fail(err, EINVAL, "fs: tmpfs has no device; it is in memory");
	if (is_tmpfs && !is_empty(spec->fs) && strcmp(spec->fs, "tmpfs") != 0)
		return fail(err, EINVAL, "fs: '%s' needs a device", spec->fs);
	if (is_tmpfs && !is_empty(spec->mkfs))
		return fail(err, EINVAL, "mkfs: tmpfs is not made by a mkfs");
	return mount_check_options(spec->mount, err);
}

int target_check_shape(const struct target_spec *spec, struct error *err)
{
	if (spec->kind != TARGET_TMPFS && is_empty(spec->path))
		return fail(err, EINVAL, "device: no path");
	if (spec->kind != TARGET_TMPFS && spec->path[0] != '/')
		return fail(err, EINVAL, "device: '%s' is not an absolute path", spec->path);
	if (spec->kind != TARGET_DIR)
		return check_made(spec, err);
	if (!is_empty(spec->fs) || !is_empty(spec->mkfs) || !is_empty(spec->mount))
		return fail(err, EINVAL,
			"directory %s is taken as it is: fs, mkfs and mount do not go with it",
			spec->path);
	return 0;
}

int target_refuse_twin(const struct target_spec *spec, struct error *err)
{
	enum { TRIES = 200 };
	const struct timespec pause = { .tv_nsec = 10 * (long)NS_PER_MS };
	char path[128];

	if (is_empty(spec->fs) || strcmp(spec->fs, "btrfs") != 0 || is_empty(spec->uuid))
		return 0;
	(void)snprintf(path, sizeof(path), "/sys/fs/btrfs/%s", spec->uuid);
	for (int i = 0; i < TRIES; i++) {
		if (access(path, F_OK) < 0)
			return 0;
		(void)nanosleep(&pause, NULL); /* woken early, it only looks earlier */
	}
	return fail(err, EBUSY, "a btrfs with the UUID %s is mounted already", spec->uuid);
}

/*
 * Since Linux 5.9 ext4's driver reads all block bitmaps in the background after a mount, from a
 * thread (ext4lazyinit) that first sleeps up to five seconds, at random: noise in a run that does
 * not wait for it, and minutes of an experiment that does. The user's own word on it counts more.
 */
static bool wants_no_prefetch(const struct target_spec *spec, const char *options)
{
	static const char flag[] = "no_prefetch_block_bitmaps";

	return strncmp(spec->fs, "ext", 3) == 0 && !strstr(options, "prefetch_block_bitmaps") &&
	       mount_knows_option(spec->fs, flag);
}

const char *target_mount_options(struct arena *arena, const struct target_spec *spec)
{
	const char *users = spec->mount ? spec->mount : "", *ours = "";

	if (spec->kind == TARGET_TMPFS && spec->size > 0)
		ours = arena_printf(arena, "size=%" PRIu64, spec->size);
	else if (wants_no_prefetch(spec, users))
		ours = "no_prefetch_block_bitmaps";
	return arena_printf(arena, "%s%s%s", ours, *ours && *users ? "," : "", users);
}
