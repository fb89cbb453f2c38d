// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/free_slots.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static uint64_t words_for(uint64_t bits)
{
	return (bits + 63) / 64;
}

static void set_first(uint64_t *words, uint64_t bits)
{
	memset(words, 0xff, bits / 64 * sizeof(*words));
	if (bits % 64 != 0)
		words[bits / 64] = (UINT64_C(1) << bits % 64) - 1;
}

int free_slots_init(struct free_slots *f, uint32_t count, struct error *err)
{
	uint64_t total = 0, bits = count;
	unsigned depth = 0;

	do {
		bits = words_for(bits);
		total += bits;
		depth++;
	} while (bits > 1);
	uint64_t *words = malloc(total * sizeof(*words));
	if (!words)
		return fail(err, ENOMEM, "no memory to tell which of %u slots are free", count);
	*f = (struct free_slots){ .depth = depth };
	bits = count;
	for (unsigned i = 0; i < depth; i++) {
		f->level[i] = words;
		set_first(words, bits);
		bits = words_for(bits);
		words += bits;
	}
	return 0;
}

void free_slots_release(struct free_slots *f)
{
	free(f->level[0]);
	*f = (struct free_slots){ 0 };
}
