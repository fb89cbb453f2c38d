// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/verdict_text.h"

#include "report/beside.h"
#include "report/bound.h"
#include "report/differences.h"
#include "report/doubts.h"
#include "report/explain.h"
#include "report/imported.h"
#include "report/measured.h"
#include "report/numbers.h"
#include "report/odd.h"
#include "report/pool.h"
#include "report/several.h"
#include "report/suites.h"
#include "report/verdict_layout.h"
#include "report/where.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { PLAN_DIGITS = 8, NOTE_INDENT = 6 };

static void put_wrapped(struct text *out, const char *line)
{
	wrap_items(out, &line, 1, NOTE_INDENT, REPORT_COLUMNS);
}

/* What the machine did meanwhile; an observed metric is that itself. */
static void put_beside(struct layout *l, const struct effect *e, struct text *out)
{
	size_t count = 0;
	const char **items = NULL;

	if (l->j->results->metrics[e->metric].origin == RESULT_MEASURED)
		items = beside_items(l->j, e->metric, e->variant, l->arena, &count);
	if (count == 0)
		return;
	text_puts(out, "    ");
	wrap_items(out, items, count, 4, REPORT_COLUMNS);
}

static void put_lines(struct layout *l, const struct report_options *options, struct text *out)
{
	for (size_t i = 0; i < l->line_count; i++) {
		layout_put_line(l, &l->lines[i], out);
		const struct effect *e = l->lines[i].effect;
		size_t count;
		if (options->verbose) {
			const char **items = verdict_details(l->j, e, l->arena, &count);
			text_puts(out, "    ");
			wrap_items(out, items, count, 4, REPORT_COLUMNS);
			put_beside(l, e, out);
		}
		if (options->explain) {
			const char *sentence = explain_effect(l->j, e, l->arena);
			text_puts(out, "    ");
			wrap_items(out, &sentence, 1, 4, REPORT_COLUMNS);
		}
	}
}

/* Of runs AAA then BBB on one file system each nobody can tell layout and age from the effect. */
static const char imported_rig[] = "in which order and how often each arm was made afresh is not "
				   "known: not replicated  !not-interleaved";

static char *margins_text(struct arena *arena, const struct judgement *j)
{
	double least = INFINITY, most = 0;

	for (size_t i = 0; i < j->effect_count; i++) {
		double margin = j->results->metrics[j->effects[i].metric].margin;
		if (!j->effects[i].primary)
			continue;
		least = fmin(least, margin);
		most = fmax(most, margin);
	}
	if (!isfinite(least))
		return arena_strdup(arena, "no margin");
	if (least == most)
		return arena_printf(arena, "margin ±%s", percent_text(arena, least));
	return arena_printf(arena, "margins ±%s to ±%s", percent_text(arena, least),
		percent_text(arena, most));
}

static char *variants_text(struct arena *arena, const struct results *r)
{
	char *names = arena_strdup(arena, "");
	size_t count = 0;

	for (size_t v = 0; v < r->variant_count; v++) {
		if (v != r->baseline && !r->variants[v].hidden)
			names = arena_printf(arena, "%s%s%s", names, count++ > 0 ? ", " : " ",
				r->variants[v].name);
	}
	if (count == 0)
		return arena_strdup(arena, "no other variant");
	return arena_printf(arena, "variant%s%s", count > 1 ? "s" : "", names);
}

static char *experiments_text(struct arena *arena, const struct results *r)
{
	char *ids = arena_strdup(arena, "");

	for (size_t i = 0; i < r->origin_count; i++)
		ids = arena_printf(arena, "%s%s%" PRIu64, ids, i > 0 ? ", " : "",
			r->origins[i].experiment);
	return arena_printf(arena, "experiments %s", ids);
}

static void put_header(const struct judgement *j, struct arena *arena, struct text *out)
{
	const struct results *r = j->results;
	const char *items[8];
	size_t n = 0;

	if (r->source == RESULTS_OF_EXPERIMENT)
		items[n++] = arena_printf(arena, "experiment %" PRIu64, r->experiment);
	items[n++] = r->source == RESULTS_OF_SEVERAL ? experiments_text(arena, r) : r->name;
	items[n++] = arena_printf(arena, "baseline %s", r->variants[r->baseline].name);
	items[n++] = variants_text(arena, r);
	if (j->effect_count > 0) {
		items[n++] = arena_printf(arena, "m=%zu", j->family);
		items[n++] = margins_text(arena, j);
		items[n++] = arena_printf(arena, "alpha %g", r->alpha);
	}
	if (r->source == RESULTS_OF_EXPERIMENT)
		items[n++] = r->text_count > 0 ? "imported"
					       : arena_printf(arena, "plan %.*s", PLAN_DIGITS,
							 r->plan_sha256);
	wrap_items(out, items, n, NOTE_INDENT, REPORT_COLUMNS);
	if (strcmp(r->state, "done") != 0)
		put_wrapped(out, arena_printf(arena, "state: %s%s%s", r->state,
					 r->state_reason && *r->state_reason ? ": " : "",
					 r->state_reason ? r->state_reason : ""));
	for (const char *const *line = where_lines(r, arena); *line; line++)
		put_wrapped(out, *line);
}

