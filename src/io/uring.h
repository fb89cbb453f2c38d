// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * More than one read or write in flight, through io_uring. A ring belongs to
 * one process. Every operation carries a tag, which comes back with its result.
 * Only uring_make() allocates.
 *
 * Source: io_uring_setup(2), io_uring_prep_read(3), io_uring_wait_cqe(3).
 */
struct uring;

/* At most `entries` in flight. -EOPNOTSUPP where the kernel has no io_uring or forbids it. */
int uring_make(unsigned entries, struct uring **ring, struct error *err) MUST_CHECK;
/* NULL is fine. Drains the ring first. */
void uring_free(struct uring *ring);

/* Hands one operation to the kernel at once. -EBUSY where all entries are in flight. */
int uring_read(struct uring *ring, int fd, void *data, size_t size, uint64_t offset, uint64_t tag,
	struct error *err) MUST_CHECK;
int uring_write(struct uring *ring, int fd, const void *data, size_t size, uint64_t offset,
	uint64_t tag, struct error *err) MUST_CHECK;

/* Waits for any one operation; *result is what read(2) or write(2) returns, or -errno. */
int uring_wait(struct uring *ring, uint64_t *tag, int *result, struct error *err) MUST_CHECK;

/*
 * Waits for all that is in flight and throws the results away. After a failure: what is in flight
 * goes on when its process is killed, and keeps its file system from being unmounted for a while.
 */
void uring_drain(struct uring *ring);
