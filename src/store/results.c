// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "core/json.h"
#include "core/units.h"
#include "model/plan_settings.h"
#include "store/database.h"
#include "store/demands.h"
#include "store/describe.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char select_head[] =
	"SELECT name, plan_sha256, state, state_reason, seed, created_ns, alpha,"
	" run_order = 'random', coalesce(fixed_rounds, rounds), pilot_rounds, plan"
	" FROM experiments WHERE id = ?";
static const char select_arms[] = "SELECT name, is_baseline, is_hidden, fs, summary, coalesce("
				  "  (SELECT text FROM facts WHERE id = (SELECT r.facts FROM runs r"
				  "   WHERE r.experiment = v.experiment AND r.variant = v.position"
				  "   ORDER BY r.outcome <> 'ok', r.id LIMIT 1)), '{}')"
				  " FROM variants v WHERE experiment = ? ORDER BY position";
static const char select_facts[] =
	"SELECT r.variant, f.text FROM (SELECT variant, facts, min(id) AS first FROM runs"
	"  WHERE experiment = ? AND outcome = 'ok' GROUP BY variant, facts) r"
	" JOIN facts f ON f.id = r.facts ORDER BY r.variant, r.first";
static const char select_metrics[] =
	"SELECT m.id, c.label, m.phase, m.metric, m.unit, m.better, m.is_primary, c.margin,"
	" c.workload, c.params, c.numjobs"
	" FROM metrics m JOIN cells c ON c.experiment = m.experiment AND c.position = m.cell"
	" WHERE m.experiment = ? ORDER BY m.cell, m.id";
static const char select_cells[] =
	"SELECT name, params, factors, numjobs, iodepth, runtime_ns, ramp_time_ns, loops FROM cells"
	" WHERE experiment = ? ORDER BY position";
/* Not from the view `counted`: SQLite would work it out for all experiments first. */
static const char select_attempts[] =
	"SELECT round, attempt, is_complete FROM attempts WHERE experiment = ? AND round > 0"
	" ORDER BY round, attempt";
/* CROSS JOIN: in this order, one after the other. */
static const char select_round[] =
	"SELECT r.variant, x.metric, x.value FROM runs r CROSS JOIN vals x ON x.run = r.id"
	" WHERE r.experiment = ? AND r.round = ? AND r.attempt = ? AND r.outcome = 'ok'";
static const char select_warmup[] =
	"SELECT r.variant, x.metric, x.value FROM runs r CROSS JOIN vals x ON x.run = r.id"
	" WHERE r.experiment = ? AND r.round = 0 AND r.outcome = 'ok' ORDER BY r.attempt";
static const char select_texts[] =
	"SELECT file, sha256 FROM imports WHERE experiment = ? ORDER BY position";
static const char select_notes[] =
	"SELECT kind = 'warning', text FROM import_notes WHERE experiment = ? ORDER BY position";
static const char select_imported[] =
	"SELECT r.variant, i.metric, i.mean, i.file, i.line, i.tool, i.version, i.name, i.unit,"
	" i.said, i.mean, i.sd, i.n FROM runs r CROSS JOIN imported i ON i.run = r.id"
	" WHERE r.experiment = ? AND r.outcome = 'ok' ORDER BY r.position";
/* What is so in every round is said once, with the first one; a failure with each of its rounds. */
static const char select_flags[] =
	"SELECT f.variant, f.round, c.label, f.text FROM ("
	"  SELECT variant, min(round) AS round, cell, outcome || ': ' || reason AS text"
	"   FROM runs WHERE experiment = ?1"
	"   AND outcome IN ('failed', 'invalid', 'interrupted', 'unsupported')"
	"   GROUP BY variant, cell, outcome, reason,"
	"    CASE outcome WHEN 'unsupported' THEN 0 ELSE round END"
	"  UNION ALL"
	"  SELECT r.variant, min(r.round), r.cell, l.text FROM runs r"
	"   CROSS JOIN logs l ON l.run = r.id AND l.level = 'warning'"
	"   WHERE r.experiment = ?1 GROUP BY r.variant, r.cell, l.text"
	" ) f JOIN cells c ON c.experiment = ?1 AND c.position = f.cell"
	" ORDER BY f.round, f.variant, f.cell, f.text";

/* Where a metric's id is in the table of metrics. */
struct place {
	uint64_t id;
	size_t index;
	bool is_used;
};

