// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rng.h"
#include "workloads/contest/load.h"

/* A process for each CPU that does nothing but compute. */
enum { NUMBERS = 1 << 20 }; /* of one unit: about a millisecond */

static NORETURN void compute(uint64_t seed, struct board *board)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (;;) {
		volatile uint64_t sink = 0; /* so that it is really computed */
		uint64_t sum = 0;
		for (int i = 0; i < NUMBERS; i++)
			sum += rng_next(&rng);
		sink = sum;
		(void)sink;
		board_count(board, 1);
	}
}

int cpuload_run(struct load_work *w, struct board *board, struct error *err)
{
	for (unsigned i = 1; i < w->cpus; i++) {
		int ret = board_fork(board, err);
		if (ret < 0)
			return ret;
		if (ret == 0)
			compute(w->seed + i, board);
	}
	board_ready(board);
	compute(w->seed, board);
}
