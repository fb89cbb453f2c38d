// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <sys/types.h>

/*
 * Who uses a block device or an image file, told by numbers and never by
 * names. 0 where nobody that can be seen does; -EBUSY with what it is used for.
 */

/*
 * The device, its partitions, the disk it is a partition of, and what a loop device stands for:
 * mounted, swap, attached to a loop device, held by another device.
 */
int use_of_device(struct arena *arena, dev_t device, struct error *err) MUST_CHECK;

/* A regular file: attached to a loop device other than `except` (0 for none), swap, mounted by
 * itself. */
int use_of_file(struct arena *arena, dev_t dev, ino_t ino, dev_t except,
	struct error *err) MUST_CHECK;
