// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/free_slots.h"
#include "workloads/postmark_random.h"

/*
 * PostMark's sequence of operations, without the operations: which file is made, read, appended to
 * or deleted next, and how many bytes of it. Draw for draw that of PostMark 1.5 to 1.54, so that
 * the same plan makes the same files; docs/workloads/postmark.md tells the algorithm.
 */
enum {
	POSTMARK_BIAS_OFF = -1,
	POSTMARK_MOST_NUMBER = (1 << 30) - 1, /* two slots for a file, numbered by an int */
	POSTMARK_MOST_SIZE = (1 << 30) - 1,   /* twice as much text, numbered by an int */
};

struct postmark_plan {
	uint32_t number;       /* files that are made first, 1 to POSTMARK_MOST_NUMBER */
	uint32_t transactions; /* up to 2^31 - 1 */
	uint32_t low, high;    /* bytes of a new file; 1 to POSTMARK_MOST_SIZE */
	uint32_t seed;
	uint32_t subdirectories;    /* of each location; below 2: none */
	int bias_read, bias_create; /* 0 to 10 of 10 draws, or POSTMARK_BIAS_OFF */
	const uint32_t *weights;    /* of the locations; NULL where there is only one */
	uint32_t locations;         /* how many; 0 is as 1 */
};

enum postmark_kind {
	POSTMARK_CREATE,
	POSTMARK_READ,
	POSTMARK_APPEND,
	POSTMARK_DELETE,
	POSTMARK_KINDS,
};

/* A file is named by its number alone; the place says in which directory it is. */
struct postmark_op {
	enum postmark_kind kind;
	uint32_t number;   /* from 1, none twice */
	uint32_t location; /* from 0 */
	uint32_t subdirectory;
	uint32_t bytes; /* to write or to read; 0 for a delete */
};

struct postmark_pool {
	struct postmark_plan plan;
	struct postmark_random random;
	struct free_slots free;
	uint32_t slots;  /* twice the plan's number */
	uint32_t cursor; /* the slot behind the latest that was taken */
	uint32_t sweep;  /* where postmark_pool_delete() goes on */
	uint32_t weight; /* of all locations */
	uint32_t created, deleted;
	uint32_t transactions; /* begun and finished */
	bool halfway;          /* one was read or appended to, and the create or delete follows */
	uint32_t appends_full; /* dropped, since the file had its greatest size */
	uint32_t creates_full; /* dropped, since no slot was free */
	uint32_t *size;        /* of each slot; 0: free */
	uint32_t *number;
	uint32_t *place; /* location * subdirectories + subdirectory; NULL where there is one */
	char *text;      /* plan.high bytes: what every file begins with */
};

/*
 * Everything as before the first operation. Memory: 8 bytes a slot (12 with several directories),
 * plan.high bytes of text; nothing is allocated later. -ENOMEM.
 */
int postmark_pool_init(struct postmark_pool *p, const struct postmark_plan *plan,
	struct error *err) MUST_CHECK;
/* Back to that, without allocating. */
void postmark_pool_restart(struct postmark_pool *p);
/* Also of one that is all zeros. */
void postmark_pool_release(struct postmark_pool *p);

/* The next file to make; false where no slot is free: nothing was drawn then. */
bool postmark_pool_create(struct postmark_pool *p, struct postmark_op *op);

/*
 * The next operation of the transactions: 1 with *op set, 0 after the last, -ENODATA where all
 * files are deleted and nothing can be done any more.
 */
int postmark_pool_transact(struct postmark_pool *p, struct postmark_op *op);

/* Every file that is left, slot after slot; false after the last. Draws nothing. */
bool postmark_pool_delete(struct postmark_pool *p, struct postmark_op *op);

/* How many files there are. */
static inline uint32_t postmark_pool_files(const struct postmark_pool *p)
{
	return p->created - p->deleted;
}

/* The file in a slot that is not free, as an operation of that kind. */
struct postmark_op postmark_pool_file(const struct postmark_pool *p, uint32_t slot,
	enum postmark_kind kind);