struct reading {
	struct store *store;
	struct arena *arena;
	uint64_t experiment;
	struct results *results;
	const char *plan;
	struct place *places; /* by id */
};

static int read_head(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	sqlite3_stmt *statement;
	int ret = SQL_BIND(r->store, err, &statement, select_head, SQL_U64(r->experiment));

	if (ret == 0)
		ret = sql_step(r->store, statement, err);
	if (ret <= 0)
		return ret < 0 ? ret
			       : fail(err, ENOENT, "%s: no experiment %llu", r->store->path,
					 (unsigned long long)r->experiment);
	to->experiment = r->experiment;
	to->name = sql_text(statement, 0, r->arena);
	to->plan_sha256 = sql_text(statement, 1, r->arena);
	to->state = sql_text(statement, 2, r->arena);
	to->state_reason = sql_text(statement, 3, r->arena);
	to->seed = sql_u64(statement, 4);
	to->started_ns = sql_u64(statement, 5);
	to->alpha = sql_real(statement, 6);
	to->interleaved = sql_u64(statement, 7);
	to->design = to->interleaved ? RESULTS_PAIRED : RESULTS_UNPAIRED;
	to->rounds_planned = sql_u64(statement, 8);
	to->pilot = sql_u64(statement, 9);
	r->plan = sql_text(statement, 10, r->arena);
	(void)sqlite3_reset(statement);
	return 0;
}

static int read_arms(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	sqlite3_stmt *statement;
	int ret = SQL_BIND(r->store, err, &statement, select_arms, SQL_U64(r->experiment));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(r->store, statement, err)) > 0) {
		struct result_variant *v = ARENA_PUSH(r->arena, to->variants, to->variant_count);
		v->name = sql_text(statement, 0, r->arena);
		v->experiment = r->experiment;
		v->baseline = sql_u64(statement, 1);
		v->hidden = sql_u64(statement, 2);
		v->facts = sql_text(statement, 5, r->arena);
		v->summary = describe_served(r->arena, sql_text(statement, 4, r->arena),
			sql_text(statement, 3, r->arena), v->facts);
		if (v->baseline)
			to->baseline = to->variant_count - 1;
	}
	return ret;
}

static size_t baseline_of(const struct results *r)
{
	for (size_t v = 0; v < r->variant_count; v++) {
		if (r->variants[v].baseline)
			return v;
	}
	return 0;
}

/* What the plan said, by its text. */
static int read_plan(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	size_t count, n = 0;
	const struct setting *all =
		plan_settings(r->plan, "experiment", "", r->arena, &count, NULL);

	(void)err;
	for (size_t i = 0; i < count; i++) {
		if (strcmp(all[i].name, "require_same") == 0)
			*ARENA_PUSH(r->arena, to->require_same, n) = all[i].value;
	}
	to->require_same_count = n;
	for (size_t v = 0; v < to->variant_count; v++) {
		struct result_variant *variant = &to->variants[v];
		const char *name =
			variant->hidden ? to->variants[baseline_of(to)].name : variant->name;
		variant->plan = plan_settings(r->plan, "variant", name, r->arena,
			&variant->plan_count, NULL);
	}
	return 0;
}

/* Those of the runs after the first one, where they are others. */
static int read_later_facts(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	sqlite3_stmt *statement;
	int ret = SQL_BIND(r->store, err, &statement, select_facts, SQL_U64(r->experiment));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(r->store, statement, err)) > 0) {
		uint64_t position = sql_u64(statement, 0);
		const char *text = sql_text(statement, 1, r->arena);
		if (position >= to->variant_count)
			continue;
		struct result_variant *v = &to->variants[position];
		if (strcmp(v->facts, text) != 0)
			*ARENA_PUSH(r->arena, v->later_facts, v->later_facts_count) = text;
	}
	return ret;
}

/* The keys that every workload shares, where they are not as nobody asked for them. */
static const char *shape_text(struct arena *arena, sqlite3_stmt *statement, const char *factors)
{
	static const struct {
		const char *name;
		int column;
		uint64_t usual;
		bool is_time;
	} keys[] = {
		{ "numjobs", 3, 1, false },
		{ "iodepth", 4, 1, false },
		{ "runtime", 5, 0, true },
		{ "ramp_time", 6, 0, true },
		{ "loops", 7, 1, false },
	};
	const char *text = "";

	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		uint64_t value = sql_u64(statement, keys[i].column);
		const char *quoted = arena_printf(arena, "\"%s\"", keys[i].name);
		if (value != keys[i].usual && !strstr(factors, quoted))
			text = arena_printf(arena, "%s %s=%s", text, keys[i].name,
				keys[i].is_time ? units_exact_time(arena, value)
						: units_exact_count(arena, value));
	}
	return text;
}

