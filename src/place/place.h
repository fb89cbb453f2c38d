// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "journal/journal.h"
#include "model/spec.h"

#include <sys/types.h>

/*
 * A place starts an agent somewhere and gives two pipes to it. Here: this host. A root run's agent
 * is the first process of a private PID namespace, in a private mount namespace, and dies with its
 * parent: killing it takes mounts, loop devices and clients along.
 */
struct place_agent {
	pid_t pid;
	int to, from; /* its standard input and output */
	int errors;   /* its standard error: kept for the reason of a crash */
};

/* exe: the path of bakeoff itself. isolated: private namespaces (needs root). */
int place_start(struct place_agent *agent, const char *exe, bool isolated,
	struct error *err) MUST_CHECK;

/* Waits for the agent's end; *status as of waitpid. kill: with SIGKILL first. Closes the pipes. */
int place_end(struct place_agent *agent, bool kill, int *status, struct error *err) MUST_CHECK;

/*
 * A memory-capped cgroup for clients, journalled: made under whatever hierarchy has the memory
 * controller. *procs is the file to join by, *version "v1" or "v2".
 */
int place_cap(struct journal *journal, struct arena *arena, uint64_t bytes, const char *name,
	const char **procs, const char **version, uint64_t *change, struct error *err) MUST_CHECK;
