// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <sys/types.h>

/* Block devices as the kernel knows them: by number, whatever they are called under /dev. */

/* The folder of a block device under /sys/devices, NULL where the number is no such device. */
const char *sysfs_folder(struct arena *arena, dev_t device);
/* The folder of the whole disk: the device's own, or that of the disk it is a partition of. */
const char *sysfs_disk_folder(struct arena *arena, dev_t device);
/* The kernel's name, the last part of a folder: loop0, sda1. */
const char *sysfs_name(const char *folder);
/* The number in folder's file "dev"; 0 where it has none. */
dev_t sysfs_number(const char *folder);
/* A small file below a folder; "" where there is none. */
const char *sysfs_read(struct arena *arena, const char *folder, const char *file);

/* A node under /dev that is this device: the kernel's own name if that is right, else path
 * resolved. */
int sysfs_node(struct arena *arena, dev_t device, const char *path, const char **node,
	struct error *err) MUST_CHECK;

/* Whether the running kernel has a loadable module of that name. */
bool sysfs_has_module(const char *name);