static int read_settings(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	sqlite3_stmt *statement;
	int ret = SQL_BIND(r->store, err, &statement, select_cells, SQL_U64(r->experiment));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(r->store, statement, err)) > 0) {
		const char *factors = sql_text(statement, 2, r->arena);
		const char *text = describe_cell(r->arena, sql_text(statement, 0, r->arena),
			sql_text(statement, 1, r->arena), factors,
			shape_text(r->arena, statement, factors));
		bool is_new = true;
		for (size_t i = 0; i < to->setting_count; i++)
			is_new &= strcmp(to->settings[i], text) != 0;
		if (is_new)
			*ARENA_PUSH(r->arena, to->settings, to->setting_count) = text;
	}
	return ret;
}

static int by_id(const void *a, const void *b)
{
	uint64_t x = ((const struct place *)a)->id, y = ((const struct place *)b)->id;

	return (x > y) - (x < y);
}

static int read_texts(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	struct import_text *texts = NULL;
	struct import_note *notes = NULL;
	sqlite3_stmt *statement;
	int ret = SQL_BIND(r->store, err, &statement, select_texts, SQL_U64(r->experiment));

	while (ret >= 0 && (ret = sql_step(r->store, statement, err)) > 0)
		*ARENA_PUSH(r->arena, texts, to->text_count) = (struct import_text){
			.file = sql_text(statement, 0, r->arena),
			.sha256 = sql_text(statement, 1, r->arena),
		};
	if (ret == 0)
		ret = SQL_BIND(r->store, err, &statement, select_notes, SQL_U64(r->experiment));
	while (ret >= 0 && (ret = sql_step(r->store, statement, err)) > 0)
		*ARENA_PUSH(r->arena, notes, to->note_count) = (struct import_note){
			.is_warning = sql_u64(statement, 0),
			.text = sql_text(statement, 1, r->arena),
		};
	to->texts = texts;
	to->notes = notes;
	return ret;
}

/* An import's number of clients is a parameter, where it is known. */
static void read_params(struct result_metric *metric, struct arena *arena, const char *params,
	uint64_t numjobs)
{
	AUTO_JSON json_t *json = json_loads(params, 0, NULL);
	const char *name;
	json_t *value;

	json_object_foreach(json, name, value)
	{
		if (json_is_string(value))
			*ARENA_PUSH(arena, metric->params, metric->param_count) = (struct setting){
				.name = arena_strdup(arena, name),
				.value = arena_strdup(arena, json_string_value(value)),
			};
	}
	if (numjobs > 0)
		*ARENA_PUSH(arena, metric->params, metric->param_count) = (struct setting){
			.name = "numjobs",
			.value = units_exact_count(arena, numjobs),
		};
}

static int read_metrics(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	sqlite3_stmt *statement;
	size_t count = 0;
	int ret = SQL_BIND(r->store, err, &statement, select_metrics, SQL_U64(r->experiment));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(r->store, statement, err)) > 0) {
		const char *better = sql_text(statement, 5, r->arena);
		*ARENA_PUSH(r->arena, r->places, count) = (struct place){
			.id = sql_u64(statement, 0),
			.index = to->metric_count,
		};
		*ARENA_PUSH(r->arena, to->metrics, to->metric_count) = (struct result_metric){
			.cell = sql_text(statement, 1, r->arena),
			.phase = sql_text(statement, 2, r->arena),
			.metric = sql_text(statement, 3, r->arena),
			.unit = sql_text(statement, 4, r->arena),
			.better = (enum better)better_of_name(better),
			.primary = sql_u64(statement, 6),
			.margin = sql_real(statement, 7),
			.workload = sql_text(statement, 8, r->arena),
		};
		read_params(&to->metrics[to->metric_count - 1], r->arena,
			sql_text(statement, 9, r->arena),
			to->text_count > 0 ? 0 : sql_u64(statement, 10));
	}
	if (count > 0)
		qsort(r->places, count, sizeof(*r->places), by_id);
	return ret;
}

