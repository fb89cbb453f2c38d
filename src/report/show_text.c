// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/show_text.h"

#include "core/units.h"
#include "model/histogram.h"
#include "report/bottleneck.h"
#include "report/bound.h"
#include "report/facts.h"
#include "report/notes.h"
#include "report/numbers.h"
#include "report/show_observed.h"
#include "report/table.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { KEY_COLUMNS = 14, LOG_COLUMNS = 22, FACT_COLUMNS = 30 };

/* What the sections of the page share. */
struct page {
	const struct run_record *run;
	struct arena *arena;
	struct text *out;
};

/* A key, and its value from column `columns` on; a longer key pushes the value aside. */
static void put_pair(struct text *out, const char *key, const char *value, size_t columns)
{
	size_t width = display_width(key);

	text_printf(out, "%s%*s", key, width + 2 <= columns ? (int)(columns - width) : 2, "");
	wrap_items(out, &value, 1, columns, REPORT_COLUMNS);
}

static void put_head(struct page *p, const struct stored_experiment *e, uint64_t id)
{
	const struct run_record *run = p->run;
	struct arena *a = p->arena;
	double seconds = (double)(run->ended_ns - run->started_ns) / (double)NS_PER_S;
	const struct {
		const char *key, *value;
	} lines[] = {
		{ "run", arena_printf(a, "%" PRIu64 "/%" PRIu64 " of %s", e->id, id, e->name) },
		{ "variant", run->variant < e->variant_count ? e->variants[run->variant] : "?" },
		{ "cell", run->cell < e->cell_count ? e->cells[run->cell] : "?" },
		{ "round", arena_printf(a, "%" PRIu64 "%s, attempt %" PRIu64, run->round,
				   run->round == 0 ? " (warm-up: discarded)" : "", run->attempt) },
		{ "seed", arena_printf(a, "%" PRIu64, run->seed) },
		{ "started", utc_text(a, run->started_ns) },
		{ "took", units_human_time(a, seconds) },
		{ "outcome",
			run->reason && *run->reason
				? arena_printf(a, "%s: %s", outcome_name(run->outcome), run->reason)
				: outcome_name(run->outcome) },
	};

	for (size_t i = 0; i < COUNT_OF(lines); i++)
		put_pair(p->out, lines[i].key, lines[i].value, KEY_COLUMNS);
}

static int put_all_facts(struct page *p, struct error *err)
{
	struct fact_list facts = { 0 };
	int ret = facts_list(p->run->facts, p->arena, &facts, err);

	if (ret < 0 || facts.count == 0)
		return ret;
	text_puts(p->out, "\nFACTS\n");
	for (size_t i = 0; i < facts.count; i++) {
		const struct fact *fact = &facts.items[i];
		put_pair(p->out, fact->key,
			fact->reason ? arena_printf(p->arena, "unknown: %s", fact->reason)
				     : fact->value,
			FACT_COLUMNS);
	}
	return 0;
}

static char *time_text(struct page *p, uint64_t ns)
{
	return units_human_time(p->arena, (double)ns / (double)NS_PER_S);
}

static int put_phases(struct page *p, struct error *err)
{
	static const struct table_column columns[] = {
		{ "PHASE", false },
		{ "WALL", true },
		{ "USER", true },
		{ "SYS", true },
		{ "CLIENTS", true },
		{ "OPERATIONS", true },
		{ "BYTES", true },
	};
	const struct run_record *run = p->run;
	const char **cells = NEW(p->arena, const char *, run->phase_count *COUNT_OF(columns) + 1);
	const char **cell = cells;

	for (size_t i = 0; i < run->phase_count; i++) {
		const struct phase_record *phase = &run->phases[i];
		*cell++ = phase->name;
		*cell++ = time_text(p, phase->wall_ns);
		*cell++ = time_text(p, phase->user_ns);
		*cell++ = time_text(p, phase->sys_ns);
		*cell++ = arena_printf(p->arena, "%" PRIu64, phase->clients);
		*cell++ = arena_printf(p->arena, "%" PRIu64, phase->operations);
		*cell++ = units_human_size(p->arena, (double)phase->bytes);
	}
	if (run->phase_count == 0)
		return 0;
	text_puts(p->out, "\n");
	return table_text(p->out, columns, COUNT_OF(columns), cells, run->phase_count, err);
}

