// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/insert.h"

#include "store/database.h"

static const char insert_head[] =
	"INSERT INTO experiments (name, created_ns, ended_ns, state, state_reason, plan,"
	" plan_sha256, seed, rounds, margin, alpha, run_order, bakeoff_version, pilot_rounds,"
	" fixed_rounds) VALUES (?, ?, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0))";
static const char insert_variant[] =
	"INSERT INTO variants (experiment, position, name, is_baseline, is_hidden, fs, summary)"
	" VALUES (?, ?, ?, ?, ?, ?, ?)";
static const char insert_cell[] =
	"INSERT INTO cells (experiment, position, name, label, workload, params, factors,"
	" numjobs, iodepth, runtime_ns, ramp_time_ns, loops, margin, primaries)"
	" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
/* of what is restored: before the runs, so that they keep their order, and what the plan said */
static const char insert_metric[] =
	"INSERT INTO metrics (experiment, cell, phase, metric, unit, better, is_primary,"
	" by_default) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

static const char insert_text[] =
	"INSERT INTO imports (experiment, position, file, sha256) VALUES (?, ?, ?, ?)";
static const char insert_note[] =
	"INSERT INTO import_notes (experiment, position, kind, text) VALUES (?, ?, ?, ?)";

static int add_head(struct store *store, const struct stored_experiment *e,
	const struct stored_design *d, uint64_t *id, struct error *err)
{
	int ret = SQL_DO(store, err, insert_head, SQL_TEXT(e->name), SQL_U64(e->created_ns),
		SQL_U64(e->ended_ns), SQL_TEXT(e->state), SQL_TEXT(e->state_reason),
		SQL_TEXT(e->plan_text), SQL_TEXT(e->plan_sha256), SQL_U64(d->seed),
		SQL_U64(d->rounds), SQL_REAL(d->margin), SQL_REAL(d->alpha), SQL_TEXT(d->run_order),
		SQL_TEXT(e->version), SQL_U64(e->pilot_rounds), SQL_U64(e->fixed_rounds));

	if (ret == 0)
		*id = (uint64_t)sqlite3_last_insert_rowid(store->db);
	return ret;
}

static int add_variant(struct store *store, uint64_t id, size_t i, const struct stored_variant *v,
	struct error *err)
{
	int ret = SQL_DO(store, err, insert_variant, SQL_U64(id), SQL_U64(i), SQL_TEXT(v->name),
		SQL_U64(v->is_baseline), SQL_U64(v->is_hidden), SQL_TEXT(v->fs),
		SQL_TEXT(v->summary));

	return ret < 0 ? fail_in(err, ret, "variant %s", v->name) : 0;
}

static int add_cell(struct store *store, uint64_t id, size_t i, const struct stored_cell *c,
	struct error *err)
{
	int ret = SQL_DO(store, err, insert_cell, SQL_U64(id), SQL_U64(i), SQL_TEXT(c->name),
		SQL_TEXT(c->label), SQL_TEXT(c->workload), SQL_TEXT(c->params),
		SQL_TEXT(c->factors), SQL_U64(c->numjobs), SQL_U64(c->iodepth),
		SQL_U64(c->runtime_ns), SQL_U64(c->ramp_time_ns), SQL_U64(c->loops),
		SQL_REAL(c->margin), SQL_TEXT(c->primaries));

	return ret < 0 ? fail_in(err, ret, "cell %s", c->label) : 0;
}

static int add_metric(struct store *store, uint64_t id, const struct stored_metric *m,
	struct error *err)
{
	int ret = SQL_DO(store, err, insert_metric, SQL_U64(id), SQL_U64(m->cell),
		SQL_TEXT(m->phase), SQL_TEXT(m->metric), SQL_TEXT(m->unit),
		SQL_TEXT(better_name(m->better)), SQL_U64(m->is_primary), SQL_U64(m->by_default));

	return ret < 0 ? fail_in(err, ret, "metric %s/%s", m->phase, m->metric) : 0;
}

int insert_texts(struct store *store, uint64_t experiment, const struct import_text *texts,
	size_t text_count, const struct import_note *notes, size_t note_count, struct error *err)
{
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < text_count; i++)
		ret = SQL_DO(store, err, insert_text, SQL_U64(experiment), SQL_U64(i),
			SQL_TEXT(texts[i].file), SQL_TEXT(texts[i].sha256));
	for (size_t i = 0; ret == 0 && i < note_count; i++)
		ret = SQL_DO(store, err, insert_note, SQL_U64(experiment), SQL_U64(i),
			SQL_TEXT(notes[i].is_warning ? "warning" : "assumed"),
			SQL_TEXT(notes[i].text));
	return ret;
}

int insert_design(struct store *store, const struct stored_experiment *head,
	const struct stored_design *d, uint64_t *id, struct error *err)
{
	int ret = add_head(store, head, d, id, err);

	for (size_t i = 0; ret == 0 && i < d->variant_count; i++)
		ret = add_variant(store, *id, i, &d->variants[i], err);
	for (size_t i = 0; ret == 0 && i < d->cell_count; i++)
		ret = add_cell(store, *id, i, &d->cells[i], err);
	for (size_t i = 0; ret == 0 && i < d->metric_count; i++)
		ret = add_metric(store, *id, &d->metrics[i], err);
	return ret < 0 ? ret
		       : insert_texts(store, *id, d->texts, d->text_count, d->notes, d->note_count,
				 err);
}
