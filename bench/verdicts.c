// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * How often the verdicts are right: whole experiments of one comparison, simulated by the tens of
 * thousands with fixed seeds and judged by judge() itself, as `compare` does it: exact test, odd
 * runs and what becomes of a verdict without them, hiccups. One row for each protocol x noise x
 * true effect x disturbance; docs/statistics.md shows the table.
 * Run by hand:
 *
 *     build/bench/verdicts [EXPERIMENTS]      (default 20000 a row)
 *
 * Exits 1 where a promise is broken: false alarms or false equivalence at the margin above 5.5 %,
 * coverage of Stein's interval outside 94.5 to 95.5 %, or the wrong sign at a true 10 %.
 */
#include "simulate.h"

#include "core/arena.h"
#include "core/units.h"
#include "report/judge.h"
#include "stats/paired.h"
#include "stats/stein.h"

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
	uint64_t odd, rests,
		hiccups; /* flagged; INCONCLUSIVE for resting on an odd run; !hiccups */
};

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

/* One experiment as the store would hand it over: one metric, two variants, base before var. */
static struct results experiment(struct arena *arena, const double *base, const double *var,
	size_t n, size_t pilot)
{
	struct results r = {
		.name = "",
		.plan_sha256 = "",
		.state = "done",
		.state_reason = "",
		.alpha = alpha,
		.interleaved = true,
		.rounds_planned = n,
		.pilot = pilot,
		.variants = NEW(arena, struct result_variant, 2),
		.variant_count = 2,
		.metrics = NEW(arena, struct result_metric, 1),
		.metric_count = 1,
		.round_count = n,
		.round_numbers = NEW(arena, uint64_t, n),
		.values = NEW(arena, double, 2 * n),
		.warmup = NEW(arena, double, 2),
	};

	r.variants[0] = (struct result_variant){ .name = "a", .baseline = true };
	r.variants[1] = (struct result_variant){ .name = "b" };
	r.metrics[0] = (struct result_metric){ .cell = "simulated",
		.phase = "",
		.metric = "",
		.unit = "bytes/s",
		.better = BETTER_HIGHER,
		.primary = true,
		.margin = delta };
	for (size_t i = 0; i < n; i++) {
		r.round_numbers[i] = i + 1;
		results_row(&r, 0, 0)[i] = base[i];
		results_row(&r, 0, 1)[i] = var[i];
	}
	r.warmup[0] = r.warmup[1] = NAN;
	return r;
}

static void one_experiment(const struct scenario *s, struct rng *rng, struct outcome_counts *counts)
{
	double base[MOST_ROUNDS], var[MOST_ROUNDS];
	size_t n = s->protocol->rounds;
	struct arena arena = { 0 };
	struct judgement j;
	struct error err;

	draw_rounds(s, rng, 0, n, s->protocol->stein ? CAP : n, base, var);
	if (s->protocol->stein) {
		double spread = paired_log(base, var, n, 0).sd;
		struct stein plan = stein_plan(n, spread, delta, alpha, 1, CAP);
		draw_rounds(s, rng, n, (size_t)plan.n_capped, CAP, base, var);
		n = (size_t)plan.n_capped;
	}
	const struct results r =
		experiment(&arena, base, var, n, s->protocol->stein ? s->protocol->rounds : 0);
	if (judge(&r, &arena, &j, &err) < 0) {
		fprintf(stderr, "verdicts: %s\n", err.text);
		_exit(EXIT_FAILURE);
	}
	const struct effect *e = &j.effects[0];
	const struct comparison *c = &e->comparison;
	counts->faster += c->verdict == VERDICT_FASTER;
	counts->slower += c->verdict == VERDICT_SLOWER;
	counts->equivalent += c->verdict == VERDICT_EQUIVALENT;
	counts->inconclusive += c->verdict == VERDICT_INCONCLUSIVE;
	counts->covered += c->ratio_lo <= 1 + s->effect && 1 + s->effect <= c->ratio_hi;
	counts->odd += e->odd != NULL;
	counts->rests += e->rests_on_odd;
	counts->hiccups += e->doubts.has_hiccups;
	counts->rounds += n;
	arena_free(&arena);
}

struct promise {
	bool broken;
	const char *which;
};

/*
 * What is promised for whatever noise: few false alarms, and little false equivalence. That the
 * sign is never wrong, and that Stein's interval covers what it claims, is promised for noise that
 * is normal in logs. Hiccups are none, and a pilot that met few of them makes the interval too
 * short.
 */
static struct promise check(const struct scenario *s, const struct outcome_counts *c, double n)
{
	double claims = (double)(c->faster + c->slower) / n, coverage = (double)c->covered / n;

	if (s->effect == 0 && claims > 0.055)
		return (struct promise){ true, "false alarms" };
	if (s->effect == delta && (double)c->equivalent / n > 0.055)
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

	printf("| %-12s | %2.0f %% | %2.0f %% | %-12s | %.3f | %.3f | %.3f | %.3f | %.3f | %4.1f | "
	       "%.3f | %.3f | %.3f "
	       "|%s%s\n",
		s->protocol->name, 100 * s->noise, 100 * s->effect, disturbances[s->disturbance],
		(double)c->faster / n, (double)c->slower / n, (double)c->equivalent / n,
		(double)c->inconclusive / n, (double)c->covered / n, (double)c->rounds / n,
		(double)c->odd / n, (double)c->rests / n, (double)c->hiccups / n,
		p.broken ? " BROKEN: " : "", p.which);
	return !p.broken;
}

static struct scenario scenarios[512];
static uint64_t experiments = 20000;

static size_t make_scenarios(void)
{
	static const double noises[] = { 0.01, 0.03, 0.06 }, effects[] = { 0, 0.02, 0.05, 0.10 };
	size_t n = 0;

	for (int d = QUIET; d <= HICCUPS; d++) {
		for (size_t p = 0; p < COUNT_OF(protocols); p++) {
			for (size_t i = 0; i < COUNT_OF(noises); i++) {
				for (size_t e = 0; e < COUNT_OF(effects); e++)
					scenarios[n++] = (struct scenario){ &protocols[p],
						noises[i], effects[e], (enum disturbance)d };
			}
		}
	}
	return n;
}

static void simulate_row(size_t i, struct rng *rng, void *result)
{
	for (uint64_t k = 0; k < experiments; k++)
		one_experiment(&scenarios[i], rng, result);
}

int main(int argc, char **argv)
{
	size_t count = make_scenarios();
	struct error err;
	bool good = true;

	if (argc > 1 && units_parse_count(argv[1], &experiments, &err) < 0) {
		fprintf(stderr, "verdicts: %s\n", err.text);
		return EXIT_FAILURE;
	}
	const struct outcome_counts *counts =
		simulate(count, sizeof(struct outcome_counts), simulate_row);
	if (!counts)
		return EXIT_FAILURE;
	printf("| protocol     | noise | true | disturbance  | FASTER | SLOWER | EQUIVALENT | "
	       "INCONCLUSIVE | coverage | rounds | odd run | rests on it | !hiccups |\n"
	       "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < count; i++)
		good &= print_row(&scenarios[i], &counts[i], (double)experiments);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
