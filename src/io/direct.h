// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * O_DIRECT: what offsets and sizes must be multiples of on the file's own file system.
 *
 * statx(STATX_DIOALIGN) says it since Linux 6.1 where the file system does; else it is the
 * device's logical block size; else, for what has no single device (btrfs), the file
 * system's own block size, since btrfs quietly goes through the cache below that.
 * -EOPNOTSUPP where the file system says that this file cannot have direct I/O.
 */
int io_direct_alignment(int fd, uint64_t *bytes, struct error *err) MUST_CHECK;

/*
 * openat() with O_DIRECT and O_CLOEXEC. -EOPNOTSUPP where the file system refuses O_DIRECT; a file
 * that O_CREAT | O_EXCL made is removed again then. Errors do not name the file.
 */
int io_open_direct(int dir, const char *name, int flags, int *fd, struct error *err) MUST_CHECK;
