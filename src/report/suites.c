// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/suites.h"

#include "report/numbers.h"
#include "stats/stein.h"
#include "stats/suite.h"

#include <math.h>
#include <string.h>

enum { LEAST_ROWS = 2, LEAST_ROUNDS = 3 };

static bool is_whole(const struct results *r, size_t metric, size_t variant)
{
	const double *row = results_row(r, metric, variant);

	for (size_t i = 0; i < r->round_count; i++) {
		if (!isfinite(row[i]) || row[i] <= 0)
			return false;
	}
	return true;
}

/* Whose fault it is that a metric is in no ratio of all rounds; NULL where it is matched. */
static const char *unmatched_because(const struct results *r, size_t metric, size_t variant,
	struct arena *arena)
{
	const size_t arms[] = { r->baseline, variant };

	if (metric_is_count(&r->metrics[metric]))
		return "counts";
	for (size_t i = 0; i < COUNT_OF(arms); i++) {
		if (!is_whole(r, metric, arms[i]))
			return arena_printf(arena, "%s lacks a value above 0 in a round",
				r->variants[arms[i]].name);
	}
	return NULL;
}

/* The rounds that a pilot asked for lie in it by the pilot's spread: as in any other comparison. */
static struct estimate score(const struct results *r, const struct suite_row *rows, size_t count,
	size_t variant)
{
	struct paired all = suite_geomean(rows, count, r->round_count);
	uint64_t pilot = results_pilot_of(r, variant);
	size_t pilot_n = 0;

	for (size_t i = 0; i < r->round_count; i++)
		pilot_n += r->round_numbers[i] <= pilot;
	if (pilot_n < 2 || pilot_n == r->round_count)
		return all.effect;
	return stein_effect(all.effect.est, r->round_count, suite_geomean(rows, count, pilot_n).sd,
		pilot_n);
}

static void make_suite(struct judgement *j, size_t variant, struct arena *arena)
{
	const struct results *r = j->results;
	struct suite_row *rows = NEW(arena, struct suite_row, r->metric_count + 1);
	struct suite_score suite = { .variant = variant,
		.n = r->round_count,
		.unmatched = NEW(arena, const char *, r->metric_count + 1) };
	size_t unmatched = 0;

	for (size_t m = 0; m < r->metric_count; m++) {
		if (!metric_is_judged(&r->metrics[m]))
			continue;
		const char *because = unmatched_because(r, m, variant, arena);
		if (because)
			suite.unmatched[unmatched++] = arena_printf(arena, "%s (%s)",
				metric_label(arena, &r->metrics[m]), because);
		else
			rows[suite.metrics++] =
				(struct suite_row){ .base = results_row(r, m, r->baseline),
					.var = results_row(r, m, variant),
					.is_cost = r->metrics[m].better == BETTER_LOWER };
	}
	if (suite.metrics < LEAST_ROWS)
		return;
	struct estimate e = score(r, rows, suite.metrics, variant);
	suite.ratio = exp(e.est);
	suite.ratio_lo = exp(e.lo);
	suite.ratio_hi = exp(e.hi);
	*ARENA_PUSH(arena, j->suites, j->suite_count) = suite;
}

static bool is_invalid(const struct judgement *j, size_t variant)
{
	bool invalid = false;

	for (size_t i = 0; i < j->effect_count; i++)
		invalid |= j->effects[i].variant == variant && effect_invalid(j, &j->effects[i]);
	return invalid;
}

void suites_make(struct judgement *j, struct arena *arena)
{
	const struct results *r = j->results;

	/* of several experiments not all rounds are everybody's */
	if (r->source == RESULTS_OF_SEVERAL)
		return;
	for (size_t v = 0; v < r->variant_count && r->round_count >= LEAST_ROUNDS; v++) {
		if (v != r->baseline && !r->variants[v].hidden && !is_invalid(j, v) &&
			results_design_of(r, r->baseline, v) == RESULTS_PAIRED)
			make_suite(j, v, arena);
	}
}

const char **suite_items(const struct judgement *j, const struct suite_score *suite,
	struct arena *arena, size_t *count)
{
	const char **items = NULL;
	size_t n = 0;

	*ARENA_PUSH(arena, items, n) = arena_printf(arena, "suite: %s %s (more is better)",
		j->results->variants[suite->variant].name,
		effect_text(arena, suite->ratio, suite->ratio_lo, suite->ratio_hi));
	*ARENA_PUSH(arena, items, n) =
		arena_printf(arena, "geometric mean of %zu primary metrics", suite->metrics);
	*ARENA_PUSH(arena, items, n) = arena_printf(arena, "n=%zu", suite->n);
	*ARENA_PUSH(arena, items, n) = arena_strdup(arena, "not judged");
	for (const char *const *u = suite->unmatched; *u; u++)
		*ARENA_PUSH(arena, items, n) = arena_printf(arena, "without %s", *u);
	*count = n;
	return items;
}
