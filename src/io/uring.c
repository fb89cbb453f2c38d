// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/uring.h"

#include <errno.h>
#include <liburing.h>
#include <stdlib.h>

struct uring {
	struct io_uring ring;
	unsigned entries, in_flight;
};

int uring_make(unsigned entries, struct uring **ring, struct error *err)
{
	struct uring *made = calloc(1, sizeof(*made));

	if (!made)
		return fail(err, ENOMEM, "no memory for a ring of %u entries", entries);
	int ret = io_uring_queue_init(entries, &made->ring, 0);
	if (ret < 0) {
		free(made);
		errno = -ret;
		ret = fail_errno(err, "set up io_uring with %u entries", entries);
		return ret == -ENOSYS || ret == -EPERM ? -EOPNOTSUPP : ret;
	}
	made->entries = entries;
	*ring = made;
	return 0;
}

/* NULL where as many are in flight as the ring was made for. */
static struct io_uring_sqe *take_entry(struct uring *ring)
{
	return ring->in_flight < ring->entries ? io_uring_get_sqe(&ring->ring) : NULL;
}

static int refuse_more(const struct uring *ring, struct error *err)
{
	return fail(err, EBUSY, "%u operations are in flight already", ring->in_flight);
}

static int submit(struct uring *ring, struct io_uring_sqe *entry, uint64_t tag, struct error *err)
{
	int ret;

	io_uring_sqe_set_data64(entry, tag);
	do
		ret = io_uring_submit(&ring->ring);
	while (ret == -EINTR);
	if (ret < 0) {
		errno = -ret;
		return fail_errno(err, "submit to io_uring");
	}
	ring->in_flight++;
	return 0;
}

int uring_read(struct uring *ring, int fd, void *data, size_t size, uint64_t offset, uint64_t tag,
	struct error *err)
{
	struct io_uring_sqe *entry = take_entry(ring);

	if (!entry)
		return refuse_more(ring, err);
	io_uring_prep_read(entry, fd, data, (unsigned)size, offset);
	return submit(ring, entry, tag, err);
}

int uring_write(struct uring *ring, int fd, const void *data, size_t size, uint64_t offset,
	uint64_t tag, struct error *err)
{
	struct io_uring_sqe *entry = take_entry(ring);

	if (!entry)
		return refuse_more(ring, err);
	io_uring_prep_write(entry, fd, data, (unsigned)size, offset);
	return submit(ring, entry, tag, err);
}

int uring_wait(struct uring *ring, uint64_t *tag, int *result, struct error *err)
{
	struct io_uring_cqe *done;
	int ret;

	do
		ret = io_uring_wait_cqe(&ring->ring, &done);
	while (ret == -EINTR);
	if (ret < 0) {
		errno = -ret;
		return fail_errno(err, "wait for io_uring");
	}
	*tag = io_uring_cqe_get_data64(done);
	*result = done->res;
	io_uring_cqe_seen(&ring->ring, done);
	ring->in_flight--;
	return 0;
}

void uring_drain(struct uring *ring)
{
	struct error ignored;
	uint64_t tag;
	int result, ret = 0;

	while (ret == 0 && ring->in_flight > 0)
		ret = uring_wait(ring, &tag, &result, &ignored);
}

void uring_free(struct uring *ring)
{
	if (!ring)
		return;
	uring_drain(ring);
	io_uring_queue_exit(&ring->ring);
	free(ring);
}
