// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/run.h"

#include "core/clock.h"
#include "core/log.h"
#include "experiment/image.h"
#include "experiment/leftovers.h"
#include "experiment/rounds.h"
#include "experiment/runner.h"
#include "place/place.h"

#include <errno.h>
#include <inttypes.h>

static int make_caps(struct runner *r, struct error *err)
{
	r->caps = NEW(r->arena, struct cap, r->plan->variant_count);
	for (size_t i = 0; i < r->plan->variant_count; i++) {
		const struct variant *v = &r->plan->variants[i];
		uint64_t change, chance = clock_utc_ns();
		r->caps[i] = (struct cap){ "", "" };
		if (v->memory == 0)
			continue;
		int ret = place_cap(r->journal, r->arena, v->memory,
			arena_printf(r->arena, "bakeoff-%" PRIx64 "-%zu", chance, i),
			&r->caps[i].procs, &r->caps[i].version, &change, err);
		if (ret < 0)
			return fail_in(err, ret, "[variant %s]", v->name);
	}
	return 0;
}

static int make_machine(struct runner *r, struct error *err)
{
	uint64_t change;

	leftovers_look(r);
	int ret = journal_open(&r->journal, r->journal_dir, "experiment", err);
	if (ret == 0 && image_bytes(r->plan) > 0)
		ret = image_make(r->plan, r->journal, r->arena, r->options->interrupts, &r->images,
			&change, err);
	if (ret == 0)
		ret = make_caps(r, err);
	return ret;
}

static int store_end(struct runner *r, int ret, struct error *err)
{
	struct error other;
	const char *state = ret == 0 ? "done" : ret == -EPROTO ? "invalid" : "interrupted";
	int stored = store_set_state(r->store, r->id, state, ret == 0 ? "" : err->text, &other);

	if (stored < 0 && ret == 0) {
		*err = other;
		return stored;
	}
	return ret;
}

int experiment_run(const struct plan *plan, struct store *store, const struct run_options *options,
	uint64_t *id, struct error *err)
{
	struct arena arena = { 0 };
	struct runner r = { .plan = plan,
		.store = store,
		.options = options,
		.arena = &arena,
		.id = *id,
		.rounds = plan->rounds };
	struct error undo;

	r.journal_dir = arena_printf(&arena, "%s/journal", options->state_dir);
	r.progress = (struct progress){ .runs = experiment_run_count(plan, plan->rounds),
		.rounds = plan->rounds,
		.is_pilot = plan->cap > 0,
		.left_seconds = -1 };
	schedule_draw(&r.schedule, plan, &arena);
	int ret = make_machine(&r, err);
	if (ret == 0)
		ret = r.id ? store_set_state(store, r.id, "running", "", err)
			   : store_add_experiment(store, plan, &r.id, err);
	if (ret == 0) {
		*id = r.id;
		ret = rounds_run(&r, err);
		ret = store_end(&r, ret, err);
	}
	int undone = r.journal ? journal_undo_all(r.journal, &undo) : 0;
	if (undone < 0 && ret == 0) {
		*err = undo;
		ret = undone;
	} else if (undone < 0) {
		log_error("%s", undo.text);
	}
	if (r.journal) {
		journal_close(r.journal);
		ret = leftovers_check(&r, ret, err);
	}
	arena_free(&arena);
	return ret;
}

uint64_t experiment_run_count(const struct plan *plan, uint64_t rounds)
{
	return (rounds + 1) * plan->variant_count * plan->cell_count;
}
