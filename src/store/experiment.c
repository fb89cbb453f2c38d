// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "core/clock.h"
#include "store/database.h"
#include "store/describe.h"
#include "store/insert.h"
#include "version.h"

#include <errno.h>
#include <string.h>

static const char insert_head[] =
	"INSERT INTO experiments (name, created_ns, state, state_reason, plan, plan_sha256,"
	" seed, rounds, margin, alpha, run_order, bakeoff_version, pilot_rounds)"
	" VALUES (?, ?, 'running', '', ?, ?, ?, ?, ?, ?, ?, ?, ?)";
static const char insert_variant[] =
	"INSERT INTO variants (experiment, position, name, is_baseline, is_hidden, fs, summary)"
	" VALUES (?, ?, ?, ?, ?, ?, ?)";
static const char insert_cell[] =
	"INSERT INTO cells (experiment, position, name, label, workload, params, factors,"
	" numjobs, iodepth, runtime_ns, ramp_time_ns, loops, margin, primaries)"
	" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
static const char update_state[] =
	"UPDATE experiments SET state = ?1, state_reason = ?2,"
	" ended_ns = CASE WHEN ?1 = 'running' THEN NULL ELSE ?3 END WHERE id = ?4";
/* once: a second look would not be the same experiment any more */
static const char update_rounds[] =
	"UPDATE experiments SET fixed_rounds = ?1"
	" WHERE id = ?2 AND pilot_rounds BETWEEN 1 AND ?1 AND fixed_rounds IS NULL";

static const char *const order_names[] = {
	[ORDER_RANDOM] = "random",
	[ORDER_SEQUENTIAL] = "sequential",
};

static int add_variant(struct store *store, uint64_t experiment, const struct plan *plan, size_t i,
	struct error *err)
{
	const struct variant *v = &plan->variants[i];
	struct arena arena = { 0 };

	int ret = SQL_DO(store, err, insert_variant, SQL_U64(experiment), SQL_U64(i),
		SQL_TEXT(v->name), SQL_U64(i == plan->baseline), SQL_U64(v->hidden),
		SQL_TEXT(v->target.fs), SQL_TEXT(describe_variant(&arena, v)));
	arena_free(&arena);
	return ret < 0 ? fail_in(err, ret, "variant %s", v->name) : 0;
}

static int add_cell(struct store *store, uint64_t experiment, const struct plan *plan, size_t i,
	struct error *err)
{
	const struct cell *c = &plan->cells[i];
	struct arena arena = { 0 };

	int ret = SQL_DO(store, err, insert_cell, SQL_U64(experiment), SQL_U64(i),
		SQL_TEXT(c->name), SQL_TEXT(c->label), SQL_TEXT(c->workload),
		SQL_TEXT(describe_settings(&arena, c->params, c->param_count)),
		SQL_TEXT(describe_settings(&arena, c->factors, c->factor_count)),
		SQL_U64(c->shape.numjobs), SQL_U64(c->shape.iodepth), SQL_U64(c->shape.runtime),
		SQL_U64(c->shape.ramp_time), SQL_U64(c->shape.loops), SQL_REAL(c->margin),
		SQL_TEXT(describe_names(&arena, c->primary, c->primary_count)));
	arena_free(&arena);
	return ret < 0 ? fail_in(err, ret, "cell %s", c->label) : 0;
}

int insert_experiment(struct store *store, const struct plan *plan, uint64_t *id, struct error *err)
{
	int ret = SQL_DO(store, err, insert_head, SQL_TEXT(plan->name), SQL_U64(clock_utc_ns()),
		SQL_TEXT(plan->text), SQL_TEXT(plan->sha256), SQL_U64(plan->seed),
		SQL_U64(plan->rounds), SQL_REAL(plan->margin), SQL_REAL(plan->alpha),
		SQL_TEXT(order_names[plan->order]), SQL_TEXT(BAKEOFF_VERSION),
		SQL_U64(plan->cap ? plan->rounds : 0));

	if (ret == 0)
		*id = (uint64_t)sqlite3_last_insert_rowid(store->db);
	for (size_t i = 0; ret == 0 && i < plan->variant_count; i++)
		ret = add_variant(store, *id, plan, i, err);
	for (size_t i = 0; ret == 0 && i < plan->cell_count; i++)
		ret = add_cell(store, *id, plan, i, err);
	return ret;
}

int store_add_experiment(struct store *store, const struct plan *plan, uint64_t *id,
	struct error *err)
{
	uint64_t made = 0;
	int ret = sql_begin_write(store, err);

	if (ret == 0)
		ret = sql_end(store, insert_experiment(store, plan, &made, err), err);
	if (ret < 0)
		return fail_in(err, ret, "store experiment %s", plan->name);
	*id = made;
	return 0;
}

int store_set_state(struct store *store, uint64_t experiment, const char *state, const char *reason,
	struct error *err)
{
	int ret = SQL_DO(store, err, update_state, SQL_TEXT(state), SQL_TEXT(reason),
		SQL_U64(clock_utc_ns()), SQL_U64(experiment));

	if (ret < 0)
		return fail_in(err, ret, "set experiment %llu to '%s'",
			(unsigned long long)experiment, state);
	if (sqlite3_changes(store->db) == 0)
		return fail(err, ENOENT, "%s: no experiment %llu", store->path,
			(unsigned long long)experiment);
	return 0;
}

int store_fix_rounds(struct store *store, uint64_t experiment, uint64_t rounds, struct error *err)
{
	int ret = SQL_DO(store, err, update_rounds, SQL_U64(rounds), SQL_U64(experiment));

	if (ret < 0)
		return fail_in(err, ret, "fix the rounds of experiment %llu",
			(unsigned long long)experiment);
	if (sqlite3_changes(store->db) == 0)
		return fail(err, EINVAL,
			"%s: experiment %llu has no pilot that %llu rounds could still follow from",
			store->path, (unsigned long long)experiment, (unsigned long long)rounds);
	return 0;
}
