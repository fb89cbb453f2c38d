// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "model/record.h"
#include "workloads/workload.h"

#include <sys/types.h>

/* What the bench asks of its caller while a run goes on. Each may be NULL. */
struct bench_hooks {
	void *context;
	/* Before a phase with PHASE_COLD, all clients waiting: write back, drop caches, settle. */
	int (*cold)(void *context, struct error *err);
	/* Something can be read from control_fd: 0 to go on, -ECANCELED to end the run. */
	int (*control)(void *context, struct error *err);
	int control_fd; /* -1 for none */
	/* About twice a second. share: 0 to 1, or negative where nobody knows. */
	void (*progress)(void *context, const char *phase, double share);
	/*
	 * For observers, in the bench's own process: at the start of a phase, when all clients wait
	 * for it, and at its end, when all wait again; with loops each time. Starting and sampling
	 * return when the next sample is due (CLOCK_MONOTONIC; UINT64_MAX for never). sample needs
	 * phase_begins.
	 */
	uint64_t (*phase_begins)(void *context, const char *phase, const pid_t *clients,
		unsigned count);
	uint64_t (*sample)(void *context);
	void (*phase_ends)(void *context);
	/* After every finished phase (with loops: after the last one). */
	void (*phase_done)(void *context, const struct phase_record *phase);
};

struct bench_job {
	const struct workload *workload;
	const void *config;
	struct run_shape shape;
	int dir;   /* on the system under test; each client gets a new directory in it */
	bool flat; /* classic commands: the one client works in dir itself */
	uint64_t seed;
	const char *
		cgroup_procs; /* each client writes "0" to it before prepare; "" or NULL for none */
	uint64_t timeout;     /* nanoseconds for everything, 0 for none */
	const struct clock *clock;
	struct bench_hooks hooks;
};

struct bench_result {
	struct phase_record *phases;
	size_t phase_count;
	struct value_record *values;
	size_t value_count;
	struct log_record *logs; /* warnings: a timed part under 1 s, clocks that disagree */
	size_t log_count;
	struct output_record *outputs; /* also of a run that failed */
	size_t output_count;
};

/*
 * Runs a workload: forks the clients, leads them through the phases, and adds
 * up what they did. Everything in *result lies in the arena.
 *
 * Returns 0; -EOPNOTSUPP: this file system cannot do it; -ECANCELED: ended by
 * the control hook; -ETIMEDOUT; or another -errno with the client's own words.
 * Whatever it returns, no client is left. Their directories stay: they belong to whoever made
 * `dir`.
 */
int bench_run(const struct bench_job *job, struct arena *arena, struct bench_result *result,
	struct error *err) MUST_CHECK;
