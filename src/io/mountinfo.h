// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <sys/types.h>

/* One line of mountinfo (proc_pid_mountinfo(5)), its octal escapes undone. */
struct mount_point {
	dev_t device;     /* major 0: a number of the file system's own, and no device */
	const char *root; /* what of the file system is to be seen there */
	const char *point;
	const char *options; /* of the mount */
	const char *fs;      /* ext4, overlay, nfs4, fuse.sshfs */
	const char *source;
	const char *fs_options;
};

/* In place: the kernel's \040 for a blank, and its like, here and in /proc/swaps. Returns text. */
char *mountinfo_unescape(char *text);

/*
 * The mount that an absolute path without links lies on, by ROOT/proc/self/mountinfo alone: the
 * path need not exist. root is "" for the machine itself. -ENOENT where there is none, -EINVAL for
 * a line that cannot be read. Texts are the arena's.
 */
int mountinfo_find(const char *root, const char *path, struct arena *arena,
	struct mount_point *mount, struct error *err) MUST_CHECK;
