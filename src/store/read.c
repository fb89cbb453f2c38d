// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "store/database.h"
#include "store/observed.h"

#include <errno.h>
#include <string.h>

/* Both in the order of read_experiment(). */
#define EXPERIMENT_COLUMNS \
	"SELECT id, name, state, state_reason, plan, plan_sha256, bakeoff_version, created_ns," \
	" coalesce(ended_ns, 0)," \
	" (SELECT count(*) FROM runs WHERE experiment = e.id)," \
	" (SELECT count(*) FROM runs" \
	"  WHERE experiment = e.id AND outcome IN ('failed', 'invalid'))," \
	" pilot_rounds, coalesce(fixed_rounds, 0)," \
	" (SELECT count(*) FROM imports WHERE experiment = e.id)" \
	" FROM experiments e "

static const char select_experiments[] = EXPERIMENT_COLUMNS "ORDER BY id DESC";
static const char select_experiment[] = EXPERIMENT_COLUMNS
	"WHERE id = CASE WHEN ?1 = 0 THEN (SELECT max(id) FROM experiments) ELSE ?1 END";
static const char select_variants[] =
	"SELECT name FROM variants WHERE experiment = ? ORDER BY position";
static const char select_cells[] = "SELECT label FROM cells WHERE experiment = ? ORDER BY position";

#define RUN_COLUMNS \
	"id, round, attempt, position, variant, cell, seed, started_ns, ended_ns, outcome, reason"

static const char select_runs[] =
	"SELECT " RUN_COLUMNS " FROM runs WHERE experiment = ? ORDER BY position, id";
static const char select_run[] =
	"SELECT " RUN_COLUMNS
	", experiment, (SELECT text FROM facts WHERE facts.id = runs.facts) FROM runs WHERE id = ?";
static const char select_phases[] =
	"SELECT name, started_ns, wall_ns, user_ns, sys_ns, clients, operations, bytes FROM phases"
	" WHERE run = ? ORDER BY position";
static const char select_kinds[] =
	"SELECT phase, name, operations, bytes, latency FROM kinds WHERE run = ?"
	" ORDER BY phase, position";
static const char select_values[] =
	"SELECT m.phase, m.metric, m.unit, m.better, m.by_default, x.value, i.file, i.line, i.tool,"
	" i.version, i.name, i.unit, i.said, i.mean, i.sd, i.n"
	" FROM vals x JOIN metrics m ON m.id = x.metric"
	" LEFT JOIN imported i ON i.run = x.run AND i.metric = x.metric"
	" WHERE x.run = ? ORDER BY x.metric";
static const char select_logs[] =
	"SELECT time_ns, level, text FROM logs WHERE run = ? ORDER BY position";
static const char select_outputs[] =
	"SELECT client, stream, data FROM outputs WHERE run = ? ORDER BY client, stream";

static int read_names(struct store *store, const char *sql, uint64_t experiment,
	struct arena *arena, const char ***names, size_t *count, struct error *err)
{
	sqlite3_stmt *statement;
	const char **made = NULL;
	size_t n = 0;
	int ret = SQL_BIND(store, err, &statement, sql, SQL_U64(experiment));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0)
		*ARENA_PUSH(arena, made, n) = sql_text(statement, 0, arena);
	*names = made;
	*count = n;
	return ret;
}

static void read_experiment(sqlite3_stmt *statement, struct arena *arena,
	struct stored_experiment *e)
{
	*e = (struct stored_experiment){
		.id = sql_u64(statement, 0),
		.name = sql_text(statement, 1, arena),
		.state = sql_text(statement, 2, arena),
		.state_reason = sql_text(statement, 3, arena),
		.plan_text = sql_text(statement, 4, arena),
		.plan_sha256 = sql_text(statement, 5, arena),
		.version = sql_text(statement, 6, arena),
		.created_ns = sql_u64(statement, 7),
		.ended_ns = sql_u64(statement, 8),
		.run_count = sql_u64(statement, 9),
		.failed_count = sql_u64(statement, 10),
		.pilot_rounds = sql_u64(statement, 11),
		.fixed_rounds = sql_u64(statement, 12),
		.text_count = sql_u64(statement, 13),
	};
}

static int read_experiment_names(struct store *store, struct arena *arena,
	struct stored_experiment *e, struct error *err)
{
	int ret = read_names(store, select_variants, e->id, arena, &e->variants, &e->variant_count,
		err);

	if (ret == 0)
		ret = read_names(store, select_cells, e->id, arena, &e->cells, &e->cell_count, err);
	return ret;
}

