// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/judge.h"

#include "report/doubts.h"
#include "report/odd.h"
#include "report/pairing.h"
#include "report/rig.h"
#include "report/suites.h"
#include "stats/adjust.h"
#include "stats/sample.h"

#include <math.h>
#include <string.h>

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

	return exp(moments_lognormal(&raw).mean);
}

static const enum design designs[] = {
	[RESULTS_PAIRED] = DESIGN_PAIRED,
	[RESULTS_UNPAIRED] = DESIGN_UNPAIRED,
	[RESULTS_SUMMARY] = DESIGN_SUMMARY,
};

/* Those that were given, or those of the arm's values where the other arm has no more. */
static struct result_moments moments_of(const struct results *r, size_t metric, size_t variant,
	const double *values, size_t count)
{
	if (results_is_summary(r, metric, variant) || count == 0)
		return r->moments[metric * r->variant_count + variant];
	struct moments own = sample_moments(values, count);
	return (struct result_moments){ .n = own.n, .mean = own.mean, .sd = own.sd };
}

/* What a summary lacks for a verdict; NULL where it is whole. */
static const char *lacking(const struct result_moments *base, const struct result_moments *var)
{
	if (isnan(base->mean) || isnan(var->mean))
		return "one of the two has no summary";
	if (base->n == 0 || var->n == 0)
		return "n is not known (--n says it)";
	if (base->n == 1 || var->n == 1)
		return "not enough data: n is 1";
	if (base->mean <= 0 || var->mean <= 0)
		return "no ratio: a mean is 0 or below";
	if (isnan(base->sd) || isnan(var->sd))
		return "its sd is not known";
	return base->sd > 0 && var->sd > 0 ? NULL : "no spread: an sd is 0";
}

/* As prepare_effect(), where of an arm no more is known than mean, sd and n. */
static void prepare_summary(const struct results *r, struct effect *e, const struct pairing *p,
	struct comparison_input *input)
{
	struct result_moments base = moments_of(r, e->metric, e->baseline, p->base, p->base_n);
	struct result_moments var = moments_of(r, e->metric, e->variant, p->var, p->var_n);

	e->reason = lacking(&base, &var);
	e->base_n = base.n;
	e->var_n = var.n;
	e->base = e->reason ? base.mean : gmean_of(&base);
	e->var = e->reason ? var.mean : gmean_of(&var);
	input->base_n = base.n;
	input->var_n = var.n;
	input->base_mean = base.mean;
	input->base_sd = base.sd;
	input->var_mean = var.mean;
	input->var_sd = var.sd;
}

const char *effect_invalid(const struct judgement *j, const struct effect *e)
{
	const struct results *r = j->results;

	if (strcmp(r->state, "invalid") != 0)
		return e->invalid;
	return r->state_reason && *r->state_reason ? r->state_reason : "the experiment is invalid";
}

/* Fills in all but the comparison; where `reason` stays NULL, *input is ready to be judged. */
static void prepare_effect(const struct judgement *j, struct effect *e, struct arena *arena,
	struct comparison_input *input)
{
	const struct results *r = j->results;
	const struct result_metric *metric = &r->metrics[e->metric];
	struct pairing p = pair_values(r, e, arena);
	bool positive = all_positive(p.base, p.base_n) && all_positive(p.var, p.var_n);

	e->design = designs[results_design_in(r, e->metric, e->baseline, e->variant)];
	e->base_n = p.base_n;
	e->var_n = p.var_n;
	/* elsewhere than in one experiment of ours arms may well have more rounds than others */
	if (r->source == RESULTS_OF_EXPERIMENT && r->text_count == 0)
		e->missing = r->round_count - (p.base_n < p.var_n ? p.base_n : p.var_n);
	e->base = mean_of(p.base, p.base_n, positive);
	e->var = mean_of(p.var, p.var_n, positive);
	if (p.base_n == 0 || p.var_n == 0)
		e->reason = e->design == DESIGN_PAIRED ? "no round has a value of both"
						       : "one of the two has no value";
	else if (!positive)
		e->reason = "no ratio: a value is 0 or below";
	else if (metric_is_count(metric))
		e->reason = "no ratio: these are counts";
	*input = (struct comparison_input){
		.design = e->design,
		.higher_is_better = metric->better != BETTER_LOWER,
		.delta = metric->margin,
		.unit = metric->resolution,
	};
	pairing_to_input(&p, input);
	if (e->design == DESIGN_SUMMARY)
		prepare_summary(r, e, &p, input);
	if (j->differences)
		e->invalid = differences_forbid(r, j->differences, e->variant, e->baseline, arena);
	input->invalid = effect_invalid(j, e);
}

