// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "core/hash.h"
#include "store/database.h"
#include "store/describe.h"
#include "store/insert.h"
#include "store/observed.h"

#include <errno.h>
#include <string.h>

static const char find_facts[] = "SELECT id FROM facts WHERE sha256 = ?";
static const char insert_facts[] = "INSERT INTO facts (sha256, text) VALUES (?, ?)";
static const char insert_head[] =
	"INSERT INTO runs (experiment, round, attempt, position, variant, cell, seed,"
	" started_ns, ended_ns, outcome, reason, facts)"
	" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
static const char insert_phase[] =
	"INSERT INTO phases (run, position, name, started_ns, wall_ns, user_ns, sys_ns, clients,"
	" operations, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
static const char insert_kind[] =
	"INSERT INTO kinds (run, phase, position, name, operations, bytes, latency)"
	" VALUES (?, ?, ?, ?, ?, ?, ?)";
static const char find_metric[] =
	"SELECT id FROM metrics WHERE experiment = ? AND cell = ? AND phase = ? AND metric = ?"
	" AND unit = ? AND better = ?";
static const char find_primaries[] =
	"SELECT primaries FROM cells WHERE experiment = ? AND position = ?";
static const char insert_metric[] =
	"INSERT INTO metrics (experiment, cell, phase, metric, unit, better, is_primary,"
	" by_default) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
static const char insert_value[] = "INSERT INTO vals (run, metric, value) VALUES (?, ?, ?)";
static const char insert_imported[] =
	"INSERT INTO imported (run, metric, file, line, tool, version, name, unit, said, mean, sd,"
	" n) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
static const char insert_log[] =
	"INSERT INTO logs (run, position, time_ns, level, text) VALUES (?, ?, ?, ?, ?)";
static const char insert_output[] =
	"INSERT INTO outputs (run, client, stream, data) VALUES (?, ?, ?, ?)";

static uint64_t last_id(struct store *store)
{
	return (uint64_t)sqlite3_last_insert_rowid(store->db);
}

/* The first column of the first row: 1 with *id, or 0 where there is none. */
static int first_id(struct store *store, sqlite3_stmt *statement, uint64_t *id, struct error *err)
{
	int ret = sql_step(store, statement, err);

	if (ret == 1) {
		*id = sql_u64(statement, 0);
		(void)sqlite3_reset(statement);
	}
	return ret;
}

/* Runs on one target mostly say the same, at length: it is kept once. */
static int add_facts(struct store *store, const char *text, uint64_t *id, struct error *err)
{
	sqlite3_stmt *statement;
	char sha256[65];

	hash_sha256_hex(text, strlen(text), sha256);
	int ret = SQL_BIND(store, err, &statement, find_facts, SQL_TEXT(sha256));
	if (ret == 0)
		ret = first_id(store, statement, id, err);
	if (ret != 0)
		return ret < 0 ? ret : 0;
	ret = SQL_DO(store, err, insert_facts, SQL_TEXT(sha256), SQL_TEXT(text));
	*id = last_id(store);
	return ret;
}

static int add_phase(struct store *store, uint64_t run, size_t i, const struct phase_record *p,
	struct error *err)
{
	int ret = SQL_DO(store, err, insert_phase, SQL_U64(run), SQL_U64(i), SQL_TEXT(p->name),
		SQL_U64(p->started_ns), SQL_U64(p->wall_ns), SQL_U64(p->user_ns),
		SQL_U64(p->sys_ns), SQL_U64(p->clients), SQL_U64(p->operations), SQL_U64(p->bytes));

	for (size_t k = 0; ret == 0 && k < p->kind_count; k++) {
		const struct kind_record *kind = &p->kinds[k];
		ret = SQL_DO(store, err, insert_kind, SQL_U64(run), SQL_U64(i), SQL_U64(k),
			SQL_TEXT(kind->name), SQL_U64(kind->operations), SQL_U64(kind->bytes),
			SQL_BLOB(kind->histogram_size ? kind->histogram : NULL,
				kind->histogram_size));
	}
	return ret < 0 ? fail_in(err, ret, "phase %s", p->name) : 0;
}

static int add_metric(struct store *store, uint64_t experiment, uint64_t cell,
	const struct value_record *v, uint64_t *id, struct error *err)
{
	struct arena arena = { 0 };
	sqlite3_stmt *statement;
	int ret = SQL_BIND(store, err, &statement, find_primaries, SQL_U64(experiment),
		SQL_U64(cell));

	if (ret == 0)
		ret = sql_step(store, statement, err);
	if (ret < 0)
		return ret;
	const char *names = ret == 1 ? sql_text(statement, 0, &arena) : "[]";
	(void)sqlite3_reset(statement);
	ret = SQL_DO(store, err, insert_metric, SQL_U64(experiment), SQL_U64(cell),
		SQL_TEXT(v->phase), SQL_TEXT(v->metric), SQL_TEXT(v->unit),
		SQL_TEXT(better_name(v->better)),
		SQL_U64(is_primary(names, v->phase, v->metric, v->primary)), SQL_U64(v->primary));
	*id = last_id(store);
	arena_free(&arena);
	return ret;
}

