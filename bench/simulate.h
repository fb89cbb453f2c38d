// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rng.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the simulations of bench/ share: chance, and all CPUs. */

static inline double uniform(struct rng *rng, double from, double to)
{
	return from + (to - from) * ((double)(rng_next(rng) >> 11) * 0x1p-53);
}

/* Marsaglia's polar method; one of the pair is thrown away. */
static inline double normal(struct rng *rng)
{
	for (;;) {
		double u = uniform(rng, -1, 1), v = uniform(rng, -1, 1), s = u * u + v * v;
		if (s > 0 && s < 1)
			return u * sqrt(-2 * log(s) / s);
	}
}

/*
 * Row i of `count` by row(i, &rng, result of row i), each in one of the forked processes; results
 * are in shared memory. Each row has a seed of its own, so that the numbers do not depend on how
 * many CPUs there are. NULL where it could not be done.
 */
static inline void *simulate(size_t count, size_t result_size,
	void (*row)(size_t i, struct rng *rng, void *result))
{
	char *results = mmap(NULL, count * result_size, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	bool good = true;

	if (results == MAP_FAILED || cpus < 1)
		return NULL;
	for (long cpu = 0; cpu < cpus; cpu++) {
		pid_t child = fork();
		if (child < 0)
			return NULL;
		if (child > 0)
			continue;
		for (size_t i = (size_t)cpu; i < count; i += (size_t)cpus) {
			struct rng rng;
			rng_seed(&rng, 1000 + i);
			row(i, &rng, results + i * result_size);
		}
		_exit(EXIT_SUCCESS);
	}
	for (int status; wait(&status) > 0;)
		good &= status == 0;
	return good ? results : NULL;
}
