// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/classic_text.h"

#include "report/differences.h"
#include "report/imported.h"
#include "report/notes.h"
#include "report/numbers.h"
#include "report/several.h"
#include "report/table.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MAIL_COLUMNS = 78, PLAN_DIGITS = 8 };

struct classic {
	const struct judgement *j;
	struct arena *arena;
	struct text *out;
	size_t *metrics;      /* those shown */
	struct scale *scales; /* of each of them, the same for all variants */
	size_t metric_count;
};

static struct scale metric_scale(const struct judgement *j, size_t metric)
{
	double largest = 0;

	for (size_t v = 0; v < j->results->variant_count; v++) {
		double mean = fabs(judgement_summary(j, metric, v)->mean);
		if (isfinite(mean) && mean > largest)
			largest = mean;
	}
	return scale_for(j->results->metrics[metric].unit, largest);
}

static void choose_metrics(struct classic *c, bool all)
{
	const struct results *r = c->j->results;

	c->metrics = NEW(c->arena, size_t, r->metric_count + 1);
	c->scales = NEW(c->arena, struct scale, r->metric_count + 1);
	for (size_t m = 0; m < r->metric_count; m++) {
		if (!all && !r->metrics[m].primary)
			continue;
		c->scales[c->metric_count] = metric_scale(c->j, m);
		c->metrics[c->metric_count++] = m;
	}
	if (c->metric_count == 0 && !all)
		choose_metrics(c, true);
}

static void put_heading(struct classic *c, const char *heading)
{
	size_t width = display_width(heading);

	text_printf(c->out, "\n%s\n", heading);
	for (size_t i = 0; i < width; i++)
		text_puts(c->out, "-");
	text_puts(c->out, "\n");
}

/* Not every variant of a text has every metric. */
static bool is_left_out(const struct classic *c, size_t i, size_t variant)
{
	return c->j->results->text_count > 0 &&
	       !results_has_value(c->j->results, c->metrics[i], variant);
}

static int put_variant(struct classic *c, size_t variant, struct error *err)
{
	static const struct table_column columns[] = {
		{ "OPERATION", false },
		{ "UNIT", false },
		{ "MEAN", true },
		{ "ST.DEV.", true },
		{ "% ST.DEV", true },
		{ "N", true },
	};
	const struct result_variant *v = &c->j->results->variants[variant];
	const char **cells = NEW(c->arena, const char *, c->metric_count *COUNT_OF(columns) + 1);
	const char **cell = cells;
	size_t rows = 0;

	put_heading(c, v->summary && *v->summary
			       ? arena_printf(c->arena, "%s: %s", v->name, v->summary)
			       : v->name);
	for (size_t i = 0; i < c->metric_count; i++) {
		const struct summary *s = judgement_summary(c->j, c->metrics[i], variant);
		if (is_left_out(c, i, variant))
			continue;
		double factor = c->scales[i].factor;
		*cell++ = metric_label(c->arena, &c->j->results->metrics[c->metrics[i]]);
		*cell++ = c->scales[i].unit;
		*cell++ = number_fixed(c->arena, s->mean * factor, s->mean * factor);
		*cell++ = number_fixed(c->arena, s->sd * factor, s->mean * factor);
		*cell++ = isfinite(s->pct_sd) ? arena_printf(c->arena, "%.2f", s->pct_sd) : "-";
		*cell++ =
			s->n == 0 && isfinite(s->mean) ? "-" : arena_printf(c->arena, "%zu", s->n);
		rows++;
	}
	return table_text(c->out, columns, COUNT_OF(columns), cells, rows, err);
}

static char *upper(struct arena *arena, const char *name)
{
	char *copy = arena_strdup(arena, name);

	for (char *p = copy; *p; p++)
		*p = (char)toupper((unsigned char)*p);
	return copy;
}

static int put_comparison(struct classic *c, size_t variant, struct error *err)
{
	const struct results *r = c->j->results;
	const char *base_name = r->variants[r->baseline].name, *name = r->variants[variant].name;
	const struct table_column columns[] = {
		{ "OPERATION", false },
		{ "UNIT", false },
		{ upper(c->arena, base_name), true },
		{ upper(c->arena, name), true },
		{ "REL.", true },
	};
	const char **cells = NEW(c->arena, const char *, c->metric_count *COUNT_OF(columns) + 1);
	const char **cell = cells;
	size_t rows = 0;

	put_heading(c, arena_printf(c->arena, "Comparison %s/%s", name, base_name));
	for (size_t i = 0; i < c->metric_count; i++) {
		double base = judgement_summary(c->j, c->metrics[i], r->baseline)->mean;
		double mean = judgement_summary(c->j, c->metrics[i], variant)->mean;
		double factor = c->scales[i].factor;
		if (is_left_out(c, i, variant) || is_left_out(c, i, r->baseline))
			continue;
		double rel = base > 0 ? mean / base : NAN;
		*cell++ = metric_label(c->arena, &r->metrics[c->metrics[i]]);
		*cell++ = c->scales[i].unit;
		*cell++ = number_fixed(c->arena, base * factor, base * factor);
		*cell++ = number_fixed(c->arena, mean * factor, base * factor);
		*cell++ = isfinite(rel) ? arena_printf(c->arena, "%.2f", rel) : "-";
		rows++;
	}
	return table_text(c->out, columns, COUNT_OF(columns), cells, rows, err);
}

static void put_line(struct classic *c, const char *line)
{
	wrap_items(c->out, &line, 1, 2, MAIL_COLUMNS);
}

