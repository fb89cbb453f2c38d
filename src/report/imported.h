// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/results.h"

/* What is to be said of numbers that were read of texts. Lists are ended by NULL. */

/* "imported: results.txt (aim9, dbench 3.04)", "assumed: ..."; empty where nothing was imported. */
const char *const *imported_lines(const struct results *r, struct arena *arena);

/*
 * In what the variants of a comparison differ besides what was asked for, of which at least one is
 * imported: "size of bonnie: 256 (TEST8); 512 (TEST7)", tools and their versions, units as the
 * texts had them.
 */
const char *const *imported_differences(const struct results *r, struct arena *arena);

/* Metrics of one import that not all variants have: "only of ext2, xfs (--baseline=ext2 compares
 * them): lmdd write/time". */
const char *const *imported_unmatched(const struct results *r, struct arena *arena);
