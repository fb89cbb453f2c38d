// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * Which of so many slots are free, and the lowest of them without looking at each: a bit for a
 * slot, above them a bit for every 64 that says whether one of those is set, and so on. Taking,
 * giving back and finding touch a word of each level: at most six for 2^32 slots.
 *
 * Memory: a bit for each slot and 1/63 of that.
 */
enum { FREE_SLOTS_LEVELS = 6 };

struct free_slots {
	uint64_t *level[FREE_SLOTS_LEVELS]; /* [0]: the slots; [depth - 1]: one word */
	unsigned depth;
};

/* All of them are free. count must not be 0. -ENOMEM. */
int free_slots_init(struct free_slots *f, uint32_t count, struct error *err) MUST_CHECK;
void free_slots_release(struct free_slots *f);

/* The lowest free slot; false where none is. */
static inline bool free_slots_lowest(const struct free_slots *f, uint32_t *slot)
{
	uint32_t at = 0;

	for (unsigned i = f->depth; i-- > 0;) {
		uint64_t word = f->level[i][at];
		if (word == 0)
			return false;
		at = at * 64 + (uint32_t)__builtin_ctzll(word);
	}
	*slot = at;
	return true;
}

/* A free slot is so no longer. */
static inline void free_slots_take(struct free_slots *f, uint32_t slot)
{
	for (unsigned i = 0; i < f->depth; i++, slot /= 64) {
		f->level[i][slot / 64] &= ~(UINT64_C(1) << (slot % 64));
		if (f->level[i][slot / 64] != 0)
			break;
	}
}

/* A taken slot is free again. */
static inline void free_slots_give(struct free_slots *f, uint32_t slot)
{
	for (unsigned i = 0; i < f->depth; i++, slot /= 64) {
		uint64_t before = f->level[i][slot / 64];
		f->level[i][slot / 64] = before | UINT64_C(1) << (slot % 64);
		if (before != 0)
			break;
	}
}
