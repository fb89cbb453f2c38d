// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/verdict.h"

#include "core/arena.h"
#include "stats/adjust.h"
#include "stats/paired.h"
#include "stats/permutation.h"
#include "stats/samplesize.h"
#include "stats/signflip.h"
#include "stats/stein.h"
#include "stats/tost.h"
#include "stats/welch.h"

#include <errno.h>
#include <math.h>

/* Fewer rounds say nothing that deserves a word. */
enum { LEAST_N = 3 };

/* A comparison under way: what is known of it beyond what it will say. */
struct trial {
	const struct comparison_input *in;
	struct comparison *out;
	struct deals *deals;    /* of the family */
	double base_sd, var_sd; /* of logs; PAIRED: base_sd is that of the differences */
	double p_tost_all;      /* as in the comparison */
};

static const char *const names[] = {
	[VERDICT_INVALID] = "INVALID",
	[VERDICT_INCONCLUSIVE] = "INCONCLUSIVE",
	[VERDICT_EQUIVALENT] = "EQUIVALENT",
	[VERDICT_FASTER] = "FASTER",
	[VERDICT_SLOWER] = "SLOWER",
};

static int check_values(const char *arm, const double *x, size_t n, struct error *err)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]) || x[i] <= 0)
			return fail(err, EINVAL,
				"%s: value %zu of %zu is %g: a ratio needs positive, finite values",
				arm, i + 1, n, x[i]);
	return 0;
}

static int check_summary(const char *arm, size_t n, double mean, double sd, struct error *err)
{
	if (n < 2)
		return fail(err, EINVAL, "%s: n is %zu: a summary needs at least 2 runs", arm, n);
	if (!isfinite(mean) || mean <= 0)
		return fail(err, EINVAL, "%s: mean is %g: a ratio needs a positive, finite mean",
			arm, mean);
	if (!isfinite(sd) || sd <= 0)
		return fail(err, EINVAL, "%s: sd is %g: it must be above 0 and finite", arm, sd);
	return 0;
}

static int check_input(const struct comparison_input *in, struct error *err)
{
	int ret;

	if (!(in->delta > 0 && in->delta < 1))
		return fail(err, EINVAL, "margin: %g %% is not between 0 and 100 %%",
			100 * in->delta);
	if (!isfinite(in->unit) || in->unit < 0)
		return fail(err, EINVAL, "unit: %g is not a resolution", in->unit);
	if (in->invalid)
		return 0; /* whatever it holds will not be judged */
	if (in->design == DESIGN_SUMMARY) {
		ret = check_summary("baseline", in->base_n, in->base_mean, in->base_sd, err);
		return ret ? ret
			   : check_summary("variant", in->var_n, in->var_mean, in->var_sd, err);
	}
	if (in->pilot_n == 1)
		return fail(err, EINVAL, "pilot: one round has no spread, at least 2 are needed");
	if (in->design == DESIGN_PAIRED && in->base_n != in->var_n)
		return fail(err, EINVAL,
			"%zu values of the baseline cannot be paired with %zu of the variant",
			in->base_n, in->var_n);
	ret = check_values("baseline", in->base, in->base_n, err);
	return ret ? ret : check_values("variant", in->var, in->var_n, err);
}

static struct estimate estimate_paired(struct trial *t, struct exact *exact)
{
	struct arena arena = { 0 };
	const struct comparison_input *in = t->in;
	struct paired paired = paired_log(in->base, in->var, in->base_n, in->unit);
	const double *d = paired_logs(&arena, in->base, in->var, in->base_n);

	*exact = signflip(d, in->base_n, EXACT_DRAWS, EXACT_SEED);
	arena_free(&arena);
	t->base_sd = paired.sd;
	if (in->pilot_n == 0 || in->pilot_n >= in->base_n)
		return paired.effect;
	t->p_tost_all = tost_log(&paired.effect, in->delta).p;
	/* what the later rounds scatter must not touch the interval, or it is no longer exact */
	t->base_sd = paired_log(in->base, in->var, in->pilot_n, in->unit).sd;
	return stein_effect(paired.effect.est, in->base_n, t->base_sd, in->pilot_n);
}

