// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/verdict_text.h"

#include "report/numbers.h"
#include "report/verdict_line.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* How a metric is named in the lines: as little shortened as the room allows. */
enum label_form {
	LABEL_FULL,     /* lmdd bs=4k write/throughput */
	LABEL_NO_PHASE, /* lmdd bs=4k throughput */
	LABEL_CELL,     /* lmdd bs=4k */
	LABEL_FORMS,
};

enum { LEAST_LABEL = 8, PLAN_DIGITS = 8, NOTE_INDENT = 6 };

struct layout {
	const struct judgement *j;
	struct arena *arena;
	struct verdict_line *lines;
	size_t line_count;
	struct note *notes;
	size_t note_count;
	size_t widths[PART_COUNT]; /* of the columns, PART_HOW apart */
	size_t gap;
	enum label_form form;
	const char **extra; /* notes that the layout itself makes */
	size_t extra_count;
};

static const struct result_metric *line_metric(const struct layout *l, size_t i)
{
	return &l->j->results->metrics[l->lines[i].effect->metric];
}

static char *label_of(struct arena *arena, const struct result_metric *metric, enum label_form form)
{
	switch (form) {
	case LABEL_FULL:
	case LABEL_FORMS:
		break;
	case LABEL_NO_PHASE:
		return arena_printf(arena, "%s %s", metric->cell, metric->metric);
	case LABEL_CELL:
		return arena_strdup(arena, metric->cell);
	}
	return metric_label(arena, metric);
}

/* Two metrics must not get one name. Lines of one metric follow each other. */
static bool form_is_unique(const struct layout *l, enum label_form form)
{
	for (size_t i = 0; i < l->line_count; i++) {
		const struct result_metric *a = line_metric(l, i);
		for (size_t k = 0; k < i; k++) {
			const struct result_metric *b = line_metric(l, k);
			if (a == b || strcmp(a->cell, b->cell) != 0)
				continue;
			if (form == LABEL_CELL ||
				(form == LABEL_NO_PHASE && strcmp(a->metric, b->metric) == 0))
				return false;
		}
	}
	return true;
}

static void measure(struct layout *l)
{
	memset(l->widths, 0, sizeof(l->widths));
	for (size_t i = 0; i < l->line_count; i++) {
		for (int part = 0; part < PART_HOW; part++) {
			size_t width = display_width(l->lines[i].parts[part]);
			if (width > l->widths[part])
				l->widths[part] = width;
		}
	}
}

/* The columns up to PART_HOW with their gaps. */
static size_t aligned_width(const struct layout *l)
{
	size_t width = 0;

	for (int part = 0; part < PART_HOW; part++)
		width += l->widths[part] > 0 ? l->widths[part] + l->gap : 0;
	return width;
}

static size_t tail_width(const struct verdict_line *line)
{
	size_t width = display_width(line->parts[PART_HOW]);

	for (size_t i = 0; i < line->flag_count; i++)
		width += display_width(line->flags[i]) + 2;
	return width;
}

static bool all_fit(struct layout *l)
{
	measure(l);
	for (size_t i = 0; i < l->line_count; i++) {
		if (aligned_width(l) + tail_width(&l->lines[i]) > REPORT_COLUMNS)
			return false;
	}
	return true;
}

static void set_labels(struct layout *l, enum label_form form)
{
	l->form = form;
	for (size_t i = 0; i < l->line_count; i++)
		l->lines[i].parts[PART_LABEL] = label_of(l->arena, line_metric(l, i), form);
}

/* The fullest labels with which every line fits, or the shortest that are still unique. */
static void choose_labels(struct layout *l)
{
	enum label_form shortest = LABEL_FULL;

	for (enum label_form form = LABEL_FULL; form < LABEL_FORMS; form++) {
		if (form != LABEL_FULL && !form_is_unique(l, form))
			continue;
		shortest = form;
		for (l->gap = 2; l->gap > 0; l->gap--) {
			set_labels(l, form);
			if (all_fit(l))
				return;
		}
	}
	l->gap = 1;
	set_labels(l, shortest);
	measure(l);
}

