// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What observing costs. CPU time of a sample of this machine, with one client and as many as are
 * observed one by one; how much a minute of samples grows the database by, of machines where every
 * number moves; and how long `bakeoff list` and `bakeoff compare` take beside 10,000 runs that have
 * samples. Run by hand:
 *
 *     build/bench/observers build/bakeoff [FOLDER]
 *
 * The database of some 200 MB is made in FOLDER, or in /var/tmp. Exits 1 where a target is missed.
 */
#include "made_plan.h"

#include "core/clock.h"
#include "core/rng.h"
#include "observe/sampler.h"
#include "store/store.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	PAIRS = 500, /* of samples, at the start and the end of a phase */
	POINTS = 61, /* of a minute, once a second */
	MODES = 8,   /* of a CPU */
	VARIANTS = 2,
	CELLS = 10,
	ROUNDS = 499, /* and the warm-up: 10,000 runs */
	TIMES = 11,
};

static struct arena arena;
static struct error err;

static void must(int ret)
{
	if (ret < 0) {
		fprintf(stderr, "observers: %s\n", err.text);
		exit(EXIT_FAILURE);
	}
}

static bool row(const char *what, double value, const char *unit, double most)
{
	printf("%-62s %9.3f %-4s at most %g  %s\n", what, value, unit, most,
		value <= most ? "kept" : "MISSED");
	return value <= most;
}

static double cpu_ns(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now); /* cannot fail with this clock */
	return (double)now.tv_sec * (double)NS_PER_S + (double)now.tv_nsec;
}

/* CPU time of one sample at the end of a phase, which is the dearest kind. */
static double sample_ns(unsigned clients)
{
	struct stat st = { 0 };
	char path[4096];
	pid_t *pids = NEW(&arena, pid_t, clients);

	if (!getcwd(path, sizeof(path)) || stat(path, &st) < 0)
		return -1;
	for (unsigned i = 0; i < clients; i++)
		pids[i] = getpid();
	const struct sampler_config config = { .root = "",
		.interval_ns = NS_PER_S,
		.path = path,
		.device = st.st_dev,
		.cgroup_procs = "" };
	struct sampler *s = sampler_new(&config);
	(void)sampler_begin(s, "warm-up", pids, clients, 0);
	sampler_end(s);
	double before = cpu_ns();
	for (int i = 0; i < PAIRS; i++) {
		(void)sampler_begin(s, "phase", pids, clients, 0);
		sampler_end(s);
	}
	double spent = (cpu_ns() - before) / (2.0 * PAIRS);
	sampler_free(s);
	return spent;
}

/* How a number moves in a second. */
static double step_of(size_t series, size_t cpu_series, struct rng *rng)
{
	if (series < cpu_series)
		return 1e7 * (double)rng_below(rng, 60); /* ticks */
	if (series % 2)
		return 4096.0 * (double)rng_below(rng, 100000); /* bytes */
	return (double)rng_below(rng, 50000);                   /* counts */
}

/* A minute of a machine on which everything moves: each CPU's modes, and 110 other numbers. */
static struct series_record *busy_minute(unsigned cpus, size_t *count, struct rng *rng)
{
	size_t cpu_series = (size_t)MODES * (cpus + 1), all = cpu_series + 110;
	struct series_record *series = NEW(&arena, struct series_record, all);
	uint64_t *times = NEW(&arena, uint64_t, POINTS);

	for (size_t i = 0; i < POINTS; i++)
		times[i] = UINT64_C(1796000000) * NS_PER_S + i * NS_PER_S + rng_below(rng, 200000);
	for (size_t s = 0; s < all; s++) {
		double *values = NEW(&arena, double, POINTS);
		values[0] = 1e6 * step_of(s, cpu_series, rng);
		for (size_t i = 1; i < POINTS; i++)
			values[i] = values[i - 1] + step_of(s, cpu_series, rng);
		series[s] = (struct series_record){
			.metric = arena_printf(&arena, "kernel.made.up%zu", s),
			.instance = "",
			.unit = "ns",
			.reading = READING_COUNTER,
			.count = POINTS,
			.time_ns = times,
			.values = values,
		};
	}
	*count = all;
	return series;
}

static uint64_t size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? (uint64_t)st.st_size : 0;
}

static struct counter_record *counters_of(const struct series_record *series, size_t count)
{
	struct counter_record *counters = NEW(&arena, struct counter_record, count + 1);

	for (size_t i = 0; i < count; i++)
		counters[i] = (struct counter_record){ .metric = series[i].metric,
			.instance = "",
			.unit = series[i].unit,
			.reading = READING_COUNTER,
			.value = series[i].values[POINTS - 1] - series[i].values[0],
			.absent = "" };
	counters[count] = (struct counter_record){ .metric = "bakeoff.observed.time",
		.instance = "",
		.unit = "ns",
		.reading = READING_COUNTER,
		.value = 6e10,
		.absent = "" };
	return counters;
}

