// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "core/json.h"
#include "report/judge.h"
#include "report/notes.h"
#include "report/numbers.h"
#include "report/table.h"
#include "report/trend.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

static void range_of(const struct trend *t, double *least, double *most)
{
	*least = INFINITY;
	*most = -INFINITY;
	for (size_t i = 0; i < t->count; i++) {
		*least = fmin(*least, t->points[i].mean);
		*most = fmax(*most, t->points[i].mean);
	}
}

static bool changes_at(const struct trend *t, size_t point)
{
	for (size_t i = 0; i < t->change_count; i++) {
		if (t->changes[i].at == point)
			return true;
	}
	return false;
}

/* A bar a point, from the least to the most, and a stroke at every change. */
static void put_sparkline(const struct trend *t, const struct scale *scale, struct arena *arena,
	struct text *out)
{
	static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	const size_t bar_count = COUNT_OF(bars);
	double least, most;

	range_of(t, &least, &most);
	for (size_t i = 0; i < t->count; i++) {
		double part = most > least ? (t->points[i].mean - least) / (most - least) : 0;
		size_t bar = (size_t)(part * (double)bar_count);
		if (changes_at(t, i))
			text_puts(out, "|");
		text_puts(out, bars[bar < bar_count ? bar : bar_count - 1]);
	}
	text_printf(out, "  %s to %s %s\n", number_text(arena, least * scale->factor),
		number_text(arena, most * scale->factor), scale->unit);
}

static int put_table(const struct trend *t, const struct scale *scale, struct arena *arena,
	struct text *out, struct error *err)
{
	const struct table_column columns[] = {
		{ "POINT", false },
		{ "EXPERIMENT", true },
		{ "WHEN", false },
		{ "N", true },
		{ arena_printf(arena, "MEAN %s", scale->unit), true },
		{ "% SD", true },
		{ "CHANGE", false },
		{ "", false },
	};
	const char **cells = NEW(arena, const char *, t->count *COUNT_OF(columns) + 1);
	const char **cell = cells;

	for (size_t i = 0; i < t->count; i++) {
		const struct trend_point *p = &t->points[i];
		*cell++ = p->name;
		*cell++ = arena_printf(arena, "%" PRIu64, p->experiment);
		*cell++ = p->started_ns ? utc_text(arena, p->started_ns) : "imported";
		*cell++ = p->n ? arena_printf(arena, "%zu", p->n) : "?";
		*cell++ = number_text(arena, p->mean * scale->factor);
		*cell++ = isfinite(p->pct_sd) ? spread_text(arena, p->pct_sd) : "-";
		*cell++ = isfinite(p->ratio)
				  ? effect_text(arena, p->ratio, p->ratio_lo, p->ratio_hi)
				  : "";
		*cell++ = trend_since(t, i, arena);
	}
	return table_text(out, columns, COUNT_OF(columns), cells, t->count, err);
}

static void put_line(struct text *out, const char *line)
{
	wrap_items(out, &line, 1, 6, REPORT_COLUMNS);
}

static void put_change(const struct trend *t, size_t i, const struct scale *scale,
	struct arena *arena, struct text *out)
{
	const struct change_point *c = &t->changes[i];
	size_t first = i > 0 ? t->changes[i - 1].at : 0;
	size_t end = i + 1 < t->change_count ? t->changes[i + 1].at : t->count;
	double before = trend_mean(t, first, c->at), after = trend_mean(t, c->at, end);

	put_line(out, arena_printf(arena,
			      "change at %s: %s -> %s %s, %s, p%s (mean of %zu points before, of "
			      "%zu from "
			      "there on)",
			      t->points[c->at].name, number_text(arena, before * scale->factor),
			      number_text(arena, after * scale->factor), scale->unit,
			      effect_text(arena, after / before, NAN, NAN), p_text(arena, c->p),
			      c->at - first, end - c->at));
}

static void put_changes(const struct trend *t, const struct scale *scale, struct arena *arena,
	struct text *out)
{
	for (size_t i = 0; i < t->change_count; i++)
		put_change(t, i, scale, arena, out);
	if (t->change_count == 0 && isfinite(t->best.p))
		put_line(out,
			arena_printf(arena, "no change is shown: the best split is at %s, p%s",
				t->points[t->best.at].name, p_text(arena, t->best.p)));
	if (t->change_count == 0 && !isfinite(t->best.p))
		put_line(out, "no change is looked for: fewer than four points, or a mean of 0 or "
			      "below");
	if (t->change_count > 0 || isfinite(t->best.p))
		put_line(out,
			arena_printf(arena,
				"changes: E-divisive (Matteson and James 2014) on the logs of the "
				"means, "
				"%" PRIu64 " shuffles, alpha %g; what changes within one point, or "
				"twice, it cannot tell",
				t->draws, t->alpha));
	if (t->count < TREND_LEAST)
		put_line(out,
			arena_printf(arena,
				"note: %zu points: below %d only a landslide is told from noise; "
				"`bakeoff compare` judges single steps",
				t->count, TREND_LEAST));
	if (*t->left_out) {
		const char *names = "";
		for (const char **name = t->left_out; *name; name++)
			names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", *name);
		put_line(out,
			arena_printf(arena, "note: the order does not name %s: left out", names));
	}
}

