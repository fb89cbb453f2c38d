// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"

/*
 * What contest does to memory before a load: writes back what is dirty, drops the page cache,
 * dentries and inodes. Swap stays on: nothing would turn it on again after a kill -9. Adds to *said
 * what was possible and what was not, and why: "synced, caches dropped, no swap". Nothing of it is
 * an error.
 */
void contest_flush(struct text *said);
