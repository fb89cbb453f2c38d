// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "io/pattern.h"
#include "workloads/contest/load.h"

#include <errno.h>
#include <fcntl.h>

enum { BLOCK = 64 * 1024 };
static const char file[] = "read";

/* Bytes that are no holes, on the device and out of the cache. */
int read_load_prepare(struct load_work *w, struct error *err)
{
	AUTO_CLOSE int fd = openat(w->dir, file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	struct pattern data;

	if (fd < 0)
		return fail_errno(err, "create a file");
	int ret = pattern_init(&data, BLOCK, 1, true, w->seed, err);
	if (ret < 0)
		return ret;
	for (uint64_t done = 0; ret == 0 && done < w->file_size; done += BLOCK) {
		size_t length = min_u64(BLOCK, w->file_size - done);
		ret = io_pwrite_all(fd, pattern_block(&data, 0, done / BLOCK, length), length, done,
			err);
	}
	pattern_free(&data);
	return ret;
}

int read_load_run(struct load_work *w, struct board *board, struct error *err)
{
	AUTO_CLOSE int fd = openat(w->dir, file, O_RDONLY | O_CLOEXEC);
	static char block[BLOCK];

	if (fd < 0)
		return fail_errno(err, "open its file");
	atomic_store(&board->whole, w->file_size);
	board_ready(board);
	for (;;) {
		for (uint64_t done = 0; done < w->file_size; done += BLOCK) {
			size_t length = min_u64(BLOCK, w->file_size - done);
			int ret = io_pread_all(fd, block, length, done, err);
			if (ret < 0)
				return ret;
			board_count(board, length);
		}
	}
}
