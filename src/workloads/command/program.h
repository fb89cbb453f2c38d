// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/command/printed.h"
#include "workloads/crew.h"

/* A command line of the user's, as it is run for one client. */
struct program {
	const char *what;  /* the parameter that it comes from, for messages: cmd; "": the caller
			      says it */
	const char *line;  /* as typed */
	const char *shell; /* "sh -c": what the line is the last argument of; "none": nothing */
	int dir;           /* where it runs: the client's own directory */
	uint64_t seed;
	unsigned client, clients;
	_Atomic pid_t *keeper; /* who watches it, while somebody does, else 0: for others to see */
	struct printed *printed;
	enum printed_stream streams[CREW_STREAMS]; /* what its output is kept as */
	int go; /* it waits until this has a byte to read; -1: it does not */
};

enum { PROGRAM_WORDS = 64 }; /* of a command without a shell, and of the shell */

/* -EINVAL where shell or line have no words, or more than there may be. */
int program_check(const char *what, const char *line, const char *shell,
	struct error *err) MUST_CHECK;
/*
 * -ENOENT where the first word of the line, or the shell, is a program that is nowhere in PATH. A
 * line that only a shell can make sense of is taken for right.
 */
int program_find(const char *what, const char *line, const char *shell,
	struct error *err) MUST_CHECK;

/* Starts it; *program has to stay where it is until program_stop(), which kills what still runs. */
int program_start(const struct program *program, struct crew *crew, struct error *err) MUST_CHECK;
void program_stop(const struct program *program, struct crew *crew);
/* How it ended, once it has: 0, or -errno with its last words. Waits for the last of it. */
int program_end(const struct program *program, const struct crew *crew,
	struct error *err) MUST_CHECK;
/* Both, untimed. patience_ms: it is killed after that; negative: it may take its time. */
int program_run(const struct program *program, int patience_ms, struct error *err) MUST_CHECK;
