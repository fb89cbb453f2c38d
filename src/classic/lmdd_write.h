// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/lmdd_copy.h"

/*
 * Writes a block and counts it. What a short write left is written, too: where that fails, the
 * reason comes out. With fork= a child does it, and a failure comes out of the next call; one
 * child writes at a time, so that the blocks keep their order.
 */
int lmdd_write_block(struct lmdd_copy *copy, const void *block, size_t size,
	struct error *err) MUST_CHECK;

/* fork=: waits for the child that is still writing. */
int lmdd_write_wait(struct lmdd_copy *copy, struct error *err) MUST_CHECK;

/* sync=, fsync= and flush=. */
int lmdd_write_sync(const struct lmdd_copy *copy, struct error *err) MUST_CHECK;
