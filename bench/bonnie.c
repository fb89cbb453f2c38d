// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What the bonnie workload costs beside a bare loop of the same system calls: block_write and
 * block_read as `bakeoff bonnie` does them, and loops that only call write(2) and read(2),
 * alternate in slices inside one process (bench/overhead.c says why). Each row is the median of
 * bare time / bonnie's time over the pairs, with the 95 % order-statistic interval of that median.
 * Run by hand:
 *
 *     build/bench/bonnie [DIR]       (DIR: /dev/shm)
 *
 * Exits 1 where a median is below 0.97.
 */
#include "bench/shared.h"
#include "core/auto.h"
#include "io/file.h"
#include "model/spec.h"
#include "workloads/registry.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PAIRS = 240, WARMUP_PAIRS = 20, KINDS = MAX_OPERATIONS, FILE_BYTES = 16 << 20 };

static const double target = 0.97;

struct bed {
	const struct clock *clock;
	struct client client;
	struct shared *shared;
	uint64_t chunk;
	unsigned char *buffer;
	uint64_t sum; /* of bytes that were read */
};

NORETURN static void give_up(const char *what)
{
	fprintf(stderr, "bench/bonnie: %s\n", what);
	exit(EXIT_FAILURE);
}

static const struct phase *find_phase(const char *name)
{
	for (const struct phase *p = bonnie_workload.phases; p->name; p++) {
		if (strcmp(p->name, name) == 0)
			return p;
	}
	give_up("no such phase");
}

/* One phase as a client does it; what stands before and behind the clock is not timed here
 * either. The tally is not cleared: that would throw out of the cache what a whole phase reads into
 * it once, and these slices are short. */
static uint64_t bonnie_slice(struct bed *bed, const struct phase *phase)
{
	struct tally *tally = shared_tally(bed->shared, KINDS, 0);
	struct error err;

	if (phase->begin(&bed->client, &err) < 0)
		give_up(err.text);
	uint64_t before = clock_monotonic_ns();
	if (engine_run(phase, &bed->client, true, bed->clock, bed->shared, tally, KINDS, &err) < 0)
		give_up(err.text);
	uint64_t took = clock_monotonic_ns() - before;
	if (phase->end(&bed->client, &err) < 0)
		give_up(err.text);
	return took;
}

