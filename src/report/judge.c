// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/judge.h"

#include "stats/adjust.h"
#include "stats/sample.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The values that one comparison is made of. */
struct pairing {
	double *base, *var;
	size_t *base_rounds, *var_rounds; /* indices of the rounds they are from */
	size_t base_n, var_n;
	size_t pilot_n; /* of two stages: pairs of the pilot's rounds */
};

/* Odd is what lies ten robust standard deviations off: 10 * 1.4826 MADs (statistics.md 1.6, layer
 * 3). */
static const double odd_mads = 14.826;
enum { ODD_LEAST_VALUES = 4 };

static bool is_judged(const struct result_metric *metric)
{
	return metric->primary && metric->better != BETTER_NEITHER;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median_of(double *values, size_t count)
{
	qsort(values, count, sizeof(*values), compare_doubles);
	return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/*
 * Index of the value that is furthest out, where it is odd and off by more than the margin;
 * count otherwise.
 */
static size_t odd_value(struct arena *arena, const double *values, size_t count, double margin)
{
	if (count < ODD_LEAST_VALUES)
		return count;
	double *sorted = arena_copy(arena, values, count * sizeof(*values));
	double median = median_of(sorted, count);
	for (size_t i = 0; i < count; i++)
		sorted[i] = fabs(values[i] - median);
	double mad = median_of(sorted, count);
	size_t worst = count;
	double limit = fmax(odd_mads * mad, margin * fabs(median));
	for (size_t i = 0; i < count; i++) {
		double distance = fabs(values[i] - median);
		if (distance > limit) {
			limit = distance;
			worst = i;
		}
	}
	return worst;
}

static struct pairing pair_values(const struct results *r, const struct effect *e,
	struct arena *arena)
{
	const double *base = results_row(r, e->metric, e->baseline);
	const double *var = results_row(r, e->metric, e->variant);
	bool paired = results_design_of(r, e->baseline, e->variant) == RESULTS_PAIRED;
	struct pairing p = {
		.base = NEW(arena, double, r->round_count),
		.var = NEW(arena, double, r->round_count),
		.base_rounds = NEW(arena, size_t, r->round_count),
		.var_rounds = NEW(arena, size_t, r->round_count),
	};

	for (size_t i = 0; i < r->round_count; i++) {
		bool both = isfinite(base[i]) && isfinite(var[i]);
		if (paired ? both : isfinite(base[i])) {
			p.base_rounds[p.base_n] = i;
			p.base[p.base_n++] = base[i];
			p.pilot_n += r->round_numbers[i] <= r->pilot;
		}
		if (paired ? both : isfinite(var[i])) {
			p.var_rounds[p.var_n] = i;
			p.var[p.var_n++] = var[i];
		}
	}
	return p;
}

static bool all_positive(const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (values[i] <= 0)
			return false;
	}
	return true;
}

static double mean_of(const double *values, size_t count, bool geometric)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += geometric ? log(values[i]) : values[i];
	if (count == 0)
		return NAN;
	return geometric ? exp(sum / (double)count) : sum / (double)count;
}

/* Of the log-normal distribution with that mean and sd (statistics.md 2.4). */
static double gmean_of(const struct result_moments *m)
{
	const struct moments raw = { .n = m->n, .mean = m->mean, .sd = m->sd };

	return m->n > 0 ? exp(moments_lognormal(&raw).mean) : NAN;
}

static const enum design designs[] = {
	[RESULTS_PAIRED] = DESIGN_PAIRED,
	[RESULTS_UNPAIRED] = DESIGN_UNPAIRED,
	[RESULTS_SUMMARY] = DESIGN_SUMMARY,
};

/* As prepare_effect(), where of each arm no more is known than mean, sd and n. */
static void prepare_summary(const struct results *r, struct effect *e,
	struct comparison_input *input)
{
	const struct result_moments *base = results_moments(r, e->metric, e->baseline);
	const struct result_moments *var = results_moments(r, e->metric, e->variant);

	e->base_n = base->n;
	e->var_n = var->n;
	e->base = gmean_of(base);
	e->var = gmean_of(var);
	if (base->n == 0 || var->n == 0)
		e->reason = "one of the two has no summary";
	input->base_n = base->n;
	input->var_n = var->n;
	input->base_mean = base->mean;
	input->base_sd = base->sd;
	input->var_mean = var->mean;
	input->var_sd = var->sd;
}

