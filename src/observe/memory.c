// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/memory.h"

#include "core/clock.h"
#include "io/file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	COPY_BYTES = 16 << 20,
	COPY_MS = 10,
	COPY_LEAST = 3, /* however slow the machine is */
};

/* The compiler must not leave the copies out, of which nobody reads the result. */
static void copy(void *to, const void *from)
{
	memcpy(to, from, COPY_BYTES);
	__asm__ volatile("" : : "r"(to) : "memory");
}

int memory_copy_rate(double *bytes_per_second, struct error *err)
{
	char *from = malloc(COPY_BYTES), *to = malloc(COPY_BYTES);
	double best = 0;
	int ret = 0;

	if (!from || !to) {
		ret = fail(err, ENOMEM, "no memory for two blocks of %d bytes", COPY_BYTES);
		goto out;
	}
	/* Written once: pages that were never written to are all one page of zeros. */
	memset(from, 1, COPY_BYTES);
	copy(to, from);
	uint64_t end_ns = clock_monotonic_ns() + COPY_MS * NS_PER_MS;
	for (unsigned i = 0; i < COPY_LEAST || clock_monotonic_ns() < end_ns; i++) {
		uint64_t start_ns = clock_monotonic_ns();
		copy(to, from);
		uint64_t took_ns = max_u64(clock_monotonic_ns() - start_ns, 1);
		best = fmax(best, (double)COPY_BYTES * (double)NS_PER_S / (double)took_ns);
	}
	*bytes_per_second = best;
out:
	free(from);
	free(to);
	return ret;
}

uint64_t memory_available(void)
{
	static const char key[] = "MemAvailable:";
	char text[4096];
	struct error err;
	int ret = io_read_small("/proc/meminfo", text, sizeof(text), NULL, &err);
	const char *at = ret == 0 ? strstr(text, key) : NULL;

	return at ? strtoull(at + strlen(key), NULL, 10) * KIB : 0;
}
