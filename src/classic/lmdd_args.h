// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "core/text.h"

/* lmdd's command line. A number that was not given is LMDD_ABSENT, or its default. */
#define LMDD_ABSENT UINT64_MAX

enum { LMDD_MOST_BUFS = 10 };

enum lmdd_print {
	LMDD_PRINT_NOTHING,
	LMDD_PRINT_TRANSFERS,
	LMDD_PRINT_MICROSECONDS,
	LMDD_PRINT_KB,
	LMDD_PRINT_MB,
	LMDD_PRINT_PAIR,
	LMDD_PRINT_BANDWIDTH, /* this or any other number */
};

struct lmdd_args {
	const char *input, *output; /* as typed; "internal" is memory */
	const char *label;          /* "" for none */
	uint64_t bs, count, skip, bufs, print;
	uint64_t seconds;                 /* time=, 0 for none */
	uint64_t usleep;                  /* between blocks, 0 for none */
	uint64_t mismatch;                /* stop after so many wrong words, or LMDD_ABSENT */
	uint64_t move;                    /* as typed, or LMDD_ABSENT; count holds what it means */
	uint64_t rand, start, end, srand; /* bytes, bytes, bytes, a seed; or LMDD_ABSENT */
	uint64_t rtmin, rtmax, wtmin, wtmax; /* ms, or LMDD_ABSENT */
	bool fsync, sync, flush, touch, ipat, opat, hash, poff, norepeat;
	bool append, notrunc, nocreate, osync, direct, idirect, odirect, timeopen;
	bool fork, padin, realtime, rusage;
};

/*
 * Reads name=value arguments; texts point into argv. Wrong usage is -EINVAL or -ERANGE, in
 * one line.
 */
int lmdd_args_parse(struct lmdd_args *args, int argc, char **argv, struct error *err) MUST_CHECK;

/*
 * A number as lmdd reads it: k m g are 2^10, 2^20, 2^30; K M G are 10^3, 10^6, 10^9. -EINVAL for
 * what is none, -ERANGE for what is above 2^63 - 1, the greatest file offset.
 */
int lmdd_number(const char *text, uint64_t *value, struct error *err) MUST_CHECK;

/* One line for each option. */
void lmdd_help(struct text *out);
