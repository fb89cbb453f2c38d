// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/explain.h"

#include "report/numbers.h"

#include <inttypes.h>
#include <math.h>

/* How the log ratio of a design was tested. */
static const struct method {
	const char *test, *exact, *arms;
} methods[] = {
	[DESIGN_PAIRED] = {
		.test = "paired t test of the rounds' log ratios (Student 1908)",
		.exact = "sign-flip test (Fisher 1935)",
		.arms = "Pairs are the runs of one round.",
	},
	[DESIGN_UNPAIRED] = {
		.test = "Welch's t test on logarithms (Welch 1947)",
		.exact = "permutation test (Pitman 1937)",
		.arms = "The runs of the two were not interleaved: time may be in it.",
	},
	[DESIGN_SUMMARY] = {
		.test = "Welch's t test (Welch 1947) on the moments of the log-normal distribution "
			"that has the given mean and sd",
		.exact = "",
		.arms = "Of each arm only mean, sd and n are known: no exact test, no look at single "
			"runs.",
	},
};

static const struct result_metric *metric_of(const struct judgement *j, const struct effect *e)
{
	return &j->results->metrics[e->metric];
}

/* What the verdict claims, and on what ground. */
static char *claim_text(const struct judgement *j, const struct effect *e, struct arena *arena)
{
	const struct comparison *c = &e->comparison;
	const char *margin = percent_text(arena, metric_of(j, e)->margin);
	const char *alpha = percent_text(arena, j->results->alpha);

	if (e->reason)
		return arena_printf(arena, "No verdict: %s.", e->reason);
	if (!e->primary)
		return arena_strdup(arena, "Not a primary metric: shown, not judged.");
	if (c->verdict == VERDICT_INCONCLUSIVE && c->not_enough_data)
		return arena_printf(arena,
			"Not enough data: fewer than three %s say nothing that deserves a verdict, "
			"whatever the tests say.",
			e->design == DESIGN_PAIRED ? "rounds" : "runs of one of the two");
	if (e->rests_on_logs)
		return arena_strdup(arena,
			"As ratio of geometric means there would be a verdict, as ratio of the "
			"means that were given another one: the sds are so different that it rests "
			"on the log-normal distribution, and none is given.");
	switch (c->verdict) {
	case VERDICT_INVALID:
		return e->invalid ? arena_printf(arena,
					    "A fact that has to be the same is not: %s: these "
					    "numbers say nothing.",
					    e->invalid)
				  : arena_strdup(arena, "The experiment is invalid: these numbers "
							"say nothing.");
	case VERDICT_INCONCLUSIVE:
		if (e->rests_on_odd)
			return arena_printf(arena,
				"Without the round of %s, a run far from its sisters, the verdict "
				"would be another one: none is given.",
				e->odd);
		return arena_printf(arena,
			"Neither a difference nor equality within ±%s is shown at %s: more %s are "
			"needed.",
			margin, alpha, e->design == DESIGN_PAIRED ? "rounds" : "runs");
	case VERDICT_EQUIVALENT:
		return arena_printf(arena, "The true difference lies within ±%s (TOST at %s)%s.",
			margin, alpha, c->real_but_small ? "; there is one, but a small one" : "");
	case VERDICT_FASTER:
	case VERDICT_SLOWER:
		break;
	}
	return arena_printf(arena, "The difference is shown at %s (t test on logarithms)%s%s%s.",
		alpha,
		c->exact_attainable ? ", and by an exact test"
		: e->design == DESIGN_SUMMARY
			? "; there are no values to confirm it by an exact test"
			: "; no exact test could confirm it with so few runs",
		c->at_least_delta ? "; it is at least " : "", c->at_least_delta ? margin : "");
}

/* Estimate, interval, tests: the numbers, the formula, the source. */
static char *test_text(const struct judgement *j, const struct effect *e, struct arena *arena)
{
	const struct comparison *c = &e->comparison;
	const struct method *method = &methods[e->design];

	if (!isfinite(c->t))
		return arena_printf(arena, " Ratio of geometric means %.6g.", c->ratio);
	char *text = arena_printf(arena,
		" Ratio of geometric means %.6g = exp(%.6g), 95%% interval exp(%.6g ± t * %.3g) = "
		"[%.6g, %.6g], t=%.6g, df=%.6g, p%s: %s.",
		c->ratio, c->log_ratio, c->log_ratio, c->se, c->ratio_lo, c->ratio_hi, c->t, c->df,
		p_text(arena, c->p), method->test);
	text = arena_printf(arena,
		"%s Equality within ±%s, ln(ratio) between ±ln(1 + margin): two one-sided tests, "
		"p%s (Schuirmann 1987).",
		text, percent_text(arena, metric_of(j, e)->margin), p_text(arena, c->p_tost));
	if (isfinite(c->p_tost_all))
		text = arena_printf(arena,
			"%s The interval is that of the pilot's spread (Stein 1945); that of all "
			"rounds must agree before equality is claimed, p%s.",
			text, p_text(arena, c->p_tost_all));
	if (!isfinite(c->p_exact))
		return text;
	const char *drawn = c->exact_is_drawn
				    ? arena_printf(arena,
					      " from %.0f relabellings drawn by a fixed seed "
					      "(Phipson and Smyth 2010)",
					      c->exact_total)
				    : "";
	return arena_printf(arena, "%s Exact: %s%s, p%s, which %s.", text, method->exact, drawn,
		p_text(arena, c->p_exact),
		c->exact_attainable ? "must agree before a difference is claimed"
				    : arena_printf(arena, "cannot be below %s with so few values",
					      p_text(arena, c->exact_floor) + 1));
}

