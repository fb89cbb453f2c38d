// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shuffle.h"

#include "core/rng.h"

void shuffle_init(struct shuffle *s, uint64_t count, uint64_t seed)
{
	unsigned bits = 2; /* so that both halves have one */

	while (bits < 63 && UINT64_C(1) << bits < count)
		bits++;
	*s = (struct shuffle){ .count = count, .high = bits / 2, .low = bits - bits / 2 };
	for (unsigned i = 0; i < SHUFFLE_TURNS; i++)
		s->keys[i] = splitmix64(&seed);
}

static uint64_t mix(uint64_t half, uint64_t key)
{
	uint64_t state = half ^ key;

	return splitmix64(&state);
}

/* Each half is changed by what the other one holds, in turn: that can be undone, so no two numbers
 * meet. */
static uint64_t send_through(const struct shuffle *s, uint64_t number)
{
	const uint64_t high_mask = (UINT64_C(1) << s->high) - 1;
	const uint64_t low_mask = (UINT64_C(1) << s->low) - 1;
	uint64_t high = number >> s->low, low = number & low_mask;

	for (unsigned i = 0; i < SHUFFLE_TURNS; i += 2) {
		low ^= mix(high, s->keys[i]) & low_mask;
		high ^= mix(low, s->keys[i + 1]) & high_mask;
	}
	return high << s->low | low;
}

uint64_t shuffle_at(const struct shuffle *s, uint64_t place)
{
	uint64_t number = send_through(s, place);

	while (number >= s->count)
		number = send_through(s, number);
	return number;
}