/* The last complete attempt at each round counts, as in the view `counted`. */
static int read_rounds(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	size_t *count = &to->round_count, attempts = 0;
	sqlite3_stmt *statement;
	int ret = SQL_BIND(r->store, err, &statement, select_attempts, SQL_U64(r->experiment));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(r->store, statement, err)) > 0) {
		uint64_t round = sql_u64(statement, 0), attempt = sql_u64(statement, 1);
		to->attempts_repeated += attempt > 0;
		if (!sql_u64(statement, 2))
			continue;
		if (*count == 0 || to->round_numbers[*count - 1] != round) {
			*ARENA_PUSH(r->arena, to->round_numbers, *count) = round;
			(void)ARENA_PUSH(r->arena, to->round_attempts, attempts);
		}
		r->results->round_attempts[*count - 1] = attempt;
	}
	return ret;
}

static double *new_values(struct arena *arena, size_t count)
{
	double *values = NEW(arena, double, count + 1);

	for (size_t i = 0; i < count; i++)
		values[i] = NAN;
	return values;
}

/* Where a row of variant, metric, value belongs: metric by variant; SIZE_MAX for nowhere. A metric
 * with a value is used. */
static size_t arm_of_row(struct reading *r, sqlite3_stmt *statement)
{
	const struct results *to = r->results;
	struct place key = { .id = sql_u64(statement, 1) };
	uint64_t variant = sql_u64(statement, 0);
	struct place *place = NULL;

	if (to->metric_count > 0)
		place = bsearch(&key, r->places, to->metric_count, sizeof(key), by_id);
	if (!place || variant >= to->variant_count)
		return SIZE_MAX;
	place->is_used |= !isnan(sql_real(statement, 2));
	return place->index * to->variant_count + variant;
}

static int not_its_own(struct reading *r, sqlite3_stmt *statement, struct error *err)
{
	(void)sqlite3_reset(statement);
	return fail(err, EUCLEAN, "%s: experiment %llu has a value that is not its own",
		r->store->path, (unsigned long long)r->experiment);
}

/* All rows of a statement into one column of a table: [metric][variant][column]. */
static int read_column(struct reading *r, sqlite3_stmt *statement, size_t column, size_t columns,
	double *values, struct error *err)
{
	int ret;

	while ((ret = sql_step(r->store, statement, err)) > 0) {
		size_t arm = arm_of_row(r, statement);
		if (arm == SIZE_MAX)
			return not_its_own(r, statement, err);
		values[arm * columns + column] = sql_real(statement, 2);
	}
	return ret;
}

static int read_numbers(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	size_t rows = to->metric_count * to->variant_count;
	sqlite3_stmt *statement;

	to->values = new_values(r->arena, rows * to->round_count);
	to->warmup = new_values(r->arena, rows);
	int ret = SQL_BIND(r->store, err, &statement, select_warmup, SQL_U64(r->experiment));
	if (ret == 0)
		ret = read_column(r, statement, 0, 1, to->warmup, err);
	for (size_t i = 0; ret == 0 && i < to->round_count; i++) {
		ret = SQL_BIND(r->store, err, &statement, select_round, SQL_U64(r->experiment),
			SQL_U64(to->round_numbers[i]), SQL_U64(r->results->round_attempts[i]));
		if (ret == 0)
			ret = read_column(r, statement, i, to->round_count, to->values, err);
	}
	return ret;
}

/* Where an import's numbers were read, and those of them that are summaries. */
static int read_imported(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	size_t arms = to->metric_count * to->variant_count;
	sqlite3_stmt *statement;
	int ret = to->text_count == 0 ? 0
				      : SQL_BIND(r->store, err, &statement, select_imported,
						SQL_U64(r->experiment));

	if (ret < 0 || to->text_count == 0)
		return ret;
	to->records = NEW(r->arena, const struct import_record *, arms + 1);
	to->moments = NEW(r->arena, struct result_moments, arms + 1);
	for (size_t i = 0; i < arms; i++)
		to->moments[i] = (struct result_moments){ .mean = NAN, .sd = NAN };
	while ((ret = sql_step(r->store, statement, err)) > 0) {
		size_t arm = arm_of_row(r, statement);
		if (arm == SIZE_MAX)
			return not_its_own(r, statement, err);
		const struct import_record *record = sql_import(statement, 3, r->arena);
		if (!to->records[arm])
			to->records[arm] = record;
		if (!isnan(record->mean))
			to->moments[arm] = (struct result_moments){ .n = record->n,
				.mean = record->mean,
				.sd = record->sd };
	}
	return ret;
}

