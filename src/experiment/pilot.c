// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/pilot.h"

#include "stats/paired.h"
#include "stats/stein.h"

#include <inttypes.h>
#include <math.h>

/* Fewer pairs have no verdict, and no part in the family: stats/verdict.h. */
enum { LEAST_PAIRS = 3 };

/* The spread of one comparison in the pilot. */
struct spread {
	size_t metric, variant;
	size_t pairs;
	double sd;
};

static bool spread_of(const struct results *r, size_t metric, size_t variant, struct spread *spread)
{
	struct arena arena = { 0 };
	const double *base = results_row(r, metric, r->baseline);
	const double *var = results_row(r, metric, variant);
	double *bases = NEW(&arena, double, r->round_count + 1);
	double *vars = NEW(&arena, double, r->round_count + 1);
	bool has_ratio = true;
	size_t pairs = 0;

	for (size_t i = 0; i < r->round_count; i++) {
		if (r->round_numbers[i] > r->pilot || !isfinite(base[i]) || !isfinite(var[i]))
			continue;
		has_ratio &= base[i] > 0 && var[i] > 0;
		bases[pairs] = base[i];
		vars[pairs++] = var[i];
	}
	has_ratio &= pairs >= LEAST_PAIRS;
	if (has_ratio)
		*spread = (struct spread){ .metric = metric,
			.variant = variant,
			.pairs = pairs,
			.sd = paired_log(bases, vars, pairs, 0).sd };
	arena_free(&arena);
	return has_ratio;
}

static size_t find_spreads(const struct results *r, struct spread *spreads)
{
	size_t count = 0;

	for (size_t m = 0; m < r->metric_count; m++) {
		if (!r->metrics[m].primary || r->metrics[m].better == BETTER_NEITHER)
			continue;
		for (size_t v = 0; v < r->variant_count; v++) {
			if (v != r->baseline && !r->variants[v].hidden)
				count += spread_of(r, m, v, &spreads[count]);
		}
	}
	return count;
}

struct pilot pilot_plan(const struct results *r, uint64_t cap)
{
	struct arena arena = { 0 };
	struct spread *spreads = NEW(&arena, struct spread, r->metric_count * r->variant_count + 1);
	struct pilot p = { .rounds = r->pilot, .n = r->pilot, .needed = r->pilot };
	double least_fit = 0; /* how much wider than asked for, of the one that needs most */

	p.comparisons = find_spreads(r, spreads);
	for (size_t i = 0; i < p.comparisons; i++) {
		const struct spread *s = &spreads[i];
		double margin = r->metrics[s->metric].margin;
		struct stein plan =
			stein_plan(s->pairs, s->sd, margin, r->alpha, p.comparisons, cap);
		p.needed = max_u64(p.needed, plan.n);
		p.n = max_u64(p.n, plan.n_capped);
		double fit = plan.t * s->sd / log1p(margin);
		if (fit <= least_fit)
			continue;
		least_fit = fit;
		p.metric = s->metric;
		p.variant = s->variant;
		p.spread = s->sd;
		p.margin = margin;
		p.settled = plan.t * s->sd; /* until n is known */
	}
	p.settled = expm1(2 * p.settled / sqrt((double)p.n));
	arena_free(&arena);
	return p;
}

/* Two digits, and never an exponent. */
static char *percent(struct arena *arena, double fraction)
{
	return arena_printf(arena, fraction < 0.1 ? "%.2g %%" : "%.0f %%", 100 * fraction);
}

/* What has to be said of the comparison where there are others. */
static char *which_text(struct arena *arena, const struct results *r, const struct pilot *p)
{
	const struct result_metric *m = &r->metrics[p->metric];

	if (p->comparisons < 2)
		return arena_strdup(arena, "");
	return arena_printf(arena, " (%s, %s %s/%s)", r->variants[p->variant].name, m->cell,
		m->phase, m->metric);
}

char *pilot_text(struct arena *arena, const struct results *r, const struct pilot *p)
{
	const char *start = arena_printf(arena, "pilot of %" PRIu64 " rounds: ", p->rounds);

	if (p->comparisons == 0)
		return arena_printf(arena, "%sno primary comparison has a ratio: no more rounds",
			start);
	start = arena_printf(arena, "%sspread %s%s", start, percent(arena, p->spread),
		which_text(arena, r, p));
	if (p->n < p->needed && p->settled >= 1)
		return arena_printf(arena, "%s; cap %" PRIu64 " binds: not even ±100 %%", start,
			p->n);
	if (p->n < p->needed)
		return arena_printf(arena, "%s; cap %" PRIu64 " binds: ±%s at best", start, p->n,
			percent(arena, p->settled));
	if (p->n == p->rounds)
		return arena_printf(arena, "%s, they settle ±%.3g %%: no more rounds", start,
			100 * p->margin);
	return arena_printf(arena, "%s, %" PRIu64 " rounds in all settle ±%.3g %%", start, p->n,
		100 * p->margin);
}
