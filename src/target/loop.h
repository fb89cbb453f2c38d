// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "journal/journal.h"

#include <sys/types.h>

/* What a loop device stands for. */
struct loop_backing {
	const char *name; /* loop0 */
	dev_t loop;
	dev_t dev; /* the file, by device and inode */
	ino_t ino;
	dev_t rdev; /* where the file is itself a block device, else 0 */
};

/* All that are attached; in the arena. -EIO where /sys/block has nothing at all: then nobody knows.
 */
int loop_list(struct arena *arena, struct loop_backing **loops, size_t *count,
	struct error *err) MUST_CHECK;

struct loop {
	const char *node; /* /dev/loop0; in the arena */
	int fd;           /* keeps it: it detaches itself when its last user has gone */
	uint64_t id;      /* of the journal */
	bool direct; /* reads and writes do not go through the cache of the image's file system */
};

/* Attaches an image, open for writing as `file`, in direct-I/O mode, or without where that cannot
 * be, and says so in loop->direct. */
int loop_attach(struct arena *arena, struct journal *journal, int file, const char *image,
	struct loop *loop, struct error *err) MUST_CHECK;
