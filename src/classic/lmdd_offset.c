// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_offset.h"

#include <stdlib.h>

static uint64_t round_up(uint64_t value, uint64_t multiple)
{
	return (value + multiple - 1) / multiple * multiple;
}

void lmdd_offsets_init(struct lmdd_offsets *offsets, const struct lmdd_args *args)
{
	enum { SRAND48_LOW = 0x330e }; /* what srand48(3) puts below the seed */

	*offsets = (struct lmdd_offsets){ 0 };
	if (args->srand == LMDD_ABSENT)
		return;
	offsets->state[0] = SRAND48_LOW;
	offsets->state[1] = (unsigned short)args->srand;
	offsets->state[2] = (unsigned short)(args->srand >> 16);
}

uint64_t lmdd_next_offset(struct lmdd_offsets *offsets, const struct lmdd_args *args)
{
	uint64_t size = round_up(args->rand - args->bs, args->bs);
	double drawn = erand48(offsets->state);

	if (args->end == LMDD_ABSENT)
		return args->start +
		       round_up((uint64_t)(drawn * (double)(size - args->bs)), args->bs);
	uint64_t offset = round_up((uint64_t)(drawn * (double)args->end), args->bs);
	if (!offsets->near)
		offset += args->rand - args->end;
	offsets->near = !offsets->near;
	return args->start + min_u64(offset, args->rand - args->bs);
}
