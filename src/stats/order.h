// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"

/*
 * Orders drawn by gsl_rng_mt19937 and gsl_ran_shuffle (Fisher-Yates) from one seed,
 * one permutation of 0 .. k - 1 after the other. Vector run_order.mt42: seed 42, k 4 gives
 * 0 3 2 1, 3 1 2 0, 3 0 1 2, ...
 *
 * Returns count permutations of k numbers each in the arena: orders[i * k + position].
 */
size_t *draw_orders(struct arena *arena, uint32_t seed, size_t k, size_t count);
