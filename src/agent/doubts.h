// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/record.h"
#include "workloads/workload.h"

/*
 * Whether a run's numbers can be what they are taken for (docs/cache.md): looks at the caches
 * before each phase, keeps what the phases did, and says at the end what is doubtful.
 */
struct doubts {
	const struct workload *workload;
	const void *config;
	struct arena *arena;
	int dir;                                     /* of the run's files */
	uint64_t memory;                             /* what caches may hold at most; 0: unknown */
	double memory_copy;                          /* bytes per second; 0: unknown */
	struct counter_record caches[MAX_PHASES][2]; /* of each phase, when it began first */
	bool looked[MAX_PHASES];
	bool bounded; /* there were more files than are looked at */
	struct phase_record phases[MAX_PHASES];
	size_t phase_count;
};

/* dir is open on the system under test; cap: of the clients' memory, 0 for none. Takes some
 * milliseconds. */
void doubts_start(struct doubts *d, const struct workload *workload, const void *config, int dir,
	uint64_t cap, double memory_copy, struct arena *arena);

/* All clients wait for the phase to begin. Looks once, however often it is repeated. */
void doubts_phase_begins(struct doubts *d, const char *phase);

/* The phase with what the caches held, and kept for the end. Everything is the arena's. */
struct phase_record doubts_phase(struct doubts *d, const struct phase_record *phase);

/* What is doubtful of all phases, as lines of the run's log. */
void doubts_all(const struct doubts *d, struct log_record **logs, size_t *count);
