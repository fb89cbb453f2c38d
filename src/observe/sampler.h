// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/record.h"

#include <sys/types.h>

/*
 * Reads the machine's counters at the start and the end of every phase and at an interval in
 * between, and keeps them: what each counter grew by in a phase, and all readings as series. It
 * runs in the process that waits for the clients, never in theirs. What cannot be read is absent,
 * with the reason, and never 0.
 */
struct sampler;

struct sampler_config {
	const char *root; /* before /proc, /sys and /dev; "" for the machine itself */
	uint64_t interval_ns;
	const char *path;         /* a directory of the system under test, absolute */
	dev_t device;             /* that it is on, as stat(2) says */
	const char *cgroup_procs; /* of the clients' memory cap; "" for none */
};

enum {
	SERIES_POINTS_MOST = 16384, /* from there on every second one, at twice the interval */
	CLIENTS_MOST = 256,         /* observed one by one */
	CLIENT_SERIES_MOST = 16,    /* with series: of the others only what a phase comes to */
};

/* NULL where there is no memory. The texts of config are copied. */
struct sampler *sampler_new(const struct sampler_config *config);
void sampler_free(struct sampler *s); /* NULL is allowed */

/*
 * A phase begins: all clients wait. The first time the files are opened. A name that was there
 * before (loops) goes on from where it was. ramp_ns: what is done so long is not counted. Returns
 * when sampler_tick() is due, CLOCK_MONOTONIC.
 */
uint64_t sampler_begin(struct sampler *s, const char *phase, const pid_t *clients, unsigned count,
	uint64_t ramp_ns);
/* One sample between the ends. Returns when the next one is due. */
uint64_t sampler_tick(struct sampler *s);
/* The phase has ended. */
void sampler_end(struct sampler *s);

/* What was observed in a phase, over all its loops, in the arena: their number. */
size_t sampler_counters(const struct sampler *s, const char *phase, struct arena *arena,
	struct counter_record **counters);
/* All series in which there is a value, in the arena, all at the same times: their number. */
size_t sampler_series(const struct sampler *s, struct arena *arena, struct series_record **series);

/* What a reader should know of it, NULL for nothing. In the arena. */
const char *sampler_remark(const struct sampler *s, struct arena *arena);
