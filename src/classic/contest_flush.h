// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"

/*
 * What contest does to memory before a load: writes back what is dirty, drops the page cache,
 * dentries and inodes, and switches each swap area off and on, so that nothing is swapped out. Adds
 * to *said what was possible and what was not, and why: "synced, caches dropped, no swap". Nothing
 * of it is an error.
 *
 * That swap is off is in a journal in journal_dir as long as it is: `bakeoff clean` and the next
 * run switch it on again where this process was killed in between.
 */
void contest_flush(const char *journal_dir, struct text *said);
