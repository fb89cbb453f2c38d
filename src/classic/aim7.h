// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/param.h"

/*
 * `bakeoff aim7`: what AIM Suite VII asks on the terminal, as options. Places, levels, and which
 * files it writes; docs/workloads/aim7.md says what differs.
 */
struct aim7_options {
	const char *mix, *workfile; /* NULL: not given */
	uint64_t users;             /* 0: not given */
	uint64_t start, end, increment;
	const char *list; /* "1,2,5"; NULL: not given */
	double crossover;
	bool adaptive, no_adaptive, approach;
	struct param_list dir;
	const char *config;          /* NULL: not given */
	uint64_t filesize, poolsize; /* bytes; filesize 0: the mix's own of both */
	const char *listed, *machine, *output;
	int log;
	bool spreadsheet;
};

extern const struct param aim7_params[];

/* operand: a mix or a workfile, or NULL. Returns the exit status, as those of classic.h. */
int classic_aim7(const struct aim7_options *options, const char *operand);
