// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/words.h"

#include <string.h>

void words_fill(void *block, size_t size, uint64_t offset)
{
	unsigned char *p = block;

	for (size_t at = 0; at < size; at += sizeof(uint32_t)) {
		uint32_t word = (uint32_t)(offset + at);
		memcpy(p + at, &word, min_u64(sizeof(word), size - at));
	}
}

bool words_next_bad(const void *block, size_t size, uint64_t offset, size_t *at,
	struct bad_word *bad)
{
	const unsigned char *p = block;

	while (*at < size) {
		size_t length = min_u64(sizeof(uint32_t), size - *at);
		uint32_t word = (uint32_t)(offset + *at), want = 0, got = 0;

		memcpy(&want, &word, length);
		memcpy(&got, p + *at, length);
		*at += sizeof(word);
		if (want != got) {
			*bad = (struct bad_word){ .want = want, .got = got };
			return true;
		}
	}
	return false;
}
