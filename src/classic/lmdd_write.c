// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_write.h"

#include "classic/lmdd_alarm.h"

#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

static int fail_write(const struct lmdd_copy *copy, size_t size, size_t done, struct error *err)
{
	if (done > 0)
		return fail_errno(err, "%s: write: wanted=%zu got=%zu", copy->output.name, size,
			done);
	return fail_errno(err, "%s: write %zu bytes at %" PRIu64, copy->output.name, size,
		copy->offset);
}

int lmdd_write_block(struct lmdd_copy *copy, const void *block, size_t size, struct error *err)
{
	size_t done = copy->output.fd >= 0 ? 0 : size;

	while (done < size) {
		ssize_t n = write(copy->output.fd, (const char *)block + done, size - done);
		if (n < 0 && errno != EINTR)
			return fail_write(copy, size, done, err);
		if (n == 0)
			return fail(err, EIO, "%s: write at %" PRIu64 " wrote nothing",
				copy->output.name, copy->offset);
		if (n > 0) {
			done += (size_t)n;
			copy->result.bytes += (uint64_t)n;
		}
		if (lmdd_is_to_end())
			break;
	}
	if (copy->output.fd < 0)
		copy->result.bytes += size;
	copy->result.blocks += done == size;
	return 0;
}

int lmdd_write_sync(const struct lmdd_copy *copy, struct error *err)
{
	const struct lmdd_file *output = &copy->output;

	if (copy->args->sync)
		sync();
	if (!copy->args->fsync || output->fd < 0 || fsync(output->fd) == 0)
		return 0;
	if (!output->storage && errno == EINVAL)
		return 0; /* a pipe, a terminal, /dev/null: nothing to sync */
	return fail_errno(err, "%s: fsync", output->name);
}
