// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/run.h"

#include "core/clock.h"
#include "core/log.h"
#include "experiment/image.h"
#include "experiment/link.h"
#include "experiment/plan.h"
#include "experiment/schedule.h"
#include "place/place.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* What is made once for all runs of a variant. */
struct cap {
	const char *procs, *version;
};

struct runner {
	const struct plan *plan;
	struct store *store;
	const struct run_options *options;
	struct arena *arena;
	struct journal *journal;
	const char *stuck; /* what could not be undone before */
	const char *journal_dir,
		*images;  /* images: the folder they are in; NULL before they are made */
	struct cap *caps; /* of each variant */
	struct schedule schedule;
	uint64_t id, done, position;
	uint64_t repeats; /* attempts used up */
	uint64_t busy_ns; /* in runs, for the time that is left */
	uint64_t timed_runs;
	struct progress progress;
};

static const char *destroy_of(const struct plan *plan, const struct variant *v)
{
	for (size_t i = 0; i < plan->destroy.count; i++) {
		if (strcmp(plan->destroy.items[i], v->target.path) == 0)
			return plan->destroy.items[i];
	}
	return "";
}

static void make_spec(const struct runner *r, size_t variant, size_t cell, uint64_t round,
	uint64_t attempt, struct arena *arena, struct run_spec *spec)
{
	const struct plan *plan = r->plan;
	const struct variant *v = &plan->variants[variant];
	const struct cell *c = &plan->cells[cell];
	char *uuid = NEW(arena, char, 37);

	schedule_uuid(plan, round, uuid);
	*spec = (struct run_spec){
		.experiment = plan->name,
		.variant = v->name,
		.cell = c->label,
		.workload = c->workload,
		.round = round,
		.attempt = attempt,
		.seed = schedule_run_seed(plan, round, c),
		.shape = c->shape,
		.target = v->target,
		.cgroup_procs = r->caps ? r->caps[variant].procs : "",
		.cgroup_version = r->caps ? r->caps[variant].version : "",
		.memory = v->memory,
		.timeout = plan->timeout,
		.journal_dir = r->journal_dir,
		.use_tsc = r->options->use_tsc,
	};
	plan_cell_params(v, c, arena, &spec->params, &spec->param_count);
	spec->target.uuid = uuid;
	spec->target.destroy = destroy_of(plan, v);
	if (v->target.kind == TARGET_LOOP)
		spec->target.path =
			image_path(r->images ? r->images : plan->scratch, v->target.size, arena);
}

static void on_event(void *context, const struct event *event)
{
	struct runner *r = context;

	if (event->type != EVENT_PROGRESS)
		return;
	r->progress.phase = arena_strdup(r->arena, event->progress_phase);
	r->progress.share = event->progress_share;
}

static void on_tick(void *context)
{
	struct runner *r = context;

	if (r->options->progress)
		r->options->progress(r->options->context, &r->progress);
}

static void say_undone(void *context, const char *line)
{
	(void)context;
	log_info("%s", line);
}

/* What dead processes left; what cannot be undone is told, and stops no other work. */
static const char *undo_leftovers(struct runner *r)
{
	struct error err;
	uint64_t undone = 0;

	if (journal_clean(r->journal_dir, say_undone, NULL, &undone, &err) == 0)
		return "";
	return arena_strdup(r->arena, err.text);
}

static void warn_of_leftovers(const struct runner *r)
{
	if (*r->stuck)
		log_warning("%s: %s; `bakeoff clean` tries again, with --forget=JOURNAL it gives "
			    "up",
			r->journal_dir, r->stuck);
}

/* An undo of this experiment's own that failed, and did again just now. */
static int check_leftovers(struct runner *r, int ret, struct error *err)
{
	const char *stuck = undo_leftovers(r);

	if (strcmp(stuck, r->stuck) == 0 || !*stuck)
		return ret;
	if (ret < 0) {
		log_error("not undone: %s", stuck);
		return ret;
	}
	return fail(err, EBUSY, "not undone: %s; `bakeoff clean` tries again", stuck);
}

