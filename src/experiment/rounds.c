// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/rounds.h"

#include "core/log.h"
#include "experiment/pilot.h"

#include <errno.h>
#include <inttypes.h>

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
			int ret = *r->options->interrupts
					  ? fail(err, ECANCELED, "interrupted")
					  : runner_run_one(r, visit, visit->variants[v],
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
		if (runs[i].round > r->schedule.rounds_most)
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
	for (uint64_t n = 1; ret == 0 && n <= r->schedule.rounds_most; n++) {
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
	bool may_repeat = r->repeats + r->waiting < schedule_attempts_allowed(r->rounds);
	if (!complete)
		log_warning("round %" PRIu64 " has a run that failed%s", visit.round,
			visit.round == 0 ? "; it is the warm-up, and only shown"
			: may_repeat     ? " and will be repeated whole at the end"
					 : ", and no repeat is left for it");
	return 0;
}

/* The rounds up to r->rounds that were not run yet. */
static int run_planned(struct runner *r, struct round_state *rounds, struct error *err)
{
	for (uint64_t n = 0; n <= r->rounds; n++) {
		const struct visit visit = schedule_round(&r->schedule, n);
		int ret = rounds[n].complete || rounds[n].bad
				  ? 0
				  : run_round(r, &visit, &rounds[n], err);
		if (ret < 0)
			return ret;
		r->waiting += n > 0 && !rounds[n].complete;
	}
	return 0;
}

static int fail_repeats(uint64_t round, uint64_t allowed, struct error *err)
{
	if (allowed == 1)
		return fail(err, EPROTO,
			"round %" PRIu64 " failed, and the one repeat that is allowed (20 %% of "
			"the rounds, at least one) has been used",
			round);
	return fail(err, EPROTO,
		"round %" PRIu64 " failed, and the %" PRIu64
		" repeats that are allowed (20 %% of the rounds) have been used",
		round, allowed);
}

/* Those that are not complete, again, in their order; -EPROTO where too many are. */
static int run_repeats(struct runner *r, struct round_state *rounds, struct error *err)
{
	const uint64_t allowed = schedule_attempts_allowed(r->rounds);

	r->waiting = 0;
	for (uint64_t n = 1; n <= r->rounds; n++) {
		while (!rounds[n].complete) {
			if (r->repeats >= allowed)
				return fail_repeats(n, allowed, err);
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

static int run_stage(struct runner *r, struct round_state *rounds, struct error *err)
{
	int ret = run_planned(r, rounds, err);

	return ret < 0 ? ret : run_repeats(r, rounds, err);
}

/* From now on so many rounds; repeats that were run already are runs on top of them. */
static void set_rounds(struct runner *r, uint64_t rounds, bool is_pilot)
{
	uint64_t before = experiment_run_count(r->plan, r->rounds);

	r->rounds = rounds;
	r->progress.runs += experiment_run_count(r->plan, rounds) - before;
	r->progress.rounds = rounds;
	r->progress.is_pilot = is_pilot;
}

/* The pilot is complete: it fixes the number of rounds, which is stored before it is acted on. */
static int fix_rounds(struct runner *r, struct error *err)
{
	struct arena arena = { 0 };
	struct results results;
	struct pilot pilot = { 0 };
	int ret = store_get_results(r->store, r->id, &arena, &results, err);

	if (ret == 0) {
		pilot = pilot_plan(&results, r->plan->cap);
		ret = store_fix_rounds(r->store, r->id, pilot.n, err);
	}
	if (ret == 0) {
		set_rounds(r, pilot.n, false);
		log_info("%s", pilot_text(&arena, &results, &pilot));
	}
	arena_free(&arena);
	return ret;
}

/* Two stages; on an experiment gone on with, the number that was fixed before stays. */
static int run_adaptive(struct runner *r, struct round_state *rounds, struct error *err)
{
	struct stored_experiment stored;
	int ret = store_get_experiment(r->store, r->id, r->arena, &stored, err);

	if (ret == 0 && stored.fixed_rounds == 0) {
		ret = run_stage(r, rounds, err);
		if (ret == 0)
			ret = fix_rounds(r, err);
	} else if (ret == 0) {
		set_rounds(r, min_u64(stored.fixed_rounds, r->schedule.rounds_most), false);
	}
	return ret < 0 ? ret : run_stage(r, rounds, err);
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
						  : runner_run_one(r, &visit, v, c, &outcome, err);
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

int rounds_run(struct runner *r, struct error *err)
{
	const uint64_t most = r->schedule.rounds_most;
	struct round_state *rounds = NEW(r->arena, struct round_state, most + 1);
	int ret = read_rounds(r, rounds, err);

	if (ret < 0)
		return ret;
	for (uint64_t n = 0; n <= most; n++)
		r->done += rounds[n].complete ? r->plan->variant_count * r->plan->cell_count : 0;
	if (r->plan->cap)
		return run_adaptive(r, rounds, err);
	if (r->plan->order == ORDER_RANDOM)
		return run_stage(r, rounds, err);
	ret = r->done ? fail(err, EINVAL, "a sequential experiment cannot be gone on with")
		      : run_sequential(r, rounds, err);
	return ret < 0 ? ret : run_repeats(r, rounds, err);
}
