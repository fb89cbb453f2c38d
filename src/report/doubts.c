// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/doubts.h"

#include "report/numbers.h"
#include "report/pairing.h"
#include "stats/paired.h"
#include "stats/ranksum.h"
#include "stats/sample.h"
#include "stats/serial.h"
#include "stats/signedrank.h"
#include "stats/stein.h"

#include <inttypes.h>
#include <math.h>

/* Below that p of an F test the noise is said to have changed (statistics.md 1.5). */
static const double noise_alpha = 0.01;
/* Further out than so many robust sigmas a round is one of the few that dominate; at most so many
 * are named. */
static const double hiccup_sigmas = 3 * 1.4826;
enum { HICCUPS_NAMED = 3 };

/* Distances of values from their median, to find the few that are far out. */
struct distances {
	const double *values;
	size_t count;
	double median, limit;
};

static struct distances distances_of(const double *values, size_t count)
{
	return (struct distances){ .values = values,
		.count = count,
		.median = sample_median(values, count),
		.limit = hiccup_sigmas * sample_mad(values, count) };
}

/* The greatest distance below `below`; the count where none is beyond the limit. */
static size_t next_furthest(const struct distances *d, double below)
{
	size_t found = d->count;
	double best = d->limit;

	for (size_t i = 0; i < d->count; i++) {
		double distance = fabs(d->values[i] - d->median);
		if (distance > best && distance < below) {
			best = distance;
			found = i;
		}
	}
	return found;
}

/* "#3 #7", or "xfs#3" where an arm is named; the furthest first. */
static char *name_far_ones(const struct results *r, const struct distances *d, const size_t *rounds,
	const char *arm, char *text, struct arena *arena)
{
	double below = INFINITY;

	for (int named = 0; named < HICCUPS_NAMED; named++) {
		size_t i = next_furthest(d, below);
		if (i == d->count)
			break;
		below = fabs(d->values[i] - d->median);
		text = arena_printf(arena, "%s%s%s#%" PRIu64, text, *text ? " " : "", arm,
			r->round_numbers[rounds[i]]);
	}
	return text;
}

/*
 * With hiccups in a tenth of the runs a rank test finds nearly twice what a t test does
 * (statistics.md, table C). They may be the effect itself, so both are shown and none is picked.
 */
static void find_hiccups(const struct judgement *j, struct effect *e, const struct pairing *p,
	size_t family, struct arena *arena)
{
	const struct results *r = j->results;
	struct doubts *doubts = &e->doubts;
	double rank_p, typical;
	char *names = arena_strdup(arena, "");

	if (e->comparison.verdict != VERDICT_INCONCLUSIVE || e->comparison.not_enough_data ||
		e->rests_on_odd || !(e->comparison.p_holm > r->alpha))
		return;
	if (p->is_paired) {
		const double *logs = paired_logs(arena, p->base, p->var, p->base_n);
		struct distances d = distances_of(logs, p->base_n);
		rank_p = signedrank_test(logs, p->base_n).p;
		typical = d.median;
		names = name_far_ones(r, &d, p->base_rounds, "", names, arena);
	} else {
		const double *base = sample_logs(arena, p->base, p->base_n);
		const double *var = sample_logs(arena, p->var, p->var_n);
		struct distances of_base = distances_of(base, p->base_n);
		struct distances of_var = distances_of(var, p->var_n);
		rank_p = ranksum_test(base, p->base_n, var, p->var_n).p;
		typical = shift_estimate(base, p->base_n, var, p->var_n, 0.95).est;
		names = name_far_ones(r, &of_base, p->base_rounds, r->variants[e->baseline].name,
			names, arena);
		names = name_far_ones(r, &of_var, p->var_rounds, r->variants[e->variant].name,
			names, arena);
	}
	rank_p = fmin(1, rank_p * (double)family);
	if (!(rank_p <= r->alpha) || !*names)
		return;
	doubts->has_hiccups = true;
	doubts->rank_p = rank_p;
	doubts->typical = exp(typical);
	doubts->hiccups = names;
}

static void find_serial(const struct judgement *j, struct effect *e, const struct pairing *p,
	struct arena *arena)
{
	const struct results *r = j->results;
	const double *logs = paired_logs(arena, p->base, p->var, p->base_n);
	double *in_time = NEW(arena, double, p->base_n + 1);
	size_t n = 0;

	for (size_t i = 0; i < r->round_count; i++) {
		for (size_t k = 0; k < p->base_n; k++) {
			if (p->base_rounds[k] == j->timeline.rounds[i])
				in_time[n++] = logs[k];
		}
	}
	e->doubts.von_neumann = von_neumann_ratio(in_time, n);
	e->doubts.is_serial = von_neumann_is_suspect(in_time, n);
}

static void find_noise_change(struct effect *e, const struct pairing *p, double unit)
{
	size_t later = p->base_n - p->pilot_n;

	if (p->pilot_n < 2 || later < 2)
		return;
	double before = paired_log(p->base, p->var, p->pilot_n, unit).sd;
	double after = paired_log(p->base + p->pilot_n, p->var + p->pilot_n, later, unit).sd;
	e->doubts.pilot_sd = before;
	e->doubts.later_sd = after;
	e->doubts.noise_p = noise_change(before, p->pilot_n, after, later);
	e->doubts.noise_changed = e->doubts.noise_p < noise_alpha;
}

void doubts_find(const struct judgement *j, struct effect *e, size_t family, struct arena *arena)
{
	if (e->design == DESIGN_SUMMARY || e->comparison.verdict == VERDICT_INVALID)
		return;
	struct pairing p = pair_values(j->results, e, arena);
	find_hiccups(j, e, &p, family, arena);
	if (!p.is_paired)
		return;
	find_serial(j, e, &p, arena);
	find_noise_change(e, &p, j->results->metrics[e->metric].resolution);
}

const char **doubts_texts(const struct judgement *j, const struct effect *e, struct arena *arena)
{
	const struct doubts *d = &e->doubts;
	const char **texts = NEW(arena, const char *, 4);
	size_t n = 0;

	if (d->has_hiccups)
		texts[n++] = arena_printf(arena,
			"!hiccups: typical run %s (rank p%s%s), a few runs dominate the mean: %s",
			effect_text(arena, d->typical, NAN, NAN), p_text(arena, d->rank_p),
			j->family > 1 ? ", family included" : "", d->hiccups);
	if (d->is_serial)
		texts[n++] = arena_printf(arena,
			"!serial: rounds resemble their neighbours (von Neumann ratio %.2f, about "
			"2 where they are independent): the interval is too short",
			d->von_neumann);
	if (d->noise_changed)
		texts[n++] = arena_printf(arena,
			"!noise-changed: spread %s%% in the pilot, %s%% after it (F test p%s): "
			"the interval is the pilot's",
			spread_text(arena, 100 * d->pilot_sd),
			spread_text(arena, 100 * d->later_sd), p_text(arena, d->noise_p));
	return texts;
}
