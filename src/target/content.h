// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

/*
 * Whether a device or image holds anything that libblkid has no name for. Looked at are the first
 * 4 MiB, the last 1 MiB, 64 samples of 64 KiB spread evenly over the rest, and of a file also the
 * start of each of its first 64 extents that are no holes. *found with the place of the first byte
 * that is not zero. What bakeoff handed back (content_mark()) counts as empty.
 */
int content_look(int fd, uint64_t size, bool *found, uint64_t *at, struct error *err) MUST_CHECK;

/*
 * Writes over the first 512 bytes that the rest is left over from bakeoff and may be overwritten:
 * how a thing is handed back, so that the next run or experiment needs no word for it.
 */
int content_mark(int fd, struct error *err) MUST_CHECK;