static void add_extra(struct layout *l, const char *note)
{
	*ARENA_PUSH(l->arena, l->extra, l->extra_count) = note;
}

/* What one line needs besides its label (and its variant's name), without padding. */
static size_t fixed_width(const struct layout *l, const struct verdict_line *line)
{
	size_t width = 0;

	for (int part = 0; part <= PART_HOW; part++) {
		size_t part_width = display_width(line->parts[part]);
		if (part == PART_LABEL || part == PART_VARIANT)
			continue;
		width += part_width > 0 ? part_width + l->gap : 0;
	}
	return width;
}

/*
 * A line that is too long even with the columns' padding away: the label is cut in its middle, the
 * flags follow while there is room; what does not fit is said in a note.
 */
static void squeeze(struct layout *l, struct verdict_line *line)
{
	const char *variant = line->parts[PART_VARIANT], *label = line->parts[PART_LABEL];
	size_t fixed = fixed_width(l, line), names = display_width(label) + l->gap;

	if (*variant)
		names += display_width(variant) + l->gap;
	if (fixed + names <= REPORT_COLUMNS)
		return;
	size_t room =
		fixed + 2 * LEAST_LABEL < REPORT_COLUMNS ? REPORT_COLUMNS - fixed : 2 * LEAST_LABEL;
	if (*variant) {
		size_t share = (room - 2 * l->gap) / 3;
		if (share > display_width(variant))
			share = display_width(variant);
		line->parts[PART_VARIANT] = shorten_middle(l->arena, variant, share);
		room -= share + l->gap;
	}
	line->parts[PART_LABEL] = shorten_middle(l->arena, label, room - l->gap);
	add_extra(l,
		arena_printf(l->arena, "%s%s%s is %s%s%s", line->parts[PART_VARIANT],
			*variant ? " " : "", line->parts[PART_LABEL], variant, *variant ? " " : "",
			metric_label(l->arena, &l->j->results->metrics[line->effect->metric])));
}

/* The flags while there is room for them; those left over go to the notes. */
static size_t put_flags(struct layout *l, const struct verdict_line *line, size_t column,
	struct text *out)
{
	const char **left = NULL;
	size_t left_count = 0, needed = 0;

	for (size_t i = 0; i < line->flag_count; i++)
		needed += display_width(line->flags[i]) + 2;
	size_t limit = column + needed <= REPORT_COLUMNS ? REPORT_COLUMNS
							 : REPORT_COLUMNS - strlen("  !more");
	for (size_t i = 0; i < line->flag_count; i++) {
		size_t width = display_width(line->flags[i]) + 2;
		if (left_count > 0 || column + width > limit) {
			*ARENA_PUSH(l->arena, left, left_count) = line->flags[i];
			continue;
		}
		text_printf(out, "  %s", line->flags[i]);
		column += width;
	}
	if (left_count == 0)
		return column;
	if (column + strlen("  !more") <= REPORT_COLUMNS)
		text_puts(out, "  !more");
	AUTO_TEXT struct text note;
	text_init(&note, 64 * KIB);
	text_printf(&note, "%s %s:", l->j->results->variants[line->effect->variant].name,
		metric_label(l->arena, &l->j->results->metrics[line->effect->metric]));
	for (size_t i = 0; i < left_count; i++)
		text_printf(&note, " %s", left[i]);
	add_extra(l, arena_strdup(l->arena, note.data));
	return REPORT_COLUMNS;
}

static void put_line(struct layout *l, struct verdict_line *line, struct text *out)
{
	bool aligned = aligned_width(l) + display_width(line->parts[PART_HOW]) <= REPORT_COLUMNS;
	size_t column = 0, pending = 0;

	if (!aligned)
		squeeze(l, line);
	for (int part = 0; part <= PART_HOW; part++) {
		size_t own = display_width(line->parts[part]);
		size_t width = aligned && part < PART_HOW ? l->widths[part] : own;
		if (width == 0)
			continue;
		if (own > 0) {
			text_printf(out, "%*s", (int)pending, "");
			text_puts(out, line->parts[part]);
			column += pending + own;
			pending = 0;
		}
		pending += width - own + l->gap;
	}
	column = put_flags(l, line, column, out);
	if (*line->decimal && column + 2 + display_width(line->decimal) <= REPORT_COLUMNS)
		text_printf(out, "  %s", line->decimal);
	text_puts(out, "\n");
}

