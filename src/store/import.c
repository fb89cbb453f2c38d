// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock.h"
#include "core/hash.h"
#include "store/database.h"
#include "store/insert.h"

static const char set_done[] =
	"UPDATE experiments SET state = 'done', ended_ns = created_ns WHERE id = ?";

/* The tables of experiments are those of plans: nothing of this one is known but its arms. */
static struct plan plan_of(const struct imported *in, struct arena *arena)
{
	struct plan plan = {
		.name = in->name,
		.rounds = in->rounds,
		.margin = in->margin,
		.alpha = in->alpha,
		.order = ORDER_SEQUENTIAL,
		.variants = NEW(arena, struct variant, in->variant_count),
		.variant_count = in->variant_count,
		.cells = in->cells,
		.cell_count = in->cell_count,
		.text = "",
	};

	hash_sha256_hex(plan.text, 0, plan.sha256);
	for (size_t i = 0; i < in->variant_count; i++)
		plan.variants[i] = (struct variant){ .name = in->variants[i],
			.target = { .kind = TARGET_DIR, .path = "", .fs = "" } };
	return plan;
}

static int add_parts(struct store *store, const struct imported *in, uint64_t *id,
	struct error *err)
{
	struct arena arena = { 0 };
	struct plan plan = plan_of(in, &arena);
	uint64_t now = clock_utc_ns(), run_id;
	int ret = insert_experiment(store, &plan, id, err);

	if (ret == 0)
		ret = insert_texts(store, *id, in->texts, in->text_count, in->notes, in->note_count,
			err);
	for (size_t i = 0; ret == 0 && i < in->run_count; i++) {
		struct run_record run = in->runs[i];
		run.started_ns = run.ended_ns = now;
		ret = insert_run(store, *id, &run, &run_id, err);
	}
	if (ret == 0)
		ret = SQL_DO(store, err, set_done, SQL_U64(*id));
	arena_free(&arena);
	return ret;
}

int store_add_import(struct store *store, const struct imported *imported, uint64_t *id,
	struct error *err)
{
	uint64_t made = 0;
	int ret = sql_begin_write(store, err);

	if (ret == 0)
		ret = sql_end(store, add_parts(store, imported, &made, err), err);
	if (ret < 0)
		return fail_in(err, ret, "store import %s", imported->name);
	*id = made;
	return 0;
}
