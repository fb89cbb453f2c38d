// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_flush.h"

#include "core/auto.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int lmdd_flush(const struct lmdd_file *file, struct error *err)
{
	int ret = 0;

	if (!file->storage)
		return 0; /* a pipe, a terminal: nothing is cached */
	ret = io_sync(file->fd, IO_SYNC_FDATASYNC, err);
	if (ret < 0)
		return fail_in(err, ret, "%s: flush", file->name);
	errno = posix_fadvise(file->fd, 0, 0, POSIX_FADV_DONTNEED);
	return errno == 0 ? 0 : fail_errno(err, "%s: flush", file->name);
}

/* How many pages of these bytes are in the cache. */
static int count_pages(int fd, uint64_t offset, size_t size, unsigned char *pages, uint64_t *cached,
	struct error *err)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, (off_t)offset);

	if (map == MAP_FAILED)
		return fail_errno(err, "map it");
	int ret = mincore(map, size, pages) < 0 ? fail_errno(err, "look at its pages") : 0;
	for (size_t i = 0; ret == 0 && i < (size + page - 1) / page; i++)
		*cached += pages[i] & 1;
	(void)munmap(map, size); /* cannot fail: it was mapped */
	return ret;
}

static int count_cached(int fd, uint64_t size, uint64_t *cached, struct error *err)
{
	const uint64_t piece = GIB;
	AUTO_FREE unsigned char *pages = malloc(piece / 4096);

	if (!pages)
		return fail(err, ENOMEM, "no memory to look at its pages");
	for (uint64_t at = 0; at < size; at += piece) {
		int ret = count_pages(fd, at, min_u64(piece, size - at), pages, cached, err);
		if (ret < 0)
			return ret;
	}
	return 0;
}

int lmdd_flush_check(const struct lmdd_file *file, struct error *err)
{
	char path[32];
	uint64_t cached = 0;

	if (!file->storage)
		return 0;
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", file->fd);
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC); /* it was opened only for writing */
	off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
	if (size < 0)
		return 0;
	int ret = count_cached(fd, (uint64_t)size, &cached, err);
	if (ret < 0)
		return fail_in(err, ret, "%s: flush", file->name);
	if (cached > 0)
		return fail(err, EBUSY,
			"%s: flush: %" PRIu64 " of %" PRIu64 " bytes stayed in the cache",
			file->name,
			min_u64(cached * (uint64_t)sysconf(_SC_PAGESIZE), (uint64_t)size),
			(uint64_t)size);
	return 0;
}
