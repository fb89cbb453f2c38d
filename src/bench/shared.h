// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/bench.h"
#include "model/histogram.h"

#include <stdatomic.h>

/*
 * What the bench and its clients share: one anonymous mapping, made before the
 * clients are forked. Each client writes only its own tally, which starts at a
 * cache line of its own; nothing here is locked.
 */
struct tally {
	_Alignas(64) uint64_t start_ticks, stop_ticks;
	uint64_t user_ns, sys_ns;
	uint64_t bytes[MAX_OPERATIONS];
	uint64_t counters[MAX_COUNTERS];
	struct histogram latency[]; /* one for each kind of operation */
};

struct shared {
	_Alignas(64) _Atomic uint32_t
		gate; /* clients wait here until it has the number they wait for */
	_Alignas(64) _Atomic bool stop; /* the phase is over: clients whose role does not end it
					   look here */
	_Atomic bool again;             /* looked at behind the gate after a phase: the same one */
	_Atomic uint32_t ending_left;   /* clients that are to end the phase and have not yet */
	_Alignas(64) unsigned char tallies[];
};

size_t shared_tally_bytes(unsigned kinds);
struct tally *shared_tally(struct shared *shared, unsigned kinds, unsigned client);

/* Back to nothing counted. */
void tally_clear(struct tally *tally, unsigned kinds);

/* Opens the gate for number and wakes whoever waits. */
void gate_open(struct shared *shared, uint32_t number);
/* Waits until the gate has been opened for number. */
void gate_wait(struct shared *shared, uint32_t number);

/* What a client tells the bench through their pipe, always whole (less than PIPE_BUF). */
struct message {
	uint32_t client;
	int32_t ret; /* 0: at the next gate; else -errno with the text */
	struct error error;
};

/* The whole life of a client process, in it; never returns. */
struct client_job {
	const struct bench_job *bench;
	struct shared *shared;
	unsigned index, kinds;
	int dir; /* the client's own */
	void *common;
	int report; /* the pipe's end for messages */
};
NORETURN void client_main(const struct client_job *job);

/* The measured part of one client's phase. 0 or -errno. Allocates, locks and prints nothing. */
int engine_run(const struct phase *phase, struct client *client, bool ends_phase,
	const struct clock *clock, struct shared *shared, struct tally *tally, unsigned kinds,
	struct error *err) MUST_CHECK;

/* A workload's metrics of its phases, as values in the arena. */
void values_make(const struct bench_job *job, const struct phase_record *phase,
	const struct histogram *latency, const uint64_t *counters, struct arena *arena,
	struct bench_result *result);
