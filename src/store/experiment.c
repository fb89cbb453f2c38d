// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "core/clock.h"
#include "store/database.h"
#include "store/describe.h"
#include "store/insert.h"
#include "version.h"

#include <errno.h>
#include <string.h>

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

static void describe_variants(const struct plan *plan, struct arena *arena, struct stored_design *d)
{
	for (size_t i = 0; i < plan->variant_count; i++) {
		const struct variant *v = &plan->variants[i];
		*ARENA_PUSH(arena, d->variants, d->variant_count) = (struct stored_variant){
			.name = v->name,
			.fs = v->target.fs,
			.summary = describe_variant(arena, v),
			.is_baseline = i == plan->baseline,
			.is_hidden = v->hidden,
		};
	}
}

static void describe_cells(const struct plan *plan, struct arena *arena, struct stored_design *d)
{
	for (size_t i = 0; i < plan->cell_count; i++) {
		const struct cell *c = &plan->cells[i];
		*ARENA_PUSH(arena, d->cells, d->cell_count) = (struct stored_cell){
			.name = c->name,
			.label = c->label,
			.workload = c->workload,
			.params = describe_settings(arena, c->params, c->param_count),
			.factors = describe_settings(arena, c->factors, c->factor_count),
			.primaries = describe_names(arena, c->primary, c->primary_count),
			.numjobs = c->shape.numjobs,
			.iodepth = c->shape.iodepth,
			.runtime_ns = c->shape.runtime,
			.ramp_time_ns = c->shape.ramp_time,
			.loops = c->shape.loops,
			.margin = c->margin,
		};
	}
}

int insert_experiment(struct store *store, const struct plan *plan, uint64_t *id, struct error *err)
{
	const struct stored_experiment head = {
		.name = plan->name,
		.state = "running",
		.state_reason = "",
		.plan_text = plan->text,
		.plan_sha256 = plan->sha256,
		.version = BAKEOFF_VERSION,
		.created_ns = clock_utc_ns(),
		.pilot_rounds = plan->cap ? plan->rounds : 0,
	};
	struct stored_design design = {
		.seed = plan->seed,
		.rounds = plan->rounds,
		.margin = plan->margin,
		.alpha = plan->alpha,
		.run_order = order_names[plan->order],
	};
	struct arena arena = { 0 };

	describe_variants(plan, &arena, &design);
	describe_cells(plan, &arena, &design);
	int ret = insert_design(store, &head, &design, id, err);
	arena_free(&arena);
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
