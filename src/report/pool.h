// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/judge.h"
#include "stats/blocks.h"

/*
 * All variants of a judged metric at once, for whoever asks with --pool: described, not judged
 * (blocks.h says why). Rounds in which one of the variants has no value are left out.
 */
struct pooled {
	size_t metric;
	const char *reason;     /* why there is nothing; NULL where there is */
	const size_t *variants; /* the baseline, then the others but the aa arm */
	size_t variant_count, rounds;
	bool is_paired; /* else the arms are not of the same rounds, and `ranks` is all there is */
	struct blocks blocks;
	struct estimate *against;  /* each other variant against the baseline, Dunnett */
	struct estimate *pairs;    /* of all, in the order 1/0, 2/0, 2/1, 3/0 ...; Tukey */
	struct rank_omnibus ranks; /* Friedman; not paired: Kruskal and Wallis */
};

/* Fills in the judgement's pooled analyses, one for each judged metric. */
void pool_make(struct judgement *j, struct arena *arena);

/* One footnote as items: "pooled: lmdd write/throughput", "F=15.3 on 3 and 15 df p<.0001", ... */
const char **pool_items(const struct judgement *j, const struct pooled *pooled, struct arena *arena,
	size_t *count);