/* Fills in all but the comparison; where `reason` stays NULL, *input is ready to be judged. */
static void prepare_effect(const struct results *r, struct effect *e, struct arena *arena,
	struct comparison_input *input)
{
	const struct result_metric *metric = &r->metrics[e->metric];
	struct pairing p = pair_values(r, e, arena);
	bool positive = all_positive(p.base, p.base_n) && all_positive(p.var, p.var_n);

	e->design = designs[results_design_of(r, e->baseline, e->variant)];
	e->base_n = p.base_n;
	e->var_n = p.var_n;
	/* elsewhere than in one experiment arms may well have more rounds than others */
	if (r->source == RESULTS_OF_EXPERIMENT)
		e->missing = r->round_count - (p.base_n < p.var_n ? p.base_n : p.var_n);
	e->base = mean_of(p.base, p.base_n, positive);
	e->var = mean_of(p.var, p.var_n, positive);
	if (p.base_n == 0 || p.var_n == 0)
		e->reason = e->design == DESIGN_PAIRED ? "no round has a value of both"
						       : "one of the two has no value";
	else if (!positive)
		e->reason = "no ratio: a value is 0 or below";
	*input = (struct comparison_input){
		.design = e->design,
		.higher_is_better = metric->better != BETTER_LOWER,
		.delta = metric->margin,
		.unit = metric->resolution,
		.base = p.base,
		.var = p.var,
		.base_n = p.base_n,
		.var_n = p.var_n,
		/* of one pair there is no spread to keep */
		.pilot_n = r->interleaved && p.pilot_n > 1 ? p.pilot_n : 0,
	};
	if (e->design == DESIGN_SUMMARY) {
		e->reason = NULL;
		prepare_summary(r, e, input);
	}
	if (strcmp(r->state, "invalid") == 0)
		input->invalid = r->state_reason && *r->state_reason ? r->state_reason
								     : "the experiment is invalid";
}

static void remove_at(double *values, size_t *count, size_t at)
{
	memmove(&values[at], &values[at + 1], (*count - at - 1) * sizeof(*values));
	(*count)--;
}

/* Looks for an odd run; true where there is one, and *input is then without its round. */
static bool drop_odd(const struct results *r, struct effect *e, struct arena *arena,
	struct comparison_input *input)
{
	struct pairing p = pair_values(r, e, arena);
	double margin = r->metrics[e->metric].margin;
	size_t base_at = odd_value(arena, p.base, p.base_n, margin);
	size_t var_at = odd_value(arena, p.var, p.var_n, margin);
	bool base_is_odd = base_at < p.base_n;

	if (!base_is_odd && var_at == p.var_n)
		return false;
	size_t at = base_is_odd ? base_at : var_at;
	e->odd = arena_printf(arena, "%s#%" PRIu64,
		r->variants[base_is_odd ? e->baseline : e->variant].name,
		r->round_numbers[base_is_odd ? p.base_rounds[at] : p.var_rounds[at]]);
	if (base_is_odd || e->design == DESIGN_PAIRED)
		remove_at(p.base, &p.base_n, at);
	if (!base_is_odd || e->design == DESIGN_PAIRED)
		remove_at(p.var, &p.var_n, at);
	input->base = p.base;
	input->base_n = p.base_n;
	input->var = p.var;
	input->var_n = p.var_n;
	return true;
}

/*
 * Flagged data stay in; but a verdict that would be another one without the odd runs' rounds
 * rests on them, and is not given (statistics.md 1.6, layer 4).
 */
static int try_without_odd(const struct results *r, struct effect **tested,
	struct comparison_input *inputs, size_t count, struct arena *arena, struct error *err)
{
	struct comparison *without = NEW(arena, struct comparison, count);
	bool any = false;

	for (size_t i = 0; i < count; i++)
		any |= drop_odd(r, tested[i], arena, &inputs[i]);
	if (!any)
		return 0;
	int ret = verdict_family(inputs, count, r->alpha, without, err);
	if (ret < 0)
		return ret;
	for (size_t i = 0; i < count; i++) {
		struct comparison *c = &tested[i]->comparison;
		if (!tested[i]->odd || c->verdict == VERDICT_INCONCLUSIVE ||
			c->verdict == without[i].verdict)
			continue;
		tested[i]->rests_on_odd = true;
		c->verdict = VERDICT_INCONCLUSIVE;
		c->real_but_small = c->at_least_delta = false;
	}
	return 0;
}

