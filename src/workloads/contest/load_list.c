// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/contest/load.h"

#include <errno.h>
#include <fts.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/*
 * A recursive listing as of `ls -lRa`, over and over: every directory is read and sorted, every
 * entry looked at and put into a line, and the lines are thrown away. What cannot be read or has
 * vanished is passed over, as ls does.
 */
static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void put_line(const FTSENT *e)
{
	char line[512];
	const struct stat *st = e->fts_statp;

	(void)snprintf(line, sizeof(line), "%o %lu %u %u %lld %lld %s", st->st_mode,
		(unsigned long)st->st_nlink, st->st_uid, st->st_gid, (long long)st->st_size,
		(long long)st->st_mtime, e->fts_name);
	__asm__ volatile("" : : "r"(line) : "memory"); /* the line is really made */
}

static int one_pass(const char *path, struct board *board, uint64_t *entries, struct error *err)
{
	char *const paths[] = { (char *)(uintptr_t)path, NULL };
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_SEEDOT, by_name);

	if (!walk)
		return fail_errno(err, "list %s", path);
	*entries = 0;
	for (FTSENT *e; (e = fts_read(walk));) {
		if (e->fts_info == FTS_DP)
			continue; /* was seen on the way down */
		if (e->fts_level == FTS_ROOTLEVEL &&
			(e->fts_info == FTS_NS || e->fts_info == FTS_DNR)) {
			errno = e->fts_errno;
			int ret = fail_errno(err, "list %s", path);
			(void)fts_close(walk); /* only for reading */
			return ret;
		}
		put_line(e);
		++*entries;
		board_count(board, 1);
	}
	(void)fts_close(walk); /* only for reading */
	return 0;
}

int list_load_run(struct load_work *w, struct board *board, struct error *err)
{
	board_ready(board);
	for (;;) {
		uint64_t entries;
		int ret = one_pass(w->list_dir, board, &entries, err);
		if (ret < 0)
			return ret;
		atomic_store(&board->whole, entries);
	}
}
