// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * How often the verdicts are right: whole experiments of one comparison, simulated by the tens of
 * thousands with fixed seeds and judged by verdict_family() itself, exact test and all. One
 * row for each protocol x noise x true effect x disturbance; docs/statistics.md shows the table.
 * Run by hand:
 *
 *     build/bench/verdicts [EXPERIMENTS]      (default 20000 a row)
 *
 * Exits 1 where a promise is broken: false alarms or false equivalence at the margin above 5.5 %,
 * coverage of Stein's interval outside 94.5 to 95.5 %, or the wrong sign at a true 10 %.
 */
#include "core/arena.h"
#include "core/rng.h"
#include "core/units.h"
#include "stats/stein.h"
#include "stats/verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ROUNDS = 40, CAP = 30 };

static const double delta = 0.05, alpha = 0.05;

enum disturbance { QUIET, DRIFT, HICCUPS };
static const char *const disturbances[] = { "none", "3 % drift", "10 % hiccups" };

struct protocol {
	const char *name;
	size_t rounds; /* or the pilot's */
	bool stein;
};

static const struct protocol protocols[] = {
	{ "n=3", 3, false },
	{ "n=6", 6, false },
	{ "n=10", 10, false },
	{ "Stein 6..30", 6, true },
	{ "Stein 10..30", 10, true },
};

struct scenario {
	const struct protocol *protocol;
	double noise, effect; /* sd of a round's log ratio; true ratio - 1 */
	enum disturbance disturbance;
};

struct outcome_counts {
	uint64_t faster, slower, equivalent, inconclusive, covered, rounds;
};

/* Marsaglia's polar method; one of the pair is thrown away. */
static double normal(struct rng *rng)
{
	for (;;) {
		double u = 2 * ((double)(rng_next(rng) >> 11) * 0x1p-53) - 1;
		double v = 2 * ((double)(rng_next(rng) >> 11) * 0x1p-53) - 1;
		double s = u * u + v * v;
		if (s > 0 && s < 1)
			return u * sqrt(-2 * log(s) / s);
	}
}

static double uniform(struct rng *rng, double from, double to)
{
	return from + (to - from) * ((double)(rng_next(rng) >> 11) * 0x1p-53);
}

/* One run's log, at its place in the order of all runs. */
static double run_log(const struct scenario *s, struct rng *rng, size_t place, size_t places)
{
	double y = s->noise / sqrt(2) * normal(rng);

	if (s->disturbance == DRIFT)
		y += 0.03 * (double)place / (double)(places - 1);
	if (s->disturbance == HICCUPS && uniform(rng, 0, 1) < 0.10)
		y -= uniform(rng, 0.05, 0.30); /* a hiccup makes a rate lower */
	return y;
}

static void draw_rounds(const struct scenario *s, struct rng *rng, size_t from, size_t to,
	size_t all, double *base, double *var)
{
	for (size_t i = from; i < to; i++) {
		size_t first = rng_next(rng) >> 63; /* which of the two comes first in this round */
		base[i] = exp(run_log(s, rng, 2 * i + first, 2 * all));
		var[i] = (1 + s->effect) * exp(run_log(s, rng, 2 * i + 1 - first, 2 * all));
	}
}

static double sd_of_logs(const double *base, const double *var, size_t n)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		sum += log(var[i] / base[i]);
	for (size_t i = 0; i < n; i++) {
		double d = log(var[i] / base[i]) - sum / (double)n;
		squares += d * d;
	}
	return sqrt(squares / (double)(n - 1));
}

static void one_experiment(const struct scenario *s, struct rng *rng, struct outcome_counts *counts)
{
	double base[MOST_ROUNDS], var[MOST_ROUNDS];
	size_t n = s->protocol->rounds;
	struct comparison c;
	struct error err;

	draw_rounds(s, rng, 0, n, s->protocol->stein ? CAP : n, base, var);
	if (s->protocol->stein) {
		struct stein plan = stein_plan(n, sd_of_logs(base, var, n), delta, alpha, 1, CAP);
		draw_rounds(s, rng, n, (size_t)plan.n_capped, CAP, base, var);
		n = (size_t)plan.n_capped;
	}
	const struct comparison_input input = { .design = DESIGN_PAIRED,
		.higher_is_better = true,
		.delta = delta,
		.base = base,
		.var = var,
		.base_n = n,
		.var_n = n,
		.pilot_n = s->protocol->stein ? s->protocol->rounds : 0 };
	if (verdict_family(&input, 1, alpha, &c, &err) < 0) {
		fprintf(stderr, "verdicts: %s\n", err.text);
		_exit(EXIT_FAILURE);
	}
	counts->faster += c.verdict == VERDICT_FASTER;
	counts->slower += c.verdict == VERDICT_SLOWER;
	counts->equivalent += c.verdict == VERDICT_EQUIVALENT;
	counts->inconclusive += c.verdict == VERDICT_INCONCLUSIVE;
	counts->covered += c.ratio_lo <= 1 + s->effect && 1 + s->effect <= c.ratio_hi;
	counts->rounds += n;
}

