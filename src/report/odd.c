// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/odd.h"

#include "report/numbers.h"
#include "stats/sample.h"
#include "stats/suspect.h"

#include <inttypes.h>
#include <math.h>

/* One arm's values in the order of time. */
struct arm {
	size_t variant, n;
	double *values;
	size_t *rounds;
};

static struct arm arm_of(const struct judgement *j, size_t metric, size_t variant,
	struct arena *arena)
{
	const struct results *r = j->results;
	const double *row = results_row(r, metric, variant);
	struct arm arm = { .variant = variant,
		.values = NEW(arena, double, r->round_count + 1),
		.rounds = NEW(arena, size_t, r->round_count + 1) };

	for (size_t i = 0; i < r->round_count; i++) {
		size_t round = j->timeline.rounds[i];
		if (!isfinite(row[round]))
			continue;
		arm.rounds[arm.n] = round;
		arm.values[arm.n++] = row[round];
	}
	return arm;
}

/* Complete, with logs, and in an order that is known. */
static bool can_be_pooled(const struct results *r, const struct arm *arm)
{
	for (size_t i = 0; i < arm->n; i++) {
		if (arm->values[i] <= 0)
			return false;
	}
	return r->source == RESULTS_OF_EXPERIMENT && r->interleaved && arm->n == r->round_count;
}

/* One test for each arm that can be pooled; the others' are NaN. before: a run before the first. */
static struct first_run *first_runs(const struct results *r, const struct arm *arms,
	const double *before, struct arena *arena)
{
	struct first_run *tests = NEW(arena, struct first_run, r->variant_count + 1);
	struct first_run *pooled = NEW(arena, struct first_run, r->variant_count + 1);
	const double **rows = NEW(arena, const double *, r->variant_count + 1);
	size_t *whose = NEW(arena, size_t, r->variant_count + 1);
	size_t k = 0, n = r->round_count + (before ? 1 : 0);

	for (size_t v = 0; v < r->variant_count; v++) {
		tests[v] = (struct first_run){ NAN, NAN, NAN, NAN, NAN };
		if (!can_be_pooled(r, &arms[v]) || (before && !(before[v] > 0)))
			continue;
		double *row = NEW(arena, double, n + 1);
		size_t at = 0;
		if (before)
			row[at++] = before[v];
		for (size_t i = 0; i < arms[v].n; i++)
			row[at++] = arms[v].values[i];
		rows[k] = row;
		whose[k++] = v;
	}
	(void)first_run_test(rows, k, n, pooled);
	for (size_t i = 0; i < k; i++)
		tests[whose[i]] = pooled[i];
	return tests;
}

static void add_odd(struct judgement *j, struct arena *arena, struct odd_run odd)
{
	*ARENA_PUSH(arena, j->odd, j->odd_count) = odd;
}

static void find_in_arm(struct judgement *j, size_t metric, const struct arm *arm,
	const struct first_run *first, struct arena *arena)
{
	double margin = j->results->metrics[metric].margin;
	const struct mad_scale scale =
		mad_scale_of(arm->values, arm->n, j->results->metrics[metric].resolution);
	bool first_is_odd = first_run_is_suspect(first, margin);

	for (size_t i = 0; i < arm->n; i++) {
		double value = arm->values[i];
		bool is_far = mad_is_suspect(&scale, value) &&
			      fabs(value - scale.median) > margin * fabs(scale.median);
		bool by_test = i == 0 && first_is_odd;
		if (!is_far && !by_test)
			continue;
		add_odd(j, arena,
			(struct odd_run){ .metric = metric,
				.variant = arm->variant,
				.round = arm->rounds[i],
				.ratio = by_test ? first->ratio : value / scale.median,
				.first_p = by_test ? first->p_adjusted : NAN,
				.mads = mad_score(&scale, value) });
	}
}

static struct arm *arms_of(const struct judgement *j, size_t metric, struct arena *arena)
{
	struct arm *arms = NEW(arena, struct arm, j->results->variant_count + 1);

	for (size_t v = 0; v < j->results->variant_count; v++)
		arms[v] = arm_of(j, metric, v, arena);
	return arms;
}

static void find_in_warmup(struct judgement *j, size_t metric, const struct arm *arms,
	struct arena *arena)
{
	const struct results *r = j->results;
	struct arena scratch = { 0 };
	struct first_run *first =
		first_runs(r, arms, &r->warmup[metric * r->variant_count], &scratch);

	for (size_t v = 0; v < r->variant_count; v++) {
		if (!first_run_is_suspect(&first[v], r->metrics[metric].margin))
			continue;
		j->odd_warmups = arena_printf(arena, "%s%s%s %s x%s",
			j->odd_warmups ? j->odd_warmups : "", j->odd_warmups ? ", " : "",
			r->variants[v].name, metric_label(arena, &r->metrics[metric]),
			number_text(arena, first[v].ratio));
	}
	arena_free(&scratch);
}

void odd_find(struct judgement *j, struct arena *arena)
{
	const struct results *r = j->results;

	for (size_t m = 0; m < r->metric_count; m++) {
		struct arena scratch = { 0 };
		if (!metric_is_judged(&r->metrics[m]))
			continue;
		struct arm *arms = arms_of(j, m, &scratch);
		struct first_run *first = first_runs(r, arms, NULL, &scratch);
		for (size_t v = 0; v < r->variant_count; v++) {
			if (arms[v].n > 0)
				find_in_arm(j, m, &arms[v], &first[v], arena);
		}
		find_in_warmup(j, m, arms, arena);
		arena_free(&scratch);
	}
}

const struct odd_run *odd_of_effect(const struct judgement *j, const struct effect *e, size_t nth)
{
	for (size_t i = 0; i < j->odd_count; i++) {
		const struct odd_run *odd = &j->odd[i];
		bool concerns = odd->metric == e->metric &&
				(odd->variant == e->variant || odd->variant == e->baseline);
		if (concerns && nth-- == 0)
			return odd;
	}
	return NULL;
}

char *odd_name(const struct results *r, const struct odd_run *odd, struct arena *arena)
{
	return arena_printf(arena, "%s#%" PRIu64, r->variants[odd->variant].name,
		r->round_numbers[odd->round]);
}

char *odd_text(const struct results *r, const struct odd_run *odd, struct arena *arena)
{
	const char *why =
		isfinite(odd->first_p)
			? arena_printf(arena, "first-run test p%s", p_text(arena, odd->first_p))
		: isfinite(odd->mads) ? arena_printf(arena, "%.0f median absolute deviations off",
						fabs(odd->mads))
				      : arena_strdup(arena, "the others are all equal");

	return arena_printf(arena, "%s of %s is x%s of its other rounds (%s)",
		odd_name(r, odd, arena), metric_label(arena, &r->metrics[odd->metric]),
		number_text(arena, odd->ratio), why);
}