static char *family_text(const struct judgement *j, const struct effect *e, struct arena *arena)
{
	const struct comparison *c = &e->comparison;

	if (!e->primary && isfinite(e->q))
		return arena_printf(arena, " q%s by Benjamini and Hochberg 1995.",
			p_text(arena, e->q));
	if (!e->primary || j->family < 2 || !isfinite(c->p_holm))
		return arena_strdup(arena, "");
	return arena_printf(arena,
		" For %zu comparisons at once Holm's correction (Holm 1979) makes it p%s and p%s "
		"for "
		"equality.",
		j->family, p_text(arena, c->p_holm), p_text(arena, c->p_tost_holm));
}

static char *needed_text(const struct effect *e, struct arena *arena)
{
	const struct comparison *c = &e->comparison;
	const char *what = e->design == DESIGN_PAIRED ? "rounds" : "runs of each";
	char *text = arena_strdup(arena, "");

	if (!e->primary || c->verdict != VERDICT_INCONCLUSIVE)
		return text;
	if (c->n_settle > 0)
		text = arena_printf(arena,
			" With %" PRIu64 " %s in all, if they scatter as these do, the half-width "
			"would be ln(1 + margin) / 2, and the verdict settled (Stein 1945).",
			c->n_settle, what);
	if (c->n_see > 0)
		text = arena_printf(arena,
			"%s %" PRIu64 " %s show a true effect as big as this one with 80%% power "
			"(Guenther 1981).",
			text, c->n_see, what);
	return text;
}

/* What has no ratio: which way it went, and what a rank test says. */
static char *difference_text(const struct judgement *j, const struct effect *e, struct arena *arena)
{
	struct evidence evidence = effect_evidence(j, e, arena);
	const struct result_metric *metric = metric_of(j, e);
	double good = metric->better == BETTER_LOWER ? e->base - e->var : e->var - e->base;
	const char *way = good == 0 || metric->better == BETTER_NEITHER ? ""
			  : good > 0                                    ? ", which is better"
									: ", which is worse";

	char *text = arena_printf(arena, " The arithmetic mean went from %.6g to %.6g%s.", e->base,
		e->var, way);
	if (!isfinite(evidence.rank_p))
		return text;
	return arena_printf(arena, "%s %s, p%s: for exploring only, never a verdict.", text,
		e->design == DESIGN_PAIRED ? "Signed-rank test of the differences (Wilcoxon 1945)"
					   : "Rank-sum test (Mann and Whitney 1947)",
		p_text(arena, evidence.rank_p));
}

static const char *arms_text(const struct results *r, const struct effect *e)
{
	if (e->design == DESIGN_UNPAIRED && (r->source == RESULTS_OF_NUMBERS || r->text_count > 0))
		return "How the runs of the two were ordered is not known.";
	if (r->source == RESULTS_OF_NUMBERS && e->design == DESIGN_PAIRED)
		return "Pairs, as --paired says: the first with the first, and so on.";
	return methods[e->design].arms;
}

const char *better_text(enum better better)
{
	switch (better) {
	case BETTER_HIGHER:
		return "higher is better";
	case BETTER_LOWER:
		return "lower is better";
	case BETTER_NEITHER:
		break;
	}
	return "no direction is better";
}

char *explain_effect(const struct judgement *j, const struct effect *e, struct arena *arena)
{
	const struct results *r = j->results;
	const struct result_metric *metric = metric_of(j, e);
	bool judged = !e->reason && e->comparison.verdict != VERDICT_INVALID;

	return arena_printf(arena, "%s, %s against %s; %s. %s %s%s%s%s%s",
		metric_label(arena, metric), r->variants[e->variant].name,
		r->variants[e->baseline].name, better_text(metric->better), claim_text(j, e, arena),
		arms_text(r, e), judged ? test_text(j, e, arena) : "",
		judged ? family_text(j, e, arena) : "", judged ? needed_text(e, arena) : "",
		effect_has_only_difference(e) ? difference_text(j, e, arena) : "");
}
