// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/disguise.h"
#include "report/export/export.h"

#include <stdlib.h>
#include <string.h>

static int load_one(struct store *store, uint64_t id, struct arena *arena,
	struct export_experiment *x, struct error *err)
{
	int ret = store_get_experiment(store, id, arena, &x->head, err);

	if (ret == 0)
		ret = store_get_design(store, x->head.id, arena, &x->design, err);
	if (ret == 0)
		ret = store_get_runs(store, x->head.id, arena, &x->runs, &x->run_count, err);
	if (ret == 0)
		ret = store_get_counted(store, x->head.id, arena, &x->counted, &x->counted_count,
			err);
	return ret;
}

static int learn_runs(struct export *e, struct disguise *d, const struct export_experiment *x,
	struct error *err)
{
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < x->run_count; i++) {
		struct arena arena = { 0 };
		struct run_record record;
		uint64_t experiment;
		ret = store_get_run(e->store, x->runs[i].id, &arena, &record, &experiment, err);
		if (ret == 0)
			disguise_learn_run(d, &record);
		arena_free(&arena);
	}
	return ret;
}

static int make_anonymous(struct export *e, struct arena *arena, struct error *err)
{
	struct disguise *d = disguise_new(arena);
	for (size_t i = 0; i < e->count; i++) {
		int ret = learn_runs(e, d, &e->experiments[i], err);
		if (ret < 0)
			return ret;
		disguise_learn(d, &e->experiments[i]);
	}
	disguise_learn_machine(d);
	for (size_t i = 0; i < e->count; i++)
		disguise_experiment(d, &e->experiments[i]);
	e->disguise = d;
	return 0;
}

static void hide_texts(struct stored_design *d)
{
	for (size_t i = 0; i < d->text_count; i++)
		d->texts[i] = (struct import_text){ .file = "text", .sha256 = "" };
	d->note_count = 0;
}

int export_load(struct store *store, const uint64_t *ids, size_t count, bool anonymous,
	struct arena *arena, struct export *e, struct error *err)
{
	struct export made = {
		.store = store,
		.experiments = NEW(arena, struct export_experiment, count + 1),
		.count = count,
	};

	for (size_t i = 0; i < count; i++) {
		int ret = load_one(store, ids[i], arena, &made.experiments[i], err);
		if (ret < 0)
			return ret;
	}
	for (size_t i = 0; anonymous && i < count; i++)
		hide_texts(&made.experiments[i].design);
	int ret = anonymous ? make_anonymous(&made, arena, err) : 0;
	if (ret == 0)
		*e = made;
	return ret;
}

/* The names of files, and words beside a number, may be anybody's. */
static void hide_text(struct value_record *value, struct arena *arena)
{
	if (!value->import)
		return;
	struct import_record *hidden = arena_copy(arena, value->import, sizeof(*hidden));
	hidden->file = "text";
	hidden->said = "";
	value->import = hidden;
}

int export_get_run(const struct export *e, const struct stored_run *run, struct arena *arena,
	struct run_record *record, struct error *err)
{
	uint64_t experiment;
	int ret = store_get_run(e->store, run->id, arena, record, &experiment, err);

	if (ret == 0 && e->disguise)
		disguise_run(e->disguise, record, arena);
	for (size_t i = 0; ret == 0 && e->disguise && i < record->value_count; i++)
		hide_text(&record->values[i], arena);
	return ret;
}

static int by_id(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

bool export_is_counted(const struct export_experiment *x, const struct stored_run *run)
{
	return x->counted_count > 0 &&
	       bsearch(&run->id, x->counted, x->counted_count, sizeof(run->id), by_id) != NULL;
}

size_t export_find_metric(const struct export_experiment *x, size_t cell,
	const struct value_record *value)
{
	size_t i = 0;

	while (i < x->design.metric_count) {
		const struct stored_metric *m = &x->design.metrics[i];
		if (m->cell == cell && m->better == value->better &&
			strcmp(m->phase, value->phase) == 0 &&
			strcmp(m->metric, value->metric) == 0 && strcmp(m->unit, value->unit) == 0)
			break;
		i++;
	}
	return i;
}

const json_t *export_host(const json_t *facts)
{
	const json_t *host = json_object_get(facts, "host");

	return json_is_object(host) ? host : NULL;
}