/* Of each phase with counters, what it was bound by and what its caches did. */
static void put_bounds(struct page *p)
{
	const struct run_record *run = p->run;
	bool any = false;

	for (size_t i = 0; i < run->phase_count; i++) {
		const struct phase_record *phase = &run->phases[i];
		struct demand demand = demand_of_phase(phase);
		const char *cache = cache_text(p->arena, phase);
		if (!demand_is_known(&demand) && !cache)
			continue;
		text_puts(p->out, any ? "" : "\nBOUND BY\n");
		any = true;
		if (demand_is_known(&demand))
			put_pair(p->out, phase->name, bottleneck_text(p->arena, &demand),
				KEY_COLUMNS);
		if (cache)
			put_pair(p->out, demand_is_known(&demand) ? "" : phase->name, cache,
				KEY_COLUMNS);
	}
}

enum { KIND_COLUMNS = 9 };

/* Service times of a closed loop: what a client waited, not what it would have waited. */
static int kind_cells(struct page *p, const struct phase_record *phase,
	const struct kind_record *kind, struct histogram *h, const char **cell, struct error *err)
{
	static const double quantiles[] = { 0.5, 0.95, 0.99 };

	*h = (struct histogram){ 0 };
	if (kind->histogram_size > 0) {
		int ret = histogram_decode(h, kind->histogram, kind->histogram_size, err);
		if (ret < 0)
			return fail_in(err, ret, "latencies of %s/%s", phase->name, kind->name);
	}
	*cell++ = phase->name;
	*cell++ = kind->name;
	*cell++ = arena_printf(p->arena, "%" PRIu64, kind->operations);
	*cell++ = units_human_size(p->arena, (double)kind->bytes);
	if (h->count == 0)
		return 0;
	*cell++ = time_text(p, (uint64_t)(histogram_mean(h) + 0.5));
	for (size_t i = 0; i < COUNT_OF(quantiles); i++)
		*cell++ = time_text(p, (uint64_t)(histogram_quantile(h, quantiles[i]) + 0.5));
	*cell++ = time_text(p, h->greatest);
	return 0;
}

static int put_kinds(struct page *p, struct error *err)
{
	static const struct table_column columns[KIND_COLUMNS] = {
		{ "PHASE", false },
		{ "KIND", false },
		{ "N", true },
		{ "BYTES", true },
		{ "MEAN", true },
		{ "P50", true },
		{ "P95", true },
		{ "P99", true },
		{ "MAX", true },
	};
	const struct run_record *run = p->run;
	struct histogram *h = NEW(p->arena, struct histogram, 1);
	size_t rows = 0, row = 0;

	for (size_t i = 0; i < run->phase_count; i++)
		rows += run->phases[i].kind_count;
	const char **cells = NEW(p->arena, const char *, rows *KIND_COLUMNS + 1);
	for (size_t i = 0; i < run->phase_count; i++) {
		const struct phase_record *phase = &run->phases[i];
		for (size_t k = 0; k < phase->kind_count; k++) {
			int ret = kind_cells(p, phase, &phase->kinds[k], h,
				&cells[row++ * KIND_COLUMNS], err);
			if (ret < 0)
				return ret;
		}
	}
	if (rows == 0)
		return 0;
	text_puts(p->out, "\n");
	return table_text(p->out, columns, COUNT_OF(columns), cells, rows, err);
}

static const char *value_name(struct arena *arena, const struct value_record *v)
{
	return *v->phase ? arena_printf(arena, "%s/%s", v->phase, v->metric) : v->metric;
}

static int put_values(struct page *p, struct error *err)
{
	static const struct table_column columns[] = {
		{ "METRIC", false },
		{ "VALUE", true },
		{ "UNIT", false },
		{ "BETTER", false },
		{ "PRIMARY", false },
		{ "BASE UNITS", true },
	};
	const struct run_record *run = p->run;
	const char **cells = NEW(p->arena, const char *, run->value_count *COUNT_OF(columns) + 1);
	const char **cell = cells;

	for (size_t i = 0; i < run->value_count; i++) {
		const struct value_record *v = &run->values[i];
		struct scale scale = scale_for(v->unit, v->value);
		*cell++ = value_name(p->arena, v);
		*cell++ = number_text(p->arena, v->value * scale.factor);
		*cell++ = scale.unit;
		*cell++ = better_name(v->better);
		*cell++ = v->primary ? "yes" : "no";
		*cell++ = isfinite(v->value) ? arena_printf(p->arena, "%.10g %s", v->value, v->unit)
					     : "-";
	}
	if (run->value_count == 0)
		return 0;
	text_puts(p->out, "\n");
	return table_text(p->out, columns, COUNT_OF(columns), cells, run->value_count, err);
}

