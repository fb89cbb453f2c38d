// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"

/*
 * What contest does to memory before a load: writes back what is dirty, drops the page cache,
 * dentries and inodes, and swaps all swap in again (off and on). Adds to *said what was possible
 * and what was not, and why: "synced, caches dropped, no swap". Nothing of it is an error.
 *
 * Swap is turned on again even where the caller is killed in between.
 */
void contest_flush(struct text *said);
