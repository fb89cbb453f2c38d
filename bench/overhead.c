// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What the harness itself costs: the engine with latency histogram and all accounting on, and a
 * bare loop of the same system calls, alternate in slices of 10,000 operations inside one process.
 * Pairs of processes scatter by a third on a shared machine and decide nothing; neighbouring
 * slices share its mood. Each row is the median of the ratio bare time / engine time over the
 * pairs, with the 95 % order-statistic interval of that median. Run by hand:
 *
 *     build/bench/overhead [FILE]       (FILE: default in /dev/shm)
 *
 * Exits 1 where a median is below its target.
 */
#include "bench/shared.h"
#include "core/auto.h"
#include "workloads/step_loop.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATIONS = 10000, PAIRS = 300, WARMUP_PAIRS = 20, FILE_BYTES = 4 << 20 };

struct state {
	int fd;
	char *block;
	uint64_t bs, offset, end;
	bool write;
};

/* The same two calls for both sides, so that only what stands around them differs. */
static inline ssize_t transfer(const struct state *s, uint64_t offset)
{
	return s->write ? pwrite(s->fd, s->block, s->bs, (off_t)(offset & (FILE_BYTES - 1)))
			: pread(s->fd, s->block, s->bs, (off_t)(offset & (FILE_BYTES - 1)));
}

static int step(struct client *c, struct operation *op, struct error *err)
{
	struct state *s = c->state;

	if (s->offset == s->end)
		return STEP_DONE;
	if (transfer(s, s->offset) != (ssize_t)s->bs)
		return fail_errno(err, "transfer %" PRIu64 " bytes", s->bs);
	s->offset += s->bs;
	op->bytes = s->bs;
	return STEP_GO;
}

STEP_LOOP(step)

static const struct phase phase = { .name = "slice", .step = step, .loop = step_loop };

static uint64_t engine_slice(struct state *s, struct client *c, const struct clock *clock,
	struct shared *shared, struct tally *tally)
{
	struct error err;
	uint64_t before = clock_monotonic_ns();

	s->offset = 0;
	s->end = OPERATIONS * s->bs;
	if (engine_run(&phase, c, true, clock, shared, tally, 1, &err) < 0) {
		fprintf(stderr, "overhead: %s\n", err.text);
		exit(EXIT_FAILURE);
	}
	return clock_monotonic_ns() - before;
}

static uint64_t bare_slice(struct state *s)
{
	uint64_t before = clock_monotonic_ns();

	s->end = OPERATIONS * s->bs;
	for (s->offset = 0; s->offset != s->end; s->offset += s->bs) {
		if (transfer(s, s->offset) != (ssize_t)s->bs)
			exit(EXIT_FAILURE);
	}
	return clock_monotonic_ns() - before;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static bool measure(struct state *s, const struct clock *clock, double target)
{
	static const struct run_shape shape = { .numjobs = 1, .iodepth = 1, .loops = 1 };
	struct shared *shared = calloc(1, sizeof(*shared) + shared_tally_bytes(1) + 64);
	struct tally *tally = shared_tally(shared, 1, 0);
	struct client client = { .shape = &shape, .state = s, .count = 1 };
	double ratio[PAIRS], bare_ns = 0, engine_ns = 0;

	for (int i = -WARMUP_PAIRS; i < PAIRS; i++) {
		/* Who is first alternates, so that neither inherits the other's cache. */
		uint64_t bare = 0, engine;
		if (i & 1)
			bare = bare_slice(s);
		engine = engine_slice(s, &client, clock, shared, tally);
		if (!(i & 1))
			bare = bare_slice(s);
		if (i < 0)
			continue;
		ratio[i] = (double)bare / (double)engine;
		bare_ns += (double)bare / OPERATIONS / PAIRS;
		engine_ns += (double)engine / OPERATIONS / PAIRS;
	}
	free(shared);
	qsort(ratio, PAIRS, sizeof(*ratio), by_value);
	/* The ranks of the median's 95 % interval: n/2 -+ 1.96 sqrt(n)/2. */
	int half = (int)ceil(1.96 * sqrt(PAIRS) / 2);
	double median = (ratio[PAIRS / 2 - 1] + ratio[PAIRS / 2]) / 2;
	bool good = median >= target;
	printf("%-6s %4" PRIu64 "k  %-16s %7.1f %9.1f   %.4f [%.4f, %.4f]  %.2f  %s\n",
		s->write ? "pwrite" : "pread", s->bs / 1024, clock->tsc ? "TSC" : "CLOCK_MONOTONIC",
		bare_ns, engine_ns, median, ratio[PAIRS / 2 - half], ratio[PAIRS / 2 + half],
		target, good ? "kept" : "MISSED");
	return good;
}

int main(int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : "/dev/shm/bakeoff-overhead";
	static const struct {
		uint64_t bs;
		double tsc,
			monotonic; /* the least share of the bare loop's speed: docs/overhead.md */
	} cases[] = { { 4096, 0.97, 0.92 }, { 1024, 0.95, 0.88 } };
	struct clock clocks[2];
	AUTO_CLOSE int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool good = true;

	if (fd < 0) {
		perror(path);
		return EXIT_FAILURE;
	}
	(void)unlink(path);
	struct state s = { .fd = fd, .block = calloc(1, 4096) };
	for (uint64_t at = 0; at < FILE_BYTES; at += 4096) {
		if (pwrite(fd, s.block, 4096, (off_t)at) != 4096) {
			perror("fill the file");
			return EXIT_FAILURE;
		}
	}
	bool tsc = clock_has_invariant_tsc();
	clock_start(&clocks[0], tsc);
	clock_calibrate(&clocks[0]);
	clock_start(&clocks[1], false);
	printf("call   size  clock            bare ns engine ns   bare/engine [95 %%]       "
	       "target\n");
	for (size_t c = tsc ? 0 : 1; c < COUNT_OF(clocks); c++) {
		for (size_t i = 0; i < COUNT_OF(cases); i++) {
			for (int write = 0; write < 2; write++) {
				s.bs = cases[i].bs;
				s.write = write;
				s.offset = 0;
				good &= measure(&s, &clocks[c],
					c == 0 ? cases[i].tsc : cases[i].monotonic);
			}
		}
	}
	free(s.block);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
