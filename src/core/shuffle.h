// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * The numbers 0 to count - 1 in an order that comes from a seed, each exactly once, and memory for
 * none of them: a Feistel network over the least power of two that holds them all, where what it
 * sends outside is sent through it again until it is inside, fewer than two turns on average.
 * Source: Black and Rogaway, "Ciphers with Arbitrary Finite Domains", CT-RSA 2002. Good for
 * offsets, not for secrets.
 */
enum { SHUFFLE_TURNS = 8 };

struct shuffle {
	uint64_t count;
	uint64_t keys[SHUFFLE_TURNS];
	unsigned high, low; /* bits of the network's two halves */
};

/* count from 1 to 2^63. */
void shuffle_init(struct shuffle *s, uint64_t count, uint64_t seed);

/* The number at that place of the order; place is below count. */
uint64_t shuffle_at(const struct shuffle *s, uint64_t place);