static void put_note(struct text *out, const char *head, const char *body)
{
	const char *items[] = { head, body };

	wrap_items(out, items, COUNT_OF(items), NOTE_INDENT, REPORT_COLUMNS);
}

static void put_lines(struct layout *l, const struct report_options *options, struct text *out)
{
	for (size_t i = 0; i < l->line_count; i++) {
		put_line(l, &l->lines[i], out);
		const struct effect *e = l->lines[i].effect;
		size_t count;
		if (options->verbose) {
			const char **items = verdict_details(l->j, e, l->arena, &count);
			text_puts(out, "    ");
			wrap_items(out, items, count, 4, REPORT_COLUMNS - 4);
		}
		if (options->explain) {
			const char *sentence = verdict_sentence(l->j, e, l->arena);
			text_puts(out, "    ");
			wrap_items(out, &sentence, 1, 4, REPORT_COLUMNS - 4);
		}
	}
}

/* One variant alone is a measurement: its numbers, and no verdict. */
static void put_measurements(const struct judgement *j, bool verbose, struct arena *arena,
	struct text *out)
{
	const struct results *r = j->results;

	for (size_t m = 0; m < r->metric_count; m++) {
		const struct summary *s = judgement_summary(j, m, r->baseline);
		struct scale scale = scale_for(r->metrics[m].unit, s->mean);
		if (!r->metrics[m].primary && !verbose)
			continue;
		char *items[] = {
			arena_strdup(arena, "MEASURED"),
			metric_label(arena, &r->metrics[m]),
			arena_printf(arena, "%s %s", number_text(arena, s->mean * scale.factor),
				scale.unit),
			isfinite(s->mean_lo)
				? arena_printf(arena, "[%s, %s]",
					  number_text(arena, s->mean_lo * scale.factor),
					  number_text(arena, s->mean_hi * scale.factor))
				: arena_strdup(arena, "no interval"),
			isfinite(s->pct_sd) ? arena_printf(arena, "sd %.2g%%", s->pct_sd)
					    : arena_strdup(arena, "sd -"),
			arena_printf(arena, "n=%zu", s->n),
		};
		wrap_items(out, (const char *const *)items, COUNT_OF(items), NOTE_INDENT,
			REPORT_COLUMNS);
	}
}

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
	AUTO_TEXT struct text t;
	const char *between = "variants ";

	text_init(&t, 64 * KIB);
	for (size_t v = 0; v < r->variant_count; v++) {
		if (v == r->baseline || r->variants[v].hidden)
			continue;
		text_printf(&t, "%s%s", between, r->variants[v].name);
		between = ", ";
	}
	return arena_strdup(arena, t.length > 0 ? t.data : "no other variant");
}

static void put_header(const struct judgement *j, struct arena *arena, struct text *out)
{
	const struct results *r = j->results;
	const char *items[8];
	size_t n = 0;

	items[n++] = arena_printf(arena, "experiment %" PRIu64, r->experiment);
	items[n++] = r->name;
	items[n++] = arena_printf(arena, "baseline %s", r->variants[r->baseline].name);
	items[n++] = variants_text(arena, r);
	if (j->effect_count > 0) {
		items[n++] = arena_printf(arena, "m=%zu", j->family);
		items[n++] = margins_text(arena, j);
		items[n++] = arena_printf(arena, "alpha %g", r->alpha);
	}
	items[n++] = arena_printf(arena, "plan %.*s", PLAN_DIGITS, r->plan_sha256);
	wrap_items(out, items, n, NOTE_INDENT, REPORT_COLUMNS);
	if (strcmp(r->state, "done") != 0)
		put_note(out, arena_printf(arena, "state: %s", r->state),
			r->state_reason ? r->state_reason : "");
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
	char *text = arena_printf(arena, "A/A %s (%s)", verdict_word(arena, j, e),
		c->verdict == VERDICT_INVALID
			? "experiment invalid"
			: effect_text(arena, c->ratio, c->ratio_lo, c->ratio_hi));
	if (j->aa_count == 1)
		return text;
	return arena_printf(arena, "%s, worst of %zu: %s", text, j->aa_count,
		metric_label(arena, &j->results->metrics[e->metric]));
}

