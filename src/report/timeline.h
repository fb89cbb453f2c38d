// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/results.h"

/* When the complete rounds were run: a round that was repeated at the end is not where its number
 * says. */
struct timeline {
	size_t *rounds;   /* indices of all complete rounds in the order of time */
	size_t *variants; /* [in that order][position]: who was run when in the round; NULL: unknown
			   */
};

/* Without any runs in the results: the rounds by their numbers, positions unknown. */
struct timeline timeline_of(const struct results *results, struct arena *arena);