static int read_list(struct store *store, struct arena *arena, struct stored_experiment **list,
	size_t *count, struct error *err)
{
	struct stored_experiment *made = NULL;
	sqlite3_stmt *statement;
	size_t n = 0;
	int ret = sql_bind(store, select_experiments, NULL, 0, &statement, err);

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0)
		read_experiment(statement, arena, ARENA_PUSH(arena, made, n));
	for (size_t i = 0; ret == 0 && i < n; i++)
		ret = read_experiment_names(store, arena, &made[i], err);
	if (ret < 0)
		return ret;
	*list = made;
	*count = n;
	return 0;
}

int store_list(struct store *store, struct arena *arena, struct stored_experiment **list,
	size_t *count, struct error *err)
{
	int ret = sql_begin_read(store, err);

	return ret < 0 ? ret : sql_end(store, read_list(store, arena, list, count, err), err);
}

static int no_experiment(struct store *store, uint64_t id, struct error *err)
{
	if (id == 0)
		return fail(err, ENOENT, "%s: no experiment is stored yet; `bakeoff run` makes one",
			store->path);
	return fail(err, ENOENT, "%s: no experiment %llu; `bakeoff list` shows those there are",
		store->path, (unsigned long long)id);
}

static int read_one(struct store *store, uint64_t id, struct arena *arena,
	struct stored_experiment *experiment, struct error *err)
{
	struct stored_experiment e;
	sqlite3_stmt *statement;
	int ret = SQL_BIND(store, err, &statement, select_experiment, SQL_U64(id));

	if (ret == 0)
		ret = sql_step(store, statement, err);
	if (ret <= 0)
		return ret < 0 ? ret : no_experiment(store, id, err);
	read_experiment(statement, arena, &e);
	(void)sqlite3_reset(statement);
	ret = read_experiment_names(store, arena, &e, err);
	if (ret == 0)
		*experiment = e;
	return ret;
}

int store_get_experiment(struct store *store, uint64_t id, struct arena *arena,
	struct stored_experiment *experiment, struct error *err)
{
	int ret = sql_begin_read(store, err);

	return ret < 0 ? ret : sql_end(store, read_one(store, id, arena, experiment, err), err);
}

static void read_run(sqlite3_stmt *statement, struct arena *arena, struct stored_run *run)
{
	*run = (struct stored_run){
		.id = sql_u64(statement, 0),
		.round = sql_u64(statement, 1),
		.attempt = sql_u64(statement, 2),
		.position = sql_u64(statement, 3),
		.variant = sql_u64(statement, 4),
		.cell = sql_u64(statement, 5),
		.seed = sql_u64(statement, 6),
		.started_ns = sql_u64(statement, 7),
		.ended_ns = sql_u64(statement, 8),
		/* the table has checked that it is one */
		.outcome = (enum outcome)outcome_of_name(sql_text(statement, 9, arena)),
		.reason = sql_text(statement, 10, arena),
	};
}

int store_get_runs(struct store *store, uint64_t experiment, struct arena *arena,
	struct stored_run **runs, size_t *count, struct error *err)
{
	struct stored_run *made = NULL;
	sqlite3_stmt *statement;
	size_t n = 0;
	int ret = SQL_BIND(store, err, &statement, select_runs, SQL_U64(experiment));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0)
		read_run(statement, arena, ARENA_PUSH(arena, made, n));
	if (ret < 0)
		return ret;
	*runs = made;
	*count = n;
	return 0;
}

static int read_phases(struct store *store, uint64_t run, struct arena *arena,
	struct run_record *record, struct error *err)
{
	sqlite3_stmt *statement;
	int ret = SQL_BIND(store, err, &statement, select_phases, SQL_U64(run));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0) {
		*ARENA_PUSH(arena, record->phases, record->phase_count) = (struct phase_record){
			.name = sql_text(statement, 0, arena),
			.started_ns = sql_u64(statement, 1),
			.wall_ns = sql_u64(statement, 2),
			.user_ns = sql_u64(statement, 3),
			.sys_ns = sql_u64(statement, 4),
			.clients = sql_u64(statement, 5),
			.operations = sql_u64(statement, 6),
			.bytes = sql_u64(statement, 7),
		};
	}
	return ret;
}

