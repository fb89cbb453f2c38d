// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What one run costs besides its work: starting an agent, handing it its spec, having it look
 * at its target and say its end; and storing what it measured, synced. And what `bakeoff compare`
 * takes as a process, over an experiment of 20 workloads x 4 variants x 30 rounds, and over two
 * samples of 30 numbers. Medians. Run by hand:
 *
 *     build/bench/run_cost build/bakeoff
 *
 * Exits 1 where a target is missed.
 */
#include "made_plan.h"

#include "core/clock.h"
#include "experiment/link.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TIMES = 41, CELLS = 20, VARIANTS = 4, ROUNDS = 30 };

static struct arena arena;
static struct error err;
static const volatile sig_atomic_t interrupts;

static void must(int ret)
{
	if (ret < 0) {
		fprintf(stderr, "run_cost: %s\n", err.text);
		exit(EXIT_FAILURE);
	}
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median_ms(double *ns, size_t n)
{
	qsort(ns, n, sizeof(*ns), by_value);
	return ns[n / 2] / (double)NS_PER_MS;
}

static bool row(const char *what, double ms, double most_ms)
{
	printf("%-58s %8.2f ms  at most %g ms  %s\n", what, ms, most_ms,
		ms <= most_ms ? "kept" : "MISSED");
	return ms <= most_ms;
}

static double agent_ms(const char *exe, const char *dir)
{
	const struct link link = { .exe = exe,
		.isolated = geteuid() == 0,
		.interrupts = &interrupts };
	const struct run_spec spec = { .mode = SPEC_CHECK,
		.experiment = "cost",
		.variant = "v",
		.cell = "nothing",
		.workload = "nothing",
		.shape = { .numjobs = 1, .iodepth = 1, .loops = 1 },
		.target = { .kind = TARGET_DIR,
			.path = dir,
			.fs = "",
			.mkfs = "",
			.mount = "",
			.uuid = "",
			.destroy = "" },
		.cgroup_procs = "",
		.cgroup_version = "",
		.timeout = 60 * NS_PER_S,
		.journal_dir = dir,
		.use_tsc = true };
	double ns[TIMES];

	for (int i = 0; i < TIMES; i++) {
		struct run_record record = { 0 };
		bool died;
		uint64_t before = clock_monotonic_ns();
		must(link_run(&link, &spec, &arena, &record, &died, &err));
		ns[i] = (double)(clock_monotonic_ns() - before);
		if (record.outcome != OUTCOME_OK) {
			fprintf(stderr, "run_cost: %s\n", record.reason);
			exit(EXIT_FAILURE);
		}
	}
	return median_ms(ns, TIMES);
}

static double fill_store(struct store *store, const struct plan *plan)
{
	double *ns = NEW(&arena, double, (ROUNDS + 1) * VARIANTS * CELLS);
	size_t n = 0;
	uint64_t id, run;

	must(store_add_experiment(store, plan, &id, &err));
	for (uint64_t round = 0; round <= ROUNDS; round++) {
		for (size_t i = 0; i < VARIANTS * CELLS; i++) {
			struct value_record values[5];
			for (size_t v = 0; v < COUNT_OF(values); v++)
				values[v] = (struct value_record){ .phase = "write",
					.metric = arena_printf(&arena, "m%zu", v),
					.unit = "s",
					.better = BETTER_LOWER,
					.primary = v == 0,
					.value = 1 + (double)((round * 7 + i * 3 + v) % 11) / 100 };
			const struct run_record record = { .round = round,
				.position = n,
				.variant = i % VARIANTS,
				.cell = i / VARIANTS,
				.reason = "",
				.facts = "{}",
				.values = values,
				.value_count = COUNT_OF(values) };
			uint64_t before = clock_monotonic_ns();
			must(store_add_run(store, id, &record, &run, &err));
			ns[n++] = (double)(clock_monotonic_ns() - before);
		}
	}
	must(store_set_state(store, id, "done", "", &err));
	return median_ms(ns, n);
}

/* args: with the program's own name, ended by NULL. */
static double compare_ms(const char *exe, char *const *args)
{
	double ns[TIMES];

	for (int i = 0; i < TIMES; i++) {
		uint64_t before = clock_monotonic_ns();
		(void)fflush(stdout); /* not a second time by the child */
		pid_t pid = fork();
		if (pid == 0) {
			if (!freopen("/dev/null", "w", stdout))
				_exit(EXIT_FAILURE);
			execv(exe, args);
			_exit(127);
		}
		int status;
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) {
			fprintf(stderr, "run_cost: compare failed\n");
			exit(EXIT_FAILURE);
		}
		ns[i] = (double)(clock_monotonic_ns() - before);
	}
	return median_ms(ns, TIMES);
}

/* "NAME=...": thirty numbers that scatter by some per cent. */
static char *thirty(const char *name, double mean)
{
	char *text = arena_printf(&arena, "--values=%s=", name);

	for (int i = 0; i < ROUNDS; i++)
		text = arena_printf(&arena, "%s%s%.3f", text, i > 0 ? "," : "",
			mean * (1 + (double)(i * 7 % 11) / 100));
	return text;
}

int main(int argc, char **argv)
{
	char dir[] = "/var/tmp/bakeoff-cost-XXXXXX";
	struct store *store;
	struct plan plan;
	bool good = true;

	if (argc != 2 || !mkdtemp(dir)) {
		fprintf(stderr, "usage: run_cost PATH-OF-BAKEOFF\n");
		return EXIT_FAILURE;
	}
	const char *db = arena_printf(&arena, "%s/b.db", dir);
	double agent = agent_ms(argv[1], dir);
	plan = made_plan(&arena, "cost", ROUNDS, VARIANTS, CELLS);
	must(store_open(&store, db, &err));
	double stored = fill_store(store, &plan);
	store_close(store);
	good &= row("agent: start, spec, look at the target, end", agent, 30);
	good &= row("store: one finished run, synced", stored, 30);
	good &= row("the two together", agent + stored, 30);
	char *const stored_args[] = { argv[1], arena_strdup(&arena, "compare"),
		arena_printf(&arena, "--db=%s", db), NULL };
	good &= row("bakeoff compare of 20 workloads x 4 variants x 30 rounds",
		compare_ms(argv[1], stored_args), 200);
	char *const values_args[] = { argv[1], arena_strdup(&arena, "compare"),
		arena_strdup(&arena, "--better=lower"), thirty("a", 100), thirty("b", 101), NULL };
	good &= row("bakeoff compare of two samples of 30 from the command line",
		compare_ms(argv[1], values_args), 5);
	(void)unlink(db);
	(void)unlink(arena_printf(&arena, "%s-wal", db));
	(void)unlink(arena_printf(&arena, "%s-shm", db));
	(void)rmdir(dir);
	arena_free(&arena);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
