// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "workloads/contest/frame.h"

/* What `bakeoff contest` is asked for. */
struct contest_options {
	struct contest_config config; /* its loads: from -l; "" for none */
	uint64_t runs, seed;
	const char *dir, *logs, *name, *baseline;
	const char *journal_dir; /* of what it changes on the machine */
	int style;               /* enum contest_style */
	bool report;
};

/*
 * The classic contest: runs of the job beside each load, a line for each in the logs, and the
 * tables of everything that the logs hold on stdout. loads: the operands. Returns the exit status.
 */
int classic_contest(const struct contest_options *options, const char *const *loads, size_t count,
	struct arena *arena);
