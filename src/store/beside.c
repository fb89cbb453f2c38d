// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "model/observed.h"
#include "store/database.h"
#include "store/dictionary.h"
#include "store/readings.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

/* What was observed in the phases of the rounds that count, as metrics of an experiment's results.
 * CROSS JOIN: in this order, one after the other. */
static const char select_readings[] =
	"SELECT r.variant, c.label, p.name, x.readings, c.margin FROM runs r"
	" CROSS JOIN cells c ON c.experiment = r.experiment AND c.position = r.cell"
	" CROSS JOIN phases p ON p.run = r.id"
	" CROSS JOIN counters x ON x.run = r.id AND x.phase = p.position"
	" WHERE r.experiment = ? AND r.round = ? AND r.attempt = ? AND r.outcome = 'ok'";

/* The metric to be of one phase, and its numbers: [variant][round]. */
struct row {
	struct result_metric metric;
	const char *name, *instance;
	double *values;
};

struct gathering {
	struct store *store;
	struct arena *arena;
	struct results *results;
	struct dictionary names;
	enum result_origin_kind *wanted; /* by position in names; RESULT_MEASURED: not at all */
	size_t matched;                  /* readings that a pattern asks for, absent or not */
	struct row *rows;
	size_t row_count, next; /* next: they mostly come in the same order again */
};

static bool is_among(const char *const *list, const char *name)
{
	while (list && *list && strcmp(*list, name) != 0)
		list++;
	return list && *list;
}

static void choose(struct gathering *g, const char *const *patterns, size_t pattern_count,
	const char *const *beside)
{
	g->wanted = NEW(g->arena, enum result_origin_kind, g->names.count + 1);
	for (size_t i = 0; i < g->names.count; i++) {
		const char *metric = g->names.names[i].metric;
		g->wanted[i] = is_among(beside, metric) ? RESULT_BESIDE : RESULT_MEASURED;
		for (size_t p = 0; p < pattern_count; p++) {
			if (fnmatch(patterns[p], metric, 0) == 0)
				g->wanted[i] = RESULT_OBSERVED;
		}
	}
}

static bool is_row(const struct row *row, const char *cell, const char *phase, const char *name,
	const char *instance, const char *unit)
{
	return strcmp(row->name, name) == 0 && strcmp(row->instance, instance) == 0 &&
	       strcmp(row->metric.phase, phase) == 0 && strcmp(row->metric.cell, cell) == 0 &&
	       strcmp(row->metric.unit, unit) == 0;
}

static struct row *find_row(struct gathering *g, const char *cell, const char *phase,
	const char *name, const char *instance, const char *unit)
{
	const struct results *r = g->results;

	for (size_t i = 0; i < g->row_count; i++) {
		size_t at = (g->next + i) % g->row_count;
		if (!is_row(&g->rows[at], cell, phase, name, instance, unit))
			continue;
		g->next = (at + 1) % g->row_count;
		return &g->rows[at];
	}
	struct row *row = ARENA_PUSH(g->arena, g->rows, g->row_count);
	*row = (struct row){
		.metric = { .cell = arena_strdup(g->arena, cell),
			.phase = arena_strdup(g->arena, phase),
			.metric =
				*instance ? arena_printf(g->arena, "%s[%s]", name, instance) : name,
			.unit = unit,
			.better = BETTER_NEITHER },
		.name = name,
		.instance = instance,
		.values = NEW(g->arena, double, r->variant_count * r->round_count + 1),
	};
	for (size_t i = 0; i < r->variant_count * r->round_count; i++)
		row->values[i] = NAN;
	g->next = 0;
	return row;
}

/* One phase of one run: its readings are read anew for each, and let go. */
struct phase_readings {
	uint64_t variant;
	const char *cell, *phase;
	double margin;
	const struct reading_value *readings;
	size_t count;
};

static const struct observed_name *name_of(const struct gathering *g, uint64_t id, size_t *position)
{
	const struct observed_name *name = dictionary_name(&g->names, id);

	if (name)
		*position = (size_t)(name - g->names.names);
	return name;
}

/* What the phase's time and its first device are; NULL where no device is known. */
static void look_at_phase(const struct gathering *g, const struct phase_readings *p, double *ns,
	const char **device)
{
	const struct observed_name *first = NULL;
	size_t ignored;

	*ns = NAN;
	for (size_t i = 0; i < p->count; i++) {
		const struct observed_name *name = name_of(g, p->readings[i].id, &ignored);
		if (name && strcmp(name->metric, OBSERVED_TIME) == 0)
			*ns = p->readings[i].value;
		if (name && !first && observed_of_device(name->metric))
			first = name;
	}
	*device = first && *first->instance ? first->instance : NULL;
}

