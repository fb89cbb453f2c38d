// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <sys/types.h>

/*
 * The device guard: what may be overwritten. A device or image that is in
 * use by anybody is refused always; one that carries a signature is refused
 * unless destroy is exactly its path, as the user typed it.
 */
struct guarded {
	int fd; /* a device is open O_EXCL, so that nobody can start to use it; close it */
	const char *node; /* of a device: the kernel's own name for it */
	dev_t device;     /* of a device */
	uint64_t size;    /* bytes */
};

/* -EINVAL: no such device, no block device, read-only, empty; -EBUSY: in use, or signed. */
int guard_device(struct arena *arena, const char *path, const char *destroy,
	struct guarded *guarded, struct error *err) MUST_CHECK;

/* The same for an image file. ours: an image that bakeoff made itself may be signed. */
int guard_image(struct arena *arena, const char *path, const char *destroy, bool ours,
	struct guarded *guarded, struct error *err) MUST_CHECK;

/* Whether a device or file carries a signature; *what is how to call it, in the arena, else NULL.
 */
int guard_signature(struct arena *arena, int fd, const char **what, struct error *err) MUST_CHECK;

/* Removes the signatures from a device that had none before it was used. -EINVAL: node is another
 * device. */
int guard_wipe(const char *node, dev_t device, struct error *err) MUST_CHECK;
