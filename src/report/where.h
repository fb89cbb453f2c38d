// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/results.h"

/*
 * What a reader must know before the numbers, one line each, ended by NULL: the machine, what each
 * variant is, and each workload's parameters that are no factors. Empty for numbers from elsewhere.
 */
const char *const *where_lines(const struct results *r, struct arena *arena);

/* "Linux 6.1.0, 2 x AMD EPYC, 23.4 GiB, bakeoff 0.1.0"; "" where no facts are known. */
const char *machine_text(const struct results *r, struct arena *arena);
