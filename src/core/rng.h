// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * Chance that can be repeated: xoshiro256** 1.0, seeded through splitmix64.
 * Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number
 * Generators", ACM TOMS 47(4), 2021; Steele, Lea and Flood, OOPSLA 2014.
 * For workloads and data patterns. Orders of runs are drawn with GSL's
 * mt19937 in stats/, as the plan says.
 */
struct rng {
	uint64_t s[4];
};

/* The next of splitmix64's numbers; *state is any number. */
static inline uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static inline void rng_seed(struct rng *rng, uint64_t seed)
{
	for (int i = 0; i < 4; i++)
		rng->s[i] = splitmix64(&seed);
}

static inline uint64_t rng_rotl(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

static inline uint64_t rng_next(struct rng *rng)
{
	uint64_t *s = rng->s;
	uint64_t result = rng_rotl(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rng_rotl(s[3], 45);
	return result;
}

/*
 * Evenly from 0 to below - 1, without bias; below must not be 0.
 * Source: Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29(1), 2019.
 */
static inline uint64_t rng_below(struct rng *rng, uint64_t below)
{
	unsigned __int128 m = (unsigned __int128)rng_next(rng) * below;

	if ((uint64_t)m < below) {
		uint64_t least = -below % below;
		while ((uint64_t)m < least)
			m = (unsigned __int128)rng_next(rng) * below;
	}
	return (uint64_t)(m >> 64);
}
