// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/contest_text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

const char *const contest_style_names[] = {
	[CONTEST_034] = "0.34",
	[CONTEST_041] = "0.41",
	[CONTEST_050] = "0.50",
	[CONTEST_061] = "0.61",
	NULL,
};

/*
 * What a version called a load, NULL for its name with nothing changed; and what one of its "Loads"
 * is: so many units of work, or, where that is 0, a part of one whole pass.
 */
static const struct load_row {
	const char *phase;
	const char *names[4];
	double units[4], passes[4];
} load_rows[] = {
	{ "no_load", { "NoLoad", "noload", "noload" } },
	{ "cacherun", { NULL } },
	{ "process_load", { "Process Load" }, { [CONTEST_050] = 10000, [CONTEST_061] = 10000 } },
	{ "ctar_load", { NULL }, { 0 }, { [CONTEST_050] = 1, [CONTEST_061] = 1 } },
	{ "xtar_load", { NULL }, { 0 }, { [CONTEST_050] = 1, [CONTEST_061] = 1 } },
	{ "io_load", { "IO Load Full" }, { [CONTEST_050] = 1e8 }, { [CONTEST_061] = 0.25 } },
	{ "io_load_half", { "IO Load Half" }, { [CONTEST_050] = 1e8 }, { [CONTEST_061] = 0.25 } },
	{ "io_other", { NULL }, { [CONTEST_050] = 1e8 }, { [CONTEST_061] = 0.25 } },
	{ "read_load", { NULL }, { 0 }, { [CONTEST_050] = 1, [CONTEST_061] = 1 } },
	{ "list_load", { NULL }, { 0 }, { [CONTEST_050] = 1, [CONTEST_061] = 1 } },
	{ "mem_load", { "Mem Load" }, { [CONTEST_050] = 1000, [CONTEST_061] = 100 } },
	{ "dbench_load", { NULL }, { 0 }, { [CONTEST_050] = 1, [CONTEST_061] = 1 } },
	{ "cpuload", { NULL }, { [CONTEST_050] = 1000, [CONTEST_061] = 1000 } },
};

struct tables {
	const struct judgement *j;
	enum contest_style style;
	struct arena *arena;
	struct text *out;
};

static bool is_metric(const struct result_metric *m, const char *cell, const char *phase,
	const char *name)
{
	return strcmp(m->phase, phase) == 0 && strcmp(m->metric, name) == 0 &&
	       strcmp(m->cell, cell) == 0;
}

/* The mean of that metric of the variant; 0 where there is none: no load has done nothing. */
static double mean_of(const struct tables *t, const char *cell, const char *phase, const char *name,
	size_t variant)
{
	const struct results *r = t->j->results;

	for (size_t m = 0; m < r->metric_count; m++) {
		if (!is_metric(&r->metrics[m], cell, phase, name))
			continue;
		double mean = judgement_summary(t->j, m, variant)->mean;
		return isfinite(mean) ? mean : 0;
	}
	return 0;
}

/* "1.28"; what a text does not have is no number. */
static const char *ratio_text(const struct tables *t, const char *cell, const char *phase,
	size_t variant)
{
	const struct results *r = t->j->results;

	for (size_t m = 0; m < r->metric_count; m++) {
		if (is_metric(&r->metrics[m], cell, phase, "ratio") &&
			judgement_summary(t->j, m, variant)->n > 0)
			return arena_printf(t->arena, "%.2f",
				judgement_summary(t->j, m, variant)->mean);
	}
	return "-";
}

static double loads_of(const struct tables *t, const struct load_row *row, const char *cell,
	size_t variant)
{
	double amount = mean_of(t, cell, row->phase, "load_amount", variant);
	double pass = mean_of(t, cell, row->phase, "load_pass", variant);

	if (row->units[t->style] > 0)
		return amount / row->units[t->style];
	double part = pass * row->passes[t->style];
	return part > 0 ? amount / part : 0;
}

static bool is_marked(const struct tables *t, size_t metric, size_t variant)
{
	for (size_t i = 0; i < t->j->effect_count; i++) {
		const struct effect *e = &t->j->effects[i];
		if (e->metric == metric && e->variant == variant && e->primary && !e->reason)
			return e->comparison.verdict == VERDICT_FASTER ||
			       e->comparison.verdict == VERDICT_SLOWER;
	}
	return false;
}

