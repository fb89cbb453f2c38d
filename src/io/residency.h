// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * How much of the files below a directory lies in the page cache.
 *
 * cachestat(2) says it since Linux 6.5; before that mincore(2) of a mapping does. Both read what is
 * there and bring in none of a file's data. Opening a file does bring in its inode, and listing a
 * directory its blocks: `most_files` keeps that small where a cold cache is to be looked at.
 */
struct residency {
	uint64_t files;      /* that were asked */
	uint64_t size;       /* their bytes */
	uint64_t resident;   /* of those, in the page cache, by whole pages but never above size */
	bool bounded;        /* there may be more files: most_files or the time was reached */
	const char *unknown; /* why the page cache says nothing here ("zfs has a cache of its own");
				NULL where it does */
};

/*
 * Asks every regular file below dir, no deeper than a file system goes: links are not followed and
 * other mounts not entered. A file that vanishes meanwhile is not counted. What is unknown has
 * zeros. -errno where the directory cannot be read, or the kernel has neither call.
 */
int io_residency(int dir, uint64_t most_files, uint64_t most_ns, struct residency *found,
	struct error *err) MUST_CHECK;

/* One open file, by the one call and by the other: bytes in the cache. -ENOSYS, -EOPNOTSUPP where
 * there is no such call for it. For io_residency() and its tests. */
int io_resident_cachestat(int fd, uint64_t size, uint64_t *resident, struct error *err) MUST_CHECK;
int io_resident_mincore(int fd, uint64_t size, uint64_t *resident, struct error *err) MUST_CHECK;
