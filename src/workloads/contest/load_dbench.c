// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/contest/load.h"
#include "workloads/dbench_default.h"
#include "workloads/dbench_make.h"
#include "workloads/dbench_replay.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * dbench's built-in load, replayed over and over by 16 clients for each CPU. Counted by operations;
 * a pass is one of all clients.
 */
enum { PER_CPU = 16, PARTS = 2 }; /* PARTS: of the working set, and what lies beside it */

static uint64_t count_clients(const struct load_work *w)
{
	return min_u64((uint64_t)PER_CPU * w->cpus, BOARD_MEMBERS);
}

uint64_t dbench_load_space(const struct load_work *w)
{
	return count_clients(w) * PARTS * dbench_make_default.working_set;
}

static int replay(struct dbench_replay *r, struct board *board, struct error *err)
{
	for (;;) {
		unsigned kind;
		uint64_t bytes;
		int ret = dbench_replay_step(r, &kind, &bytes, err);
		if (ret < 0)
			return ret;
		if (ret == DBENCH_STEP_DONE)
			board_count(board, 1);
		else if (ret == DBENCH_STEP_PASS && r->passes == 1 && r->id == 0)
			atomic_store(&board->whole, r->lines * r->clients);
	}
}

static int be_client(const struct dbench_load *load, struct dbench_points *points, unsigned id,
	unsigned count, uint64_t seed, struct board *board, struct error *err)
{
	const struct dbench_options options = { .incompressible = true };
	struct dbench_replay r;
	int ret = dbench_replay_init(&r, load, &options, ".", id, count, points, seed, err);

	if (ret == 0)
		ret = replay(&r, board, err);
	dbench_replay_free(&r);
	return ret;
}

/* One client that fails ends the load: the head is killed, and the words are the client's. */
static NORETURN void fail_all(struct board *board, const struct error *err)
{
	board->error = *err;
	(void)kill(atomic_load(&board->members[0]), SIGKILL); /* its keeper ends the others */
	_exit(EXIT_FAILURE);
}

int dbench_load_run(struct load_work *w, struct board *board, struct error *err)
{
	const unsigned count = (unsigned)count_clients(w);
	struct dbench_load load;
	struct dbench_points *points = mmap(NULL, sizeof(*points), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (points == MAP_FAILED)
		return fail_errno(err, "no memory that the clients share");
	int ret = dbench_load_default(&load, err);
	if (ret == 0 && fchdir(w->dir) < 0)
		ret = fail_errno(err, "enter its directory");
	for (unsigned i = 1; ret == 0 && i < count; i++) {
		int forked = board_fork(board, err);
		if (forked == 0) {
			(void)be_client(&load, points, i, count, w->seed + i, board, err);
			fail_all(board, err);
		}
		ret = forked < 0 ? forked : 0;
	}
	if (ret == 0) {
		board_ready(board);
		ret = be_client(&load, points, 0, count, w->seed, board, err);
	}
	dbench_load_free(&load);
	return ret;
}