/* Bytes that a run of a minute takes in the database, of `runs` such runs; they stay there. */
static double run_bytes(const char *db, unsigned cpus, uint64_t rounds)
{
	struct rng rng;
	struct store *store;
	struct plan plan;
	uint64_t id, run;
	size_t count, n = 0;

	rng_seed(&rng, cpus);
	plan = made_plan(&arena, "observed", ROUNDS, VARIANTS, CELLS);
	must(store_open(&store, db, &err));
	must(store_add_experiment(store, &plan, &id, &err));
	store_close(store);
	uint64_t before = size_of(db);
	struct series_record *series = busy_minute(cpus, &count, &rng);
	struct phase_record phase = { .name = "write",
		.counters = counters_of(series, count),
		.counter_count = count + 1 };
	must(store_open(&store, db, &err));
	for (uint64_t round = 0; round <= rounds; round++) {
		for (size_t i = 0; i < (size_t)VARIANTS * CELLS; i++) {
			struct value_record value = { .phase = "write",
				.metric = "time",
				.unit = "s",
				.better = BETTER_LOWER,
				.primary = true,
				.value = 60 + (double)rng_below(&rng, 1000) / 1000 };
			const struct run_record record = { .round = round,
				.position = n++,
				.variant = i % VARIANTS,
				.cell = i / VARIANTS,
				.reason = "",
				.facts = "{}",
				.phases = &phase,
				.phase_count = 1,
				.values = &value,
				.value_count = 1,
				.series = series,
				.series_count = count };
			must(store_add_run(store, id, &record, &run, &err));
		}
	}
	must(store_set_state(store, id, "done", "", &err));
	store_close(store);
	return (double)(size_of(db) - before) / (double)n;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The median of the command's times; args end with NULL. */
static double command_ms(char *const *args)
{
	double ns[TIMES];

	for (int i = 0; i < TIMES; i++) {
		uint64_t before = clock_monotonic_ns();
		(void)fflush(stdout); /* not a second time by the child */
		pid_t pid = fork();
		if (pid == 0) {
			if (!freopen("/dev/null", "w", stdout))
				_exit(EXIT_FAILURE);
			execv(args[0], args);
			_exit(127);
		}
		int status;
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) {
			fprintf(stderr, "observers: %s failed\n", args[1]);
			exit(EXIT_FAILURE);
		}
		ns[i] = (double)(clock_monotonic_ns() - before);
	}
	qsort(ns, TIMES, sizeof(*ns), by_value);
	return ns[TIMES / 2] / (double)NS_PER_MS;
}

static void drop(const char *db)
{
	(void)unlink(db);
	(void)unlink(arena_printf(&arena, "%s-wal", db));
	(void)unlink(arena_printf(&arena, "%s-shm", db));
}

int main(int argc, char **argv)
{
	const char *folder = argc > 2 ? argv[2] : "/var/tmp";
	bool good = true;

	char *dir = arena_printf(&arena, "%s/bakeoff-observers-XXXXXX", folder);
	if (argc < 2 || argc > 3 || !mkdtemp(dir)) {
		fprintf(stderr, "usage: observers PATH-OF-BAKEOFF [FOLDER]\n");
		return EXIT_FAILURE;
	}
	char *db = arena_printf(&arena, "%s/b.db", dir);
	double one = sample_ns(1), many = sample_ns(CLIENTS_MOST);
	good &= row("a sample of this machine, one client: CPU time", one / 1e6, "ms", 5);
	good &= row("  at 1 s: of one CPU", one / 1e7, "%", 0.5);
	good &= row("  at 100 ms: of one CPU", one / 1e6, "%", 5);
	(void)row("  with 256 clients, at the ends of phases: CPU time", many / 1e6, "ms", 50);
	good &= row("a minute at 1 s of 64 busy CPUs in the database",
		run_bytes(db, 64, 0) / (double)KIB, "KiB", 200);
	drop(db);
	good &= row("a minute at 1 s of 2 busy CPUs in the database",
		run_bytes(db, 2, ROUNDS) / (double)KIB, "KiB", 200);
	char *const list[] = { argv[1], arena_strdup(&arena, "list"), arena_strdup(&arena, "--db"),
		db, NULL };
	char *const compare[] = { argv[1], arena_strdup(&arena, "compare"),
		arena_strdup(&arena, "--db"), db, NULL };
	char *const beside[] = { argv[1], arena_strdup(&arena, "compare"),
		arena_strdup(&arena, "-v"), arena_strdup(&arena, "--metrics=kernel.made.up1"),
		arena_strdup(&arena, "--db"), db, NULL };
	good &= row("10,000 such runs: bakeoff list", command_ms(list), "ms", 500);
	good &= row("10,000 such runs: bakeoff compare", command_ms(compare), "ms", 500);
	(void)row("10,000 such runs: bakeoff compare -v --metrics=NAME", command_ms(beside), "ms",
		5000);
	drop(db);
	(void)rmdir(dir);
	arena_free(&arena);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