static void note_time(struct runner *r, const struct run_record *run)
{
	r->done++;
	r->timed_runs++;
	r->busy_ns += run->ended_ns - run->started_ns;
	double mean_s = (double)r->busy_ns / (double)r->timed_runs / (double)NS_PER_S;
	r->progress.left_seconds =
		mean_s * (double)(r->progress.runs - min_u64(r->done, r->progress.runs));
}

/* One run, stored. *outcome tells the round whether it is complete. */
static int run_one(struct runner *r, const struct visit *visit, size_t variant, size_t cell,
	enum outcome *outcome, struct error *err)
{
	const struct link link = { .exe = r->options->exe,
		.isolated = r->options->root,
		.interrupts = r->options->interrupts,
		.context = r,
		.on_event = on_event,
		.on_tick = on_tick };
	struct run_record record = { .round = visit->round,
		.attempt = visit->attempt,
		.position = r->position++,
		.variant = variant,
		.cell = cell };
	struct arena arena = { 0 };
	struct run_spec spec;
	bool died = false;
	uint64_t run_id;

	make_spec(r, variant, cell, visit->round, visit->attempt, &arena, &spec);
	record.seed = spec.seed;
	r->progress.run = r->done + 1;
	r->progress.round = visit->round;
	r->progress.variant = spec.variant;
	r->progress.cell = spec.cell;
	r->progress.phase = "making";
	r->progress.share = -1;
	on_tick(r);
	int ret = link_run(&link, &spec, &arena, &record, &died, err);
	if (died) /* what its namespaces did not take along is undone by its journal */
		(void)undo_leftovers(r); /* looked at again in the end */
	if (ret == 0)
		ret = store_add_run(r->store, r->id, &record, &run_id, err);
	if (ret == 0) {
		note_time(r, &record);
		if (r->options->run_done)
			r->options->run_done(r->options->context, &r->progress, &record);
		*outcome = record.outcome;
	}
	arena_free(&arena);
	return ret;
}

static bool is_good(enum outcome outcome)
{
	return outcome == OUTCOME_OK || outcome == OUTCOME_UNSUPPORTED;
}

/* Every cell of the visit once. *complete: none failed. -ECANCELED where it was interrupted. */
static int run_visit(struct runner *r, const struct visit *visit, bool *complete, struct error *err)
{
	const struct plan *plan = r->plan;

	*complete = true;
	for (size_t v = 0; v < plan->variant_count; v++) {
		for (size_t c = 0; c < plan->cell_count; c++) {
			enum outcome outcome = OUTCOME_INTERRUPTED;
			int ret = *r->options->interrupts ? fail(err, ECANCELED, "interrupted")
							  : run_one(r, visit, visit->variants[v],
								    visit->cells[c], &outcome, err);
			if (ret == 0 && *r->options->interrupts)
				ret = fail(err, ECANCELED, "interrupted");
			if (ret < 0)
				return ret;
			if (!is_good(outcome))
				*complete = false;
		}
	}
	return 0;
}

/* What is known of a round from its runs so far. */
struct round_state {
	uint64_t attempts;     /* started */
	uint64_t bad_attempts; /* of those, with a run that failed */
	size_t good;           /* ok or unsupported runs of the last one */
	bool bad;              /* the last one has a run that failed */
	bool complete;
};

static int read_rounds(struct runner *r, struct round_state *rounds, struct error *err)
{
	const size_t all = r->plan->variant_count * r->plan->cell_count;
	struct stored_run *runs = NULL;
	size_t count = 0;

	if (r->id == 0)
		return 0;
	int ret = store_get_runs(r->store, r->id, r->arena, &runs, &count, err);
	for (size_t i = 0; ret == 0 && i < count; i++) {
		r->position = max_u64(r->position, runs[i].position + 1);
		if (runs[i].round > r->plan->rounds)
			continue;
		struct round_state *s = &rounds[runs[i].round];
		if (runs[i].attempt + 1 > s->attempts) {
			s->attempts = runs[i].attempt + 1;
			s->good = 0;
			s->bad = false;
		}
		if (is_good(runs[i].outcome))
			s->good++;
		else if (runs[i].outcome != OUTCOME_INTERRUPTED && !s->bad) {
			s->bad = true;
			s->bad_attempts++;
		}
		s->complete |= s->good == all;
	}
	for (uint64_t n = 1; ret == 0 && n <= r->plan->rounds; n++) {
		/* A failed attempt has used up a repeat as soon as there is a later one. */
		uint64_t waiting = rounds[n].bad && !rounds[n].complete;
		r->repeats += rounds[n].bad_attempts - waiting;
	}
	return ret;
}

