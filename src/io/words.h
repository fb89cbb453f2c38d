// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * Blocks in which every 32-bit word, in the machine's byte order, is the low 32 bits
 * of its own byte offset in the file: 0, 4, 8 ... A word that is cut by the
 * block's end has its first bytes. lmdd's ipat and opat.
 */
void words_fill(void *block, size_t size, uint64_t offset);

struct bad_word {
	uint32_t want, got; /* of a cut word only the bytes that are there, the rest 0 */
};

/*
 * Looks for a word that is wrong from byte *at (a multiple of 4) of the block on. True with *bad
 * and *at just behind it; false at the end. offset is the block's in the file.
 */
bool words_next_bad(const void *block, size_t size, uint64_t offset, size_t *at,
	struct bad_word *bad);
