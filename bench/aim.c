// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What the classic disk tests cost beside the system calls that they are made of: whole calls of a
 * test, and a bare loop of the same system calls, alternate in slices of about 10,000 operations
 * inside one process, as in bench/overhead.c. Each row is the median of bare time / test time over
 * the pairs, with the 95 % order-statistic interval of that median. Run by hand:
 *
 *     build/bench/aim [DIRECTORY]       (default: /dev/shm)
 *
 * Exits 1 where a median is below 0.98.
 */
#include "workloads/aim.h"
#include "core/clock.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAIRS = 200, WARMUP_PAIRS = 10, BLOCKS = 5000, CREAT = O_WRONLY | O_CREAT | O_TRUNC };

static const double target = 0.98;

static char block[AIM_BLOCK];
/* As long as the tests' own: the kernel looks at every character. */
static const char file[] = "./tmpb.0000000000", common[] = "./tmpa.common";
static const char *const names[AIM_LINKS] = { "./link0000000000", "./link0000000001",
	"./link0000000002", "./link0000000003", "./link0000000004", "./link0000000005",
	"./link0000000006", "./link0000000007" };

static void must(bool good)
{
	if (!good) {
		perror("bench/aim: bare loop");
		exit(EXIT_FAILURE);
	}
}

static void write_all(int fd, unsigned blocks)
{
	for (unsigned i = 0; i < blocks; i++)
		must(write(fd, block, sizeof(block)) == sizeof(block));
}

static void fill(unsigned blocks)
{
	int fd = open(file, CREAT | O_CLOEXEC, 0777);

	must(fd >= 0);
	write_all(fd, blocks);
	must(close(fd) == 0);
}

static uint32_t state;

static void seek(int fd, unsigned below)
{
	off_t offset = (off_t)(aim_random(&state) % below) * AIM_BLOCK;

	must(lseek(fd, offset, SEEK_SET) == offset);
}

static void bare_creat_clo(void)
{
	for (unsigned i = 0; i < AIM_CREATIONS; i++) {
		int fd = open(file, CREAT | O_CLOEXEC, 0777);
		must(fd >= 0);
		must(close(fd) == 0);
	}
	must(unlink(file) == 0);
}

static void bare_link_test(void)
{
	int fd = open(names[0], CREAT | O_CLOEXEC, 0777);

	must(fd >= 0);
	for (unsigned i = 1; i < AIM_LINKS; i++)
		must(link(names[0], names[i]) == 0);
	for (unsigned round = 0; round < AIM_LINK_ROUNDS; round++) {
		for (unsigned i = 1; i < AIM_LINKS; i++) {
			must(unlink(names[i]) == 0);
			must(link(names[0], names[i]) == 0);
		}
	}
	for (unsigned i = 0; i < AIM_LINKS; i++)
		must(unlink(names[i]) == 0);
	must(close(fd) == 0);
}

static void bare_disk_rr(void)
{
	fill(BLOCKS);
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	must(fd >= 0);
	must(unlink(file) == 0);
	for (unsigned i = 0; i < BLOCKS; i++) {
		seek(fd, BLOCKS);
		must(read(fd, block, sizeof(block)) == sizeof(block));
	}
	must(close(fd) == 0);
}

static void bare_disk_rw(void)
{
	fill(BLOCKS);
	int fd = open(file, O_WRONLY | O_CLOEXEC);
	must(fd >= 0);
	must(unlink(file) == 0);
	for (unsigned i = 0; i < BLOCKS; i++) {
		seek(fd, BLOCKS);
		must(write(fd, block, sizeof(block)) == sizeof(block));
	}
	must(close(fd) == 0);
}

static void bare_disk_rd(void)
{
	int fd = open(common, O_RDONLY | O_CLOEXEC);

	must(fd >= 0);
	must(lseek(fd, 0, SEEK_SET) == 0);
	for (unsigned i = 0; i < BLOCKS; i++)
		must(read(fd, block, sizeof(block)) == sizeof(block));
	must(close(fd) == 0);
}

static void bare_disk_wrt(void)
{
	int fd = open(file, CREAT | O_CLOEXEC, 0777);

	must(fd >= 0);
	must(unlink(file) == 0);
	write_all(fd, BLOCKS);
	must(close(fd) == 0);
}

static void bare_disk_cp(void)
{
	int from = open(common, O_RDONLY | O_CLOEXEC);
	int to = open(file, CREAT | O_CLOEXEC, 0777);

	must(from >= 0 && to >= 0);
	must(unlink(file) == 0);
	must(lseek(from, 0, SEEK_SET) == 0);
	for (unsigned i = 0; i < BLOCKS; i++) {
		must(read(from, block, sizeof(block)) == sizeof(block));
		must(write(to, block, sizeof(block)) == sizeof(block));
	}
	must(close(from) == 0);
	must(close(to) == 0);
}

