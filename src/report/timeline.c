// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/timeline.h"

#include <stdlib.h>
#include <string.h>

/* A complete round as it was run: its last attempt. */
struct round_time {
	size_t index; /* in the results */
	uint64_t attempt, started_ns;
	size_t *variants; /* in the order of their first runs */
	size_t variant_count;
};

static int by_start(const void *a, const void *b)
{
	const struct round_time *x = a, *y = b;

	if (x->started_ns != y->started_ns)
		return (x->started_ns > y->started_ns) - (x->started_ns < y->started_ns);
	return (x->index > y->index) - (x->index < y->index);
}

static struct round_time *find_round(const struct results *r, struct round_time *times,
	uint64_t number)
{
	for (size_t i = 0; i < r->round_count; i++) {
		if (r->round_numbers[i] == number)
			return &times[i];
	}
	return NULL;
}

static void take_run(const struct results *r, struct round_time *time, const struct result_run *run)
{
	if (time->variant_count == 0 || run->attempt > time->attempt) {
		time->attempt = run->attempt;
		time->started_ns = run->started_ns;
		time->variant_count = 0;
	}
	for (size_t i = 0; i < time->variant_count; i++) {
		if (time->variants[i] == run->variant)
			return;
	}
	if (run->attempt == time->attempt && run->variant < r->variant_count)
		time->variants[time->variant_count++] = run->variant;
}

struct timeline timeline_of(const struct results *r, struct arena *arena)
{
	struct round_time *times = NEW(arena, struct round_time, r->round_count + 1);
	struct timeline t = {
		.rounds = NEW(arena, size_t, r->round_count + 1),
		.variants = NEW(arena, size_t, r->round_count * r->variant_count + 1),
	};
	struct round_time *last = NULL;
	bool known = true;

	for (size_t i = 0; i < r->round_count; i++)
		times[i] = (struct round_time){ .index = i,
			.variants = NEW(arena, size_t, r->variant_count) };
	/* of several experiments one round's number is that of several rounds */
	size_t runs = r->source == RESULTS_OF_EXPERIMENT ? r->run_count : 0;
	for (size_t i = 0; i < runs; i++) {
		if (!last || r->round_numbers[last->index] != r->runs[i].round)
			last = find_round(r, times, r->runs[i].round);
		if (last)
			take_run(r, last, &r->runs[i]);
	}
	if (r->round_count > 0)
		qsort(times, r->round_count, sizeof(*times), by_start);
	for (size_t i = 0; i < r->round_count; i++) {
		t.rounds[i] = times[i].index;
		known &= times[i].variant_count == r->variant_count;
		memcpy(&t.variants[i * r->variant_count], times[i].variants,
			times[i].variant_count * sizeof(*t.variants));
	}
	if (!known)
		t.variants = NULL;
	return t;
}