static void put_rig(const struct judgement *j, struct arena *arena, struct text *out)
{
	const struct results *r = j->results;
	const char *items[8];
	size_t n = 0;

	items[n++] = arena_printf(arena, "rig: %s", aa_text(j, arena));
	items[n++] = arena_printf(arena, "rounds %zu+1 warm-up", r->round_count);
	items[n++] = r->interleaved ? "order random" : "order sequential";
	items[n++] = arena_printf(arena, "seed %" PRIu64, r->seed);
	items[n++] = arena_printf(arena, "plan %.*s", PLAN_DIGITS, r->plan_sha256);
	if (r->round_count < r->rounds_planned)
		items[n++] = arena_printf(arena, "!planned.%" PRIu64, r->rounds_planned);
	if (r->attempts_repeated > 0)
		items[n++] = arena_printf(arena, "!repeated.%" PRIu64, r->attempts_repeated);
	wrap_items(out, items, n, NOTE_INDENT, REPORT_COLUMNS);
}

/* Names the metric where the lines name the cell only, or leave the phase out. */
static void explain_labels(struct layout *l)
{
	for (size_t i = 0; l->form != LABEL_FULL && i < l->line_count; i++) {
		const struct result_metric *a = line_metric(l, i);
		const char *cells = "";
		bool said = false;
		for (size_t k = 0; k < l->line_count; k++) {
			const struct result_metric *b = line_metric(l, k);
			if (strcmp(a->metric, b->metric) != 0 || strcmp(a->phase, b->phase) != 0)
				continue;
			said |= k < i;
			if (k > 0 && b == line_metric(l, k - 1))
				continue;
			cells = arena_printf(l->arena, "%s%s%s", cells, *cells ? ", " : "",
				b->cell);
		}
		if (!said)
			add_extra(l, arena_printf(l->arena, "the metric is %s/%s in: %s", a->phase,
					     a->metric, cells));
	}
}

static void put_notes(struct layout *l, struct text *out)
{
	for (size_t i = 0; i < l->note_count; i++)
		put_note(out, arena_printf(l->arena, "note %zu:", i + 1),
			note_text(l->arena, l->j->results, &l->notes[i]));
	for (size_t i = 0; i < l->extra_count; i++)
		put_note(out, "note:", l->extra[i]);
}

static void make_lines(struct layout *l, bool verbose)
{
	const struct judgement *j = l->j;

	l->lines = NEW(l->arena, struct verdict_line, j->effect_count + 1);
	for (int primary = 1; primary >= (verbose ? 0 : 1); primary--) {
		for (size_t i = 0; i < j->effect_count; i++) {
			if (j->effects[i].primary == (primary == 1))
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

void verdict_text(const struct judgement *j, const struct report_options *options, struct text *out)
{
	struct arena arena = { 0 };
	struct layout l = { .j = j, .arena = &arena };

	l.notes = collect_notes(j->results, &arena, &l.note_count);
	put_header(j, &arena, out);
	make_lines(&l, options->verbose);
	choose_labels(&l);
	put_lines(&l, options, out);
	explain_labels(&l);
	if (j->effect_count == 0)
		put_measurements(j, options->verbose, &arena, out);
	put_rig(j, &arena, out);
	if (options->verbose) {
		const char *warmup = warmup_text(&arena, j);
		wrap_items(out, &warmup, 1, NOTE_INDENT, REPORT_COLUMNS);
	}
	put_notes(&l, out);
	arena_free(&arena);
}