static void put_texts(struct classic *c)
{
	const struct results *r = c->j->results;

	for (const char *const *line = imported_lines(r, c->arena); *line; line++)
		put_line(c, arena_printf(c->arena, "Note: %s", *line));
	for (const char *const *d = imported_differences(r, c->arena); *d; d++)
		put_line(c, arena_printf(c->arena, "Differs: %s", *d));
}

/* What may be the effect instead of what was meant. */
static void put_differences(struct classic *c, const char *before)
{
	const struct judgement *j = c->j;

	if (!j->differences)
		return;
	for (const char *const *d = differences_texts(j->results, j->differences, false, c->arena);
		*d; d++)
		put_line(c, arena_printf(c->arena, "%s%c%s", before,
				    *before ? **d : toupper((unsigned char)**d), *d + 1));
}

static void put_several_head(struct classic *c)
{
	const struct results *r = c->j->results;

	for (size_t i = 0; i < r->origin_count; i++) {
		const struct result_origin *o = &r->origins[i];
		put_line(c, arena_printf(c->arena, "Test: %s (experiment %" PRIu64 ", %s)", o->name,
				    o->experiment, o->state));
		const char *date = utc_text(c->arena, o->started_ns);
		put_line(c, o->imported
				    ? arena_printf(c->arena, "Imported: %s", date)
				    : arena_printf(c->arena, "Date: %s, plan %.*s, seed %" PRIu64,
					      date, PLAN_DIGITS, o->plan_sha256, o->seed));
	}
	put_texts(c);
	put_differences(c, "");
}

static void put_head(struct classic *c)
{
	const struct results *r = c->j->results;

	if (r->source == RESULTS_OF_NUMBERS) {
		put_line(c, arena_printf(c->arena, "Test: %s", r->name));
		return;
	}
	if (r->source == RESULTS_OF_SEVERAL) {
		put_several_head(c);
		return;
	}
	put_line(c, arena_printf(c->arena, "Test: %s (experiment %" PRIu64 ")", r->name,
			    r->experiment));
	if (r->text_count > 0) {
		put_line(c,
			arena_printf(c->arena, "Imported: %s", utc_text(c->arena, r->started_ns)));
		put_texts(c);
		return;
	}
	put_line(c, arena_printf(c->arena, "Date: %s", utc_text(c->arena, r->started_ns)));
	put_line(c, arena_printf(c->arena, "Plan: %.*s, seed %" PRIu64, PLAN_DIGITS, r->plan_sha256,
			    r->seed));
	if (strcmp(r->state, "done") != 0)
		put_line(c, arena_printf(c->arena, "State: %s%s%s", r->state,
				    r->state_reason && *r->state_reason ? ": " : "",
				    r->state_reason ? r->state_reason : ""));
}

/* REL. alone does not say which way is good. */
static void put_directions(struct classic *c)
{
	static const struct {
		enum better better;
		const char *text;
	} directions[] = {
		{ BETTER_HIGHER, "Above 1.00 is better" },
		{ BETTER_LOWER, "Below 1.00 is better" },
	};

	for (size_t d = 0; d < COUNT_OF(directions); d++) {
		const char *names = "";
		for (size_t i = 0; i < c->metric_count; i++) {
			const struct result_metric *m = &c->j->results->metrics[c->metrics[i]];
			const char *name =
				*m->phase ? arena_printf(c->arena, "%s/%s", m->phase, m->metric)
					  : m->cell;
			if (m->better != directions[d].better || strstr(names, name))
				continue;
			names = arena_printf(c->arena, "%s%s%s", names, *names ? ", " : "", name);
		}
		if (*names)
			put_line(c,
				arena_printf(c->arena, "%s in: %s.", directions[d].text, names));
	}
}

static void put_foot(struct classic *c)
{
	const struct results *r = c->j->results;
	size_t count;
	struct note *notes = collect_notes(r, c->arena, &count);

	text_puts(c->out, "\n");
	if (r->source == RESULTS_OF_NUMBERS)
		return;
	if (r->text_count == 0)
		put_line(c, warmup_text(c->arena, c->j));
	if (r->attempts_repeated > 0)
		put_line(c, arena_printf(c->arena, "%" PRIu64 " rounds were repeated.",
				    r->attempts_repeated));
	for (size_t i = 0; i < count; i++)
		put_line(c, arena_printf(c->arena, "note: %s", note_text(c->arena, r, &notes[i])));
	if (r->source == RESULTS_OF_SEVERAL) {
		for (const char *const *u = several_unmatched(r, c->arena); *u; u++)
			put_line(c, arena_printf(c->arena, "not compared: %s", *u));
		return;
	}
	for (const char *const *u = imported_unmatched(r, c->arena); *u; u++)
		put_line(c, arena_printf(c->arena, "not compared: %s", *u));
	put_differences(c, "note: ");
}

static int put_tables(struct classic *c, struct error *err)
{
	const struct results *r = c->j->results;
	int ret = put_variant(c, r->baseline, err);

	for (size_t v = 0; ret == 0 && v < r->variant_count; v++) {
		if (v != r->baseline && !r->variants[v].hidden)
			ret = put_variant(c, v, err);
	}
	for (size_t v = 0; ret == 0 && v < r->variant_count; v++) {
		if (v != r->baseline && !r->variants[v].hidden)
			ret = put_comparison(c, v, err);
	}
	return ret;
}

int classic_text(const struct judgement *j, const struct report_options *options, struct text *out,
	struct error *err)
{
	struct arena arena = { 0 };
	struct classic c = { .j = j, .arena = &arena, .out = out };

	choose_metrics(&c, options->verbose);
	put_head(&c);
	int ret = put_tables(&c, err);
	if (ret == 0) {
		if (j->effect_count > 0) {
			text_puts(out, "\n");
			put_directions(&c);
		}
		put_foot(&c);
	}
	arena_free(&arena);
	return ret;
}