static void withhold(struct comparison *c)
{
	c->verdict = VERDICT_INCONCLUSIVE;
	c->real_but_small = c->at_least_delta = false;
}

static void take_over(struct effect **tested, const struct comparison *without, size_t count,
	const char *const *names)
{
	for (size_t i = 0; i < count; i++) {
		struct comparison *c = &tested[i]->comparison;
		if (!names[i] || c->verdict == VERDICT_INCONCLUSIVE ||
			c->verdict == without[i].verdict)
			continue;
		tested[i]->odd = names[i];
		tested[i]->rests_on_odd = true;
		withhold(c);
	}
}

/*
 * Flagged data stay in; but a verdict that would be another one without an odd run's round rests on
 * it, and is not given (statistics.md 1.6, layer 4). Of several odd runs each is left out by
 * itself: the n-th ones of all comparisons at once, since the family is judged together.
 */
static int try_without_odd(const struct judgement *j, struct effect **tested,
	const struct comparison_input *inputs, size_t count, struct arena *arena, struct error *err)
{
	struct comparison_input *rest = NEW(arena, struct comparison_input, count);
	struct comparison *without = NEW(arena, struct comparison, count);
	const char **names = NEW(arena, const char *, count);

	for (size_t nth = 0;; nth++) {
		bool any = false;
		for (size_t i = 0; i < count; i++) {
			const struct odd_run *odd = tested[i]->design == DESIGN_SUMMARY
							    ? NULL
							    : odd_of_effect(j, tested[i], nth);
			rest[i] = inputs[i];
			names[i] = odd ? odd_name(j->results, odd, arena) : NULL;
			any |= odd != NULL;
			if (!odd)
				continue;
			struct pairing p = pair_values(j->results, tested[i], arena);
			pairing_leave_out(&p, odd->round, odd->variant == tested[i]->baseline);
			pairing_to_input(&p, &rest[i]);
			if (!tested[i]->rests_on_odd)
				tested[i]->odd = tested[i]->odd ? arena_printf(arena, "%s,%s",
									  tested[i]->odd, names[i])
								: names[i];
		}
		if (!any)
			return 0;
		int ret = verdict_family(rest, count, j->results->alpha, without, err);
		if (ret < 0)
			return ret;
		take_over(tested, without, count, names);
	}
}

/*
 * Of means and sds the logs are guessed: ln(mean) - s^2/2. Where the sds differ much, that guess
 * moves the ratio by itself; a verdict that the ratio of the given means would not get rests on it,
 * and is not given. The same spread with the means' own ratio is had by scaling the variant.
 */
static int try_by_means(struct effect **tested, const struct comparison_input *inputs, size_t count,
	double alpha, struct arena *arena, struct error *err)
{
	struct comparison_input *by_means = NEW(arena, struct comparison_input, count);
	struct comparison *compared = NEW(arena, struct comparison, count);
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		struct comparison_input *in = &by_means[i];
		*in = inputs[i];
		if (tested[i]->design != DESIGN_SUMMARY)
			continue;
		any = true;
		double base_cv = in->base_sd / in->base_mean, var_cv = in->var_sd / in->var_mean;
		double scale = sqrt((1 + var_cv * var_cv) / (1 + base_cv * base_cv));
		in->var_mean *= scale;
		in->var_sd *= scale;
	}
	int ret = any ? verdict_family(by_means, count, alpha, compared, err) : 0;
	for (size_t i = 0; ret == 0 && any && i < count; i++) {
		struct comparison *c = &tested[i]->comparison;
		if (tested[i]->design != DESIGN_SUMMARY || c->verdict == VERDICT_INCONCLUSIVE ||
			c->verdict == compared[i].verdict)
			continue;
		tested[i]->rests_on_logs = true;
		withhold(c);
	}
	return ret;
}

/* Judges those effects together that have no reason against it; *judged is their number. */
static int judge_family(const struct judgement *j, struct effect **effects, size_t count,
	struct arena *arena, size_t *judged, struct error *err)
{
	const struct results *r = j->results;
	struct comparison_input *inputs = NEW(arena, struct comparison_input, count + 1);
	struct effect **tested = NEW(arena, struct effect *, count + 1);
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		prepare_effect(j, effects[i], arena, &inputs[n]);
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
	if (!tested[0]->primary)
		return 0;
	ret = try_by_means(tested, inputs, n, r->alpha, arena, err);
	if (ret == 0)
		ret = try_without_odd(j, tested, inputs, n, arena, err);
	for (size_t i = 0; ret == 0 && i < n; i++)
		doubts_find(j, tested[i], n, arena);
	return ret;
}

