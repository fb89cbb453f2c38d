// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What becomes of the same runs by rules that bakeoff does not follow: all runs of one variant
 * first, stopping when p is small, the bootstrap across a few runs. docs/statistics.md quotes the
 * numbers; each row says what is expected of it (statistics.md section 6) and how sure that is.
 * Run by hand:
 *
 *     build/bench/other_rules [EXPERIMENTS]      (default 20000 a row)
 *
 * Exits 1 where a row is further from the expected than four standard errors.
 */
#include "simulate.h"

#include "core/units.h"
#include "stats/bootstrap.h"
#include "stats/paired.h"
#include "stats/sample.h"
#include "stats/student.h"
#include "stats/welch.h"

enum { MOST = 30 };
static const double alpha = 0.05;

struct rule {
	const char *name;
	size_t n;     /* runs of each; the first look, where one looks while it runs */
	double noise; /* sd of a run's log; of a round's log ratio in the last two */
	double drift; /* over all runs */
	double expected;
	bool (*happens)(const struct rule *rule, struct rng *rng); /* in one experiment */
};

/* No true effect: the runs' logs in the order of time, drifting. */
static void draw_runs(const struct rule *rule, struct rng *rng, double *y)
{
	size_t all = 2 * rule->n;

	for (size_t i = 0; i < all; i++)
		y[i] = rule->noise * normal(rng) + rule->drift * (double)i / ((double)all - 1);
}

static bool one_after_the_other(const struct rule *rule, struct rng *rng)
{
	double y[2 * MOST];

	draw_runs(rule, rng, y);
	const struct moments a = sample_moments(y, rule->n);
	const struct moments b = sample_moments(y + rule->n, rule->n);
	return welch(&a, &b).p <= alpha;
}

static bool in_rounds(const struct rule *rule, struct rng *rng)
{
	double y[2 * MOST], base[MOST], var[MOST];

	draw_runs(rule, rng, y);
	for (size_t i = 0; i < rule->n; i++) {
		size_t first = rng_next(rng) >> 63;
		base[i] = exp(y[2 * i + first]);
		var[i] = exp(y[2 * i + 1 - first]);
	}
	return paired_log(base, var, rule->n, 0).effect.p <= alpha;
}

static bool until_it_is_significant(const struct rule *rule, struct rng *rng)
{
	double d[MOST], sum = 0, squares = 0;

	for (size_t n = 1; n <= MOST; n++) {
		d[n - 1] = rule->noise * normal(rng);
		sum += d[n - 1];
		squares += d[n - 1] * d[n - 1];
		if (n < rule->n)
			continue;
		double mean = sum / (double)n;
		double variance = (squares - sum * mean) / ((double)n - 1);
		if (student_two_sided(mean / sqrt(variance / (double)n), (double)n - 1) <= alpha)
			return true;
	}
	return false;
}

static struct bootstrap bootstrap_of(const struct rule *rule, struct rng *rng)
{
	double d[BOOTSTRAP_MOST];

	for (size_t i = 0; i < rule->n; i++)
		d[i] = rule->noise * normal(rng);
	return bootstrap_mean(d, rule->n);
}

static bool percentile_covers(const struct rule *rule, struct rng *rng)
{
	struct bootstrap b = bootstrap_of(rule, rng);

	return b.percentile_lo <= 0 && 0 <= b.percentile_hi;
}

static bool bca_covers(const struct rule *rule, struct rng *rng)
{
	struct bootstrap b = bootstrap_of(rule, rng);

	return b.bca_lo <= 0 && 0 <= b.bca_hi;
}

#define FALSE_ALARMS(what) "false alarms, " what
static const char sequential[] = FALSE_ALARMS("A A A B B B, Welch");
static const char rounds[] = FALSE_ALARMS("random rounds, paired t");
static const char significant[] = FALSE_ALARMS("more rounds until p < .05, 30 at most");
static const char percentile[] = "coverage, percentile bootstrap";
static const char bca[] = "coverage, BCa bootstrap";

static const struct rule rules[] = {
	{ sequential, 3, 0.01, 0.03, 0.211, one_after_the_other },
	{ sequential, 5, 0.01, 0.03, 0.506, one_after_the_other },
	{ sequential, 10, 0.01, 0.03, 0.873, one_after_the_other },
	{ rounds, 3, 0.01, 0.03, 0.050, in_rounds },
	{ rounds, 5, 0.01, 0.03, 0.051, in_rounds },
	{ rounds, 10, 0.01, 0.03, 0.051, in_rounds },
	{ significant, 3, 0.03, 0, 0.265, until_it_is_significant },
	{ significant, 5, 0.03, 0, 0.230, until_it_is_significant },
	{ percentile, 3, 0.01, 0, 0.743, percentile_covers },
	{ percentile, 6, 0.01, 0, 0.857, percentile_covers },
	{ bca, 3, 0.01, 0, 0.711, bca_covers },
	{ bca, 6, 0.01, 0, 0.847, bca_covers },
};

static uint64_t experiments = 20000;

static void simulate_row(size_t i, struct rng *rng, void *result)
{
	uint64_t *count = result;

	for (uint64_t k = 0; k < experiments; k++)
		*count += rules[i].happens(&rules[i], rng);
}

int main(int argc, char **argv)
{
	struct error err;
	bool good = true;

	if (argc > 1 && units_parse_count(argv[1], &experiments, &err) < 0) {
		fprintf(stderr, "other_rules: %s\n", err.text);
		return EXIT_FAILURE;
	}
	const uint64_t *counts = simulate(COUNT_OF(rules), sizeof(*counts), simulate_row);
	if (!counts)
		return EXIT_FAILURE;
	printf("| what | n | noise | drift | share | expected |\n|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		const struct rule *r = &rules[i];
		double n = (double)experiments, share = (double)counts[i] / n;
		/* that of ours and that of the 20,000 which are expected */
		double error = sqrt(r->expected * (1 - r->expected) * (1 / n + 1 / 20000.0));
		bool is_far = fabs(share - r->expected) > 4 * error;
		printf("| %s | %zu | %g %% | %g %% | %.3f | %.3f |%s\n", r->name, r->n,
			100 * r->noise, 100 * r->drift, share, r->expected, is_far ? " FAR" : "");
		good &= !is_far;
	}
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
