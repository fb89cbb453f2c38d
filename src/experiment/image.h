// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "journal/journal.h"
#include "model/plan.h"

/* The largest loop:SIZE of the plan's variants; 0 where there is none. */
uint64_t image_bytes(const struct plan *plan);

/*
 * One image for the whole experiment, in a new folder of the scratch directory: every variant gets
 * the same blocks of it. Every block is written once, so that no run pays for the first write.
 * Journalled; journal_undo(*change) removes it. -ENOSPC before anything is made where there is too
 * little space.
 */
int image_make(const struct plan *plan, struct journal *journal, struct arena *arena,
	const char **path, uint64_t *change, struct error *err) MUST_CHECK;
