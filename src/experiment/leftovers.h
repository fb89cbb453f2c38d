// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/runner.h"

/*
 * What dead processes left behind is undone before an experiment, after an agent that died, and
 * looked at once more at the end. What cannot be undone is told and stops no other work.
 */

/* Undoes what it can; returns what is stuck, in words, or "". */
const char *leftovers_undo(struct runner *r);

/* At the start: remembers what is stuck already, and says so. */
void leftovers_look(struct runner *r);

/* At the end: -EBUSY where something is stuck that was not at the start; ret otherwise. */
int leftovers_check(struct runner *r, int ret, struct error *err) MUST_CHECK;
