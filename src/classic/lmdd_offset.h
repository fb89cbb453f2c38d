// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/lmdd_args.h"
#include "core/shuffle.h"

/*
 * Where rand= moves its blocks. The generator is drand48(3)'s, seeded by srand48(srand); without
 * a seed it begins at 0, as drand48() does in a fresh process, so that the offsets begin as lmdd's
 * own do: 0, 8K, 40K, 144K ... for rand=800k bs=8k.
 *
 * Every whole block of rand= is as likely as any other, also the last one, which lmdd never moves.
 * With norepeat each comes once, in an order that needs no memory (core/shuffle.h).
 */
struct lmdd_offsets {
	unsigned short state[3];
	unsigned end;      /* of the two ends, the next one: 0 the far one, 1 the near one */
	uint64_t bases[2]; /* where they begin; without end= both where rand= does */
	uint64_t blocks;   /* in each */
	uint64_t visited[2];
	struct shuffle order[2]; /* norepeat */
};

void lmdd_offsets_init(struct lmdd_offsets *offsets, const struct lmdd_args *args);

/* False where norepeat has had every block. */
bool lmdd_next_offset(struct lmdd_offsets *offsets, const struct lmdd_args *args, uint64_t *offset);
