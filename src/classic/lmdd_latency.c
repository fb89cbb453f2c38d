// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_latency.h"

#include "classic/lmdd_print.h"

#include <inttypes.h>

static const char *const direction_names[] = { [LMDD_READ] = "READ", [LMDD_WRITE] = "WRITE" };

static void init_side(struct lmdd_histogram *h, uint64_t min, uint64_t max)
{
	if (max == LMDD_ABSENT)
		return;
	h->watched = true;
	h->min = min == LMDD_ABSENT ? 0 : min;
	h->max = max;
	h->width = (max - h->min) / LMDD_BUCKETS;
}

void lmdd_latency_init(struct lmdd_latency *latency, const struct lmdd_args *args)
{
	init_side(&latency->sides[LMDD_READ], args->rtmin, args->rtmax);
	init_side(&latency->sides[LMDD_WRITE], args->wtmin, args->wtmax);
}

void lmdd_latency_add(struct lmdd_latency *latency, enum lmdd_direction direction, uint64_t ns,
	uint64_t offset)
{
	struct lmdd_histogram *h = &latency->sides[direction];
	uint64_t least = h->min * NS_PER_MS, most = h->max * NS_PER_MS;

	if (ns >= least && ns <= most) {
		uint64_t bucket = (ns - least) / (h->width * NS_PER_MS);
		h->buckets[min_u64(bucket, LMDD_BUCKETS - 1)]++;
		return;
	}
	h->below += ns < least;
	h->above += ns > most;
	uint64_t place = latency->logged++;
	if (place < LMDD_LOG_MOST)
		latency->log[place] = (struct lmdd_logged){ ns, offset, direction };
}

void lmdd_print_log(struct text *out, const struct lmdd_latency *latency)
{
	uint64_t logged = latency->logged;
	char offset[LMDD_OFFSET_ROOM];

	for (uint64_t i = 0; i < min_u64(logged, LMDD_LOG_MOST); i++) {
		const struct lmdd_logged *l = &latency->log[i];
		lmdd_offset_text(l->offset, offset);
		text_printf(out, "%s: %.02f milliseconds offset %s\n",
			direction_names[l->direction], (double)l->ns / 1e6, offset);
	}
	if (logged > LMDD_LOG_MOST)
		text_printf(out, "%" PRIu64 " more, for which the log of %d has no room\n",
			logged - LMDD_LOG_MOST, LMDD_LOG_MOST);
}

static void print_histogram(struct text *out, const char *name, const struct lmdd_histogram *h)
{
	text_printf(out, "%s operation latencies\n", name);
	if (h->below > 0)
		text_printf(out, "%" PRIu64 "- ms: %" PRIu64 "\n", h->min, h->below);
	for (uint64_t i = 0; i < LMDD_BUCKETS; i++) {
		uint64_t from = h->min + i * h->width;
		uint64_t to = i + 1 < LMDD_BUCKETS ? from + h->width : h->max;
		if (h->buckets[i] > 0)
			text_printf(out, "%" PRIu64 " to %" PRIu64 " ms: %" PRIu64 "\n", from, to,
				h->buckets[i]);
	}
	if (h->above > 0)
		text_printf(out, "%" PRIu64 "+ ms: %" PRIu64 "\n", h->max, h->above);
}

void lmdd_print_histograms(struct text *out, const struct lmdd_latency *latency)
{
	for (size_t i = 0; i < COUNT_OF(latency->sides); i++) {
		if (latency->sides[i].watched)
			print_histogram(out, direction_names[i], &latency->sides[i]);
	}
}
