// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"
#include "workloads/contest/load.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

/*
 * More memory than there is, touched again and again. It is taken and filled in blocks of 1 MiB;
 * then every block is overwritten with the one half-way round, which is long out of every cache;
 * then all is let go and taken anew.
 *
 * It cannot take the machine down: it never asks for more than memory and swap hold less a reserve,
 * and where that was wrong it is the first that the kernel kills, which fails the run.
 */
enum { BLOCK = 1 << 20, PAGE = 4096, PERCENT = 110, RESERVE_PARTS = 8 };
static const uint64_t reserve_most = 2 * GIB;

uint64_t mem_load_bytes(const struct load_work *w)
{
	uint64_t wanted = w->mem / 100 * PERCENT;
	uint64_t reserve = min_u64(w->memory.bytes / RESERVE_PARTS, reserve_most);
	uint64_t there = w->memory.available + w->memory.swap;

	return min_u64(wanted, there > reserve ? there - reserve : 0) / BLOCK * BLOCK;
}

int mem_load_prepare(struct load_work *w, struct error *err)
{
	if (mem_load_bytes(w) < 2 * (uint64_t)BLOCK)
		return fail(err, ENOMEM, "memory: less than 2 MiB could be had");
	w->whole = 2 * mem_load_bytes(w) / PAGE;
	return 0;
}

static void fill(char *memory, uint64_t count, struct board *board)
{
	for (uint64_t i = 0; i < count; i++) {
		memset(memory + i * BLOCK, (int)(i & 0xff), BLOCK);
		board_count(board, BLOCK / PAGE);
	}
}

static void overwrite(char *memory, uint64_t count, struct board *board)
{
	for (uint64_t i = 0; i < count; i++) {
		memcpy(memory + i * BLOCK, memory + (i + count / 2) % count * BLOCK, BLOCK);
		board_count(board, BLOCK / PAGE);
	}
}

static int one_pass(uint64_t count, struct board *board, struct error *err)
{
	char *memory = mmap(NULL, count * BLOCK, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		return fail_errno(err, "no memory for %" PRIu64 " MiB", count);
	fill(memory, count, board);
	board_ready(board);
	overwrite(memory, count, board);
	(void)munmap(memory, count * BLOCK); /* mapped above */
	return 0;
}

int mem_load_run(struct load_work *w, struct board *board, struct error *err)
{
	uint64_t count = w->whole * PAGE / 2 / BLOCK;
	int ret = io_write_small("/proc/self/oom_score_adj", "1000", err);

	if (ret < 0)
		return fail_in(err, ret, "ask to be the first that is killed");
	atomic_store(&board->whole, w->whole);
	while (ret == 0)
		ret = one_pass(count, board, err);
	return ret;
}