/*
 * One visit of a round that is not complete. A round that was cut by an interruption is run
 * again whole, as a new attempt in the same order: half a round before a pause and half of it after
 * would not be one block of the design.
 */
static int run_round(struct runner *r, const struct visit *order, struct round_state *state,
	struct error *err)
{
	struct visit visit = *order;
	bool complete;

	visit.attempt = state->attempts++;
	int ret = run_visit(r, &visit, &complete, err);
	if (ret < 0)
		return ret;
	state->complete = complete;
	state->bad = !complete;
	if (!complete)
		log_warning("round %" PRIu64 " has a run that failed%s", visit.round,
			visit.round == 0 ? "; it is the warm-up, and only shown"
					 : " and will be repeated whole at the end");
	return 0;
}

static int run_planned(struct runner *r, struct round_state *rounds, struct error *err)
{
	for (uint64_t n = 0; n <= r->plan->rounds; n++) {
		const struct visit visit = schedule_round(&r->schedule, n);
		if (rounds[n].complete || rounds[n].bad)
			continue;
		int ret = run_round(r, &visit, &rounds[n], err);
		if (ret < 0)
			return ret;
	}
	return 0;
}

/* Rounds that are not complete, again, in their order; -EPROTO where too many are. */
static int run_repeats(struct runner *r, struct round_state *rounds, struct error *err)
{
	for (uint64_t n = 1; n <= r->plan->rounds; n++) {
		while (!rounds[n].complete) {
			if (r->repeats == r->schedule.attempts_allowed)
				return fail(err, EPROTO,
					"INVALID: round %" PRIu64 " failed, and %" PRIu64
					" of %" PRIu64 " rounds, 20 %%, may be repeated and were",
					n, r->repeats, r->plan->rounds);
			if (r->done == r->progress.runs)
				r->progress.runs += r->plan->variant_count * r->plan->cell_count;
			const struct visit visit =
				schedule_repeat(&r->schedule, r->repeats++, n, 0);
			int ret = run_round(r, &visit, &rounds[n], err);
			if (ret < 0)
				return ret;
		}
	}
	return 0;
}

/* The unfair order of other tools, where it was asked for: all rounds of one variant first. */
static int run_sequential(struct runner *r, struct round_state *rounds, struct error *err)
{
	const struct plan *plan = r->plan;

	for (size_t v = 0; v < plan->variant_count; v++) {
		for (uint64_t n = 0; n <= plan->rounds; n++) {
			const struct visit visit = { .round = n };
			for (size_t c = 0; c < plan->cell_count; c++) {
				enum outcome outcome = OUTCOME_INTERRUPTED;
				int ret = *r->options->interrupts
						  ? fail(err, ECANCELED, "interrupted")
						  : run_one(r, &visit, v, c, &outcome, err);
				if (ret < 0)
					return ret;
				rounds[n].attempts = 1;
				rounds[n].bad |= !is_good(outcome);
			}
		}
	}
	for (uint64_t n = 1; n <= plan->rounds; n++)
		rounds[n].complete = !rounds[n].bad;
	return *r->options->interrupts ? fail(err, ECANCELED, "interrupted") : 0;
}

