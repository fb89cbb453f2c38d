// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <sys/types.h>

/*
 * Block devices and what they rest on, by their numbers and never by names under /dev. Everything
 * is read below ROOT, which is "" for the machine itself, so that another machine's /proc and /sys
 * can be looked at. Source: Documentation/ABI/stable/sysfs-block of the kernel.
 */

/* The folder of a device, links resolved; NULL where the number is no block device. */
const char *disk_folder(const char *root, dev_t device, struct arena *arena);
/* That of the whole disk: its own, or that of the disk that it is a partition of. */
const char *disk_whole_folder(const char *root, dev_t device, struct arena *arena);
/* The number in a folder's file "dev"; 0 where it has none. */
dev_t disk_number(const char *folder);

struct disk {
	dev_t number;          /* of the whole disk */
	const char *name;      /* the kernel's: sda, loop0, dm-3 */
	const char *folder;    /* of the whole disk */
	const char *partition; /* sda1 where only that is meant; "" for all of it */
	unsigned depth;        /* 0: the one that was asked for; it rests on those with 1 */
	const char *file;      /* of a loop device: what it stands for; "" for other disks */
	/* why nothing more is known of what it rests on; "" where it rests on nothing, or on disks
	 * that are listed */
	const char *unknown;
};

/*
 * The disk of a device number, and all that it rests on: of a loop device the disk that its file is
 * on, of a mapped device or RAID its members, down to those that rest on nothing. Each is followed
 * by what it rests on. -ENODEV where the number is no block device; -ELOOP where they rest on each
 * other, or more than 64 on one.
 */
int disk_stack(const char *root, dev_t device, struct arena *arena, struct disk **disks,
	size_t *count, struct error *err) MUST_CHECK;

/*
 * The device that holds the file system which an absolute path without links is on (of several the
 * one that the mount names). *device 0 and *why where there is none to be seen: "overlay is on no
 * block device of its own". *why may be NULL.
 */
int disk_of_path(const char *root, const char *path, struct arena *arena, dev_t *device,
	const char **why, struct error *err) MUST_CHECK;
