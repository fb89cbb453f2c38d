// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"

/* Which way a metric is good. */
enum better {
	BETTER_NEITHER, /* a fact, not a score: never judged */
	BETTER_HIGHER,
	BETTER_LOWER,
};

/* "higher", "lower", "neither"; and back, -1 for a name that is none. */
const char *better_name(enum better better);
int better_of_name(const char *name);

/* How the bench makes a metric's value from what a phase did. */
enum metric_kind {
	METRIC_END = 0,
	METRIC_THROUGHPUT, /* bytes per second of wall time */
	METRIC_RATE,       /* operations per second of wall time */
	METRIC_TIME,       /* wall time, seconds */
	METRIC_CPU_TIME,   /* user and system time of all clients, seconds */
	METRIC_USER_TIME,  /* the one and the other of them */
	METRIC_SYS_TIME,
	METRIC_CPU_SHARE, /* CPU time by wall time, percent: 200 for two busy CPUs */
	METRIC_LATENCY, /* a quantile of operations' latency, seconds; mean where quantile is 0, the
			   longest where it is 1 */
	METRIC_COUNT,   /* one of the workload's own counters */
	METRIC_COUNT_RATE, /* the same per second of wall time */
	METRIC_QUOTIENT,   /* one of the workload's counters by another, times factor; no value
			      where the other is 0 */
};

enum { METRIC_ALL_OPERATIONS = -1 };

struct metric {
	const char *name; /* throughput; with its phase it is unique in the workload */
	const char *phase;
	enum metric_kind kind;
	int operation;    /* the kind of operation counted, METRIC_ALL_OPERATIONS, or the counter */
	double quantile;  /* for METRIC_LATENCY */
	int divisor;      /* for METRIC_QUOTIENT: the other counter */
	double factor;    /* for METRIC_QUOTIENT */
	const char *unit; /* base units: bytes/s, 1/s, s; or %, 1, bytes */
	enum better better;
	bool primary; /* judged by default; the plan may say otherwise */
	const char *help;
};

/* "bytes per second (bytes/s, higher is better, judged)": all that is said of it anywhere. */
char *metric_words(const struct metric *m, struct arena *arena);
