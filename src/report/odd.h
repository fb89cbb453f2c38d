// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/judge.h"

/*
 * Runs that went wrong in a way that no exit status shows: the first one, by the pooled test of
 * suspect.h, where the order is known; any one that is ten robust sigmas off; both only where it is
 * off by more than the margin.
 */

/* Fills in the odd runs of all judged metrics, and the odd warm-ups; needs the timeline. */
void odd_find(struct judgement *j, struct arena *arena);

/* The nth (from 0) odd run of a comparison's two arms; NULL where there are no more. */
const struct odd_run *odd_of_effect(const struct judgement *j, const struct effect *e, size_t nth);

/* "xfs#3" */
char *odd_name(const struct results *results, const struct odd_run *odd, struct arena *arena);

/* "xfs#1 of lmdd write/time is x2.64 of its other rounds (first-run test p<.0001)" */
char *odd_text(const struct results *results, const struct odd_run *odd, struct arena *arena);
