// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <sys/types.h>

/*
 * The device guard: what may be overwritten. A device or image that is in
 * use or locked by anybody is refused always; one that carries a signature, or
 * anything else that is not zeros, is refused unless destroy is exactly its path, as the user
 * typed it; and one that is not the thing that the experiment began with (identity, "" for
 * anything) is refused whatever is said.
 */
struct guard_request {
	const char *path, *destroy, *identity;
	bool ours; /* an image that bakeoff made itself: it may hold anything */
};

struct guarded {
	int fd;   /* a device is open O_EXCL, so that nobody can start to use it; close it */
	int lock; /* keeps the advisory lock (flock) on it until it is closed; an image is open for
		     writing */
	const char *node;     /* of a device: the kernel's own name for it */
	const char *identity; /* identity.h */
	dev_t device;         /* of a device */
	dev_t dev;            /* an image, by device and inode */
	ino_t ino;
	uint64_t size; /* bytes */
};

/*
 * -EINVAL: no such device, no block device, read-only, empty; -EBUSY: in use, locked, signed or not
 * empty; -ESTALE: another one than request->identity.
 */
int guard_device(struct arena *arena, const struct guard_request *request, struct guarded *guarded,
	struct error *err) MUST_CHECK;

/* The same for an image file. */
int guard_image(struct arena *arena, const struct guard_request *request, struct guarded *guarded,
	struct error *err) MUST_CHECK;

void guard_release(struct guarded *guarded);

/* Takes the advisory lock, patiently where udev may be looking at a device. -EBUSY. */
int guard_lock(int fd, bool patiently, struct error *err) MUST_CHECK;

/* Whether a device or file carries a signature; *what is how to call it, in the arena, else NULL.
 */
int guard_signature(struct arena *arena, int fd, const char **what, struct error *err) MUST_CHECK;

/* -EBUSY for a signature that destroy does not name, as guard_device(). */
int guard_refuse_signature(struct arena *arena, const char *path, const char *destroy, int fd,
	struct error *err) MUST_CHECK;

/* Type and UUID of what a device carries, "" for none: to know one's own again. */
const char *guard_mark_of(struct arena *arena, int fd);

struct wipe_request {
	const char *node;
	dev_t device;
	uint64_t diskseq; /* what is to be behind it; 0: nobody knows */
	const char *only; /* NULL: any signature goes; else only that of guard_mark_of() */
	bool exclusive;   /* nobody else may have it */
	bool hand_back;   /* and say on it that it may be overwritten */
};

/*
 * Removes the signatures from a device. -ENODEV: it is gone; -ESTALE: another one is behind the
 * node; -EBUSY: in use, or the signature is somebody else's. Then nothing is written.
 */
int guard_wipe(const struct wipe_request *request, struct error *err) MUST_CHECK;
