// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/demand.h"
#include "model/metric.h"
#include "model/outcome.h"
#include "model/record.h"
#include "model/spec.h"

/*
 * What compare and report see of an experiment: read by the store in a few queries, judged by
 * stats. The same shape holds several experiments put together, and numbers from elsewhere.
 */
enum results_source {
	RESULTS_OF_EXPERIMENT,
	RESULTS_OF_SEVERAL, /* stored experiments, compared with each other */
	RESULTS_OF_NUMBERS, /* from the command line: nobody knows how they were measured */
};

/* What the values of one group of variants are to each other. */
enum results_design {
	RESULTS_PAIRED,   /* those of one round are a pair */
	RESULTS_UNPAIRED, /* each arm by itself */
	RESULTS_SUMMARY,  /* of one of the two, or of both, only mean, sd and n */
};

struct result_variant {
	const char *name;
	size_t group;        /* variants that were run in the same rounds; 0 where all were */
	uint64_t experiment; /* its id in the store; 0 for none */
	bool baseline;       /* the plan's; the aa arm is a copy of this one */
	bool hidden;         /* the aa arm: a second copy of the baseline */
	const char *summary; /* what it is: "ext2 (ext4 driver) on loop:1G" */
	const char *facts;   /* JSON object, of its first run that was ok; NULL or "{}": none */
	const char **later_facts; /* further ones, of other runs that were ok; each once */
	size_t later_facts_count;
	struct setting *plan; /* what the plan says of it (plan_settings.h); of the aa arm what it
				 says of the baseline */
	size_t plan_count;
};

/* Where a metric comes from. */
enum result_origin_kind {
	RESULT_MEASURED, /* by the workload */
	RESULT_OBSERVED, /* beside it, and asked for as a metric: never primary */
	RESULT_BESIDE,   /* the same, but only to be shown beside the measured ones */
};

struct result_metric {
	const char *cell;       /* section and sorted factor levels: "lmdd bs=4k" */
	const char *workload;   /* of the section; NULL of numbers */
	struct setting *params; /* as typed, or as a text said them, factors too */
	size_t param_count;
	const char *phase, *metric, *unit;
	enum better better;
	bool primary;
	double margin;     /* equivalence margin delta, a fraction */
	double resolution; /* the least step of the readings, in the unit; 0 where it is unknown */
	enum result_origin_kind origin;
};

/* All that is known of an arm without values. */
struct result_moments {
	size_t n;        /* 0: not known */
	double mean, sd; /* of the values themselves, divisor n - 1; NaN: not known. Without a mean
			    there is no summary */
};

/* RESULTS_OF_SEVERAL: one of them. */
struct result_origin {
	uint64_t experiment;
	const char *name, *plan_sha256, *state, *state_reason;
	uint64_t seed, started_ns;
	bool interleaved, imported;
	uint64_t pilot; /* as below */
	size_t round_count;
};

struct result_flag {
	size_t variant;
	uint64_t round;
	const char *cell;
	const char *text; /* a warning or the reason of a failed run */
};

/* One run of whatever outcome: where it stood in the order, and how it ended. */
struct result_run {
	uint64_t id, round, attempt, seed, started_ns, ended_ns;
	size_t variant;
	const char *cell;
	enum outcome outcome;
	const char *reason;
};

/* What one phase asked of the machine under one variant: medians over runs that count. */
struct result_demand {
	const char *cell, *phase;
	size_t variant;
	size_t runs; /* that were looked at: of very many an even choice, docs/bottleneck.md */
	struct demand demand;
};

struct results {
	enum results_source source;
	enum results_design design;             /* within a group; between two: unpaired */
	uint64_t experiment;                    /* its id in the store */
	const char *name, *plan_sha256, *state; /* state: running, done, interrupted, invalid */
	const char *state_reason;
	uint64_t seed;
	uint64_t started_ns;
	double alpha;
	bool interleaved;
	/* facts that must be the same for all variants, by name; "default", "none". NULL: as the
	 * table of facts has it (fact.h) */
	const char **require_same;
	size_t require_same_count;
	uint64_t rounds_planned,
		attempts_repeated; /* without the warm-up; rounds that were run again */
	uint64_t pilot; /* two stages: the first so many rounds fixed the number of all; 0: the plan
			   did */
	struct result_variant *variants;
	size_t variant_count;
	size_t baseline; /* the one to compare with; the plan's own has its flag set */
	const char *
		*settings; /* "lmdd fsync=yes rw=write size=200M": what is no factor; each once */
	size_t setting_count;
	struct result_metric *metrics;
	size_t metric_count;
	size_t round_count; /* complete rounds, without the warm-up */
	uint64_t *round_numbers;
	uint64_t *round_attempts;       /* of each round the one that counts; of several: NULL */
	double *values;                 /* [metric][variant][round]; NaN where there is none */
	double *warmup;                 /* [metric][variant]; NaN where there is none */
	struct result_moments *moments; /* [metric][variant]; NULL where no arm is a summary */
	/* [metric][variant]: where the first of an arm's numbers was read; NULL where nothing was
	 * imported */
	const struct import_record **records;
	/* RESULTS_OF_SEVERAL: [metric][variant]: the metric as the variant's own experiment has it,
	 * with its parameters; NULL where that has it not */
	const struct result_metric **arm_metrics;
	const struct import_text *texts; /* of an import; several: of all of them */
	size_t text_count;               /* 0: everything was measured here */
	const struct import_note *notes;
	size_t note_count;
	struct result_origin *origins; /* of RESULTS_OF_SEVERAL, in the order asked for */
	size_t origin_count;
	struct result_flag *flags;
	size_t flag_count;
	struct result_demand
		*demands; /* of phases with a primary metric and counters, by variant */
	size_t demand_count;
	struct result_run *runs; /* all of them, in the order in which they were started */
	size_t run_count;
};

static inline double *results_row(const struct results *r, size_t metric, size_t variant)
{
	return &r->values[(metric * r->variant_count + variant) * r->round_count];
}

static inline bool results_is_summary(const struct results *r, size_t metric, size_t variant)
{
	/* no NaN */
	return r->moments && r->moments[metric * r->variant_count + variant].mean ==
				     r->moments[metric * r->variant_count + variant].mean;
}

/* What the values of two variants are to each other. */
static inline enum results_design results_design_of(const struct results *r, size_t a, size_t b)
{
	bool apart = r->variants[a].group != r->variants[b].group;

	return r->design == RESULTS_PAIRED && apart ? RESULTS_UNPAIRED : r->design;
}

/* The same in one metric, of which an arm may be a summary. */
static inline enum results_design results_design_in(const struct results *r, size_t metric,
	size_t a, size_t b)
{
	if (results_is_summary(r, metric, a) || results_is_summary(r, metric, b))
		return RESULTS_SUMMARY;
	return results_design_of(r, a, b);
}

/* Of the experiment that the variant was run in. */
static inline uint64_t results_pilot_of(const struct results *r, size_t variant)
{
	for (size_t i = 0; i < r->origin_count; i++) {
		if (r->origins[i].experiment == r->variants[variant].experiment)
			return r->origins[i].pilot;
	}
	return r->pilot;
}

/* What is not only beside the others. */
static inline bool result_is_listed(const struct result_metric *metric)
{
	return metric->origin != RESULT_BESIDE;
}

static inline bool results_has_value(const struct results *r, size_t metric, size_t variant)
{
	const double *row = results_row(r, metric, variant);

	for (size_t i = 0; i < r->round_count; i++) {
		if (row[i] == row[i]) /* no NaN */
			return true;
	}
	return results_is_summary(r, metric, variant);
}
