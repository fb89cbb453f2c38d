// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/pattern.h"

#include "core/rng.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 4096, STAMP_EVERY = 4096, LEAST_POOL = 1 << 19 };

static void fill_random(unsigned char *data, size_t size, uint64_t seed)
{
	struct rng rng;

	rng_seed(&rng, seed);
	while (size > 0) {
		uint64_t word = rng_next(&rng);
		size_t part = min_u64(size, sizeof(word));
		memcpy(data, &word, part);
		data += part;
		size -= part;
	}
}

int pattern_init(struct pattern *p, size_t block, unsigned slots, bool incompressible,
	uint64_t seed, struct error *err)
{
	struct pattern made = { .block = block, .slots = slots, .seed = seed };
	size_t size = block;

	if (incompressible) {
		made.turns = 1;
		while (block * slots * made.turns < LEAST_POOL)
			made.turns *= 2;
		size = block * slots * made.turns;
	}
	if (posix_memalign((void **)&made.pool, ALIGNMENT, size) != 0)
		return fail(err, ENOMEM, "no memory for %zu bytes of data to write", size);
	if (incompressible)
		fill_random(made.pool, size, seed);
	else
		memset(made.pool, 0, size);
	*p = made;
	return 0;
}

void pattern_free(struct pattern *p)
{
	free(p->pool);
	p->pool = NULL;
}

static unsigned char *pool_block(const struct pattern *p, unsigned slot, uint64_t number)
{
	return p->pool + (slot * p->turns + (number & (p->turns - 1))) * p->block;
}

static uint64_t stamp_of(const struct pattern *p, uint64_t number)
{
	uint64_t state = p->seed ^ number;

	return splitmix64(&state);
}

const void *pattern_block(struct pattern *p, unsigned slot, uint64_t number, size_t length)
{
	if (p->turns == 0)
		return p->pool;
	unsigned char *block = pool_block(p, slot, number);
	uint64_t stamp = stamp_of(p, number);

	for (size_t at = 0; at + sizeof(stamp) <= length; at += STAMP_EVERY)
		memcpy(block + at, &stamp, sizeof(stamp));
	return block;
}

static size_t first_difference(const unsigned char *a, const unsigned char *b, size_t length)
{
	size_t i = 0;

	if (memcmp(a, b, length) == 0)
		return length;
	while (a[i] == b[i])
		i++;
	return i;
}

int pattern_check(struct pattern *p, const void *data, uint64_t number, size_t length,
	struct error *err)
{
	size_t equal = 0;

	for (unsigned slot = 0; slot < p->slots && equal < length; slot++) {
		const void *wanted = pattern_block(p, slot, number, length);
		equal = max_u64(equal, first_difference(data, wanted, length));
	}
	if (equal < length)
		return fail(err, EBADMSG, "the data at %" PRIu64 " is not what was written",
			number * p->block + equal);
	return 0;
}
