// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/dbench_args.h"
#include "core/clock.h"
#include "model/histogram.h"

#include <limits.h>
#include <stdatomic.h>

/*
 * What the clients of a run and their parent share. A client writes its own tally only, and
 * clears it itself when its warm-up is over: nobody races with it.
 */
struct dbench_tally {
	_Alignas(64) _Atomic uint64_t bytes; /* of the window; before it, since the start */
	_Atomic uint64_t written, read;      /* the same, by direction */
	_Atomic uint64_t all_lines, lines;   /* since the start; of the window */
	_Atomic uint64_t last_ticks;         /* when its last operation ended */
	_Atomic uint64_t worst_ns;           /* since the parent last looked */
	uint64_t max_ns;                     /* of the window */
	uint64_t first_ticks, stop_ticks;    /* of the window, or of its one pass */
	uint64_t mismatches;
	double pass_squares; /* of the pass times in seconds, for their spread */
	_Atomic bool measuring, finished;
	struct error error; /* why it ended; empty: it did not fail */
	struct histogram passes;
	struct histogram latency[DBENCH_OPERATIONS];
};

struct dbench_shared {
	_Alignas(64) _Atomic uint32_t gate;
	_Atomic uint32_t ready;
	_Atomic bool stop;
	uint64_t from_ticks, until_ticks; /* the window; set before the gate opens */
	struct dbench_points points;
	struct dbench_tally tallies[];
};

struct dbench_run {
	const struct dbench_args *args;
	struct dbench_shared *shared;
	struct clock clock;
	struct dbench_load *loads;
	size_t load_count;
	unsigned clients, processes;
	char dir[PATH_MAX]; /* where the clients work; empty for tbench */
	bool one_pass;
};

/* The life of one process with its clients; returns its exit status. */
int dbench_process(const struct dbench_run *run, unsigned process);

/* Figures of all clients, or of some. */
struct dbench_figures {
	uint64_t bytes, written, read, lines, max_ns, mismatches, window_ns;
	double pass_squares;
	struct histogram passes;
	struct histogram latency[DBENCH_OPERATIONS];
};
void dbench_add_up(const struct dbench_run *run, unsigned from, unsigned count,
	struct dbench_figures *sum);

/* Progress while it runs. */
enum dbench_phase { DBENCH_WARMUP, DBENCH_EXECUTE, DBENCH_CLEANUP };
void dbench_print_progress(const struct dbench_args *args, enum dbench_phase phase,
	unsigned clients, uint64_t lines, double megabytes, unsigned seconds, double latency_ms);
/* What the machine did beside: read at the start and the end of the window. */
struct dbench_machine {
	bool has_device;
	char device[64];
	uint64_t device_read, device_written; /* bytes */
	uint64_t busy_ns, own_ns;             /* CPU time of all, and of this run; at the time */
	uint64_t time_ns;
};
void dbench_machine_read(struct dbench_machine *m, const char *dir);

/* Tables, passes, warnings; then the last line with this throughput. */
void dbench_print_results(const struct dbench_run *run, const struct dbench_figures *sum,
	const struct dbench_machine *before, const struct dbench_machine *after, double megabytes);

/* tbench: connects a client's replay to the server; -errno. */
int tbench_connect(struct dbench_replay *r, const struct dbench_args *args,
	struct error *err) MUST_CHECK;
void tbench_close(struct dbench_replay *r);
/* Serves until a signal; the exit status. */
int tbench_serve(const struct dbench_args *args);
