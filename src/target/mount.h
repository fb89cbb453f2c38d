// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "journal/journal.h"
#include "target/command.h"

#include <sys/types.h>

struct mount_request {
	const char *source; /* node, or a word for what has no device */
	const char *dir;
	const char *fs;
	const char *options; /* as after -o; "" for none */
};

/*
 * Whether the options can be those of a plain mount of one file system: -EINVAL for what
 * only the mount program understands (loop, x-...), for bind, remount and the like, and for
 * devices.
 */
int mount_check_options(const char *options, struct error *err) MUST_CHECK;

/* Whether this kernel's driver of fs takes the flag as a mount option. Needs root to know; false
 * without. */
bool mount_knows_option(const char *fs, const char *flag);

/*
 * As mount_check_options(), and asks the kernel's driver about each option that is the file
 * system's own, without a device: -EINVAL with its words. Without root, or where there is no such
 * driver, only the former.
 */
int mount_try_options(const char *fs, const char *options, struct error *err) MUST_CHECK;

/* The command that a person would type for it. */
const char *mount_line(struct arena *arena, const struct mount_request *request);

/* *id is the journal's. -ENODEV where the kernel has no such file system. */
int mount_fs(struct journal *journal, const struct mount_request *request, uint64_t *id,
	struct error *err) MUST_CHECK;

/* The options in force, of the mount and of the file system, as the kernel shows them. */
const char *mount_options_in_force(struct arena *arena, const char *dir);

/* The driver that really serves fs on this device: ext2 and ext3 may be served by that of ext4. */
const char *mount_driver(struct arena *arena, const char *fs, dev_t device);