/* Before anything else: what may be the effect instead of what was meant. */
static void put_differences(const struct judgement *j, bool all, struct arena *arena,
	struct text *out)
{
	const char *const *imported = imported_differences(j->results, arena);
	bool any = *imported;

	for (; *imported; imported++)
		put_wrapped(out, arena_printf(arena, "differs: %s", *imported));
	if (!j->differences)
		return;
	const char *const *texts = differences_texts(j->results, j->differences, all, arena);
	for (const char *const *d = texts; *d; d++)
		put_wrapped(out, *d);
	if (!*texts && !any && j->results->source == RESULTS_OF_SEVERAL)
		text_puts(out, "differs: nothing that was recorded\n");
}

/* What an A/A comparison that is not EQUIVALENT says of the rig. */
static char *aa_meaning(const struct effect *e, struct arena *arena)
{
	switch (e->comparison.verdict) {
	case VERDICT_EQUIVALENT:
	case VERDICT_INVALID:
		break;
	case VERDICT_INCONCLUSIVE:
		return arena_printf(arena, ": too noisy to tell at n=%zu, broken or not",
			e->base_n);
	case VERDICT_FASTER:
	case VERDICT_SLOWER:
		return arena_strdup(arena, ": broken, it tells a copy from its original");
	}
	return arena_strdup(arena, "");
}

static char *aa_text(const struct judgement *j, struct arena *arena)
{
	if (j->aa_count == 0)
		return arena_strdup(arena, "no A/A arm");
	const struct effect *e = &j->aa[j->aa_worst];
	const struct comparison *c = &e->comparison;
	if (e->reason)
		return arena_printf(arena, "A/A %s (%s)", verdict_word(arena, j, e), e->reason);
	if (c->not_enough_data)
		return arena_printf(arena, "A/A %s (n=%zu: not enough data)",
			verdict_word(arena, j, e), e->base_n);
	char *text = arena_printf(arena, "A/A %s (%s)%s", verdict_word(arena, j, e),
		c->verdict == VERDICT_INVALID
			? "experiment invalid"
			: effect_text(arena, c->ratio, c->ratio_lo, c->ratio_hi),
		aa_meaning(e, arena));
	if (j->aa_count == 1)
		return text;
	return arena_printf(arena, "%s, worst of %zu: %s", text, j->aa_count,
		metric_label(arena, &j->results->metrics[e->metric]));
}

/* One line for each experiment, and the A/A comparison of all of them. */
static void put_rigs(const struct judgement *j, struct arena *arena, struct text *out)
{
	const struct results *r = j->results;

	for (size_t i = 0; i < r->origin_count; i++) {
		const struct result_origin *o = &r->origins[i];
		bool done = strcmp(o->state, "done") == 0;
		if (o->imported) {
			put_wrapped(out,
				arena_printf(arena, "rig: experiment %" PRIu64 "  %s  imported: %s",
					o->experiment, o->name, imported_rig));
			continue;
		}
		const char *items[] = {
			arena_printf(arena, "rig: experiment %" PRIu64, o->experiment),
			o->name,
			arena_printf(arena, "rounds %zu+1 warm-up", o->round_count),
			o->interleaved ? "order random" : "order sequential",
			arena_printf(arena, "seed %" PRIu64, o->seed),
			arena_printf(arena, "plan %.*s", PLAN_DIGITS, o->plan_sha256),
			done ? "" : arena_printf(arena, "!%s", o->state),
		};
		wrap_items(out, items, COUNT_OF(items) - done, NOTE_INDENT, REPORT_COLUMNS);
	}
	bool apart = false;
	for (size_t i = 0; i < j->effect_count; i++)
		apart |= j->effects[i].design != DESIGN_PAIRED;
	put_wrapped(out,
		arena_printf(arena, "rig: %s%s", aa_text(j, arena),
			apart ? "  !not-interleaved: what differs above may be the effect" : ""));
}

/* Without the sign of a zero. */
static char *change_text(struct arena *arena, double percent)
{
	return fabs(percent) < 0.05 ? arena_strdup(arena, "0.0%")
				    : arena_printf(arena, "%+.1f%%", percent);
}

