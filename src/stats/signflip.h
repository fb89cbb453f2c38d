// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stats/exact.h"

/*
 * The sign-flip test: if a variant changed nothing, each round's difference could as
 * well have had the other sign. p is the share of all 2^n ways of signs whose sum is
 * at least as far from 0 as the observed one. The differences are log ratios.
 * Source: Fisher 1935; statistics.md section 2.5.
 *
 * Exact to SIGNFLIP_EXACT rounds: the sums of either half of the rounds are kept in order,
 * and one walk over both counts all pairs (Horowitz and Sahni 1974): 2^26 ways in a quarter
 * of a millisecond, 2^20 in 20 microseconds. Beyond, drawn from the seed.
 */
enum { SIGNFLIP_EXACT = 26 };

struct exact signflip(const double *d, size_t n, uint64_t draws, uint64_t seed);
