// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

#include <stdatomic.h>
#include <sys/types.h>

/*
 * Processes that are watched, and that end with whoever started them: a job, a load, a command.
 *
 *     caller ── keeper ── head (a process group of its own) ── its members, commands, ...
 *
 * The keeper waits. When the head ends, when it is told to, or when the caller is gone (kill -9
 * included), it kills the group and whatever else descends from it, waits for all, and ends.
 * Descendants whose parents are gone become the keeper's own, so that none escapes.
 */
enum board_state { BOARD_STARTING, BOARD_READY, BOARD_ENDED };
enum { BOARD_MEMBERS = 512 };

/* What head, members and caller share. */
struct board {
	_Atomic uint32_t state;
	_Alignas(64) _Atomic uint64_t amount; /* small units of work done */
	_Alignas(64) _Atomic uint64_t whole;  /* units of one pass; 0 while unknown */
	_Atomic uint32_t member_count;
	_Atomic pid_t members[BOARD_MEMBERS]; /* whose CPU time counts; the head is the first */
	/* by the keeper, of the head, once it has ended */
	uint64_t started_ns, ended_ns; /* monotonic */
	uint64_t user_ns, sys_ns;      /* with the children that it has waited for */
	uint64_t max_rss; /* bytes, of the largest of them; not below what a fork has */
	int status;       /* as of waitpid */
	/* by the keeper, in the end: of those that were left when the head had ended */
	uint32_t killed;
	struct error error; /* the head's own words, where it has any */
};

struct crew {
	pid_t keeper; /* 0: none */
	int fd;       /* readable when the keeper has ended; -1: none */
	int head_fd;  /* readable when the head has ended; -1: none */
	struct board *board;
};

#define CREW_NONE ((struct crew){ .fd = -1, .head_fd = -1 })

/* The head's whole life: it returns 0 or -errno with *err set, or it execs. */
typedef int crew_head(void *context, struct board *board, struct error *err);

/*
 * As fork(); the child has all signals blocked. One that comes before the child waits for it would
 * else be lost to a handler of the caller's.
 */
pid_t fork_deaf(void);

/*
 * What a crew prints on standard output and error, piece by piece, as it comes. Called in the
 * keeper. False: that is too much, and the crew is killed.
 */
enum { CREW_STDOUT, CREW_STDERR, CREW_STREAMS };
typedef bool crew_hear(void *context, unsigned stream, const char *bytes, size_t size);
struct crew_ears {
	crew_hear *hear;
	void *context;
};

/*
 * -errno; nothing is left running where it fails. ears: who hears what it prints; NULL: it prints
 * where the caller does.
 */
int crew_start(struct crew *crew, crew_head *head, void *context, const struct crew_ears *ears,
	struct error *err) MUST_CHECK;
/* Kills what still runs, waits for it, and unmaps the board. Of CREW_NONE: nothing. */
void crew_stop(struct crew *crew);
/* Until the head has ended; others may still be about to be killed. */
void crew_await_head(const struct crew *crew);
/* Until the head has ended by itself: 0, or why it failed. */
int crew_wait(const struct crew *crew, struct error *err) MUST_CHECK;
/* Why the head has ended, which it has: -errno with its own words where it had any. */
int crew_why(const struct crew *crew, struct error *err) MUST_CHECK;
/* Whether the head has ended, of itself or not. */
bool crew_has_ended(const struct crew *crew);

/* CPU time of the members that live, nanoseconds. */
uint64_t crew_cpu_ns(const struct crew *crew);

/*
 * For heads. A new member of the group, which dies with the one that calls this and counts as a
 * member: 0 in the new process, 1 in the caller, or -errno.
 */
int board_fork(struct board *board, struct error *err) MUST_CHECK;
static inline void board_ready(struct board *board)
{
	atomic_store(&board->state, BOARD_READY);
}
static inline void board_count(struct board *board, uint64_t units)
{
	atomic_fetch_add_explicit(&board->amount, units, memory_order_relaxed);
}
