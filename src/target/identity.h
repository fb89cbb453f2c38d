// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <sys/stat.h>

/*
 * Which thing stands behind a name, as one line of text: kept by the controller from the first
 * check on, so that what was allowed to be overwritten is this thing and not whatever has its name
 * later.
 *
 *   device diskseq=12 size=67108864 start=0 boot=UUID wwid=naa.5000c500a1b2c3d4
 *   file dev=8:1 inode=131 size=67108864
 */

/* Of an open block device of `size` bytes. */
const char *identity_of_device(struct arena *arena, int fd, dev_t device, uint64_t size);
/* Of a regular file. */
const char *identity_of_file(struct arena *arena, const struct stat *st);

/* The kernel's number of what is behind a block device now, never used twice between two boots;
 * 0 before Linux 5.15. */
uint64_t identity_diskseq(int fd);

/*
 * -ESTALE, with what differs, where `now` is not the thing that `pinned` was. An empty text is
 * like any other. After a reboot a device is known by its wwid alone: one without is another.
 */
int identity_check(const char *path, const char *pinned, const char *now,
	struct error *err) MUST_CHECK;
