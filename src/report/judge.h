// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "model/results.h"
#include "report/differences.h"
#include "report/timeline.h"
#include "stats/drift.h"
#include "stats/evidence.h"
#include "stats/summary.h"
#include "stats/verdict.h"

/*
 * Results, judged. Everything that a report says is computed here; what prints is a pure
 * function of these structs.
 */

/* What the test of a comparison takes for granted, and its values may not have. No doubt is false.
 */
struct doubts {
	/* a rank test sees a difference and the t test does not: statistics.md 2.5, role b */
	bool has_hiccups;
	double typical, rank_p; /* ratio of the typical run; p times the size of the family */
	const char *hiccups;    /* "#3 #7": the rounds that dominate the mean */

	bool is_serial; /* paired rounds resemble their neighbours: 1.7 */
	double von_neumann;

	bool noise_changed; /* after the pilot of a two-stage plan: 1.5 */
	double pilot_sd, later_sd, noise_p;
};

/* One metric of one variant against the baseline. */
struct effect {
	size_t metric, variant; /* indices in the results */
	size_t baseline;        /* what the variant is compared with */
	bool primary;        /* judged in the family; others have ratio and interval, no verdict */
	const char *reason;  /* why nothing could be compared; NULL where comparison holds */
	const char *invalid; /* the precondition that broke; NULL where none did */
	enum design design;
	size_t base_n, var_n; /* values compared; equal where paired */
	double base, var;     /* geometric means of them; arithmetic where there is no ratio */
	size_t missing;       /* complete rounds in which one of the two had no value */
	/* "xfs#3,ext2#1": runs far from their sisters (statistics.md 1.6); NULL for none */
	const char *odd;
	bool rests_on_odd; /* the verdict would be another one without its round; odd is that one */
	/* of summaries: the verdict would be another one by the means as they are */
	bool rests_on_logs;
	struct doubts doubts;
	double q; /* not primary: share of false claims (Benjamini, Hochberg); NaN otherwise */
	struct comparison comparison;
};

/* A run far from its sisters of the same metric and variant. */
struct odd_run {
	size_t metric, variant, round; /* indices */
	double ratio;                  /* to the other runs */
	double first_p;                /* by the first-run test; NaN: by its distance in MADs */
	double mads;
};

/* What the laboratory did to all variants alike (statistics.md 1.7). */
struct rig {
	bool has_drift, drifts; /* drifts: beyond the margin, and p < 0.01 */
	size_t drift_metric;    /* the one that drifts most, or most surely */
	struct drift drift;
	bool position_matters; /* being last in a round: the reset leaks */
	size_t position_metric;
	double position_ratio, position_p; /* last / first */
};

/* All primary metrics of one variant as one number (statistics.md 2.9): described, not judged. */
struct suite_score {
	size_t variant, metrics, n;
	double ratio, ratio_lo, ratio_hi; /* above 1 is better */
	const char **unmatched;           /* metrics that are not in it, and why; NULL-ended */
};

struct judgement {
	const struct results *results;
	const struct differences *differences; /* of the facts; NULL where nobody looked */
	struct summary *summaries;             /* [metric][variant], of complete rounds */
	struct effect *effects; /* by metric, then variant; without baseline and aa arm */
	size_t effect_count;
	size_t family; /* m: primary comparisons that were judged together */
	struct effect
		*aa; /* the aa arm against the baseline, primary metrics: a family of its own */
	size_t aa_count;
	size_t aa_worst; /* index in aa of the one that speaks against the rig most */
	struct timeline timeline;
	struct odd_run *odd; /* of primary metrics, by metric and variant */
	size_t odd_count;
	/* "ext2 lmdd write/time x2.64, ...": warm-ups that the first-run test finds unlike their
	 * rounds, which is what they are for; NULL for none */
	const char *odd_warmups;
	struct rig rig;
	struct suite_score
		*suites; /* of each variant, where two or more primary metrics are matched */
	size_t suite_count;
	struct pooled *pooled; /* on request: pool.h */
	size_t pooled_count;
};

/* Why an effect's numbers say nothing: the experiment is invalid, or facts that have to be the same
 * are not. NULL where they may. */
const char *effect_invalid(const struct judgement *j, const struct effect *effect);

/*
 * Judges the experiment: the family of primary metrics times variants at once, each other metric
 * by itself, the aa arm apart. Texts and arrays are the arena's; results must outlive the
 * judgement. Errors are those of summarize() and verdict_family().
 */
int judge(const struct results *results, struct arena *arena, struct judgement *judgement,
	struct error *err) MUST_CHECK;

/* Of a variant's values, or of what a text says of them. Errors are those of summarize(). */
int arm_summary(const struct results *results, size_t metric, size_t variant,
	struct summary *summary, struct error *err) MUST_CHECK;

static inline const struct summary *judgement_summary(const struct judgement *j, size_t metric,
	size_t variant)
{
	return &j->summaries[metric * j->results->variant_count + variant];
}

/* Whether a primary comparison has this verdict: for --gate. */
bool judgement_has(const struct judgement *j, enum verdict verdict);

/* Whether a primary comparison has no value of one of its two, or nothing was compared although
 * there is another variant: for --gate=strict. */
bool judgement_lacks_values(const struct judgement *j);

/* "lmdd bs=4k write/throughput": how a metric is named everywhere; a metric of numbers from
 * elsewhere has no phase, and one name only. */
char *metric_label(struct arena *arena, const struct result_metric *metric);

/* What the effect was computed from; its values are the arena's. */
struct comparison_input effect_input(const struct judgement *j, const struct effect *effect,
	struct arena *arena);

/* The numbers behind it (evidence.h), computed anew. */
struct evidence effect_evidence(const struct judgement *j, const struct effect *effect,
	struct arena *arena);

/* Judged by the plan, or only shown. */
static inline bool metric_is_judged(const struct result_metric *metric)
{
	return metric->primary && metric->better != BETTER_NEITHER;
}

/* Whether it counts things (unit "count"): a ratio of counts says little, whatever they are. */
bool metric_is_count(const struct result_metric *metric);

/* Whether there is no ratio because a value is 0 or below, or
 * a count: difference and rank test are then all
 * there is, for exploring, with no verdict (statistics.md 2.7). */
bool effect_has_only_difference(const struct effect *effect);