static void bare_sync_disk_rw(void)
{
	fill(BLOCKS / 2);
	int fd = open(file, O_WRONLY | O_SYNC | O_CLOEXEC);
	must(fd >= 0);
	for (unsigned i = 0; i < BLOCKS / 2; i++) {
		seek(fd, BLOCKS / 2);
		must(write(fd, block, sizeof(block)) == sizeof(block));
	}
	must(unlink(file) == 0);
	must(close(fd) == 0);
}

static const struct {
	const char *test;
	void (*bare)(void);
	unsigned calls; /* of a slice */
} cases[] = {
	{ "creat-clo", bare_creat_clo, 10 },
	{ "link_test", bare_link_test, 80 },
	{ "disk_rr", bare_disk_rr, 1 },
	{ "disk_rw", bare_disk_rw, 1 },
	{ "disk_rd", bare_disk_rd, 2 },
	{ "disk_wrt", bare_disk_wrt, 2 },
	{ "disk_cp", bare_disk_cp, 1 },
	{ "sync_disk_rw", bare_sync_disk_rw, 2 },
};

static uint64_t bare_slice(void (*bare)(void), unsigned calls)
{
	uint64_t before = clock_monotonic_ns();

	for (unsigned i = 0; i < calls; i++)
		bare();
	return clock_monotonic_ns() - before;
}

/* As the classic command does it: a look at the clock after each call. */
static uint64_t test_slice(struct aim_state *s, const struct aim_test *test, unsigned calls)
{
	struct error err;
	uint64_t before = clock_monotonic_ns(), now = before;

	for (unsigned i = 0; i < calls; i++) {
		if (aim_call(s, test, &err) < 0) {
			fprintf(stderr, "bench/aim: %s\n", err.text);
			exit(EXIT_FAILURE);
		}
		now = clock_monotonic_ns();
	}
	return now - before;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static bool measure(struct aim_state *s, size_t i)
{
	const struct aim_test *test = aim_test_find(cases[i].test);
	const uint64_t operations = cases[i].calls * aim_factor(test, BLOCKS);
	double ratio[PAIRS], bare_ns = 0, test_ns = 0;

	for (int pair = -WARMUP_PAIRS; pair < PAIRS; pair++) {
		/* Who is first alternates, so that neither inherits the other's cache. */
		uint64_t bare = 0, ours;
		if (pair & 1)
			bare = bare_slice(cases[i].bare, cases[i].calls);
		ours = test_slice(s, test, cases[i].calls);
		if (!(pair & 1))
			bare = bare_slice(cases[i].bare, cases[i].calls);
		if (pair < 0)
			continue;
		ratio[pair] = (double)bare / (double)ours;
		bare_ns += (double)bare / (double)operations / PAIRS;
		test_ns += (double)ours / (double)operations / PAIRS;
	}
	qsort(ratio, PAIRS, sizeof(*ratio), by_value);
	/* The ranks of the median's 95 % interval: n/2 -+ 1.96 sqrt(n)/2. */
	int half = (int)ceil(1.96 * sqrt(PAIRS) / 2);
	double median = (ratio[PAIRS / 2 - 1] + ratio[PAIRS / 2]) / 2;
	bool good = median >= target;
	printf("%-14s %9.1f %9.1f   %.4f [%.4f, %.4f]  %.2f  %s\n", test->name, bare_ns, test_ns,
		median, ratio[PAIRS / 2 - half], ratio[PAIRS / 2 + half], target,
		good ? "kept" : "MISSED");
	return good;
}

int main(int argc, char **argv)
{
	static struct aim_state aim;
	const struct aim_settings set = { .path = ".", .listed = ".", .blocks = BLOCKS, .seed = 1 };
	char folder[PATH_MAX];
	struct error err = { 0 };
	bool good = true;

	snprintf(folder, sizeof(folder), "%s/bakeoff-aim-XXXXXX", argc > 1 ? argv[1] : "/dev/shm");
	if (!mkdtemp(folder) || chdir(folder) < 0) {
		perror(folder);
		return EXIT_FAILURE;
	}
	if (aim_init(&aim, &set, &err) < 0 ||
		aim_common_make(".", BLOCKS, AIM_FILL_LETTER, NULL, &err) < 0) {
		fprintf(stderr, "bench/aim: %s\n", err.text);
		return EXIT_FAILURE;
	}
	printf("test           bare ns/op   ns/op   bare/test [95 %%]        target\n");
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		good &= measure(&aim, i);
	if (aim_common_remove(".", &err) < 0 || chdir("/") < 0 || rmdir(folder) < 0)
		perror(folder);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
