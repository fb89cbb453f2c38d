// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "io/pattern.h"
#include "workloads/contest/load.h"

#include <errno.h>
#include <fcntl.h>

/*
 * A new file is written from its start to its end, over and over. Writing into old blocks would be
 * the easiest case for the kernel: each pass removes the file and makes it anew.
 */
enum { BLOCK = 64 * 1024 };

static int one_pass(const struct load_work *w, uint64_t size, struct pattern *data,
	struct board *board, struct error *err)
{
	if (unlinkat(w->dir, "written", 0) < 0 && errno != ENOENT)
		return fail_errno(err, "remove the last pass's file");
	AUTO_CLOSE int fd =
		openat(w->dir, "written", O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	if (fd < 0)
		return fail_errno(err, "create a file");
	for (uint64_t done = 0; done < size; done += BLOCK) {
		size_t length = min_u64(BLOCK, size - done);
		int ret = io_pwrite_all(fd, pattern_block(data, 0, done / BLOCK, length), length,
			done, err);
		if (ret < 0)
			return ret;
		board_count(board, length);
	}
	return 0;
}

static int stream(const struct load_work *w, uint64_t size, struct board *board, struct error *err)
{
	struct pattern data;
	int ret = pattern_init(&data, BLOCK, 1, true, w->seed, err);

	if (ret < 0)
		return ret;
	atomic_store(&board->whole, size);
	board_ready(board);
	while (ret == 0)
		ret = one_pass(w, size, &data, board, err);
	pattern_free(&data);
	return ret;
}

int io_load_run(struct load_work *w, struct board *board, struct error *err)
{
	return stream(w, w->file_size, board, err);
}

int io_load_half_run(struct load_work *w, struct board *board, struct error *err)
{
	return stream(w, w->file_size / 2, board, err);
}
