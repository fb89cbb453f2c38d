// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/lmdd_args.h"

/*
 * Where rand= moves its blocks. The generator is drand48(3)'s, seeded by srand48(srand); without
 * a seed it begins at 0, as drand48() does in a fresh process, so that the offsets are lmdd's
 * own: 0, 8K, 40K, 144K ... for rand=800k bs=8k.
 */
struct lmdd_offsets {
	unsigned short state[3];
	bool near; /* of the two ends, the next one */
};

void lmdd_offsets_init(struct lmdd_offsets *offsets, const struct lmdd_args *args);
uint64_t lmdd_next_offset(struct lmdd_offsets *offsets, const struct lmdd_args *args);