struct promise {
	bool broken;
	const char *which;
};

/*
 * What is promised: for noise that is normal in logs, drifting or not. Hiccups are no such noise:
 * with a fixed number of rounds the promises hold all the same, but a pilot that met none of them
 * plans too few rounds, and Stein's interval then covers 92 to 96 % (docs/statistics.md).
 */
static struct promise check(const struct scenario *s, const struct outcome_counts *c, double n)
{
	double claims = (double)(c->faster + c->slower) / n, coverage = (double)c->covered / n;

	if (s->effect == 0 && claims > 0.055)
		return (struct promise){ true, "false alarms" };
	if (s->effect == delta && (double)c->equivalent / n > 0.055 &&
		!(s->protocol->stein && s->disturbance == HICCUPS))
		return (struct promise){ true, "false equivalence" };
	if (s->effect == 0.10 && c->slower > 0 && s->disturbance != HICCUPS)
		return (struct promise){ true, "wrong sign" };
	if (s->protocol->stein && s->disturbance == QUIET && (coverage < 0.945 || coverage > 0.955))
		return (struct promise){ true, "coverage" };
	return (struct promise){ false, "" };
}

static bool print_row(const struct scenario *s, const struct outcome_counts *c, double n)
{
	struct promise p = check(s, c, n);

	printf("| %-12s | %2.0f %% | %2.0f %% | %-12s | %.3f | %.3f | %.3f | %.3f | %.3f | %4.1f "
	       "|%s%s\n",
		s->protocol->name, 100 * s->noise, 100 * s->effect, disturbances[s->disturbance],
		(double)c->faster / n, (double)c->slower / n, (double)c->equivalent / n,
		(double)c->inconclusive / n, (double)c->covered / n, (double)c->rounds / n,
		p.broken ? " BROKEN: " : "", p.which);
	return !p.broken;
}

static size_t make_scenarios(struct scenario *all)
{
	static const double noises[] = { 0.01, 0.03, 0.06 }, effects[] = { 0, 0.02, 0.05, 0.10 };
	size_t n = 0;

	for (int d = QUIET; d <= HICCUPS; d++) {
		for (size_t p = 0; p < COUNT_OF(protocols); p++) {
			for (size_t i = 0; i < COUNT_OF(noises); i++) {
				for (size_t e = 0; e < COUNT_OF(effects); e++)
					all[n++] = (struct scenario){ &protocols[p], noises[i],
						effects[e], (enum disturbance)d };
			}
		}
	}
	return n;
}

int main(int argc, char **argv)
{
	static struct scenario all[512];
	size_t count = make_scenarios(all);
	uint64_t experiments = 20000;
	struct error err;
	bool good = true;

	if (argc > 1 && units_parse_count(argv[1], &experiments, &err) < 0) {
		fprintf(stderr, "verdicts: %s\n", err.text);
		return EXIT_FAILURE;
	}
	struct outcome_counts *counts = mmap(NULL, count * sizeof(*counts), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (counts == MAP_FAILED || cpus < 1)
		return EXIT_FAILURE;
	/* Each row has a seed of its own, so that the result does not depend on how many CPUs there
	 * are. */
	for (long cpu = 0; cpu < cpus; cpu++) {
		if (fork() != 0)
			continue;
		for (size_t i = (size_t)cpu; i < count; i += (size_t)cpus) {
			struct rng rng;
			rng_seed(&rng, 1000 + i);
			for (uint64_t k = 0; k < experiments; k++)
				one_experiment(&all[i], &rng, &counts[i]);
		}
		_exit(EXIT_SUCCESS);
	}
	for (int status; wait(&status) > 0;)
		good &= status == 0;
	printf("| protocol     | noise | true | disturbance  | FASTER | SLOWER | EQUIVALENT | "
	       "INCONCLUSIVE |"
	       " coverage | rounds |\n|---|---|---|---|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < count; i++)
		good &= print_row(&all[i], &counts[i], (double)experiments);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