/* How many there are, and from which time to which. */
static void put_series(struct page *p)
{
	const struct run_record *run = p->run;
	size_t most = 0;

	if (run->series_count == 0)
		return;
	for (size_t i = 0; i < run->series_count; i++)
		most = run->series[i].count > most ? run->series[i].count : most;
	text_puts(p->out, "\n");
	put_pair(p->out, "series",
		arena_printf(p->arena, "%zu, up to %zu samples each", run->series_count, most),
		KEY_COLUMNS);
}

/* Where the numbers come from that another tool has measured. */
static int put_imported(struct page *p, struct error *err)
{
	static const struct table_column columns[] = {
		{ "VALUE", false },
		{ "FROM", false },
		{ "LINE", true },
		{ "TOOL", false },
		{ "AS", false },
		{ "UNIT", false },
		{ "MEAN", true },
		{ "SD", true },
		{ "N", true },
		{ "SAID", false },
	};
	const struct run_record *run = p->run;
	const char **cells = NEW(p->arena, const char *, run->value_count *COUNT_OF(columns) + 1);
	const char **cell = cells;
	size_t rows = 0;

	for (size_t i = 0; i < run->value_count; i++) {
		const struct value_record *v = &run->values[i];
		const struct import_record *from = v->import;
		if (!from)
			continue;
		bool is_summary = isfinite(from->mean);
		*cell++ = value_name(p->arena, v);
		*cell++ = from->file;
		*cell++ = arena_printf(p->arena, "%" PRIu64, from->line);
		*cell++ = *from->version
				  ? arena_printf(p->arena, "%s %s", from->tool, from->version)
				  : from->tool;
		*cell++ = from->name;
		*cell++ = from->unit;
		*cell++ = is_summary ? arena_printf(p->arena, "%.10g %s", from->mean, v->unit) : "";
		*cell++ = is_summary && isfinite(from->sd)
				  ? arena_printf(p->arena, "%.10g", from->sd)
				  : "";
		*cell++ = !is_summary ? ""
			  : from->n   ? arena_printf(p->arena, "%" PRIu64, from->n)
				      : "?";
		*cell++ = from->said;
		rows++;
	}
	if (rows == 0)
		return 0;
	text_puts(p->out, "\nIMPORTED\n");
	return table_text(p->out, columns, COUNT_OF(columns), cells, rows, err);
}

static void put_logs(struct page *p)
{
	const struct run_record *run = p->run;

	if (run->log_count > 0)
		text_puts(p->out, "\nLOG\n");
	for (size_t i = 0; i < run->log_count; i++) {
		const struct log_record *log = &run->logs[i];
		put_pair(p->out, utc_text(p->arena, log->time_ns),
			arena_printf(p->arena, "%s%s",
				log->level == RECORD_WARNING ? "warning: " : "", log->text),
			LOG_COLUMNS);
	}
}

static void put_outputs(struct page *p)
{
	if (p->run->output_count > 0)
		text_puts(p->out, "\nOUTPUT\n");
	for (size_t i = 0; i < p->run->output_count; i++) {
		const struct output_record *o = &p->run->outputs[i];
		put_pair(p->out, o->stream,
			arena_printf(p->arena, "%zu bytes of client %" PRIu64, o->size, o->client),
			KEY_COLUMNS);
	}
}

int show_run_text(const struct stored_experiment *experiment, uint64_t id,
	const struct run_record *run, bool verbose, struct text *out, struct error *err)
{
	struct arena arena = { 0 };
	struct page page = { .run = run, .arena = &arena, .out = out };

	put_head(&page, experiment, id);
	int ret = put_phases(&page, err);
	if (ret == 0)
		ret = put_kinds(&page, err);
	if (ret == 0)
		ret = put_values(&page, err);
	if (ret == 0)
		ret = put_imported(&page, err);
	if (ret == 0)
		put_bounds(&page);
	if (ret == 0)
		ret = show_observed(run, verbose, &arena, out, err);
	if (ret == 0) {
		put_outputs(&page);
		put_series(&page);
		put_logs(&page);
		ret = put_all_facts(&page, err);
	}
	arena_free(&arena);
	return ret;
}
