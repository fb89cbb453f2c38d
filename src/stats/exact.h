// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * The result of a test by counting: how many of all relabellings of the data show
 * at least the observed difference (relative tolerance 1e-10, or the observed
 * labelling itself would be lost to rounding).
 *
 * Where all are too many, `draws` of them are drawn from a seed, and
 * p = (1 + hits) / (1 + draws), which is never 0. Source: Phipson and Smyth 2010.
 */
struct exact {
	double p;     /* two-sided; NaN where there is nothing to relabel */
	double floor; /* the least p that this test can reach at this n */
	double hits;  /* whole numbers, of relabellings or of draws */
	double total;
	bool is_exact; /* all were counted; false: drawn */
};

enum {
	EXACT_DRAWS = 9999,
	EXACT_SEED = 1, /* one verdict must not differ from the next over the same data */
};

/* p and floor of a test by `draws`, `hits` of which were as far out as the data. */
static inline struct exact exact_drawn(uint64_t hits, uint64_t draws)
{
	return (struct exact){
		.p = (double)(1 + hits) / (double)(1 + draws),
		.floor = 1 / (double)(1 + draws),
		.hits = (double)hits,
		.total = (double)draws,
	};
}
