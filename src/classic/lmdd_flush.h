// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/lmdd_file.h"

/*
 * flush=: what the page cache holds of the output is dropped.
 *
 * The original maps the file and calls msync(MS_INVALIDATE), which drops nothing on Linux, where a
 * mapping and the cache are the same pages. What drops them is posix_fadvise(POSIX_FADV_DONTNEED),
 * for pages that are clean: so they are written first (fdatasync).
 */
int lmdd_flush(const struct lmdd_file *file, struct error *err) MUST_CHECK;

/*
 * After the clock has stopped: -EBUSY where pages stayed, with how many bytes; a file system that
 * keeps its files in the cache (tmpfs) cannot let go of them. A file that may not be read is not
 * looked at.
 */
int lmdd_flush_check(const struct lmdd_file *file, struct error *err) MUST_CHECK;
