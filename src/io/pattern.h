// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * What is written into files: zeros, or data that neither compression nor
 * deduplication can make smaller.
 *
 * Incompressible data comes out of a pool of random bytes of at least 512 KiB,
 * several times the window of any file system's compressor (128 KiB for btrfs), and
 * every 4 KiB of a block starts with eight bytes drawn from the block's number and the
 * seed, so that no two 4 KiB of a file are equal. Each slot has its own part of the pool: blocks
 * of different slots may be in flight at once.
 */
struct pattern {
	unsigned char *pool;
	size_t block;   /* bytes */
	unsigned slots; /* blocks that may be in flight at once */
	uint64_t turns; /* different blocks of a slot, a power of two; 0: all zeros */
	uint64_t seed;
};

/* -ENOMEM, with the size. */
int pattern_init(struct pattern *p, size_t block, unsigned slots, bool incompressible,
	uint64_t seed, struct error *err) MUST_CHECK;
void pattern_free(struct pattern *p);

/*
 * The data of the file's block `number`, aligned for O_DIRECT where the block size is. It may be
 * changed only by the next call for the same slot. A few nanoseconds for each 4 KiB.
 */
const void *pattern_block(struct pattern *p, unsigned slot, uint64_t number, size_t length);

/* -EBADMSG with the place in the file where data is not what pattern_block() gave to any slot. */
int pattern_check(struct pattern *p, const void *data, uint64_t number, size_t length,
	struct error *err) MUST_CHECK;
