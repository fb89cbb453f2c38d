// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/lmdd_args.h"

/*
 * rtmax= and wtmax=: how long reads and writes took, in ten equal buckets and outside of them, and
 * a log of those outside. It is noted while the clock runs and printed afterwards, so it has
 * room for LMDD_LOG_MOST operations, and counts those that have none.
 */
enum lmdd_direction { LMDD_READ, LMDD_WRITE };

enum { LMDD_BUCKETS = 10, LMDD_LOG_MOST = 65536 };

struct lmdd_histogram {
	bool watched;
	uint64_t min, max, width; /* ms */
	uint64_t below, above;
	uint64_t buckets[LMDD_BUCKETS]; /* the last one reaches to max */
};

struct lmdd_logged {
	uint64_t ns, offset;
	enum lmdd_direction direction;
};

/* May be shared by the process that reads and one that writes. */
struct lmdd_latency {
	struct lmdd_histogram sides[2]; /* of each direction */
	_Atomic uint64_t logged;        /* also those that the log has no room for */
	struct lmdd_logged log[LMDD_LOG_MOST];
};

/* latency is zeroed memory. */
void lmdd_latency_init(struct lmdd_latency *latency, const struct lmdd_args *args);

/* Allocates and prints nothing. */
void lmdd_latency_add(struct lmdd_latency *latency, enum lmdd_direction direction, uint64_t ns,
	uint64_t offset);

/* A line for each operation of the log. */
void lmdd_print_log(struct text *out, const struct lmdd_latency *latency);
/* The histograms of what was watched; a bucket without operations has no line. */
void lmdd_print_histograms(struct text *out, const struct lmdd_latency *latency);
