// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * The stream of chance that PostMark 1.5 and later draw from: MT19937, 32 bits a draw, seeded in
 * the way of 1999 (two upper halves of a linear congruential generator for each word), which is not
 * the seeding of 2002 that today's libraries mean by mt19937(42).
 * Source: Matsumoto and Nishimura, "Mersenne Twister", ACM TOMACS 8(1), 1998.
 */
enum { POSTMARK_RANDOM_WORDS = 624 };

struct postmark_random {
	uint32_t word[POSTMARK_RANDOM_WORDS];
	unsigned used; /* of word[] */
};

void postmark_random_seed(struct postmark_random *r, uint32_t seed);
/* For postmark_random_next(): the next 624 words. */
void postmark_random_refill(struct postmark_random *r);

static inline uint32_t postmark_random_next(struct postmark_random *r)
{
	if (__builtin_expect(r->used == POSTMARK_RANDOM_WORDS, 0))
		postmark_random_refill(r);
	uint32_t y = r->word[r->used++];

	y ^= y >> 11;
	y ^= (y << 7) & UINT32_C(0x9d2c5680);
	y ^= (y << 15) & UINT32_C(0xefc60000);
	return y ^ (y >> 18);
}

/* One draw modulo below, biased as PostMark's is; for 0 the answer is 0 and nothing is drawn. */
static inline uint32_t postmark_random_below(struct postmark_random *r, uint32_t below)
{
	return below == 0 ? 0 : postmark_random_next(r) % below;
}
