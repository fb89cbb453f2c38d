// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/impossible.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define RATIO 1.1 /* of sequential access that random access may have: noise is no wonder */

/* AIM's tests, and fio's and IOR's names as their importers give them. */
static const struct {
	const char *random, *sequential;
} words[] = {
	{ "disk_rr", "disk_rd" },
	{ "disk_rw", "disk_wrt" },
	{ "sync_disk_rw", "sync_disk_wrt" },
	{ "randread", "read" },
	{ "randwrite", "write" },
};

static bool is_word_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The text with the word exchanged; NULL where it has no such word. */
static char *exchange(struct arena *arena, const char *text, const char *word, const char *by)
{
	size_t length = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at++) {
		bool begins = at == text || !is_word_byte(at[-1]);
		if (begins && !is_word_byte(at[length]))
			return arena_printf(arena, "%.*s%s%s", (int)(at - text), text, by,
				at + length);
	}
	return NULL;
}

/* The metric of sequential access that belongs to a random one; NULL for none. */
static const struct result_metric *find_sequential(const struct results *r,
	const struct result_metric *m, struct arena *arena)
{
	for (size_t w = 0; w < COUNT_OF(words); w++) {
		char *cell = exchange(arena, m->cell, words[w].random, words[w].sequential);
		char *phase = exchange(arena, m->phase, words[w].random, words[w].sequential);
		for (size_t i = 0; (cell || phase) && i < r->metric_count; i++) {
			const struct result_metric *other = &r->metrics[i];
			if (strcmp(other->cell, cell ? cell : m->cell) == 0 &&
				strcmp(other->phase, phase ? phase : m->phase) == 0 &&
				strcmp(other->metric, m->metric) == 0 &&
				strcmp(other->unit, m->unit) == 0)
				return other;
		}
	}
	return NULL;
}

/* NaN where there is none. */
static double mean_of(const struct results *r, const struct result_metric *m, size_t variant)
{
	const double *row = results_row(r, (size_t)(m - r->metrics), variant);
	double sum = 0, n = 0;

	for (size_t i = 0; i < r->round_count; i++) {
		if (isfinite(row[i])) {
			sum += row[i];
			n++;
		}
	}
	return sum / n;
}

void impossible_flag(struct results *r, struct arena *arena)
{
	if (r->source == RESULTS_OF_NUMBERS || r->round_count == 0)
		return;
	for (size_t m = 0; m < r->metric_count; m++) {
		const struct result_metric *random = &r->metrics[m], *sequential;
		if (random->better != BETTER_HIGHER ||
			!(sequential = find_sequential(r, random, arena)))
			continue;
		for (size_t v = 0; v < r->variant_count; v++) {
			if (!(mean_of(r, random, v) > RATIO * mean_of(r, sequential, v)))
				continue;
			*ARENA_PUSH(arena, r->flags, r->flag_count) = (struct result_flag){
				.variant = v,
				.round = r->round_numbers[0],
				.cell = random->cell,
				.text = "random access is faster than sequential access: a cache "
					"served it",
			};
		}
	}
}