/* Judges those effects together that have no reason against it; *judged is their number. */
static int judge_family(const struct results *r, struct effect **effects, size_t count,
	struct arena *arena, size_t *judged, struct error *err)
{
	struct comparison_input *inputs = NEW(arena, struct comparison_input, count + 1);
	struct effect **tested = NEW(arena, struct effect *, count + 1);
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		prepare_effect(r, effects[i], arena, &inputs[n]);
		if (!effects[i]->reason)
			tested[n++] = effects[i];
	}
	*judged = n;
	if (n == 0)
		return 0;
	struct comparison *comparisons = NEW(arena, struct comparison, n);
	int ret = verdict_family(inputs, n, r->alpha, comparisons, err);
	if (ret < 0)
		return ret;
	for (size_t i = 0; i < n; i++)
		tested[i]->comparison = comparisons[i];
	return tested[0]->primary ? try_without_odd(r, tested, inputs, n, arena, err) : 0;
}

static int summarize_arm(const struct results *r, size_t metric, size_t variant, double *values,
	struct summary *summary, struct error *err)
{
	const double *row = results_row(r, metric, variant);
	size_t n = 0;

	if (r->design == RESULTS_SUMMARY) {
		const struct result_moments *m = results_moments(r, metric, variant);
		const struct moments raw = { .n = m->n, .mean = m->mean, .sd = m->sd };
		*summary = summarize_moments(&raw);
		return 0;
	}
	for (size_t i = 0; i < r->round_count; i++) {
		if (isfinite(row[i]))
			values[n++] = row[i];
	}
	return summarize(values, n, summary, err);
}

static int summarize_all(const struct results *r, struct arena *arena, struct judgement *j,
	struct error *err)
{
	double *values = NEW(arena, double, r->round_count + 1);

	j->summaries = NEW(arena, struct summary, r->metric_count * r->variant_count + 1);
	for (size_t m = 0; m < r->metric_count; m++) {
		for (size_t v = 0; v < r->variant_count; v++) {
			int ret = summarize_arm(r, m, v, values,
				&j->summaries[m * r->variant_count + v], err);
			if (ret < 0)
				return fail_in(err, ret, "%s, variant %s",
					metric_label(arena, &r->metrics[m]), r->variants[v].name);
		}
	}
	return 0;
}

/* From good to bad for the rig; the size of the effect decides among equals. */
static double speaks_against(const struct effect *e)
{
	static const double grade[] = {
		[VERDICT_EQUIVALENT] = 0,
		[VERDICT_INCONCLUSIVE] = 1000,
		[VERDICT_FASTER] = 2000,
		[VERDICT_SLOWER] = 2000,
		[VERDICT_INVALID] = 3000,
	};

	if (e->reason)
		return 999;
	double size = fabs(e->comparison.log_ratio);
	return grade[e->comparison.verdict] + (isfinite(size) ? fmin(size, 900) : 0);
}

/* The one that this aa arm is a copy of, also where another is compared with. */
static size_t plan_baseline(const struct results *r, size_t aa)
{
	for (size_t v = 0; v < r->variant_count; v++) {
		if (r->variants[v].baseline &&
			r->variants[v].experiment == r->variants[aa].experiment)
			return v;
	}
	return r->baseline;
}

static int judge_aa(const struct results *r, struct arena *arena, struct judgement *j,
	struct error *err)
{
	struct effect **family =
		NEW(arena, struct effect *, r->metric_count * r->variant_count + 1);
	size_t judged;

	j->aa = NEW(arena, struct effect, r->metric_count * r->variant_count + 1);
	for (size_t m = 0; m < r->metric_count; m++) {
		for (size_t v = 0; v < r->variant_count; v++) {
			if (!r->variants[v].hidden || !is_judged(&r->metrics[m]))
				continue;
			struct effect *e = &j->aa[j->aa_count];
			*e = (struct effect){ .metric = m,
				.variant = v,
				.baseline = plan_baseline(r, v),
				.primary = true,
				.q = NAN };
			family[j->aa_count++] = e;
		}
	}
	int ret = judge_family(r, family, j->aa_count, arena, &judged, err);
	if (ret < 0)
		return fail_in(err, ret, "A/A comparison");
	for (size_t i = 1; i < j->aa_count; i++) {
		if (speaks_against(&j->aa[i]) > speaks_against(&j->aa[j->aa_worst]))
			j->aa_worst = i;
	}
	return 0;
}

