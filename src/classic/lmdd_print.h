// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"

/* What was moved, and how long it took. */
struct lmdd_result {
	uint64_t bytes, blocks, ns;
	uint64_t bs;
};

/*
 * Adds lmdd's result line in the style of print=, with its newline; nothing for print=0. MB is 10^6
 * and KB 10^3 bytes, as in lmbench since 1996. Where nothing was moved or no time went by, rates
 * are 0.
 */
void lmdd_print_result(struct text *out, uint64_t print, const struct lmdd_result *result);

/* An offset as poff= shows it: 8.0000K, 144.00K, 0.6094M; 0 for 0. Allocates nothing. */
enum { LMDD_OFFSET_ROOM = 16 };
void lmdd_offset_text(uint64_t offset, char text[static LMDD_OFFSET_ROOM]);
