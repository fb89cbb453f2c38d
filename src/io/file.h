// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

#include <signal.h>
#include <sys/types.h>

/*
 * File operations that are done whole or have failed: short reads and writes
 * and EINTR do not exist outside this room.
 */

/* Writes size bytes at offset. -errno; -EIO where nothing more could be written. */
int io_pwrite_all(int fd, const void *data, size_t size, uint64_t offset,
	struct error *err) MUST_CHECK;
/* The same at the file's own position, for pipes too. */
int io_write_all(int fd, const void *data, size_t size, struct error *err) MUST_CHECK;
/* Reads size bytes at offset; the end of the file before that is -ENODATA. */
int io_pread_all(int fd, void *data, size_t size, uint64_t offset, struct error *err) MUST_CHECK;
/* Reads up to size bytes, fewer only at the end; *got is how many. For pipes too. */
int io_read_some(int fd, void *data, size_t size, size_t *got, struct error *err) MUST_CHECK;

/*
 * Reads up to room bytes, and on until there are at least `least`; the end of the file before
 * that is -ENODATA. Where least is what the file still has, one read(2) does it.
 */
int io_read_least(int fd, void *data, size_t room, size_t least, struct error *err) MUST_CHECK;

enum io_sync { IO_SYNC_NONE, IO_SYNC_FDATASYNC, IO_SYNC_FSYNC };
int io_sync(int fd, enum io_sync how, struct error *err) MUST_CHECK;

/*
 * A small file, such as one under /proc or /sys: the first room - 1 bytes, ended by a zero byte,
 * with one trailing newline cut. *length may be NULL.
 */
int io_read_small(const char *path, char *data, size_t room, size_t *length,
	struct error *err) MUST_CHECK;
/* Writes a small file in one write call, as /sys and /proc want it. No newline is added. */
int io_write_small(const char *path, const char *value, struct error *err) MUST_CHECK;

/* mkdir -p, mode as given (before umask). */
int io_make_dirs(const char *path, mode_t mode, struct error *err) MUST_CHECK;

/*
 * Removes name (a file, or a directory with all below it) in dir. Follows no link and crosses no
 * mount, bind mounts included: what is mounted below is -EBUSY. A missing name is no error.
 */
int io_remove_tree(int dir, const char *name, struct error *err) MUST_CHECK;

/*
 * Allocates size bytes for a new image and writes every block once, so that no run pays for it.
 * -ECANCELED soon after *stop (which may be NULL) is no longer 0.
 */
int io_fill_image(int fd, uint64_t size, const volatile sig_atomic_t *stop,
	struct error *err) MUST_CHECK;
