// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/postmark_random.h"

enum { WORDS = POSTMARK_RANDOM_WORDS, MIDDLE = 397 };

void postmark_random_seed(struct postmark_random *r, uint32_t seed)
{
	uint32_t x = seed;

	for (int i = 0; i < WORDS; i++) {
		uint32_t high = x & UINT32_C(0xffff0000);
		x = UINT32_C(69069) * x + 1;
		r->word[i] = high | x >> 16;
		x = UINT32_C(69069) * x + 1;
	}
	r->used = WORDS;
}

static inline uint32_t twist(uint32_t upper, uint32_t lower, uint32_t middle)
{
	uint32_t y = (upper & UINT32_C(0x80000000)) | (lower & UINT32_C(0x7fffffff));

	return middle ^ (y >> 1) ^ (-(lower & 1) & UINT32_C(0x9908b0df));
}

void postmark_random_refill(struct postmark_random *r)
{
	uint32_t *w = r->word;

	for (int i = 0; i < WORDS - MIDDLE; i++)
		w[i] = twist(w[i], w[i + 1], w[i + MIDDLE]);
	for (int i = WORDS - MIDDLE; i < WORDS - 1; i++)
		w[i] = twist(w[i], w[i + 1], w[i + MIDDLE - WORDS]);
	w[WORDS - 1] = twist(w[WORDS - 1], w[0], w[MIDDLE - 1]);
	r->used = 0;
}