static void put_rig(const struct judgement *j, struct arena *arena, struct text *out)
{
	const struct results *r = j->results;
	const char *items[16];
	size_t n = 0;

	if (r->source == RESULTS_OF_SEVERAL) {
		put_rigs(j, arena, out);
		return;
	}
	if (r->source == RESULTS_OF_NUMBERS) {
		put_wrapped(out,
			r->design == RESULTS_PAIRED
				? "rig: numbers from elsewhere, pairs as --paired says"
				: "rig: numbers from elsewhere, in which order is not known");
		return;
	}
	if (r->text_count > 0) {
		put_wrapped(out, arena_printf(arena, "rig: imported: %s", imported_rig));
		return;
	}
	items[n++] = arena_printf(arena, "rig: %s", aa_text(j, arena));
	if (j->rig.has_drift)
		items[n++] = arena_printf(arena, "drift %s/experiment",
			change_text(arena, j->rig.drift.total_pct));
	items[n++] = arena_printf(arena, "rounds %zu+1 warm-up", r->round_count);
	if (r->pilot > 0)
		items[n++] = arena_printf(arena, "pilot %" PRIu64, r->pilot);
	items[n++] = r->interleaved ? "order random" : "order sequential";
	items[n++] = arena_printf(arena, "seed %" PRIu64, r->seed);
	items[n++] = arena_printf(arena, "plan %.*s", PLAN_DIGITS, r->plan_sha256);
	if (j->rig.drifts)
		items[n++] = "!drift";
	if (j->rig.position_matters)
		items[n++] = "!position";
	if (r->round_count < r->rounds_planned)
		items[n++] = arena_printf(arena, "!planned.%" PRIu64, r->rounds_planned);
	if (r->attempts_repeated > 0)
		items[n++] = arena_printf(arena, "!repeated.%" PRIu64, r->attempts_repeated);
	wrap_items(out, items, n, NOTE_INDENT, REPORT_COLUMNS);
}

/* What stands behind the flags of the rig line. */
static void put_rig_notes(const struct judgement *j, struct arena *arena, struct text *out)
{
	const struct rig *rig = &j->rig;
	const struct result_metric *metrics = j->results->metrics;

	if (rig->drifts)
		put_wrapped(out,
			arena_printf(arena,
				"note: !drift: %s of all variants went %+.1f%% from the first "
				"round to the last (p%s); comparisons within a round are immune, "
				"the numbers themselves are not",
				metric_label(arena, &metrics[rig->drift_metric]),
				rig->drift.total_pct, p_text(arena, rig->drift.p)));
	if (rig->position_matters)
		put_wrapped(out,
			arena_printf(arena,
				"note: !position: last in a round, %s is %s of what it is first "
				"(p%s): what one run leaves behind reaches the next",
				metric_label(arena, &metrics[rig->position_metric]),
				percent_text(arena, rig->position_ratio),
				p_text(arena, rig->position_p)));
}

static void put_doubts(struct layout *l, struct text *out)
{
	for (size_t i = 0; i < l->line_count; i++) {
		const struct effect *e = l->lines[i].effect;
		for (const char **text = doubts_texts(l->j, e, l->arena); *text; text++)
			put_wrapped(out,
				arena_printf(l->arena, "note: %s %s: %s",
					l->j->results->variants[e->variant].name,
					metric_label(l->arena, &l->j->results->metrics[e->metric]),
					*text));
	}
}

/* A baseline's odd run is in every ratio of its metric: that is said before any of them. */
static void put_banner(const struct judgement *j, struct arena *arena, struct text *out)
{
	for (size_t i = 0; i < j->odd_count; i++) {
		if (j->odd[i].variant == j->results->baseline && j->effect_count > 0)
			put_wrapped(out,
				arena_printf(arena,
					"odd baseline: %s; it is in every ratio of that metric",
					odd_text(j->results, &j->odd[i], arena)));
	}
}

static void put_suites(const struct judgement *j, struct arena *arena, struct text *out)
{
	for (size_t i = 0; i < j->suite_count; i++) {
		size_t count;
		const char **items = suite_items(j, &j->suites[i], arena, &count);
		wrap_items(out, items, count, NOTE_INDENT, REPORT_COLUMNS);
	}
}

static void put_pooled(const struct judgement *j, struct arena *arena, struct text *out)
{
	for (size_t i = 0; i < j->pooled_count; i++) {
		size_t count;
		const char **items = pool_items(j, &j->pooled[i], arena, &count);
		wrap_items(out, items, count, NOTE_INDENT, REPORT_COLUMNS);
	}
}

/* How an observed metric is to be read. */
static void put_observed_note(const struct results *r, struct text *out)
{
	for (size_t m = 0; m < r->metric_count; m++) {
		if (r->metrics[m].origin != RESULT_OBSERVED)
			continue;
		put_wrapped(out,
			"note: observed metrics: counters are per second of their phase (s/s: of "
			"all CPUs together where it is CPU time), others as they were at its end; "
			"q: the share of false claims among those with a q up to this; not judged");
		return;
	}
}

