// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/demands.h"

#include "store/dictionary.h"
#include "store/readings.h"

#include <string.h>

static const char select_phases[] =
	"SELECT r.id, p.position, r.variant, l.label, p.name, p.wall_ns, p.user_ns, p.sys_ns,"
	"  p.clients, p.operations, p.bytes, c.readings"
	" FROM runs r CROSS JOIN cells l ON l.experiment = r.experiment AND l.position = r.cell"
	" CROSS JOIN phases p ON p.run = r.id"
	" CROSS JOIN counters c ON c.run = r.id AND c.phase = p.position"
	" WHERE r.experiment = ? AND r.round = ? AND r.attempt = ? AND r.outcome = 'ok'";
static const char select_kinds[] =
	"SELECT name, operations, bytes, latency FROM kinds WHERE run = ? AND phase = ?"
	" ORDER BY position";

/* All that is known of one phase under one variant, to be made into medians. */
struct group {
	struct demand *demands;
	size_t count;
};

struct gathering {
	struct store *store;
	struct arena *arena;
	struct results *results;
	struct dictionary dictionary;
	struct group *groups; /* as many as there are results->demands */
	size_t group_count;
};

static bool is_judged(const struct results *r, const char *cell, const char *phase)
{
	for (size_t m = 0; m < r->metric_count; m++) {
		const struct result_metric *metric = &r->metrics[m];
		if (metric->primary && strcmp(metric->phase, phase) == 0 &&
			strcmp(metric->cell, cell) == 0)
			return true;
	}
	return false;
}

/* How many phases the metrics are of, each once. */
static size_t count_judged(const struct results *r)
{
	size_t count = 0;

	for (size_t m = 0; m < r->metric_count; m++) {
		bool is_first = r->metrics[m].primary;
		for (size_t i = 0; is_first && i < m; i++)
			is_first = !r->metrics[i].primary ||
				   strcmp(r->metrics[i].phase, r->metrics[m].phase) != 0 ||
				   strcmp(r->metrics[i].cell, r->metrics[m].cell) != 0;
		count += is_first;
	}
	return count;
}

static int read_kinds(struct gathering *g, uint64_t run, uint64_t position, struct arena *arena,
	struct phase_record *phase, struct error *err)
{
	sqlite3_stmt *statement;
	int ret =
		SQL_BIND(g->store, err, &statement, select_kinds, SQL_U64(run), SQL_U64(position));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(g->store, statement, err)) > 0) {
		size_t size = (size_t)sqlite3_column_bytes(statement, 3);
		*ARENA_PUSH(arena, phase->kinds, phase->kind_count) = (struct kind_record){
			.name = sql_text(statement, 0, arena),
			.operations = sql_u64(statement, 1),
			.bytes = sql_u64(statement, 2),
			.histogram = size > 0 ? arena_copy(arena, sqlite3_column_blob(statement, 3),
							size)
					      : NULL,
			.histogram_size = size,
		};
	}
	return ret;
}

static int read_counters(struct gathering *g, sqlite3_stmt *statement, struct arena *arena,
	struct phase_record *phase, struct error *err)
{
	struct reading_value *readings;
	size_t count;
	int ret = readings_decode(sqlite3_column_blob(statement, 11),
		(size_t)sqlite3_column_bytes(statement, 11), arena, &readings, &count, err);

	if (ret < 0)
		return fail_in(err, ret, "%s", g->store->path);
	phase->counters = NEW(arena, struct counter_record, count + 1);
	for (size_t i = 0; i < count; i++) {
		const struct observed_name *name = dictionary_name(&g->dictionary, readings[i].id);
		if (name && demand_needs(name->metric))
			phase->counters[phase->counter_count++] = (struct counter_record){
				.metric = name->metric,
				.instance = name->instance,
				.unit = name->unit,
				.reading = name->reading,
				.value = readings[i].value,
				.absent = readings[i].absent,
			};
	}
	return 0;
}

static struct group *find_group(struct gathering *g, const char *cell, const char *phase,
	size_t variant)
{
	struct results *r = g->results;

	for (size_t i = 0; i < r->demand_count; i++) {
		const struct result_demand *u = &r->demands[i];
		if (u->variant == variant && strcmp(u->phase, phase) == 0 &&
			strcmp(u->cell, cell) == 0)
			return &g->groups[i];
	}
	*ARENA_PUSH(g->arena, r->demands, r->demand_count) = (struct result_demand){
		.cell = arena_strdup(g->arena, cell),
		.phase = arena_strdup(g->arena, phase),
		.variant = variant,
	};
	return ARENA_PUSH(g->arena, g->groups, g->group_count);
}

static int take_phase(struct gathering *g, sqlite3_stmt *statement, struct arena *arena,
	struct error *err)
{
	const char *cell = sql_text(statement, 3, arena);
	uint64_t variant = sql_u64(statement, 2);
	struct phase_record phase = {
		.name = sql_text(statement, 4, arena),
		.wall_ns = sql_u64(statement, 5),
		.user_ns = sql_u64(statement, 6),
		.sys_ns = sql_u64(statement, 7),
		.clients = sql_u64(statement, 8),
		.operations = sql_u64(statement, 9),
		.bytes = sql_u64(statement, 10),
	};

	if (variant >= g->results->variant_count || !is_judged(g->results, cell, phase.name))
		return 0;
	int ret = read_counters(g, statement, arena, &phase, err);
	if (ret == 0)
		ret = read_kinds(g, sql_u64(statement, 0), sql_u64(statement, 1), arena, &phase,
			err);
	struct demand demand = ret < 0 ? demand_unknown() : demand_of_phase(&phase);
	if (ret < 0 || !demand_is_known(&demand))
		return ret;
	struct group *group = find_group(g, cell, phase.name, variant);
	*ARENA_PUSH(g->arena, group->demands, group->count) = demand;
	return 0;
}

static int take_round(struct gathering *g, uint64_t experiment, uint64_t round, uint64_t attempt,
	struct error *err)
{
	sqlite3_stmt *statement;
	int ret = SQL_BIND(g->store, err, &statement, select_phases, SQL_U64(experiment),
		SQL_U64(round), SQL_U64(attempt));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(g->store, statement, err)) > 0) {
		struct arena work = { 0 };
		ret = take_phase(g, statement, &work, err);
		arena_free(&work);
		if (ret < 0) {
			(void)sqlite3_reset(statement);
			return ret;
		}
	}
	return ret;
}

int demands_read(struct store *store, uint64_t experiment, struct arena *arena,
	struct results *results, struct error *err)
{
	struct gathering g = {
		.store = store,
		.arena = arena,
		.results = results,
		.dictionary = { .arena = arena },
	};
	size_t phases = results->round_count * results->variant_count * count_judged(results);
	size_t step = phases / DEMAND_PHASES_MOST + 1;
	int ret = dictionary_read(store, &g.dictionary, err);

	for (size_t i = 0; ret == 0 && i < results->round_count; i += step)
		ret = take_round(&g, experiment, results->round_numbers[i],
			results->round_attempts[i], err);
	for (size_t i = 0; ret == 0 && i < results->demand_count; i++) {
		struct result_demand *u = &results->demands[i];
		u->runs = g.groups[i].count;
		u->demand = demand_median(g.groups[i].demands, u->runs, arena);
	}
	return ret;
}