int arm_summary(const struct results *r, size_t metric, size_t variant, struct summary *summary,
	struct error *err)
{
	struct arena arena = { 0 };
	const double *row = results_row(r, metric, variant);
	double *values = NEW(&arena, double, r->round_count + 1);
	size_t n = 0;
	int ret = 0;

	for (size_t i = 0; i < r->round_count; i++) {
		if (isfinite(row[i]))
			values[n++] = row[i];
	}
	if (results_is_summary(r, metric, variant)) {
		const struct result_moments *m = &r->moments[metric * r->variant_count + variant];
		const struct moments raw = { .n = m->n, .mean = m->mean, .sd = m->sd };
		*summary = summarize_moments(&raw);
	} else {
		ret = summarize(values, n, summary, err);
	}
	arena_free(&arena);
	return ret;
}

static int summarize_all(const struct results *r, struct arena *arena, struct judgement *j,
	struct error *err)
{
	j->summaries = NEW(arena, struct summary, r->metric_count * r->variant_count + 1);
	for (size_t m = 0; m < r->metric_count; m++) {
		for (size_t v = 0; v < r->variant_count; v++) {
			int ret =
				arm_summary(r, m, v, &j->summaries[m * r->variant_count + v], err);
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
			if (!r->variants[v].hidden || !metric_is_judged(&r->metrics[m]))
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
	int ret = judge_family(j, family, j->aa_count, arena, &judged, err);
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
static int judge_others(struct arena *arena, struct judgement *j, struct error *err)
{
	double *p = NEW(arena, double, j->effect_count + 1);

	for (size_t i = 0; i < j->effect_count; i++) {
		struct effect *e = &j->effects[i];
		size_t judged = 0;
		p[i] = NAN;
		if (e->primary)
			continue;
		int ret = judge_family(j, &e, 1, arena, &judged, err);
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

/* Not all of several experiments, or of the variants of texts, need have measured the same: what is
 * not in both is no comparison, and is listed by the reports (several.h). */
static bool is_unmatched(const struct results *r, size_t metric, size_t variant)
{
	return (r->source == RESULTS_OF_SEVERAL || r->text_count > 0) &&
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
			if (v == r->baseline || r->variants[v].hidden || is_unmatched(r, m, v) ||
				!result_is_listed(&r->metrics[m]))
				continue;
			struct effect *e = &j->effects[j->effect_count++];
			*e = (struct effect){ .metric = m,
				.variant = v,
				.baseline = r->baseline,
				.primary = metric_is_judged(&r->metrics[m]) };
			if (e->primary)
				family[primaries++] = e;
		}
	}
	ret = judge_family(j, family, primaries, arena, &j->family, err);
	return ret < 0 ? ret : judge_others(arena, j, err);
}

int judge(const struct results *results, struct arena *arena, struct judgement *judgement,
	struct error *err)
{
	struct judgement j = { .results = results };
	int ret = summarize_all(results, arena, &j, err);

	j.differences = differences_find(results, arena);
	j.timeline = timeline_of(results, arena);
	odd_find(&j, arena);
	if (ret == 0)
		ret = judge_effects(results, arena, &j, err);
	if (ret == 0)
		ret = judge_aa(results, arena, &j, err);
	if (ret < 0)
		return ret;
	rig_look(&j);
	suites_make(&j, arena);
	*judgement = j;
	return 0;
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

bool judgement_lacks_values(const struct judgement *j)
{
	size_t others = 0;

	for (size_t i = 0; i < j->effect_count; i++) {
		const struct effect *e = &j->effects[i];
		if (e->primary && (e->base_n == 0 || e->var_n == 0))
			return true;
	}
	for (size_t v = 0; v < j->results->variant_count; v++)
		others += v != j->results->baseline && !j->results->variants[v].hidden;
	return others > 0 && j->effect_count == 0;
}

char *metric_label(struct arena *arena, const struct result_metric *metric)
{
	if (!*metric->phase && !*metric->metric)
		return arena_strdup(arena, metric->cell);
	return arena_printf(arena, "%s %s%s%s", metric->cell, metric->phase,
		*metric->phase ? "/" : "", metric->metric);
}

struct comparison_input effect_input(const struct judgement *j, const struct effect *e,
	struct arena *arena)
{
	struct effect copy = *e;
	struct comparison_input input;

	prepare_effect(j, &copy, arena, &input);
	return input;
}

struct evidence effect_evidence(const struct judgement *j, const struct effect *e,
	struct arena *arena)
{
	const struct comparison_input input = effect_input(j, e, arena);

	return evidence_of(&input, &e->comparison, j->results->alpha);
}

bool metric_is_count(const struct result_metric *metric)
{
	return strcmp(metric->unit, "count") == 0;
}

bool effect_has_only_difference(const struct effect *e)
{
	return e->reason && isfinite(e->base) && isfinite(e->var);
}