static int run_all(struct runner *r, struct error *err)
{
	struct round_state *rounds = NEW(r->arena, struct round_state, r->plan->rounds + 1);
	int ret = read_rounds(r, rounds, err);

	if (ret < 0)
		return ret;
	for (uint64_t n = 0; n <= r->plan->rounds; n++)
		r->done += rounds[n].complete ? r->plan->variant_count * r->plan->cell_count : 0;
	if (r->plan->order == ORDER_SEQUENTIAL)
		ret = r->done ? fail(err, EINVAL, "a sequential experiment cannot be gone on with")
			      : run_sequential(r, rounds, err);
	else
		ret = run_planned(r, rounds, err);
	return ret < 0 ? ret : run_repeats(r, rounds, err);
}

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

	r->stuck = undo_leftovers(r);
	warn_of_leftovers(r);
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
		.id = *id };
	struct error undo;

	r.journal_dir = arena_printf(&arena, "%s/journal", options->state_dir);
	r.progress = (struct progress){ .runs = experiment_run_count(plan),
		.rounds = plan->rounds,
		.left_seconds = -1 };
	schedule_draw(&r.schedule, plan, &arena);
	int ret = make_machine(&r, err);
	if (ret == 0)
		ret = r.id ? store_set_state(store, r.id, "running", "", err)
			   : store_add_experiment(store, plan, &r.id, err);
	if (ret == 0) {
		*id = r.id;
		ret = run_all(&r, err);
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
		ret = check_leftovers(&r, ret, err);
	}
	arena_free(&arena);
	return ret;
}

uint64_t experiment_run_count(const struct plan *plan)
{
	return (plan->rounds + 1) * plan->variant_count * plan->cell_count;
}

struct check_context {
	void (*say)(void *context, const char *variant, const char *command);
	void *context;
	const char *variant;
};

static void on_check_event(void *context, const struct event *event)
{
	const struct check_context *c = context;

	if (event->type == EVENT_COMMAND && c->say)
		c->say(c->context, c->variant, event->text);
}

static size_t largest_cell(const struct plan *plan)
{
	size_t largest = 0;

	for (size_t i = 1; i < plan->cell_count; i++) {
		if (plan->cells[i].space > plan->cells[largest].space)
			largest = i;
	}
	return largest;
}

/* -EPERM for what takes root, or rights that this user has not. */
static int judge_check(const struct plan *plan, size_t variant, const struct run_record *record,
	bool root, struct error *err)
{
	const struct variant *v = &plan->variants[variant];

	if (record->outcome != OUTCOME_OK)
		return fail(err, record->outcome == OUTCOME_UNSUPPORTED ? EPERM : EINVAL,
			"[variant %s]: %s", v->name, record->reason);
	if (v->memory > 0 && !root)
		return fail(err, EPERM, "[variant %s]: memory: a cap needs root", v->name);
	return 0;
}

int experiment_check(const struct plan *plan, const struct run_options *options,
	void (*say)(void *context, const char *variant, const char *command), void *context,
	struct error *err)
{
	struct arena arena = { 0 };
	struct runner r = { .plan = plan,
		.options = options,
		.arena = &arena,
		.journal_dir = arena_printf(&arena, "%s/journal", options->state_dir) };
	struct error lacks_root;
	int ret = image_check(plan, &arena, err), lacking = 0;

	for (size_t i = 0; ret == 0 && i < plan->variant_count; i++) {
		struct check_context check = { say, context, plan->variants[i].name };
		const struct link link = { .exe = options->exe,
			.interrupts = options->interrupts,
			.context = &check,
			.on_event = on_check_event };
		struct run_record record = { 0 };
		struct run_spec spec;
		bool died;
		if (plan->variants[i].hidden)
			continue;
		make_spec(&r, i, largest_cell(plan), 0, 0, &arena, &spec);
		spec.mode = SPEC_CHECK;
		ret = link_run(&link, &spec, &arena, &record, &died, err);
		if (ret == 0)
			ret = judge_check(plan, i, &record, options->root, err);
		if (ret == -EPERM && lacking == 0)
			lacks_root = *err;
		if (ret == -EPERM) { /* the others are looked at all the same */
			lacking = ret;
			ret = 0;
		}
	}
	if (ret == 0 && lacking < 0) {
		*err = lacks_root;
		ret = lacking;
	}
	arena_free(&arena);
	return ret;
}