static void put_head(const struct tables *t)
{
	static const char *const heads[] = {
		[CONTEST_034] = "Kernel                  Time            CPU\n",
		[CONTEST_041] = "Kernel                  Time            CPU             Ratio\n",
		[CONTEST_050] = "Kernel [runs]           Time    CPU%    Loads   LCPU%   Ratio\n",
		[CONTEST_061] = "Kernel     [runs]       Time    CPU%    Loads   LCPU%   Ratio\n",
	};

	text_puts(t->out, heads[t->style]);
}

/* A name that fills its column has a blank behind it all the same. */
static void put_row(const struct tables *t, const struct load_row *row, size_t metric,
	size_t variant)
{
	const struct result_metric *m = &t->j->results->metrics[metric];
	const struct summary *time = judgement_summary(t->j, metric, variant);
	const char *name = t->j->results->variants[variant].name;
	double cpu = mean_of(t, m->cell, row->phase, "cpu", variant);
	const char *ratio = ratio_text(t, m->cell, row->phase, variant);
	double load_cpu = mean_of(t, m->cell, row->phase, "load_cpu", variant);
	double loads = loads_of(t, row, m->cell, variant);
	const char *percent = arena_printf(t->arena, "%.0f%%", cpu);

	switch (t->style) {
	case CONTEST_034:
		text_printf(t->out, "%-23s %-15.2f %s\n", name, time->mean, percent);
		break;
	case CONTEST_041:
		text_printf(t->out, "%-23s %-15.2f %-15s %s%s\n", name, time->mean, percent, ratio,
			is_marked(t, metric, variant) ? "*" : "");
		break;
	case CONTEST_050:
		text_printf(t->out, "%-23s %-7.1f %-7.0f %-7.0f %-7.0f %s\n",
			arena_printf(t->arena, "%s [%zu]", name, time->n), time->mean, cpu, loads,
			load_cpu, ratio);
		break;
	case CONTEST_061:
		text_printf(t->out, "%-15s %-7zu %-7.0f %-7.1f %-7.1f %-7.1f %s\n", name, time->n,
			time->mean, cpu, loads, load_cpu, ratio);
		break;
	}
}

static void put_block(const struct tables *t, const struct load_row *row, size_t metric)
{
	const struct results *r = t->j->results;
	const char *name = row->names[t->style];

	text_printf(t->out, "%s:\n", name ? name : row->phase);
	put_head(t);
	for (size_t v = 0; v < r->variant_count; v++) {
		if (!r->variants[v].hidden && judgement_summary(t->j, metric, v)->n > 0)
			put_row(t, row, metric, v);
	}
	if (t->style != CONTEST_061)
		text_puts(t->out, "\n");
}

/* All loads of one cell, in contest's order. */
static size_t put_cell(const struct tables *t, const char *cell, bool named)
{
	const struct results *r = t->j->results;
	size_t blocks = 0;

	for (size_t i = 0; i < COUNT_OF(load_rows); i++) {
		for (size_t m = 0; m < r->metric_count; m++) {
			if (!is_metric(&r->metrics[m], cell, load_rows[i].phase, "time"))
				continue;
			if (blocks++ == 0 && named)
				text_printf(t->out, "%s:\n\n", cell);
			put_block(t, &load_rows[i], m);
		}
	}
	return blocks;
}

int contest_text(const struct judgement *j, enum contest_style style, struct arena *arena,
	struct text *out, struct error *err)
{
	const struct results *r = j->results;
	const struct tables t = { .j = j, .style = style, .arena = arena, .out = out };
	size_t blocks = 0;
	bool several = false;

	for (size_t m = 1; m < r->metric_count; m++)
		several |= strcmp(r->metrics[m].cell, r->metrics[0].cell) != 0;
	for (size_t m = 0; m < r->metric_count; m++) {
		bool seen = false;
		for (size_t k = 0; k < m; k++)
			seen |= strcmp(r->metrics[k].cell, r->metrics[m].cell) == 0;
		if (!seen)
			blocks += put_cell(&t, r->metrics[m].cell, several);
	}
	return blocks > 0 ? 0
			  : fail(err, ENODATA,
				    "style: nothing here was measured beside a load of "
				    "contest");
}
