// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "store/database.h"

#include <errno.h>

static const char select_design[] =
	"SELECT seed, rounds, margin, alpha, run_order FROM experiments WHERE id = ?";
static const char select_variants[] =
	"SELECT name, fs, summary, is_baseline, is_hidden FROM variants WHERE experiment = ?"
	" ORDER BY position";
static const char select_cells[] =
	"SELECT name, label, workload, params, factors, primaries, numjobs, iodepth, runtime_ns,"
	" ramp_time_ns, loops, margin FROM cells WHERE experiment = ? ORDER BY position";
/* in the order in which they were first seen, which is the one that reports have */
static const char select_metrics[] =
	"SELECT cell, phase, metric, unit, better, is_primary, by_default FROM metrics"
	" WHERE experiment = ? ORDER BY id";
static const char select_facts[] =
	"SELECT text FROM facts JOIN (SELECT facts, min(position) AS first FROM runs"
	" WHERE experiment = ? GROUP BY facts) ON facts = facts.id ORDER BY first, facts.id";
static const char select_counted[] =
	"SELECT r.id FROM runs r JOIN counted n ON n.experiment = r.experiment"
	" AND n.round = r.round AND n.attempt = r.attempt"
	" WHERE r.experiment = ? AND r.outcome = 'ok' ORDER BY r.id";

struct part {
	const char *sql;
	void (*read)(sqlite3_stmt *statement, struct arena *arena, struct stored_design *d);
};

static void read_head(sqlite3_stmt *statement, struct arena *arena, struct stored_design *d)
{
	d->seed = sql_u64(statement, 0);
	d->rounds = sql_u64(statement, 1);
	d->margin = sql_real(statement, 2);
	d->alpha = sql_real(statement, 3);
	d->run_order = sql_text(statement, 4, arena);
}

static void read_variant(sqlite3_stmt *statement, struct arena *arena, struct stored_design *d)
{
	*ARENA_PUSH(arena, d->variants, d->variant_count) = (struct stored_variant){
		.name = sql_text(statement, 0, arena),
		.fs = sql_text(statement, 1, arena),
		.summary = sql_text(statement, 2, arena),
		.is_baseline = sql_u64(statement, 3),
		.is_hidden = sql_u64(statement, 4),
	};
}

static void read_cell(sqlite3_stmt *statement, struct arena *arena, struct stored_design *d)
{
	*ARENA_PUSH(arena, d->cells, d->cell_count) = (struct stored_cell){
		.name = sql_text(statement, 0, arena),
		.label = sql_text(statement, 1, arena),
		.workload = sql_text(statement, 2, arena),
		.params = sql_text(statement, 3, arena),
		.factors = sql_text(statement, 4, arena),
		.primaries = sql_text(statement, 5, arena),
		.numjobs = sql_u64(statement, 6),
		.iodepth = sql_u64(statement, 7),
		.runtime_ns = sql_u64(statement, 8),
		.ramp_time_ns = sql_u64(statement, 9),
		.loops = sql_u64(statement, 10),
		.margin = sql_real(statement, 11),
	};
}

static void read_metric(sqlite3_stmt *statement, struct arena *arena, struct stored_design *d)
{
	*ARENA_PUSH(arena, d->metrics, d->metric_count) = (struct stored_metric){
		.cell = sql_u64(statement, 0),
		.phase = sql_text(statement, 1, arena),
		.metric = sql_text(statement, 2, arena),
		.unit = sql_text(statement, 3, arena),
		/* the table has checked that it is one */
		.better = (enum better)better_of_name(sql_text(statement, 4, arena)),
		.is_primary = sql_u64(statement, 5),
		.by_default = sql_u64(statement, 6),
	};
}

static void read_facts(sqlite3_stmt *statement, struct arena *arena, struct stored_design *d)
{
	*ARENA_PUSH(arena, d->facts, d->fact_count) = sql_text(statement, 0, arena);
}

static const char select_texts[] =
	"SELECT file, sha256 FROM imports WHERE experiment = ? ORDER BY position";
static const char select_notes[] =
	"SELECT kind = 'warning', text FROM import_notes WHERE experiment = ? ORDER BY position";

static void read_text(sqlite3_stmt *statement, struct arena *arena, struct stored_design *d)
{
	*ARENA_PUSH(arena, d->texts, d->text_count) = (struct import_text){
		.file = sql_text(statement, 0, arena),
		.sha256 = sql_text(statement, 1, arena),
	};
}

static void read_note(sqlite3_stmt *statement, struct arena *arena, struct stored_design *d)
{
	*ARENA_PUSH(arena, d->notes, d->note_count) = (struct import_note){
		.is_warning = sql_u64(statement, 0),
		.text = sql_text(statement, 1, arena),
	};
}

static const struct part parts[] = {
	{ select_design, read_head },
	{ select_variants, read_variant },
	{ select_cells, read_cell },
	{ select_metrics, read_metric },
	{ select_facts, read_facts },
	{ select_texts, read_text },
	{ select_notes, read_note },
};

static int read_part(struct store *store, const struct part *part, uint64_t experiment,
	struct arena *arena, struct stored_design *design, struct error *err)
{
	sqlite3_stmt *statement;
	int ret = SQL_BIND(store, err, &statement, part->sql, SQL_U64(experiment));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0)
		part->read(statement, arena, design);
	return ret;
}

static int read_design(struct store *store, uint64_t experiment, struct arena *arena,
	struct stored_design *design, struct error *err)
{
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < COUNT_OF(parts); i++)
		ret = read_part(store, &parts[i], experiment, arena, design, err);
	if (ret == 0 && !design->run_order)
		ret = fail(err, ENOENT, "%s: no experiment %llu", store->path,
			(unsigned long long)experiment);
	for (size_t i = 0; ret == 0 && i < design->metric_count; i++) {
		if (design->metrics[i].cell >= design->cell_count)
			ret = fail(err, EUCLEAN, "%s: experiment %llu has a metric of no cell",
				store->path, (unsigned long long)experiment);
	}
	return ret;
}

int store_get_design(struct store *store, uint64_t experiment, struct arena *arena,
	struct stored_design *design, struct error *err)
{
	struct stored_design made = { 0 };
	int ret = sql_begin_read(store, err);

	if (ret == 0)
		ret = sql_end(store, read_design(store, experiment, arena, &made, err), err);
	if (ret == 0)
		*design = made;
	return ret;
}

int store_get_counted(struct store *store, uint64_t experiment, struct arena *arena,
	uint64_t **runs, size_t *count, struct error *err)
{
	sqlite3_stmt *statement;
	uint64_t *made = NULL;
	size_t n = 0;
	int ret = SQL_BIND(store, err, &statement, select_counted, SQL_U64(experiment));

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0)
		*ARENA_PUSH(arena, made, n) = sql_u64(statement, 0);
	if (ret < 0)
		return ret;
	*runs = made;
	*count = n;
	return 0;
}