/* Bonnie of 1996 looks at a byte of each chunk that it has read: so does its bare loop. */
static uint64_t bare_slice(struct bed *bed, bool write_it, bool reads_on)
{
	int flags = write_it ? O_RDWR | O_CREAT | O_EXCL : O_RDWR;

	if (write_it && unlinkat(bed->client.dir, "data", 0) < 0)
		give_up("the file is not there");
	int fd = openat(bed->client.dir, "data", flags | O_CLOEXEC, 0600);
	if (fd < 0)
		give_up("the file cannot be opened");
	uint64_t before = clock_monotonic_ns();
	for (uint64_t at = 0; at < FILE_BYTES; at += bed->chunk) {
		ssize_t n = write_it ? write(fd, bed->buffer, bed->chunk)
				     : read(fd, bed->buffer, bed->chunk);
		if (n != (ssize_t)bed->chunk)
			give_up("a short transfer");
		if (reads_on)
			bed->sum += bed->buffer[at / bed->chunk];
	}
	if (reads_on && read(fd, bed->buffer, bed->chunk) != 0)
		give_up("the file does not end");
	(void)close(fd);
	return clock_monotonic_ns() - before;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static bool measure(struct bed *bed, const char *style, const char *name)
{
	const struct phase *phase = find_phase(name);
	const bool write_it = strcmp(name, "block_write") == 0;
	const bool reads_on = !write_it && strcmp(style, "bonnie") == 0;
	double ratio[PAIRS], bare_ns = 0, own_ns = 0;

	for (int i = -WARMUP_PAIRS; i < PAIRS; i++) {
		/* Who is first alternates; a bare write needs a file to remove. */
		uint64_t bare = 0, own;
		if (i & 1 && i > -WARMUP_PAIRS)
			bare = bare_slice(bed, write_it, reads_on);
		own = bonnie_slice(bed, phase);
		if (!(i & 1))
			bare = bare_slice(bed, write_it, reads_on);
		if (i < 0)
			continue;
		ratio[i] = (double)bare / (double)own;
		bare_ns += (double)bare / PAIRS / ((double)FILE_BYTES / (double)bed->chunk);
		own_ns += (double)own / PAIRS / ((double)FILE_BYTES / (double)bed->chunk);
	}
	qsort(ratio, PAIRS, sizeof(*ratio), by_value);
	/* The ranks of the median's 95 % interval: n/2 -+ 1.96 sqrt(n)/2. */
	int half = (int)ceil(1.96 * sqrt(PAIRS) / 2);
	double median = (ratio[PAIRS / 2 - 1] + ratio[PAIRS / 2]) / 2;
	printf("%-8s  %-11s %3" PRIu64 "k %8.0f %9.0f   %.4f [%.4f, %.4f]  %.2f  %s\n", style, name,
		bed->chunk / 1024, bare_ns, own_ns, median, ratio[PAIRS / 2 - half],
		ratio[PAIRS / 2 + half], target, median >= target ? "kept" : "MISSED");
	return median >= target;
}

/* As the command asks for it. */
static bool measure_style(const struct clock *clock, int dir, const char *style, const char *chunk)
{
	static const struct run_shape shape = { .numjobs = 1, .iodepth = 1, .loops = 1 };
	const struct setting settings[] = {
		{ "style", style },
		{ "chunk", chunk },
		{ "size", "16M" },
		{ "byte_size", "0" },
		{ "seeks", "0" },
		{ "files", "0" },
		{ "fsync", "no" }, /* of which a bare loop has none */
		{ "incompressible", "no" },
		{ "cold", "no" },
	};
	struct arena arena = { 0 };
	struct error err;
	void *config = NULL;

	if (workload_configure(&bonnie_workload, settings, COUNT_OF(settings), &shape, &arena,
		    &config, &err) < 0)
		give_up(err.text);
	struct bed bed = {
		.clock = clock,
		.client = { .config = config,
			.shape = &shape,
			.state = calloc(1, bonnie_workload.state_size),
			.dir = dir,
			.base = dir,
			.flat = true,
			.count = 1,
			.seed = 42 },
		.shared = calloc(1, sizeof(struct shared) + shared_tally_bytes(KINDS) + 64),
		.chunk = strcmp(chunk, "16k") == 0 ? 16384 : 8192,
	};
	bed.buffer = aligned_alloc(4096, bed.chunk);
	if (!bed.client.state || !bed.shared || !bed.buffer)
		give_up("no memory");
	memset(bed.buffer, 0, bed.chunk);
	if (bonnie_workload.prepare(&bed.client, &err) < 0)
		give_up(err.text);
	bool good = measure(&bed, style, "block_write");
	good &= measure(&bed, style, "block_read");
	bonnie_workload.finish(&bed.client);
	free(bed.client.state);
	free(bed.shared);
	free(bed.buffer);
	arena_free(&arena);
	return good;
}

int main(int argc, char **argv)
{
	const char *parent = argc > 1 ? argv[1] : "/dev/shm";
	struct clock clock;
	struct error err;
	char path[4096];

	(void)snprintf(path, sizeof(path), "%s/bakeoff-bench-XXXXXX", parent);
	if (!mkdtemp(path)) {
		perror(path);
		return EXIT_FAILURE;
	}
	AUTO_CLOSE int above = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AUTO_CLOSE int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (above < 0 || dir < 0) {
		perror(path);
		return EXIT_FAILURE;
	}
	clock_start(&clock, clock_has_invariant_tsc());
	clock_calibrate(&clock);
	printf("style     phase      chunk  bare ns bonnie ns   bare/bonnie [95 %%]       "
	       "target\n");
	bool good = measure_style(&clock, dir, "bonnie", "16k");
	good &= measure_style(&clock, dir, "bonnie++", "8k");
	if (io_remove_tree(above, strrchr(path, '/') + 1, &err) < 0)
		give_up(err.text);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
