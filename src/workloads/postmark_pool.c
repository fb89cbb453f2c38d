// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/postmark_pool.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BIAS_SCALE = 10, TEXT_FIRST = 32, TEXT_KINDS = 95 };

/* How the bounded draws are spelt below. */
static inline uint32_t draw(struct postmark_pool *p, uint32_t below)
{
	return postmark_random_below(&p->random, below);
}

/* Twice the greatest size is drawn, and only half of it is ever written. */
static void draw_text(struct postmark_pool *p)
{
	const uint32_t length = p->plan.high;

	for (uint32_t i = 0; i < length; i++)
		p->text[i] = (char)(TEXT_FIRST + draw(p, TEXT_KINDS));
	for (uint32_t i = 0; i < length; i++)
		(void)postmark_random_next(&p->random);
}

static uint32_t total_weight(const struct postmark_plan *plan)
{
	uint32_t total = 0;

	for (uint32_t i = 0; plan->weights && i < plan->locations; i++)
		total += plan->weights[i];
	return total;
}

/*
 * Touched, since the first use of each page would be a page fault in the measured time. Of malloc()
 * and memset() the compiler would make a calloc(), which touches nothing.
 */
static uint32_t *zeroed(uint32_t count)
{
	enum { CACHE_LINE = 64 };
	const size_t bytes = (size_t)count * sizeof(uint32_t);
	void *made = NULL;

	if (posix_memalign(&made, CACHE_LINE, bytes) != 0)
		return NULL;
	return memset(made, 0, bytes);
}

static bool has_places(const struct postmark_plan *plan)
{
	return plan->locations > 1 || plan->subdirectories > 1;
}

int postmark_pool_init(struct postmark_pool *p, const struct postmark_plan *plan, struct error *err)
{
	struct postmark_pool made = { .plan = *plan, .slots = 2 * plan->number };
	int ret = free_slots_init(&made.free, made.slots, err);

	if (ret < 0)
		return ret;
	made.size = zeroed(made.slots);
	made.number = zeroed(made.slots);
	if (has_places(plan))
		made.place = zeroed(made.slots);
	made.text = malloc(plan->high);
	if (!made.size || !made.number || !made.text || (has_places(plan) && !made.place)) {
		postmark_pool_release(&made);
		return fail(err, ENOMEM,
			"no memory for %" PRIu32 " slots and %" PRIu32 " bytes of text", made.slots,
			plan->high);
	}
	made.weight = total_weight(plan);
	*p = made;
	postmark_random_seed(&p->random, plan->seed);
	draw_text(p);
	return 0;
}

void postmark_pool_restart(struct postmark_pool *p)
{
	for (uint32_t slot = 0; slot < p->slots; slot++) {
		if (p->size[slot] > 0)
			free_slots_give(&p->free, slot);
	}
	memset(p->size, 0, p->slots * sizeof(*p->size));
	p->cursor = p->sweep = p->created = p->deleted = p->transactions = 0;
	p->appends_full = p->creates_full = 0;
	p->halfway = false;
	postmark_random_seed(&p->random, p->plan.seed);
	draw_text(p);
}

void postmark_pool_release(struct postmark_pool *p)
{
	free_slots_release(&p->free);
	free(p->size);
	free(p->number);
	free(p->place);
	free(p->text);
	*p = (struct postmark_pool){ 0 };
}

static inline uint32_t subdirectories(const struct postmark_pool *p)
{
	return p->plan.subdirectories > 1 ? p->plan.subdirectories : 1;
}

struct postmark_op postmark_pool_file(const struct postmark_pool *p, uint32_t slot,
	enum postmark_kind kind)
{
	uint32_t place = p->place ? p->place[slot] : 0;

	return (struct postmark_op){
		.kind = kind,
		.number = p->number[slot],
		.location = place / subdirectories(p),
		.subdirectory = place % subdirectories(p),
	};
}

/* Each location as often as it weighs, in their order. */
static uint32_t draw_location(struct postmark_pool *p)
{
	uint32_t location = 0;

	if (p->plan.locations < 2)
		return 0;
	uint32_t at = draw(p, p->weight);
	while (at >= p->plan.weights[location])
		at -= p->plan.weights[location++];
	return location;
}

static void place_file(struct postmark_pool *p, uint32_t slot)
{
	uint32_t location = draw_location(p);
	uint32_t subdirectory = p->plan.subdirectories > 1 ? draw(p, p->plan.subdirectories) : 0;

	p->place[slot] = location * subdirectories(p) + subdirectory;
}

bool postmark_pool_create(struct postmark_pool *p, struct postmark_op *op)
{
	uint32_t slot = p->cursor;

	if ((slot >= p->slots || p->size[slot] > 0) && !free_slots_lowest(&p->free, &slot)) {
		p->creates_full++;
		return false;
	}
	p->cursor = slot + 1;
	free_slots_take(&p->free, slot);
	if (p->place)
		place_file(p, slot);
	p->number[slot] = ++p->created;
	p->size[slot] = p->plan.low + draw(p, p->plan.high - p->plan.low);
	*op = postmark_pool_file(p, slot, POSTMARK_CREATE);
	op->bytes = p->size[slot];
	return true;
}

static void delete_slot(struct postmark_pool *p, uint32_t slot, struct postmark_op *op)
{
	*op = postmark_pool_file(p, slot, POSTMARK_DELETE);
	p->size[slot] = 0;
	free_slots_give(&p->free, slot);
	p->deleted++;
}

/* Ends, since the caller has seen that there is a file. */
static inline uint32_t draw_used(struct postmark_pool *p)
{
	uint32_t slot;

	do {
		slot = draw(p, p->slots);
	} while (p->size[slot] == 0);
	return slot;
}

/* Whether there is something to do: not for an append to a file of the greatest size. */
static bool read_or_append(struct postmark_pool *p, struct postmark_op *op)
{
	bool reads = draw(p, BIAS_SCALE) < (uint32_t)p->plan.bias_read;
	uint32_t slot = draw_used(p);

	*op = postmark_pool_file(p, slot, reads ? POSTMARK_READ : POSTMARK_APPEND);
	if (reads) {
		op->bytes = p->size[slot];
		return true;
	}
	if (p->size[slot] >= p->plan.high) {
		p->appends_full++;
		return false;
	}
	op->bytes = draw(p, p->plan.high - p->size[slot]) + 1;
	p->size[slot] += op->bytes;
	return true;
}

static bool create_or_delete(struct postmark_pool *p, struct postmark_op *op)
{
	if (draw(p, BIAS_SCALE) < (uint32_t)p->plan.bias_create)
		return postmark_pool_create(p, op);
	delete_slot(p, draw_used(p), op);
	return true;
}

int postmark_pool_transact(struct postmark_pool *p, struct postmark_op *op)
{
	for (;;) {
		if (!p->halfway) {
			if (p->transactions == p->plan.transactions)
				return 0;
			if (p->created == p->deleted)
				return -ENODATA;
			p->halfway = true;
			if (p->plan.bias_read != POSTMARK_BIAS_OFF && read_or_append(p, op))
				return 1;
		}
		p->halfway = false;
		p->transactions++;
		if (p->plan.bias_create != POSTMARK_BIAS_OFF && create_or_delete(p, op))
			return 1;
	}
}

bool postmark_pool_delete(struct postmark_pool *p, struct postmark_op *op)
{
	while (p->sweep < p->slots && p->size[p->sweep] == 0)
		p->sweep++;
	if (p->sweep == p->slots)
		return false;
	delete_slot(p, p->sweep, op);
	return true;
}
