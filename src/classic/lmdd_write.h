// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/lmdd_copy.h"

/* Writes a block and counts it. What a short write left is written, too: where that fails, the
 * reason comes out. */
int lmdd_write_block(struct lmdd_copy *copy, const void *block, size_t size,
	struct error *err) MUST_CHECK;

/* sync= and fsync=. */
int lmdd_write_sync(const struct lmdd_copy *copy, struct error *err) MUST_CHECK;
