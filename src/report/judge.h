// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "model/results.h"
#include "stats/evidence.h"
#include "stats/summary.h"
#include "stats/verdict.h"

/*
 * Results, judged. Everything that a report says is computed here; what prints is a pure
 * function of these structs.
 */

/* One metric of one variant against the baseline. */
struct effect {
	size_t metric, variant; /* indices in the results */
	size_t baseline;        /* what the variant is compared with */
	bool primary;       /* judged in the family; others have ratio and interval, no verdict */
	const char *reason; /* why nothing could be compared; NULL where comparison holds */
	enum design design;
	size_t base_n, var_n; /* values compared; equal where paired */
	double base, var;     /* geometric means of them; arithmetic where there is no ratio */
	size_t missing;       /* complete rounds in which one of the two had no value */
	const char
		*odd; /* "xfs#3": a run far from its sisters (statistics.md 1.6); NULL for none */
	bool rests_on_odd; /* and the verdict would be another one without its round */
	double q; /* not primary: share of false claims (Benjamini, Hochberg); NaN otherwise */
	struct comparison comparison;
};

struct judgement {
	const struct results *results;
	struct summary *summaries; /* [metric][variant], of complete rounds */
	struct effect *effects;    /* by metric, then variant; without baseline and aa arm */
	size_t effect_count;
	size_t family; /* m: primary comparisons that were judged together */
	struct effect
		*aa; /* the aa arm against the baseline, primary metrics: a family of its own */
	size_t aa_count;
	size_t aa_worst; /* index in aa of the one that speaks against the rig most */
};

/*
 * Judges the experiment: the family of primary metrics times variants at once, each other metric
 * by itself, the aa arm apart. Texts and arrays are the arena's; results must outlive the
 * judgement. Errors are those of summarize() and verdict_family().
 */
int judge(const struct results *results, struct arena *arena, struct judgement *judgement,
	struct error *err) MUST_CHECK;

static inline const struct summary *judgement_summary(const struct judgement *j, size_t metric,
	size_t variant)
{
	return &j->summaries[metric * j->results->variant_count + variant];
}

/* Whether a primary comparison has this verdict: for --gate. */
bool judgement_has(const struct judgement *j, enum verdict verdict);

/* "lmdd bs=4k write/throughput": how a metric is named everywhere; a metric of numbers from
 * elsewhere has no phase, and one name only. */
char *metric_label(struct arena *arena, const struct result_metric *metric);

/* What the effect was computed from; its values are the arena's. */
struct comparison_input effect_input(const struct judgement *j, const struct effect *effect,
	struct arena *arena);

/* The numbers behind it (evidence.h), computed anew. */
struct evidence effect_evidence(const struct judgement *j, const struct effect *effect,
	struct arena *arena);

/* Whether there is no ratio because a value is 0 or below: difference and rank test are then all
 * there is, for exploring, with no verdict (statistics.md 2.7). */
bool effect_has_only_difference(const struct effect *effect);
