// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/shared.h"

#include <limits.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

size_t shared_tally_bytes(unsigned kinds)
{
	size_t bytes = sizeof(struct tally) + kinds * sizeof(struct histogram);

	return (bytes + 63) / 64 * 64;
}

struct tally *shared_tally(struct shared *shared, unsigned kinds, unsigned client)
{
	return (struct tally *)(shared->tallies + client * shared_tally_bytes(kinds));
}

void tally_clear(struct tally *tally, unsigned kinds)
{
	memset(tally, 0, sizeof(*tally) + kinds * sizeof(struct histogram));
}

void gate_open(struct shared *shared, uint32_t number)
{
	atomic_store(&shared->gate, number);
	(void)syscall(SYS_futex, &shared->gate, FUTEX_WAKE, INT_MAX, NULL, NULL,
		0); /* none may wait */
}

void gate_wait(struct shared *shared, uint32_t number)
{
	for (;;) {
		uint32_t now = atomic_load(&shared->gate);
		if (now >= number)
			return;
		/* Woken, changed before, or a signal: look again. */
		(void)syscall(SYS_futex, &shared->gate, FUTEX_WAIT, now, NULL, NULL, 0);
	}
}
