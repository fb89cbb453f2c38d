// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/results.h"

/*
 * What the pilot of an adaptive experiment decides: how many rounds in all settle every primary
 * comparison. It looks at the spread of the log ratios and at nothing else, so that the test
 * afterwards is exact (statistics.md section 1.5).
 */
struct pilot {
	uint64_t rounds;    /* of the pilot */
	uint64_t n;         /* rounds in all: at least the pilot's, at most the cap */
	uint64_t needed;    /* before the cap; UINT64_MAX where they are past counting */
	size_t comparisons; /* that share alpha; 0: nothing has a ratio, and n is the pilot's */
	/* of the comparison that needs most: */
	size_t metric, variant;
	double spread;  /* sd of its log ratios */
	double margin;  /* asked for */
	double settled; /* the margin that n rounds settle */
};

/* Of the results' first results->pilot rounds; a pure function. */
struct pilot pilot_plan(const struct results *results, uint64_t cap);

/* "pilot of 6 rounds: spread 2.1 % (xfs, lmdd write/throughput), 14 rounds in all settle ±5 %" */
char *pilot_text(struct arena *arena, const struct results *results, const struct pilot *pilot);
