// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/run.h"
#include "experiment/schedule.h"
#include "journal/journal.h"

/* An experiment under way: what the files that run it share. */

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
	const char *stuck;      /* what could not be undone before */
	struct param_list said; /* about what dead processes left */
	const char *journal_dir,
		*images;  /* images: the folder they are in; NULL before they are made */
	struct cap *caps; /* of each variant */
	struct schedule schedule;
	uint64_t id, done, position;
	uint64_t rounds;  /* to be run in all, the warm-up apart; of a pilot until it has fixed them
			   */
	uint64_t repeats; /* attempts used up */
	uint64_t waiting; /* rounds that will need one */
	uint64_t busy_ns; /* in runs, for the time that is left */
	uint64_t timed_runs;
	struct progress progress;
};

/* What one run's agent is told. */
void runner_make_spec(const struct runner *r, size_t variant, size_t cell, uint64_t round,
	uint64_t attempt, struct arena *arena, struct run_spec *spec);

/* One run, stored. *outcome tells the round whether it is complete. */
int runner_run_one(struct runner *r, const struct visit *visit, size_t variant, size_t cell,
	enum outcome *outcome, struct error *err) MUST_CHECK;
