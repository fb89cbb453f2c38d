// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "workloads/contest/load.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/*
 * Programs joined by pipes into a one-way ring, in which a few chunks of data travel round: fork,
 * exec, and from then on pipes and context switches. The programs are cat's; one link of the ring
 * is the load itself, which counts what comes by.
 */
enum { CHUNK = 512, PER_CPU = 4, LINKS_PER_CHUNK = 4 };

uint64_t process_load_members(unsigned cpus)
{
	return (uint64_t)PER_CPU * cpus;
}

/* from and to become its standard input and output. */
static NORETURN void be_cat(int from, int to)
{
	if (dup2(from, STDIN_FILENO) >= 0 && dup2(to, STDOUT_FILENO) >= 0)
		(void)execlp("cat", "cat", (char *)NULL);
	_exit(127);
}

/* One after the other, each reading what the last one writes. *last: the end of the chain. */
static int make_chain(uint64_t links, int first, int *last, struct board *board, struct error *err)
{
	int from = first;

	for (uint64_t i = 0; i < links; i++) {
		int ends[2];
		if (pipe2(ends, O_CLOEXEC) < 0)
			return fail_errno(err, "make a pipe");
		int ret = board_fork(board, err);
		if (ret < 0)
			return ret;
		if (ret == 0)
			be_cat(from, ends[1]);
		(void)close(from); /* the new process has them */
		(void)close(ends[1]);
		from = ends[0];
	}
	*last = from;
	return 0;
}

static int turn(int from, int to, uint64_t members, struct board *board, struct error *err)
{
	char buffer[64 * 1024];
	uint64_t bytes = 0;

	for (;;) {
		ssize_t got = read(from, buffer, sizeof(buffer));
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return fail_errno(err, "read from the ring");
		if (got == 0)
			return fail(err, EPIPE,
				"the ring is broken: a process in it has ended "
				"(is there a program named cat?)");
		int ret = io_write_all(to, buffer, (size_t)got, err);
		if (ret < 0)
			return ret;
		bytes += (uint64_t)got;
		board_count(board, bytes / CHUNK * members);
		bytes %= CHUNK;
		if (atomic_load(&board->state) == BOARD_STARTING)
			board_ready(board); /* the first chunk has been round */
	}
}

int process_load_run(struct load_work *w, struct board *board, struct error *err)
{
	const uint64_t members = process_load_members(w->cpus);
	const char chunk[CHUNK] = { 0 };
	int ring[2], last = -1;

	(void)signal(SIGPIPE, SIG_IGN); /* the write says it */
	if (pipe2(ring, O_CLOEXEC) < 0)
		return fail_errno(err, "make a pipe");
	int ret = make_chain(members - 1, ring[0], &last, board, err);
	for (uint64_t i = 0; ret == 0 && i < max_u64(1, members / LINKS_PER_CHUNK); i++)
		ret = io_write_all(ring[1], chunk, sizeof(chunk), err);
	atomic_store(&board->whole, members);
	return ret == 0 ? turn(last, ring[1], members, board, err) : ret;
}