static int add_imported(struct store *store, uint64_t run, uint64_t metric,
	const struct import_record *i, struct error *err)
{
	return SQL_DO(store, err, insert_imported, SQL_U64(run), SQL_U64(metric), SQL_TEXT(i->file),
		SQL_U64(i->line), SQL_TEXT(i->tool), SQL_TEXT(i->version), SQL_TEXT(i->name),
		SQL_TEXT(i->unit), SQL_TEXT(i->said), SQL_REAL(i->mean), SQL_REAL(i->sd),
		SQL_U64(i->n));
}

static int add_value(struct store *store, uint64_t experiment, uint64_t run, uint64_t cell,
	const struct value_record *v, struct error *err)
{
	sqlite3_stmt *statement;
	uint64_t metric = 0;
	int ret = SQL_BIND(store, err, &statement, find_metric, SQL_U64(experiment), SQL_U64(cell),
		SQL_TEXT(v->phase), SQL_TEXT(v->metric), SQL_TEXT(v->unit),
		SQL_TEXT(better_name(v->better)));

	if (ret == 0)
		ret = first_id(store, statement, &metric, err);
	if (ret == 0)
		ret = add_metric(store, experiment, cell, v, &metric, err);
	if (ret >= 0)
		ret = SQL_DO(store, err, insert_value, SQL_U64(run), SQL_U64(metric),
			SQL_REAL(v->value));
	if (ret >= 0 && v->import)
		ret = add_imported(store, run, metric, v->import, err);
	return ret < 0 ? fail_in(err, ret, "value %s/%s", v->phase, v->metric) : 0;
}

static int add_log(struct store *store, uint64_t run, size_t i, const struct log_record *log,
	struct error *err)
{
	return SQL_DO(store, err, insert_log, SQL_U64(run), SQL_U64(i), SQL_U64(log->time_ns),
		SQL_TEXT(log->level == RECORD_WARNING ? "warning" : "info"), SQL_TEXT(log->text));
}

static int add_output(struct store *store, uint64_t run, const struct output_record *o,
	struct error *err)
{
	int ret = SQL_DO(store, err, insert_output, SQL_U64(run), SQL_U64(o->client),
		SQL_TEXT(o->stream), SQL_BLOB(o->data, o->size));

	return ret < 0 ? fail_in(err, ret, "%s of client %llu", o->stream,
				 (unsigned long long)o->client)
		       : 0;
}

int insert_run(struct store *store, uint64_t experiment, const struct run_record *run, uint64_t *id,
	struct error *err)
{
	uint64_t facts = 0;
	int ret = add_facts(store, run->facts, &facts, err);

	if (ret == 0)
		ret = SQL_DO(store, err, insert_head, SQL_U64(experiment), SQL_U64(run->round),
			SQL_U64(run->attempt), SQL_U64(run->position), SQL_U64(run->variant),
			SQL_U64(run->cell), SQL_U64(run->seed), SQL_U64(run->started_ns),
			SQL_U64(run->ended_ns), SQL_TEXT(outcome_name(run->outcome)),
			SQL_TEXT(run->outcome == OUTCOME_OK ? NULL : run->reason), SQL_U64(facts));
	if (ret == 0)
		*id = last_id(store);
	for (size_t i = 0; ret == 0 && i < run->phase_count; i++)
		ret = add_phase(store, *id, i, &run->phases[i], err);
	for (size_t i = 0; ret == 0 && i < run->value_count; i++)
		ret = add_value(store, experiment, *id, run->cell, &run->values[i], err);
	for (size_t i = 0; ret == 0 && i < run->log_count; i++)
		ret = add_log(store, *id, i, &run->logs[i], err);
	for (size_t i = 0; ret == 0 && i < run->output_count; i++)
		ret = add_output(store, *id, &run->outputs[i], err);
	return ret < 0 ? ret : observed_add(store, *id, run, err);
}

int store_add_run(struct store *store, uint64_t experiment, const struct run_record *run,
	uint64_t *id, struct error *err)
{
	uint64_t made = 0;
	int ret = 0;

	if (run->outcome == OUTCOME_OK && run->reason && *run->reason)
		ret = fail(err, EINVAL, "a run that is ok has no reason, such as '%s'",
			run->reason);
	if (ret == 0)
		ret = sql_begin_write(store, err);
	if (ret == 0)
		ret = sql_end(store, insert_run(store, experiment, run, &made, err), err);
	if (ret < 0)
		return fail_in(err, ret,
			"store run of experiment %llu, round %llu, variant %zu, cell %zu",
			(unsigned long long)experiment, (unsigned long long)run->round,
			run->variant, run->cell);
	*id = made;
	return 0;
}