static int read_kinds(struct store *store, uint64_t run, struct arena *arena,
	struct run_record *record, struct error *err)
{
	sqlite3_stmt *statement;
	int ret = SQL_BIND(store, err, &statement, select_kinds, SQL_U64(run));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0) {
		uint64_t i = sql_u64(statement, 0);
		if (i >= record->phase_count) {
			(void)sqlite3_reset(statement);
			return fail(err, EUCLEAN, "%s: run %llu has no phase %llu", store->path,
				(unsigned long long)run, (unsigned long long)i);
		}
		struct phase_record *phase = &record->phases[i];
		size_t size = (size_t)sqlite3_column_bytes(statement, 4);
		*ARENA_PUSH(arena, phase->kinds, phase->kind_count) = (struct kind_record){
			.name = sql_text(statement, 1, arena),
			.operations = sql_u64(statement, 2),
			.bytes = sql_u64(statement, 3),
			.histogram = arena_copy(arena, sqlite3_column_blob(statement, 4), size),
			.histogram_size = size,
		};
	}
	return ret;
}

static int read_values(struct store *store, uint64_t run, struct arena *arena,
	struct run_record *record, struct error *err)
{
	sqlite3_stmt *statement;
	int ret = SQL_BIND(store, err, &statement, select_values, SQL_U64(run));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0) {
		*ARENA_PUSH(arena, record->values, record->value_count) = (struct value_record){
			.phase = sql_text(statement, 0, arena),
			.metric = sql_text(statement, 1, arena),
			.unit = sql_text(statement, 2, arena),
			.better = (enum better)better_of_name(sql_text(statement, 3, arena)),
			.primary = sql_u64(statement, 4),
			.value = sql_real(statement, 5),
			.import = sql_import(statement, 6, arena),
		};
	}
	return ret;
}

static int read_logs(struct store *store, uint64_t run, struct arena *arena,
	struct run_record *record, struct error *err)
{
	sqlite3_stmt *statement;
	int ret = SQL_BIND(store, err, &statement, select_logs, SQL_U64(run));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0) {
		const char *level = sql_text(statement, 1, arena);
		*ARENA_PUSH(arena, record->logs, record->log_count) = (struct log_record){
			.time_ns = sql_u64(statement, 0),
			.level = strcmp(level, "warning") == 0 ? RECORD_WARNING : RECORD_INFO,
			.text = sql_text(statement, 2, arena),
		};
	}
	return ret;
}

static int read_outputs(struct store *store, uint64_t run, struct arena *arena,
	struct run_record *record, struct error *err)
{
	sqlite3_stmt *statement;
	int ret = SQL_BIND(store, err, &statement, select_outputs, SQL_U64(run));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0) {
		size_t size = (size_t)sqlite3_column_bytes(statement, 2);
		*ARENA_PUSH(arena, record->outputs, record->output_count) = (struct output_record){
			.client = sql_u64(statement, 0),
			.stream = sql_text(statement, 1, arena),
			.data = arena_copy(arena, sqlite3_column_blob(statement, 2), size),
			.size = size,
		};
	}
	return ret;
}

static int read_record(struct store *store, uint64_t run, struct arena *arena,
	struct run_record *record, uint64_t *experiment, struct error *err)
{
	static int (*const parts[])(struct store *, uint64_t, struct arena *, struct run_record *,
		struct error *) = { read_phases, read_kinds, read_values, read_logs, observed_read,
		read_outputs };
	struct stored_run head;
	sqlite3_stmt *statement;
	int ret = SQL_BIND(store, err, &statement, select_run, SQL_U64(run));

	if (ret == 0)
		ret = sql_step(store, statement, err);
	if (ret == 0)
		return fail(err, ENOENT, "%s: no run %llu; `bakeoff show EXPERIMENT` lists them",
			store->path, (unsigned long long)run);
	if (ret < 0)
		return ret;
	read_run(statement, arena, &head);
	*experiment = sql_u64(statement, 11);
	*record = (struct run_record){
		.round = head.round,
		.attempt = head.attempt,
		.position = head.position,
		.variant = head.variant,
		.cell = head.cell,
		.seed = head.seed,
		.started_ns = head.started_ns,
		.ended_ns = head.ended_ns,
		.outcome = head.outcome,
		.reason = head.reason,
		.facts = sql_text(statement, 12, arena),
	};
	ret = 0;
	(void)sqlite3_reset(statement);
	for (size_t i = 0; ret == 0 && i < COUNT_OF(parts); i++)
		ret = parts[i](store, run, arena, record, err);
	return ret;
}

int store_get_run(struct store *store, uint64_t run, struct arena *arena, struct run_record *record,
	uint64_t *experiment, struct error *err)
{
	struct run_record made;
	uint64_t owner = 0;
	int ret = sql_begin_read(store, err);

	if (ret == 0)
		ret = sql_end(store, read_record(store, run, arena, &made, &owner, err), err);
	if (ret < 0)
		return ret;
	*record = made;
	*experiment = owner;
	return 0;
}
