// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "core/text.h"
#include "report/judge.h"

/* What each arm was bound by, below the verdicts. Nothing where no counters are there. */

/*
 * "bound: ext2: device-bound: sys 15 %, idle 81 %, ...": a line for each variant, with the numbers
 * where one phase is judged; of several, which of them are bound by what; phases that are too short
 * for it are left out. verbose: a line with numbers for each judged phase of each variant.
 */
void bound_text(const struct results *r, bool verbose, struct arena *arena, struct text *out);

/* Of the phase that a metric is of: "class", "text", "runs", and each number of the demand by its
 * name; NULL where nothing was observed. */
json_t *bound_json(const struct results *r, size_t metric, size_t variant);

/* Of one phase of one run, for `bakeoff show`: what the cache held when it began, and what the
 * workload and the disk moved; NULL where neither is known. */
char *cache_text(struct arena *arena, const struct phase_record *phase);