/* A metric of which only runs that do not count had values would be a line without a number. */
static void drop_unused_metrics(struct reading *r)
{
	struct results *to = r->results;
	size_t arms = to->variant_count, rounds = to->round_count, kept = 0;
	bool *is_used = NEW(r->arena, bool, to->metric_count + 1);

	for (size_t i = 0; i < to->metric_count; i++)
		is_used[r->places[i].index] = r->places[i].is_used;
	for (size_t i = 0; i < to->metric_count; i++) {
		if (!is_used[i])
			continue;
		to->metrics[kept] = to->metrics[i];
		memmove(&to->values[kept * arms * rounds], &to->values[i * arms * rounds],
			arms * rounds * sizeof(*to->values));
		memmove(&to->warmup[kept * arms], &to->warmup[i * arms],
			arms * sizeof(*to->warmup));
		for (size_t v = 0; to->records && v < arms; v++) {
			to->records[kept * arms + v] = to->records[i * arms + v];
			to->moments[kept * arms + v] = to->moments[i * arms + v];
		}
		kept++;
	}
	to->metric_count = kept;
}

static int read_flags(struct reading *r, struct error *err)
{
	struct results *to = r->results;
	sqlite3_stmt *statement;
	int ret = SQL_BIND(r->store, err, &statement, select_flags, SQL_U64(r->experiment));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(r->store, statement, err)) > 0) {
		*ARENA_PUSH(r->arena, to->flags, to->flag_count) = (struct result_flag){
			.variant = sql_u64(statement, 0),
			.round = sql_u64(statement, 1),
			.cell = sql_text(statement, 2, r->arena),
			.text = sql_text(statement, 3, r->arena),
		};
	}
	return ret;
}

static int read_runs(struct reading *r, const struct stored_experiment *e, struct error *err)
{
	struct results *to = r->results;
	struct stored_run *runs = NULL;
	size_t count = 0;
	int ret = store_get_runs(r->store, r->experiment, r->arena, &runs, &count, err);

	if (ret < 0)
		return ret;
	to->runs = NEW(r->arena, struct result_run, count + 1);
	to->run_count = count;
	for (size_t i = 0; i < count; i++)
		to->runs[i] = (struct result_run){
			.id = runs[i].id,
			.round = runs[i].round,
			.attempt = runs[i].attempt,
			.seed = runs[i].seed,
			.started_ns = runs[i].started_ns,
			.ended_ns = runs[i].ended_ns,
			.variant = runs[i].variant,
			.cell = runs[i].cell < e->cell_count ? e->cells[runs[i].cell] : "",
			.outcome = runs[i].outcome,
			.reason = runs[i].reason,
		};
	return 0;
}

static int read_all(struct reading *r, struct error *err)
{
	static int (*const parts[])(struct reading *, struct error *) = {
		read_head,
		read_arms,
		read_plan,
		read_later_facts,
		read_settings,
		read_texts,
		read_metrics,
		read_rounds,
		read_numbers,
		read_imported,
		read_flags,
	};
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < COUNT_OF(parts); i++)
		ret = parts[i](r, err);
	if (ret < 0)
		return ret;
	drop_unused_metrics(r);
	return demands_read(r->store, r->experiment, r->arena, r->results, err);
}

int store_get_results(struct store *store, uint64_t experiment, struct arena *arena,
	struct results *results, struct error *err)
{
	struct stored_experiment found;
	struct results made = { 0 };
	int ret = store_get_experiment(store, experiment, arena, &found, err);

	if (ret == 0)
		ret = sql_begin_read(store, err);
	if (ret < 0)
		return ret;
	struct reading reading = {
		.store = store,
		.arena = arena,
		.experiment = found.id,
		.results = &made,
	};
	ret = read_all(&reading, err);
	if (ret == 0 && made.variant_count == 0)
		ret = fail(err, EIO,
			"%s: experiment %" PRIu64 " has no variant: the database is damaged",
			store->path, found.id);
	if (ret == 0)
		ret = read_runs(&reading, &found, err);
	ret = sql_end(store, ret, err);
	if (ret == 0)
		*results = made;
	return ret;
}