static struct estimate estimate_unpaired(struct trial *t, struct exact *exact)
{
	struct arena arena = { 0 };
	const struct comparison_input *in = t->in;
	struct moments base = sample_log_moments(in->base, in->base_n, in->unit);
	struct moments var = sample_log_moments(in->var, in->var_n, in->unit);

	*exact = permutation_means_dealt(sample_logs(&arena, in->base, in->base_n), in->base_n,
		sample_logs(&arena, in->var, in->var_n), in->var_n, t->deals);
	arena_free(&arena);
	t->base_sd = base.sd;
	t->var_sd = var.sd;
	return welch(&base, &var);
}

static struct estimate estimate_summary(struct trial *t, struct exact *exact)
{
	const struct comparison_input *in = t->in;
	struct moments base = { .n = in->base_n, .mean = in->base_mean, .sd = in->base_sd };
	struct moments var = { .n = in->var_n, .mean = in->var_mean, .sd = in->var_sd };

	*exact = (struct exact){ .p = NAN, .floor = NAN, .hits = NAN, .total = NAN };
	base = moments_lognormal(&base);
	var = moments_lognormal(&var);
	t->base_sd = base.sd;
	t->var_sd = var.sd;
	return welch(&base, &var);
}

static const struct design_methods {
	struct estimate (*estimate)(struct trial *t, struct exact *exact);
} designs[] = {
	[DESIGN_PAIRED] = { .estimate = estimate_paired },
	[DESIGN_UNPAIRED] = { .estimate = estimate_unpaired },
	[DESIGN_SUMMARY] = { .estimate = estimate_summary },
};

static struct comparison comparison_empty(const struct comparison_input *in)
{
	return (struct comparison){
		.verdict = in->invalid ? VERDICT_INVALID : VERDICT_INCONCLUSIVE,
		.n = min_u64(in->base_n, in->var_n),
		.log_ratio = NAN,
		.se = NAN,
		.df = NAN,
		.t = NAN,
		.ratio = NAN,
		.ratio_lo = NAN,
		.ratio_hi = NAN,
		.p = NAN,
		.p_holm = NAN,
		.p_tost = NAN,
		.p_tost_holm = NAN,
		.p_tost_all = NAN,
		.p_exact = NAN,
		.exact_floor = NAN,
		.exact_hits = NAN,
		.exact_total = NAN,
	};
}

static void estimate(struct trial *t, double alpha)
{
	struct comparison *out = t->out;
	struct exact exact;
	struct estimate effect = designs[t->in->design].estimate(t, &exact);

	out->log_ratio = effect.est;
	out->ratio = exp(effect.est);
	out->not_enough_data = out->n < LEAST_N;
	if (out->n < 2)
		return;
	out->se = effect.se;
	out->df = effect.df;
	out->t = effect.t;
	out->p = effect.p;
	out->ratio_lo = exp(effect.lo);
	out->ratio_hi = exp(effect.hi);
	out->p_tost = tost_log(&effect, t->in->delta).p;
	out->p_tost_all = t->p_tost_all;
	out->p_exact = exact.p;
	out->exact_floor = exact.floor;
	out->exact_hits = exact.hits;
	out->exact_total = exact.total;
	out->exact_is_drawn = !exact.is_exact && exact.total > 0;
	out->exact_attainable = exact.floor <= alpha;
}

/* Holm over those that can be judged; returns how many they are. */
static size_t adjust(struct comparison *c, size_t count)
{
	struct arena arena = { 0 };
	double *differs = NEW(&arena, double, count);
	double *equivalent = NEW(&arena, double, count);
	size_t m = 0;

	for (size_t i = 0; i < count; i++) {
		bool is_judged = c[i].n >= LEAST_N && c[i].verdict != VERDICT_INVALID;
		differs[i] = is_judged ? c[i].p : NAN;
		equivalent[i] = is_judged ? c[i].p_tost : NAN;
		m += is_judged;
	}
	adjust_holm(differs, count, differs);
	adjust_holm(equivalent, count, equivalent);
	for (size_t i = 0; i < count; i++) {
		c[i].p_holm = differs[i];
		c[i].p_tost_holm = equivalent[i];
	}
	arena_free(&arena);
	return m;
}

