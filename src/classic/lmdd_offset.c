// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_offset.h"

#include <stdlib.h>

static void seed(struct lmdd_offsets *offsets, uint64_t number)
{
	enum { SRAND48_LOW = 0x330e }; /* what srand48(3) puts below the seed */

	if (number == LMDD_ABSENT)
		return;
	offsets->state[0] = SRAND48_LOW;
	offsets->state[1] = (unsigned short)number;
	offsets->state[2] = (unsigned short)(number >> 16);
}

void lmdd_offsets_init(struct lmdd_offsets *offsets, const struct lmdd_args *args)
{
	*offsets = (struct lmdd_offsets){ .bases = { args->start, args->start } };
	if (args->rand == LMDD_ABSENT)
		return;
	offsets->blocks = args->rand / args->bs;
	if (args->end != LMDD_ABSENT) {
		uint64_t all = offsets->blocks;
		offsets->blocks = args->end / args->bs;
		offsets->bases[0] += (all - offsets->blocks) * args->bs;
	}
	seed(offsets, args->srand);
	for (unsigned i = 0; i < 2; i++) /* none given is a seed, too */
		shuffle_init(&offsets->order[i], offsets->blocks, args->srand + i);
}

/*
 * The original's way, which rounds a byte up to the next block. It may come to the block behind the
 * last one, which stands for the first, so that each has as many bytes for it as any other.
 */
static uint64_t draw(struct lmdd_offsets *offsets, uint64_t bs)
{
	uint64_t byte = (uint64_t)(erand48(offsets->state) * (double)(offsets->blocks * bs));

	return (byte + bs - 1) / bs % offsets->blocks;
}

bool lmdd_next_offset(struct lmdd_offsets *offsets, const struct lmdd_args *args, uint64_t *offset)
{
	unsigned end = offsets->end;
	uint64_t block;

	if (args->end != LMDD_ABSENT)
		offsets->end = !end;
	if (!args->norepeat)
		block = draw(offsets, args->bs);
	else if (offsets->visited[end] < offsets->blocks)
		block = shuffle_at(&offsets->order[end], offsets->visited[end]++);
	else
		return false;
	*offset = offsets->bases[end] + block * args->bs;
	return true;
}