int trend_text(const struct trend *t, struct text *out, struct error *err)
{
	struct arena arena = { 0 };
	double least, most;

	range_of(t, &least, &most);
	struct scale scale = scale_for(t->metric->unit, fmax(fabs(least), fabs(most)));
	const char *const head[] = {
		metric_label(&arena, t->metric),
		arena_printf(&arena, "%zu points", t->count),
		t->metric->better == BETTER_HIGHER  ? "more is better"
		: t->metric->better == BETTER_LOWER ? "less is better"
						    : "neither way is better",
	};
	wrap_items(out, head, COUNT_OF(head), 6, REPORT_COLUMNS);
	int ret = put_table(t, &scale, &arena, out, err);
	if (ret == 0) {
		put_sparkline(t, &scale, &arena, out);
		put_changes(t, &scale, &arena, out);
	}
	arena_free(&arena);
	return ret;
}

static void put_number(struct text *out, double value)
{
	text_puts(out, ",");
	if (isfinite(value))
		text_printf(out, "%.17g", value);
}

void trend_csv(const struct trend *t, struct text *out)
{
	text_puts(out, "point,experiment,n,mean,percent_sd,ratio,ratio_low,ratio_high,change\r\n");
	for (size_t i = 0; i < t->count; i++) {
		const struct trend_point *p = &t->points[i];
		text_puts(out, "\"");
		for (const char *c = p->name; *c; c++)
			text_printf(out, "%s%c", *c == '"' ? "\"" : "", *c);
		text_printf(out, "\",%" PRIu64 ",", p->experiment);
		if (p->n > 0)
			text_printf(out, "%zu", p->n);
		put_number(out, p->mean);
		put_number(out, p->pct_sd);
		put_number(out, p->ratio);
		put_number(out, p->ratio_lo);
		put_number(out, p->ratio_hi);
		text_printf(out, ",%s\r\n", changes_at(t, i) ? "yes" : "no");
	}
}

static void set(json_t *object, const char *key, json_t *value)
{
	(void)json_object_set_new(object, key, value);
}

static json_t *point_json(const struct trend *t, size_t i, struct arena *arena)
{
	const struct trend_point *p = &t->points[i];
	json_t *object = json_object();

	set(object, "point", json_text(p->name));
	set(object, "experiment", json_u64(p->experiment));
	set(object, "started_ns", p->started_ns ? json_u64(p->started_ns) : json_null());
	set(object, "n", p->n ? json_u64(p->n) : json_null());
	set(object, "mean", json_double(p->mean));
	set(object, "percent_sd", json_double(p->pct_sd));
	set(object, "ratio", json_double(p->ratio));
	set(object, "ratio_low", json_double(p->ratio_lo));
	set(object, "ratio_high", json_double(p->ratio_hi));
	set(object, "since", json_text(trend_since(t, i, arena)));
	return object;
}

static json_t *change_json(const struct trend *t, const struct change_point *c)
{
	json_t *object = json_object();

	set(object, "point", json_text(t->points[c->at].name));
	set(object, "q", json_double(c->q));
	set(object, "p", json_double(c->p));
	return object;
}

int trend_json(const struct trend *t, struct text *out, struct error *err)
{
	AUTO_JSON json_t *document = json_object();
	json_t *points = json_array(), *changes = json_array();
	struct arena arena = { 0 };

	for (size_t i = 0; i < t->count; i++)
		(void)json_array_append_new(points, point_json(t, i, &arena));
	for (size_t i = 0; i < t->change_count; i++)
		(void)json_array_append_new(changes, change_json(t, &t->changes[i]));
	set(document, "schema", json_string("bakeoff.trend/1"));
	set(document, "metric", json_text(metric_label(&arena, t->metric)));
	set(document, "unit", json_text(t->metric->unit));
	set(document, "better", json_text(better_name(t->metric->better)));
	set(document, "points", points);
	set(document, "changes", changes);
	set(document, "best_split",
		t->change_count == 0 && isfinite(t->best.p) ? change_json(t, &t->best)
							    : json_null());
	set(document, "alpha", json_double(t->alpha));
	set(document, "shuffles", json_u64(t->draws));
	arena_free(&arena);
	AUTO_FREE char *dump = json_dumps(document, JSON_INDENT(2));
	if (!dump)
		return fail(err, ENOMEM, "no memory for the JSON document");
	text_puts(out, dump);
	text_puts(out, "\n");
	return 0;
}
