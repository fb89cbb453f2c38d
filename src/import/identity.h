// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"
#include "model/spec.h"

/*
 * What a row is in the names and units of bakeoff's own workloads, so that a metric of a text and
 * one that was measured here are the same where they mean the same. docs/import.md has the tables.
 */
struct identity {
	const char *workload;   /* bonnie, creat-clo, dbench */
	struct setting *levels; /* what it was printed with, sorted by name: numjobs=16, size=1G */
	size_t level_count;
	const char *phase, *metric; /* putc, throughput; phase may be "" */
	const char *unit; /* a base unit, or the row's own where it is none that we know */
	double factor;    /* the row's numbers times this are in that unit */
};

void identity_of_row(const struct import_row *row, struct arena *arena, struct identity *identity);

/* "lmdd bs=8k": as a plan's cell is called. */
const char *identity_label(const struct identity *identity, struct arena *arena);

/* fio's default is no secret: a job that does not name its iodepth has 1. */
bool identity_lacks_iodepth(const struct import_row *row);

/*
 * How much a metric says of its tool's test: 0 the most. Of a test's metrics the one of the lowest
 * rank is primary. -1: it is never; where nothing is known of the tool, every metric is 0.
 */
int identity_rank(const struct import_row *row);