/* What is not primary gets no verdict: each is tested by itself, and has a q value among its like.
 */
static int judge_others(const struct results *r, struct arena *arena, struct judgement *j,
	struct error *err)
{
	double *p = NEW(arena, double, j->effect_count + 1);

	for (size_t i = 0; i < j->effect_count; i++) {
		struct effect *e = &j->effects[i];
		size_t judged = 0;
		p[i] = NAN;
		if (e->primary)
			continue;
		int ret = judge_family(r, &e, 1, arena, &judged, err);
		if (ret < 0)
			return ret;
		if (judged > 0)
			p[i] = e->comparison.p;
	}
	adjust_bh(p, j->effect_count, p);
	for (size_t i = 0; i < j->effect_count; i++)
		j->effects[i].q = p[i];
	return 0;
}

/* Of several experiments not all need have measured the same: what is not in both is no comparison,
 * and is listed by the reports (several.h). */
static bool is_unmatched(const struct results *r, size_t metric, size_t variant)
{
	return r->source == RESULTS_OF_SEVERAL &&
	       (!results_has_value(r, metric, variant) ||
		       !results_has_value(r, metric, r->baseline));
}

static int judge_effects(const struct results *r, struct arena *arena, struct judgement *j,
	struct error *err)
{
	size_t most = r->metric_count * r->variant_count + 1;
	struct effect **family = NEW(arena, struct effect *, most);
	size_t primaries = 0;
	int ret = 0;

	j->effects = NEW(arena, struct effect, most);
	for (size_t m = 0; m < r->metric_count; m++) {
		for (size_t v = 0; v < r->variant_count; v++) {
			if (v == r->baseline || r->variants[v].hidden || is_unmatched(r, m, v))
				continue;
			struct effect *e = &j->effects[j->effect_count++];
			*e = (struct effect){ .metric = m,
				.variant = v,
				.baseline = r->baseline,
				.primary = is_judged(&r->metrics[m]) };
			if (e->primary)
				family[primaries++] = e;
		}
	}
	ret = judge_family(r, family, primaries, arena, &j->family, err);
	return ret < 0 ? ret : judge_others(r, arena, j, err);
}

int judge(const struct results *results, struct arena *arena, struct judgement *judgement,
	struct error *err)
{
	struct judgement j = { .results = results };
	int ret = summarize_all(results, arena, &j, err);

	if (ret == 0)
		ret = judge_effects(results, arena, &j, err);
	if (ret == 0)
		ret = judge_aa(results, arena, &j, err);
	if (ret == 0)
		*judgement = j;
	return ret;
}

bool judgement_has(const struct judgement *j, enum verdict verdict)
{
	for (size_t i = 0; i < j->effect_count; i++) {
		const struct effect *e = &j->effects[i];
		if (e->primary && !e->reason && e->comparison.verdict == verdict)
			return true;
	}
	return false;
}

char *metric_label(struct arena *arena, const struct result_metric *metric)
{
	if (!*metric->phase && !*metric->metric)
		return arena_strdup(arena, metric->cell);
	return arena_printf(arena, "%s %s/%s", metric->cell, metric->phase, metric->metric);
}

struct comparison_input effect_input(const struct judgement *j, const struct effect *e,
	struct arena *arena)
{
	struct effect copy = *e;
	struct comparison_input input;

	prepare_effect(j->results, &copy, arena, &input);
	return input;
}

struct evidence effect_evidence(const struct judgement *j, const struct effect *e,
	struct arena *arena)
{
	const struct comparison_input input = effect_input(j, e, arena);

	return evidence_of(&input, &e->comparison, j->results->alpha);
}

bool effect_has_only_difference(const struct effect *e)
{
	return e->reason && e->design != DESIGN_SUMMARY && e->base_n > 0 && e->var_n > 0;
}
