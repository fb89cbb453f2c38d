// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/lmdd_file.h"
#include "classic/lmdd_latency.h"
#include "classic/lmdd_offset.h"
#include "classic/lmdd_print.h"

#include <sys/types.h>

/* What was done. Shared with the child that writes where there is fork=. */
struct lmdd_ledger {
	struct lmdd_result result;
	struct lmdd_latency latency;
	int write_ret; /* of the child's block */
	struct error write_err;
};

/* lmdd's loop: what it works with, and what it has done. */
struct lmdd_copy {
	const struct lmdd_args *args;
	struct lmdd_file input, output;
	unsigned char *buffers[LMDD_MOST_BUFS];
	struct lmdd_offsets offsets;
	uint64_t offset; /* of the next block */
	uint64_t pad;    /* bytes of the input in front of it that padin= left out */
	uint64_t mismatches;
	bool mark_open; /* a line of hash= or poff= has no end yet */
	struct lmdd_ledger *ledger;
	pid_t writer; /* fork=: the child that may still be writing, or 0 */
};

/* What the loop needs, before any file is open. -ENOMEM. */
int lmdd_copy_make(struct lmdd_copy *copy, const struct lmdd_args *args,
	struct error *err) MUST_CHECK;
void lmdd_copy_free(struct lmdd_copy *copy);

/* Opens both files and goes to their first block. -errno with the name. */
int lmdd_copy_open(struct lmdd_copy *copy, struct error *err) MUST_CHECK;

/* padin=: reads a first block, which is not written and not counted. */
int lmdd_copy_pad_in(struct lmdd_copy *copy, struct error *err) MUST_CHECK;

/*
 * Block after block until count=, the end of the input, the time or a signal: all of these are 0.
 * The first thing that failed: -errno; what was moved until then is in the ledger.
 */
int lmdd_copy_run(struct lmdd_copy *copy, struct error *err) MUST_CHECK;

/* Ends the line of hash= and poff= where one is open. */
void lmdd_copy_end_marks(struct lmdd_copy *copy);
