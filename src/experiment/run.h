// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/plan.h"
#include "store/store.h"

#include <signal.h>

/* Where an experiment is, for a line of progress. */
struct progress {
	uint64_t run, runs; /* this one's number from 1; in all */
	uint64_t round, rounds;
	bool is_pilot; /* rounds are those of a pilot: more may follow */
	const char *variant, *cell, *phase;
	double share;        /* of the phase, negative where nobody knows */
	double left_seconds; /* of the whole schedule; negative before the first run is done */
};

struct run_options {
	const char *exe;       /* bakeoff itself */
	const char *state_dir; /* journals go to its folder `journal` */
	bool root;
	bool use_tsc;
	const volatile sig_atomic_t *interrupts;
	/*
	 * Of each variant of the plan, which device or image it is made on: "" where that is not
	 * known yet. experiment_check() fills in what it finds, or refuses what is another one;
	 * the runs refuse it too. NULL: any.
	 */
	const char **identities;
	struct arena *identities_arena; /* whose texts they are */
	void *context;
	void (*progress)(void *context, const struct progress *progress);
	void (*run_done)(void *context, const struct progress *progress,
		const struct run_record *run);
};

/*
 * Whether the plan can be run here, without changing anything: each variant is checked by an
 * agent, with the largest of its workloads. say gets every command that would run as root, once for
 * each variant. -EPERM where nothing but the rights is missing, after all variants were looked at.
 */
int experiment_check(const struct plan *plan, const struct run_options *options,
	void (*say)(void *context, const char *variant, const char *command), void *context,
	struct error *err) MUST_CHECK;

/*
 * Runs a new experiment (*id 0, set as soon as it is stored) or goes on with a stored one. The
 * experiment goes on after a failed run; its rounds are repeated, at most 20 % of them.
 *
 * An adaptive plan's pilot fixes the number of rounds once, is stored and said on the log.
 *
 * 0: done; -ECANCELED: interrupted, and stored as such; -EPROTO: INVALID, too many rounds failed
 * (*err says which); another -errno where it could not be run or stored.
 */
int experiment_run(const struct plan *plan, struct store *store, const struct run_options *options,
	uint64_t *id, struct error *err) MUST_CHECK;

/* How long the bare schedule of so many rounds is: all runs, the warm-up round included. */
uint64_t experiment_run_count(const struct plan *plan, uint64_t rounds);
