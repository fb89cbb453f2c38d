// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results.h"

/*
 * Numbers of two cells or phases that cannot both be of a device: random access faster than
 * sequential access of the same kind, by more than a tenth. Each is added to the results' flags,
 * so that it stands beside the number like every other warning. Cells and phases are the same when
 * they are but for the word that tells the order: docs/cache.md.
 */
void impossible_flag(struct results *r, struct arena *arena);
