// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_write.h"

#include "classic/lmdd_alarm.h"
#include "classic/lmdd_flush.h"
#include "core/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int fail_write(const struct lmdd_copy *copy, size_t size, size_t done, struct error *err)
{
	if (done > 0)
		return fail_errno(err, "%s: write: wanted=%zu got=%zu", copy->output.name, size,
			done);
	return fail_errno(err, "%s: write %zu bytes at %" PRIu64, copy->output.name, size,
		copy->offset);
}

static int write_all(struct lmdd_copy *copy, const void *block, size_t size, struct error *err)
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
			copy->ledger->result.bytes += (uint64_t)n;
		}
		if (lmdd_is_to_end())
			break;
	}
	if (copy->output.fd < 0)
		copy->ledger->result.bytes += size;
	copy->ledger->result.blocks += done == size;
	return 0;
}

static int write_timed(struct lmdd_copy *copy, const void *block, size_t size, struct error *err)
{
	struct lmdd_latency *latency = &copy->ledger->latency;

	if (!latency->sides[LMDD_WRITE].watched)
		return write_all(copy, block, size, err);
	uint64_t start = clock_monotonic_ns();
	int ret = write_all(copy, block, size, err);
	if (ret == 0)
		lmdd_latency_add(latency, LMDD_WRITE, clock_monotonic_ns() - start, copy->offset);
	return ret;
}

/* A child that waits for a pipe is told, too, that the time is over; again, where it was not yet
 * waiting when it was told. SIGALRM interrupts a write to a pipe, and ends none to a disk. */
int lmdd_write_wait(struct lmdd_copy *copy, struct error *err)
{
	int status = 0;

	if (copy->writer == 0)
		return 0;
	for (pid_t got = 0; got != copy->writer;) {
		if (lmdd_is_to_end()) {
			(void)kill(copy->writer, SIGALRM); /* it is there until it is waited for */
			lmdd_remind();
		}
		got = waitpid(copy->writer, &status, 0);
		if (got < 0 && errno != EINTR)
			return fail_errno(err, "wait for the child that writes");
	}
	copy->writer = 0;
	if (WIFSIGNALED(status) && !lmdd_is_to_end())
		return fail(err, ECHILD, "%s: signal %d ended the child that wrote",
			copy->output.name, WTERMSIG(status));
	*err = copy->ledger->write_err;
	return copy->ledger->write_ret;
}

static int write_in_child(struct lmdd_copy *copy, const void *block, size_t size, struct error *err)
{
	int ret = lmdd_write_wait(copy, err);

	if (ret < 0 || lmdd_is_to_end())
		return ret;
	copy->writer = fork();
	if (copy->writer < 0) {
		copy->writer = 0;
		return fail_errno(err, "fork");
	}
	if (copy->writer > 0)
		return 0;
	copy->ledger->write_ret = write_timed(copy, block, size, &copy->ledger->write_err);
	_exit(0);
}

int lmdd_write_block(struct lmdd_copy *copy, const void *block, size_t size, struct error *err)
{
	return copy->args->fork ? write_in_child(copy, block, size, err)
				: write_timed(copy, block, size, err);
}

static int sync_file(const struct lmdd_file *output, struct error *err)
{
	if (output->fd < 0 || fsync(output->fd) == 0)
		return 0;
	if (!output->storage && errno == EINVAL)
		return 0; /* a pipe, a terminal, /dev/null: nothing to sync */
	return fail_errno(err, "%s: fsync", output->name);
}

int lmdd_write_sync(const struct lmdd_copy *copy, struct error *err)
{
	int ret = 0;

	if (copy->args->sync)
		sync();
	if (copy->args->fsync)
		ret = sync_file(&copy->output, err);
	if (ret == 0 && copy->args->flush)
		ret = lmdd_flush(&copy->output, err);
	return ret;
}
