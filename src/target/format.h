// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "core/json.h"

/*
 * What mkfs made, read from the superblock: the features by the names that the file system's own
 * tools have for them, and sizes. No program is started for it, so it costs no run anything.
 */

/* Bytes from the start of the device that have to be known. */
enum { FORMAT_BYTES = 68 << 10 };

/*
 * Of ext2, ext3, ext4, xfs and btrfs: a new object. -EOPNOTSUPP for another file system, -EINVAL
 * where the superblock is not one of its kind.
 */
int format_parse(const unsigned char start[static FORMAT_BYTES], const char *fs, json_t **format,
	struct error *err) MUST_CHECK;

/* The same of an open device or image. */
int format_read(int fd, const char *fs, json_t **format, struct error *err) MUST_CHECK;
