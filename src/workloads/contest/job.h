// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/crew.h"

/* A command of the job's: make in the tree, or what the user gave. */
struct job_command {
	int dir;             /* where it runs */
	const char *command; /* for sh -c; NULL: make TARGET */
	const char *target;
	uint64_t jobs; /* make -j; in the environment as JOBS for a command */
	int output;    /* a file for what it prints; nobody sees it unless it fails */
};

/* A file in memory for that output. */
int job_output(struct error *err) MUST_CHECK;
/* A crew's head: the context is a struct job_command. */
int job_head(void *context, struct board *board, struct error *err);
/* Adds the last line that it printed to a failure. Returns ret. */
int job_failed(int output, int ret, struct error *err) MUST_CHECK;
/* Runs it to its end, untimed. */
int job_run(struct job_command *line, struct error *err) MUST_CHECK;
/* -ENOENT, where no directory of PATH has the program, with what it is needed for. */
int job_program(const char *program, const char *for_what, struct error *err) MUST_CHECK;
