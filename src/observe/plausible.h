// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/record.h"

/*
 * Whether a run's numbers can be what they are taken for: caches that were cold, a device that
 * was used, data that moved. docs/cache.md has the rules with their thresholds.
 */
struct plausible_phase {
	const struct phase_record *record;
	bool cold;   /* its caches were to be dropped before it */
	bool direct; /* it goes around the page cache */
};

struct plausible_run {
	const struct plausible_phase *phases;
	size_t phase_count;
	double memory_copy; /* bytes per second of one CPU; 0 where it is not known */
	uint64_t memory;    /* what a cache may hold: the cap, or what was available; 0: unknown */
	bool meant_for_caches; /* the workload is known to run in memory: then that is no warning */
};

/*
 * What is doubtful, as log lines of the run: warnings, and infos where it is meant or cannot be
 * known. No line has a number in it, so that the same doubt has the same words in every run; the
 * phases are named in front. Lines and texts are the arena's.
 */
void plausible_check(const struct plausible_run *run, struct arena *arena, struct log_record **logs,
	size_t *count);
