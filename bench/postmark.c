// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * bakeoff's PostMark against another one, by pairs that alternate: elapsed time and user time of
 * whole processes, with the same commands in the same directory. Each row is the median of the
 * ratio ours / theirs over the pairs. Pairs of processes scatter by a third on a shared machine:
 * take a quiet hour, or many pairs. Run by hand, with Debian's postmark installed:
 *
 *     build/bench/postmark build/bakeoff [PAIRS [NUMBER [TRANSACTIONS [DIRECTORY]]]]
 *
 * Defaults: 11 pairs, 20000 files, 200000 transactions, a new folder in /dev/shm. Where valgrind is
 * installed, the user-space instructions of one run of each are counted too. Exits 1 where a median
 * is above its target.
 */
#include "core/base.h"
#include "core/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_PAIRS = 1000, WARMUP_PAIRS = 1 };

extern char **environ;

struct side {
	const char *name;
	char *argv[4];
};

struct cost {
	double elapsed_s, user_s, system_s;
};

static void die(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

/* Runs with the commands as standard input; what is printed goes to the file. */
static struct cost run(char *const argv[], const char *commands, const char *output)
{
	posix_spawn_file_actions_t files;
	struct rusage used;
	pid_t child;
	int status;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, commands, O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_adddup2(&files, 1, 2);
	uint64_t start = clock_monotonic_ns();
	if ((errno = posix_spawnp(&child, argv[0], &files, NULL, argv, environ)) != 0)
		die(argv[0]);
	if (wait4(child, &status, 0, &used) != child || status != 0) {
		fprintf(stderr, "%s: ended with status %d\n", argv[0], status);
		exit(EXIT_FAILURE);
	}
	posix_spawn_file_actions_destroy(&files);
	return (struct cost){
		.elapsed_s = (double)(clock_monotonic_ns() - start) / 1e9,
		.user_s = (double)used.ru_utime.tv_sec + (double)used.ru_utime.tv_usec / 1e6,
		.system_s = (double)used.ru_stime.tv_sec + (double)used.ru_stime.tv_usec / 1e6,
	};
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static bool judge(const char *what, double ratio, double target)
{
	printf("%-14s %.3f   at most %.2f  %s\n", what, ratio, target,
		ratio <= target ? "kept" : "MISSED");
	return ratio <= target;
}

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof(*values), by_value);
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* What valgrind says on its line "Collected : N". */
static double instructions(const struct side *side, const char *commands, const char *output)
{
	char *argv[8] = { (char[]){ "valgrind" }, (char[]){ "--tool=callgrind" },
		(char[]){ "--callgrind-out-file=/dev/null" } };
	char line[PATH_MAX];
	double count = 0;

	for (int i = 0; side->argv[i]; i++)
		argv[3 + i] = side->argv[i];
	(void)run(argv, commands, output);
	FILE *said = fopen(output, "re");
	if (!said)
		die(output);
	while (fgets(line, sizeof(line), said)) {
		const char *at = strstr(line, "Collected : ");
		if (at)
			count = strtod(at + strlen("Collected : "), NULL);
	}
	(void)fclose(said);
	return count;
}

static bool compare_times(const struct side *sides, int pairs, const char *commands,
	const char *output)
{
	static double elapsed[MOST_PAIRS], user[MOST_PAIRS];

	for (int i = -WARMUP_PAIRS; i < pairs; i++) {
		struct cost cost[2];
		int first = i & 1; /* who is first alternates */
		cost[first] = run(sides[first].argv, commands, output);
		cost[!first] = run(sides[!first].argv, commands, output);
		if (i < 0)
			continue;
		elapsed[i] = cost[0].elapsed_s / cost[1].elapsed_s;
		user[i] = cost[0].user_s / cost[1].user_s;
		printf("pair %2d: %.3f s (user %.3f, system %.3f) against %.3f s (user %.3f, "
		       "system %.3f)\n",
			i + 1, cost[0].elapsed_s, cost[0].user_s, cost[0].system_s,
			cost[1].elapsed_s, cost[1].user_s, cost[1].system_s);
	}
	bool good = judge("elapsed", median(elapsed, pairs), 0.80);
	return judge("user time", median(user, pairs), 0.65) && good;
}

static bool compare_instructions(const struct side *sides, const char *commands, const char *output)
{
	if (access("/usr/bin/valgrind", X_OK) != 0) {
		printf("instructions: not counted, there is no valgrind\n");
		return true;
	}
	double ours = instructions(&sides[0], commands, output);
	double theirs = instructions(&sides[1], commands, output);
	printf("instructions: %.0f against %.0f\n", ours, theirs);
	return judge("instructions", ours / theirs, 0.40);
}

int main(int argc, char **argv)
{
	const char *bakeoff = argc > 1 ? argv[1] : "build/bakeoff";
	int pairs = argc > 2 ? atoi(argv[2]) : 11;
	const char *number = argc > 3 ? argv[3] : "20000";
	const char *transactions = argc > 4 ? argv[4] : "200000";
	const char *in = argc > 5 ? argv[5] : "/dev/shm";
	char program[PATH_MAX], folder[PATH_MAX], other[] = "postmark", ours[] = "postmark";

	if (pairs < 1 || pairs > MOST_PAIRS || !realpath(bakeoff, program)) {
		fprintf(stderr, "usage: postmark BAKEOFF [PAIRS [NUMBER [TRANSACTIONS [DIR]]]]\n");
		return EXIT_FAILURE;
	}
	if (snprintf(folder, sizeof(folder), "%s/bakeoff-postmark-XXXXXX", in) < 0 ||
		!mkdtemp(folder) || chdir(folder) < 0)
		die(folder);
	FILE *commands = fopen("commands", "we");
	if (!commands)
		die("commands");
	fprintf(commands, "set number %s\nset transactions %s\nrun\nquit\n", number, transactions);
	if (fclose(commands) != 0)
		die("commands");
	const struct side sides[] = {
		{ "bakeoff", { program, ours, NULL } },
		{ "postmark", { other, NULL } },
	};
	setvbuf(stdout, NULL, _IOLBF, 0);
	bool good = compare_times(sides, pairs, "commands", "output");
	good = compare_instructions(sides, "commands", "output") && good;
	if (unlink("commands") < 0 || unlink("output") < 0 || chdir("/") < 0 || rmdir(folder) < 0)
		die(folder);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