static enum verdict judge(const struct comparison_input *in, const struct comparison *c,
	double alpha)
{
	double goodness = in->higher_is_better ? 1 : -1;

	if (in->invalid)
		return VERDICT_INVALID;
	if (c->not_enough_data)
		return VERDICT_INCONCLUSIVE;
	if (c->p_tost_holm <= alpha && !(c->p_tost_all > alpha))
		return VERDICT_EQUIVALENT;
	if (c->p_holm <= alpha && (!c->exact_attainable || c->p_exact <= alpha))
		return goodness * c->log_ratio > 0 ? VERDICT_FASTER : VERDICT_SLOWER;
	return VERDICT_INCONCLUSIVE;
}

static uint64_t to_settle(const struct trial *t, double alpha, size_t m)
{
	const struct comparison_input *in = t->in;

	if (in->design != DESIGN_PAIRED)
		return runs_to_settle(t->base_sd, t->var_sd, in->delta, alpha, m);
	if (in->pilot_n == 0 || in->pilot_n >= in->base_n)
		return rounds_to_settle(t->base_sd, in->delta, alpha, m);
	uint64_t n = stein_plan(in->pilot_n, t->base_sd, in->delta, alpha, m, UINT64_MAX).n;
	return n <= SETTLE_LIMIT ? n : 0;
}

static uint64_t to_see(const struct trial *t, double alpha, size_t m)
{
	double effect = t->out->log_ratio;

	if (!(fabs(effect) >= log1p(t->in->delta) / 2))
		return 0;
	return t->in->design == DESIGN_PAIRED
		       ? rounds_to_see(effect, t->base_sd, alpha, m)
		       : runs_to_see(effect, t->base_sd, t->var_sd, alpha, m);
}

static void plan_more(struct trial *t, double alpha, size_t m)
{
	struct comparison *out = t->out;

	out->n_settle = to_settle(t, alpha, m);
	if (out->n_settle > 0 && out->not_enough_data)
		out->n_settle = max_u64(out->n_settle, LEAST_N);
	if (out->n_settle > out->n)
		out->n_settle_more = out->n_settle - out->n;
	out->n_see = to_see(t, alpha, m);
}

static void conclude(struct trial *t, double alpha, size_t m)
{
	const struct comparison_input *in = t->in;
	struct comparison *out = t->out;
	double margin = log1p(in->delta);

	out->verdict = judge(in, out, alpha);
	if (in->invalid)
		return;
	bool differs = out->verdict == VERDICT_FASTER || out->verdict == VERDICT_SLOWER;
	out->real_but_small = out->verdict == VERDICT_EQUIVALENT && out->p_holm <= alpha;
	out->at_least_delta =
		differs && (log(out->ratio_lo) > margin || log(out->ratio_hi) < -margin);
	plan_more(t, alpha, m);
}

const char *verdict_name(enum verdict verdict)
{
	return names[verdict];
}

int verdict_family(const struct comparison_input *inputs, size_t count, double alpha,
	struct comparison *comparisons, struct error *err)
{
	if (!(alpha > 0 && alpha < 1))
		return fail(err, EINVAL, "alpha: %g is not between 0 and 1", alpha);
	for (size_t i = 0; i < count; i++) {
		int ret = check_input(&inputs[i], err);
		if (ret)
			return fail_in(err, ret, "comparison %zu", i + 1);
	}

	struct arena arena = { 0 };
	struct trial *trials = NEW(&arena, struct trial, count);
	struct deals deals = { .draws = EXACT_DRAWS, .seed = EXACT_SEED };
	for (size_t i = 0; i < count; i++) {
		trials[i] = (struct trial){ .in = &inputs[i],
			.out = &comparisons[i],
			.deals = &deals,
			.p_tost_all = NAN };
		comparisons[i] = comparison_empty(&inputs[i]);
		if (!inputs[i].invalid)
			estimate(&trials[i], alpha);
	}
	size_t m = max_u64(adjust(comparisons, count), 1);
	for (size_t i = 0; i < count; i++)
		conclude(&trials[i], alpha, m);
	deals_free(&deals);
	arena_free(&arena);
	return 0;
}
