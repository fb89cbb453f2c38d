// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/content.h"

#include "core/base.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum {
	MARK_BYTES = 512,
	SAMPLES = 64,
	SAMPLE_BYTES = 64 * 1024,
	EXTENTS_MOST = 64,
};

static const char mark[MARK_BYTES] =
	"bakeoff: what follows is left over from a measurement and may be overwritten\n";

int content_mark(int fd, struct error *err)
{
	ssize_t n = pwrite(fd, mark, sizeof(mark), 0);

	return n == (ssize_t)sizeof(mark) ? 0 : fail_errno(err, "write the mark of bakeoff");
}

struct look {
	int fd;
	uint64_t size, at;
	bool found;
};

static int look_at(struct look *look, uint64_t from, uint64_t length, struct error *err)
{
	static const char zeros[SAMPLE_BYTES];
	char bytes[SAMPLE_BYTES];
	uint64_t end = min_u64(from + length, look->size);

	while (!look->found && from < end) {
		size_t want = (size_t)min_u64(sizeof(bytes), end - from);
		ssize_t n = pread(look->fd, bytes, want, (off_t)from);
		if (n < 0)
			return fail_errno(err, "read it to see whether it is empty");
		if (n == 0)
			break;
		look->found = memcmp(bytes, zeros, (size_t)n) != 0;
		for (look->at = from; look->found && bytes[look->at - from] == 0;)
			look->at++;
		from += (uint64_t)n;
	}
	return 0;
}

/* Of a device, and where the file system cannot tell holes, there are none. */
static int look_at_extents(struct look *look, struct error *err)
{
	off_t data = 0;
	int ret = 0;

	for (int i = 0; ret == 0 && !look->found && i < EXTENTS_MOST; i++) {
		off_t from = lseek(look->fd, data, SEEK_DATA);
		if (from < 0)
			return 0;
		ret = look_at(look, (uint64_t)from, SAMPLE_BYTES, err);
		data = lseek(look->fd, from, SEEK_HOLE);
		if (data < 0)
			return ret;
	}
	return ret;
}

int content_look(int fd, uint64_t size, bool *found, uint64_t *at, struct error *err)
{
	const uint64_t head = 4 * MIB, tail = MIB;
	struct look look = { .fd = fd, .size = size };
	char start[MARK_BYTES];

	*found = false;
	if (pread(fd, start, sizeof(start), 0) == (ssize_t)sizeof(start) &&
		memcmp(start, mark, sizeof(mark)) == 0)
		return 0;
	int ret = look_at(&look, 0, head, err);
	if (ret == 0 && size > head + tail) {
		uint64_t step = (size - head - tail) / SAMPLES;
		for (uint64_t i = 0; ret == 0 && i < SAMPLES; i++)
			ret = look_at(&look, head + i * step, SAMPLE_BYTES, err);
	}
	if (ret == 0 && size > head)
		ret = look_at(&look, max_u64(head, size - min_u64(size, tail)), tail, err);
	if (ret == 0)
		ret = look_at_extents(&look, err);
	if (ret < 0)
		return ret;
	*found = look.found;
	*at = look.at;
	return 0;
}
