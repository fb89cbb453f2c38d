// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan.h"

/*
 * The order of all runs, drawn from the plan's seed before the first run.
 *
 * The seed's first stream draws the orders of variants, one after the other: the
 * warm-up round (0) first, then the rounds, then the attempts that repeat a
 * round; so the same seed gives the same orders whatever the workloads. The
 * orders of cells have a stream of their own and are the same for all
 * variants of a round.
 *
 * Of an adaptive plan the orders of all rounds up to its cap are drawn, and those of the repeats
 * follow them: neither depends on how many rounds the pilot asks for, and a round has the order
 * that it would have in a plan of a fixed number.
 */
struct visit {
	uint64_t round, attempt;
	const size_t *variants; /* indices in their order */
	const size_t *cells;
};

struct schedule {
	const struct plan *plan;
	size_t *variant_orders, *cell_orders;
	uint64_t rounds_most; /* the plan's rounds, or its cap */
	uint64_t order_count; /* rounds_most + 1 + the attempts allowed for as many */
};

void schedule_draw(struct schedule *schedule, const struct plan *plan, struct arena *arena);

/* Round `round` (0: warm-up; rounds_most at most), first attempt. */
struct visit schedule_round(const struct schedule *schedule, uint64_t round);
/* The repeat number `repeat` (from 0, below the attempts allowed) of the experiment, of that round.
 */
struct visit schedule_repeat(const struct schedule *schedule, uint64_t repeat, uint64_t round,
	uint64_t attempt);

/* How many repeats so many rounds may need: at most 20 % of them, and one at least. */
uint64_t schedule_attempts_allowed(uint64_t rounds);

/* A run's seed: a hash of (seed, round, workload) below 2^53, the same for all variants of a round.
 */
uint64_t schedule_run_seed(const struct plan *plan, uint64_t round, const struct cell *cell);
/* The UUID of the file systems of a round, the same for all variants. */
void schedule_uuid(const struct plan *plan, uint64_t round, char uuid[37]);
