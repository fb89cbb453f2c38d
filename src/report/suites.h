// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/judge.h"

/*
 * Fills in j->suites: of each variant that was run in the baseline's rounds, the geometric mean of
 * its primary metrics, all turned so that more is better. A metric is matched when both have a
 * positive value in every complete round. Described with an interval and not judged: it is no
 * member of the family, whose metrics it is made of. Needs the effects.
 */
void suites_make(struct judgement *j, struct arena *arena);

/* "suite: xfs +2.4% [+0.3, +4.5] (more is better)  4 primary metrics  n=6  not judged": the items
 * of one line. */
const char **suite_items(const struct judgement *j, const struct suite_score *suite,
	struct arena *arena, size_t *count);