static void put_notes(struct layout *l, struct text *out)
{
	put_rig_notes(l->j, l->arena, out);
	put_observed_note(l->j->results, out);
	put_doubts(l, out);
	for (size_t i = 0; i < l->note_count; i++)
		put_wrapped(out, arena_printf(l->arena, "note %zu: %s", i + 1,
					 note_text(l->arena, l->j->results, &l->notes[i])));
	for (const char *const *u = imported_unmatched(l->j->results, l->arena); *u; u++)
		put_wrapped(out, arena_printf(l->arena, "not compared: %s", *u));
	for (const char *const *u = several_unmatched(l->j->results, l->arena); *u; u++)
		put_wrapped(out, arena_printf(l->arena, "not compared: %s", *u));
	for (size_t i = 0; i < l->extra_count; i++)
		put_wrapped(out, arena_printf(l->arena, "note: %s", l->extra[i]));
}

static void make_lines(struct layout *l, bool verbose)
{
	const struct judgement *j = l->j;

	l->lines = NEW(l->arena, struct verdict_line, j->effect_count + 1);
	for (int primary = 1; primary >= 0; primary--) {
		for (size_t i = 0; i < j->effect_count; i++) {
			const struct effect *e = &j->effects[i];
			bool is_asked = e->primary || verbose ||
					j->results->metrics[e->metric].origin == RESULT_OBSERVED;
			if (is_asked && e->primary == (primary == 1))
				make_verdict_line(j, &j->effects[i], l->notes, l->note_count,
					l->arena, &l->lines[l->line_count++]);
		}
	}
}

char *warmup_text(struct arena *arena, const struct judgement *j)
{
	const struct results *r = j->results;
	double least = INFINITY, most = -INFINITY;
	const char *least_label = "", *most_label = "";

	for (size_t m = 0; m < r->metric_count; m++) {
		for (size_t v = 0; r->metrics[m].primary && v < r->variant_count; v++) {
			const struct summary *s = judgement_summary(j, m, v);
			double change = r->warmup[m * r->variant_count + v] / s->mean - 1;
			if (!isfinite(change))
				continue;
			const char *label = arena_printf(arena, "%s %s", r->variants[v].name,
				metric_label(arena, &r->metrics[m]));
			least_label = change < least ? label : least_label;
			most_label = change > most ? label : most_label;
			least = fmin(least, change);
			most = fmax(most, change);
		}
	}
	if (!isfinite(least))
		return arena_strdup(arena, "warm-up: discarded, without values to show");
	if (least == most)
		return arena_printf(arena,
			"warm-up: discarded, %+.1f%% off the mean of the rounds (%s)", 100 * least,
			least_label);
	return arena_printf(arena,
		"warm-up: discarded, %+.1f%% (%s) to %+.1f%% (%s) off the means of the rounds",
		100 * least, least_label, 100 * most, most_label);
}

static void put_warmup(const struct judgement *j, struct arena *arena, struct text *out)
{
	put_wrapped(out, warmup_text(arena, j));
	if (j->odd_warmups)
		put_wrapped(out,
			arena_printf(arena, "warm-up: by the first-run test unlike the rounds: %s",
				j->odd_warmups));
}

/* Where nothing is compared, for want of another variant or of its values. */
static void put_measured(const struct judgement *j, const struct report_options *options,
	struct arena *arena, struct text *out)
{
	size_t lines = measured_lines(j, options, arena, out);

	if (judgement_lacks_values(j))
		text_puts(out,
			"NO-VERDICT  nothing to compare: no metric has a value of two variants\n");
	else if (lines == 0)
		text_puts(out, "NO-VERDICT  nothing was measured\n");
}

void verdict_text(const struct judgement *j, const struct report_options *options, struct text *out)
{
	struct arena arena = { 0 };
	struct layout l = { .j = j, .arena = &arena };

	l.notes = collect_notes(j->results, &arena, &l.note_count);
	put_header(j, &arena, out);
	put_differences(j, options->verbose, &arena, out);
	put_banner(j, &arena, out);
	make_lines(&l, options->verbose);
	layout_choose_labels(&l);
	put_lines(&l, options, out);
	layout_explain_labels(&l);
	if (j->effect_count == 0)
		put_measured(j, options, &arena, out);
	put_suites(j, &arena, out);
	put_pooled(j, &arena, out);
	bound_text(j->results, options->verbose, &arena, out);
	put_rig(j, &arena, out);
	if (options->verbose && j->results->source != RESULTS_OF_NUMBERS &&
		j->results->text_count == 0)
		put_warmup(j, &arena, out);
	put_notes(&l, out);
	arena_free(&arena);
}
