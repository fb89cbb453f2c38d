// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/dbench_replay.h"

/* What differs between the generations of dbench. */
struct dbench_generation {
	bool strict;
	bool flush;           /* Flush is an fsync */
	bool metadata;        /* fs queries, set times, locks */
	bool whole_directory; /* a search reads all of it, with a wildcard or without */
	bool deltree_whole;   /* directories go, too */
	enum dbench_resolve resolve;
};

extern const struct dbench_generation dbench_generations[];

/*
 * The system calls of one operation: 0 or what it moved, -errno where a call failed. Nothing is
 * compared with what the load expects. -EBADF without a system call: the handle is not open.
 */
int64_t dbench_call(struct dbench_replay *r, const struct dbench_op *op);
