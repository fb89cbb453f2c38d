// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/verdict_layout.h"

#include "report/numbers.h"

#include <string.h>

enum { LEAST_NAME = 4, FLAG_GAP = 2 };

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
		if (!*metric->metric)
			break;
		return arena_printf(arena, "%s %s", metric->cell, metric->metric);
	case LABEL_CELL:
		return arena_strdup(arena, metric->cell);
	}
	return metric_label(arena, metric);
}

/* Two judged metrics must not get one name. Lines of one metric follow each other. */
static bool form_is_unique(const struct layout *l, enum label_form form)
{
	for (size_t i = 0; i < l->line_count; i++) {
		const struct result_metric *a = line_metric(l, i);
		for (size_t k = 0; k < i && l->lines[i].effect->primary; k++) {
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
		for (int part = 0; part < PART_HOW && l->lines[i].effect->primary; part++) {
			size_t width = display_width(l->lines[i].parts[part]);
			if (width > l->widths[part])
				l->widths[part] = width;
		}
	}
}

static size_t part_width(const struct layout *l, const struct verdict_line *line, int part,
	int padded)
{
	size_t own = display_width(line->parts[part]);

	return part < padded && l->widths[part] > own ? l->widths[part] : own;
}

/* Columns that a line takes when so many of its parts are padded to the width of their column. */
static size_t line_width(const struct layout *l, const struct verdict_line *line, int padded)
{
	size_t width = 0;

	for (int part = 0; part < PART_COUNT; part++) {
		size_t own = part_width(l, line, part, padded);
		width += own > 0 ? own + l->gap : 0;
	}
	return width - l->gap;
}

static size_t flag_gap(bool brief)
{
	return brief ? 1 : FLAG_GAP;
}

static size_t flags_width(const struct verdict_line *line, bool brief)
{
	size_t width = 0;

	for (size_t i = 0; i < line->flag_count; i++)
		width += display_width(line->flags[i]) + flag_gap(brief);
	return width;
}

/* Columns that the brief form of PART_HOW saves. */
static size_t saved_by_brief(const struct verdict_line *line)
{
	return display_width(line->parts[PART_HOW]) - display_width(line->brief);
}

static bool fits(const struct layout *l, const struct verdict_line *line, int padded, bool brief)
{
	return line_width(l, line, padded) - (brief ? saved_by_brief(line) : 0) +
		       flags_width(line, brief) <=
	       REPORT_COLUMNS;
}

/* As many parts padded as there is room for. */
static int padded_parts(const struct layout *l, const struct verdict_line *line, bool brief)
{
	int padded = PART_HOW;

	while (padded > 0 && !fits(l, line, padded, brief))
		padded--;
	return padded;
}

static bool all_fit(const struct layout *l)
{
	for (size_t i = 0; i < l->line_count; i++) {
		if (l->lines[i].effect->primary && !fits(l, &l->lines[i], PART_HOW, l->brief))
			return false;
	}
	return true;
}

static void set_labels(struct layout *l, enum label_form form)
{
	l->form = form;
	for (size_t i = 0; i < l->line_count; i++)
		l->lines[i].parts[PART_LABEL] = label_of(l->arena, line_metric(l, i),
			l->lines[i].effect->primary ? form : LABEL_FULL);
}

void layout_choose_labels(struct layout *l)
{
	enum label_form shortest = LABEL_FULL;

	for (enum label_form form = LABEL_FULL; form < LABEL_FORMS; form++) {
		if (form != LABEL_FULL && !form_is_unique(l, form))
			continue;
		shortest = form;
		set_labels(l, form);
		measure(l);
		for (l->gap = 2; l->gap > 0; l->gap--) {
			if (all_fit(l))
				return;
		}
		l->gap = 1;
		l->brief = true;
		if (all_fit(l))
			return;
		l->brief = false;
	}
	set_labels(l, shortest);
	measure(l);
}

/* What had no room in the line goes into one note about it. */
static void add_aside(struct layout *l, struct verdict_line *line, const char *text)
{
	line->aside = line->aside ? arena_printf(l->arena, "%s; %s", line->aside, text) : text;
}

static void put_aside(struct layout *l, const struct verdict_line *line)
{
	const struct results *r = l->j->results;

	if (line->aside)
		*ARENA_PUSH(l->arena, l->extra, l->extra_count) = arena_printf(l->arena,
			"%s %s: %s", r->variants[line->effect->variant].name,
			metric_label(l->arena, &r->metrics[line->effect->metric]), line->aside);
}

/* Cuts the names in their middle, so that the line without its flags is no longer than it may be.
 */
static void cut_names(struct layout *l, struct verdict_line *line)
{
	const char *variant = line->parts[PART_VARIANT], *label = line->parts[PART_LABEL];
	size_t variant_width = display_width(variant), label_width = display_width(label);
	size_t rest = line_width(l, line, 0) - variant_width - label_width;
	const size_t least = 2 * (size_t)LEAST_NAME;
	size_t room = rest + least < REPORT_COLUMNS ? REPORT_COLUMNS - rest : least;

	if (variant_width + label_width <= room)
		return;
	if (variant_width > room / 3)
		variant_width = label_width < room - room / 3 ? room - label_width : room / 3;
	line->parts[PART_VARIANT] = shorten_middle(l->arena, variant, variant_width);
	variant_width = display_width(line->parts[PART_VARIANT]);
	const char *number = arena_printf(l->arena, "#%zu", (size_t)(line - l->lines) + 1);
	room -= variant_width + strlen(number);
	line->parts[PART_LABEL] =
		arena_printf(l->arena, "%s%s", shorten_middle(l->arena, label, room), number);
	add_aside(l, line,
		arena_printf(l->arena, "shown as \"%s%s%s\"", line->parts[PART_VARIANT],
			*variant ? " " : "", line->parts[PART_LABEL]));
}

/* How it was decided becomes the first of the flags, and so goes to the notes. */
static void set_how_aside(struct layout *l, struct verdict_line *line)
{
	const char **flags = NEW(l->arena, const char *, line->flag_count + 1);

	flags[0] = line->parts[PART_HOW];
	for (size_t i = 0; i < line->flag_count; i++)
		flags[i + 1] = line->flags[i];
	line->flags = flags;
	line->flag_count++;
	line->parts[PART_HOW] = "";
}

/*
 * A line that is too long even without padding: it says shorter how many rounds are missing, then
 * names are cut, then it does not say how it was decided.
 */
static void squeeze(struct layout *l, struct verdict_line *line)
{
	const char *full = line->parts[PART_HOW];

	for (size_t i = 0; i < COUNT_OF(line->shorter); i++) {
		if (line_width(l, line, 0) <= REPORT_COLUMNS || !line->shorter[i])
			break;
		line->parts[PART_HOW] = line->shorter[i];
	}
	if (line->shorter[0] && line->parts[PART_HOW] == line->shorter[1] &&
		strcmp(line->shorter[0], line->shorter[1]) != 0)
		add_aside(l, line, full);
	cut_names(l, line);
	if (line_width(l, line, 0) > REPORT_COLUMNS)
		set_how_aside(l, line);
}

/* The flags while there is room for them; those left over go to the notes. Returns the column. */
static size_t put_flags(struct layout *l, struct verdict_line *line, size_t column, bool brief,
	struct text *out)
{
	static const char more[] = "  !more";
	bool all = column + flags_width(line, brief) <= REPORT_COLUMNS;
	size_t limit = all ? REPORT_COLUMNS : REPORT_COLUMNS - strlen(more);
	char *left = arena_strdup(l->arena, "");

	for (size_t i = 0; i < line->flag_count; i++) {
		size_t width = display_width(line->flags[i]) + flag_gap(brief);
		if (*left || column + width > limit) {
			left = arena_printf(l->arena, "%s%s%s", left, *left ? " " : "",
				line->flags[i]);
			continue;
		}
		text_printf(out, "%*s%s", (int)flag_gap(brief), "", line->flags[i]);
		column += width;
	}
	if (!*left)
		return column;
	if (column <= limit)
		text_puts(out, more);
	add_aside(l, line, left);
	return REPORT_COLUMNS;
}

void layout_put_line(struct layout *l, struct verdict_line *line, struct text *out)
{
	size_t column = 0, pending = 0;
	/* a line that would leave its columns says it shorter if that keeps it in more of them */
	bool brief = l->brief || padded_parts(l, line, true) > padded_parts(l, line, false);

	if (brief)
		line->parts[PART_HOW] = line->brief;
	line->brief = line->parts[PART_HOW];
	if (!fits(l, line, 0, brief))
		squeeze(l, line);
	int padded = padded_parts(l, line, brief);
	for (int part = 0; part < PART_COUNT; part++) {
		size_t own = display_width(line->parts[part]);
		size_t width = part_width(l, line, part, padded);
		if (width == 0)
			continue;
		if (own > 0) {
			text_printf(out, "%*s%s", (int)pending, "", line->parts[part]);
			column += pending + own;
			pending = 0;
		}
		pending += width - own + l->gap;
	}
	column = put_flags(l, line, column, brief, out);
	if (*line->decimal && column + FLAG_GAP + display_width(line->decimal) <= REPORT_COLUMNS)
		text_printf(out, "%*s%s", FLAG_GAP, "", line->decimal);
	text_puts(out, "\n");
	put_aside(l, line);
}

void layout_explain_labels(struct layout *l)
{
	for (size_t i = 0; l->form != LABEL_FULL && i < l->line_count; i++) {
		const struct result_metric *a = line_metric(l, i);
		const char *cells = "";
		bool said = !l->lines[i].effect->primary || !*a->phase;
		for (size_t k = 0; k < l->line_count && !said; k++) {
			const struct result_metric *b = line_metric(l, k);
			if (!l->lines[k].effect->primary || strcmp(a->metric, b->metric) != 0 ||
				strcmp(a->phase, b->phase) != 0)
				continue;
			said = k < i;
			if (k > 0 && b == line_metric(l, k - 1))
				continue;
			cells = arena_printf(l->arena, "%s%s%s", cells, *cells ? ", " : "",
				b->cell);
		}
		if (!said)
			*ARENA_PUSH(l->arena, l->extra, l->extra_count) = arena_printf(l->arena,
				"%s/%s is the metric of %s", a->phase, a->metric, cells);
	}
}