static void take_phase(struct gathering *g, const struct phase_readings *p, size_t round)
{
	const char *device;
	double ns;

	look_at_phase(g, p, &ns, &device);
	for (size_t i = 0; i < p->count; i++) {
		size_t position = 0;
		const struct observed_name *name = name_of(g, p->readings[i].id, &position);
		if (!name || g->wanted[position] == RESULT_MEASURED)
			continue;
		g->matched += g->wanted[position] == RESULT_OBSERVED;
		if (*p->readings[i].absent)
			continue;
		const char *unit = "", *instance = name->instance;
		double value =
			observed_rate(p->readings[i].value, name->reading, name->unit, ns, &unit);
		if (device && observed_of_device(name->metric) && strcmp(instance, device) == 0)
			instance = "target";
		if (!isfinite(value))
			continue;
		struct row *row = find_row(g, p->cell, p->phase, name->metric, instance, unit);
		row->metric.origin = g->wanted[position];
		row->metric.margin = p->margin;
		row->values[p->variant * g->results->round_count + round] = value;
	}
}

static int take_row(struct gathering *g, sqlite3_stmt *statement, size_t round, struct error *err)
{
	struct arena arena = { 0 };
	struct reading_value *readings = NULL;
	struct phase_readings p = {
		.variant = sql_u64(statement, 0),
		.cell = sql_text(statement, 1, &arena),
		.phase = sql_text(statement, 2, &arena),
		.margin = sql_real(statement, 4),
	};
	int ret = readings_decode(sqlite3_column_blob(statement, 3),
		(size_t)sqlite3_column_bytes(statement, 3), &arena, &readings, &p.count, err);

	p.readings = readings;
	if (ret < 0)
		ret = fail_in(err, ret, "%s", g->store->path);
	else if (p.variant < g->results->variant_count)
		take_phase(g, &p, round);
	arena_free(&arena);
	return ret;
}

static int take_rounds(struct gathering *g, struct error *err)
{
	const struct results *r = g->results;
	sqlite3_stmt *statement;
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < r->round_count; i++) {
		ret = SQL_BIND(g->store, err, &statement, select_readings, SQL_U64(r->experiment),
			SQL_U64(r->round_numbers[i]), SQL_U64(r->round_attempts[i]));
		while (ret == 0 && (ret = sql_step(g->store, statement, err)) > 0) {
			ret = take_row(g, statement, i, err);
			if (ret < 0)
				(void)sqlite3_reset(statement);
		}
	}
	return ret;
}

/* Behind the metrics that are there. */
static void append(struct gathering *g)
{
	struct results *r = g->results;
	size_t before = r->metric_count, all = before + g->row_count;
	size_t arms = r->variant_count, rounds = r->round_count;
	struct result_metric *metrics = NEW(g->arena, struct result_metric, all + 1);
	double *values = NEW(g->arena, double, all *arms *rounds + 1);
	double *warmup = NEW(g->arena, double, all *arms + 1);

	if (before > 0) {
		memcpy(metrics, r->metrics, before * sizeof(*metrics));
		memcpy(values, r->values, before * arms * rounds * sizeof(*values));
		memcpy(warmup, r->warmup, before * arms * sizeof(*warmup));
	}
	for (size_t i = 0; i < g->row_count; i++) {
		metrics[before + i] = g->rows[i].metric;
		memcpy(&values[(before + i) * arms * rounds], g->rows[i].values,
			arms * rounds * sizeof(*values));
		for (size_t v = 0; v < arms; v++)
			warmup[(before + i) * arms + v] = NAN;
	}
	r->metrics = metrics;
	r->metric_count = all;
	r->values = values;
	r->warmup = warmup;
}

int store_add_observed(struct store *store, const char *const *patterns, size_t pattern_count,
	const char *const *beside, struct arena *arena, struct results *results, size_t *matched,
	struct error *err)
{
	struct gathering g = { .store = store,
		.arena = arena,
		.results = results,
		.names = { .arena = arena } };
	int ret = sql_begin_read(store, err);

	if (ret < 0)
		return ret;
	ret = dictionary_read(store, &g.names, err);
	if (ret == 0) {
		choose(&g, patterns, pattern_count, beside);
		ret = take_rounds(&g, err);
	}
	ret = sql_end(store, ret, err);
	if (ret < 0)
		return ret;
	append(&g);
	*matched = g.matched;
	return 0;
}
