// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/json.h"

#include "core/auto.h"
#include "core/json.h"
#include "report/bound.h"
#include "report/imported.h"
#include "report/json_differences.h"
#include "report/json_doubts.h"
#include "report/json_pool.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* A number of a struct and its key. */
struct number_key {
	const char *key;
	size_t offset;
};

static const struct number_key summary_keys[] = {
	{ "mean", offsetof(struct summary, mean) },
	{ "sd", offsetof(struct summary, sd) },
	{ "percent_sd", offsetof(struct summary, pct_sd) },
	{ "median", offsetof(struct summary, median) },
	{ "min", offsetof(struct summary, min) },
	{ "max", offsetof(struct summary, max) },
	{ "mean_low", offsetof(struct summary, mean_lo) },
	{ "mean_high", offsetof(struct summary, mean_hi) },
	{ "geometric_mean", offsetof(struct summary, gmean) },
	{ "geometric_mean_low", offsetof(struct summary, gmean_lo) },
	{ "geometric_mean_high", offsetof(struct summary, gmean_hi) },
	{ "sd_low", offsetof(struct summary, sd_lo) },
	{ "sd_high", offsetof(struct summary, sd_hi) },
	{ "relative_range", offsetof(struct summary, relative_range) },
	{ 0 },
};

static const struct number_key comparison_keys[] = {
	{ "log_ratio", offsetof(struct comparison, log_ratio) },
	{ "standard_error", offsetof(struct comparison, se) },
	{ "degrees_of_freedom", offsetof(struct comparison, df) },
	{ "t", offsetof(struct comparison, t) },
	{ "ratio", offsetof(struct comparison, ratio) },
	{ "ratio_low", offsetof(struct comparison, ratio_lo) },
	{ "ratio_high", offsetof(struct comparison, ratio_hi) },
	{ "p", offsetof(struct comparison, p) },
	{ "p_exact", offsetof(struct comparison, p_exact) },
	{ "exact_floor", offsetof(struct comparison, exact_floor) },
	{ "exact_hits", offsetof(struct comparison, exact_hits) },
	{ "exact_total", offsetof(struct comparison, exact_total) },
	{ "p_tost", offsetof(struct comparison, p_tost) },
	{ 0 },
};

static const struct number_key family_keys[] = {
	{ "p_holm", offsetof(struct comparison, p_holm) },
	{ "p_tost_holm", offsetof(struct comparison, p_tost_holm) },
	{ 0 },
};

/* What others need to check us with (evidence.h). */
static const struct number_key evidence_keys[] = {
	{ "baseline_log_mean", offsetof(struct evidence, base_log.mean) },
	{ "baseline_log_sd", offsetof(struct evidence, base_log.sd) },
	{ "variant_log_mean", offsetof(struct evidence, var_log.mean) },
	{ "variant_log_sd", offsetof(struct evidence, var_log.sd) },
	{ "log_ratio_sd", offsetof(struct evidence, sd_log_ratio) },
	{ "tost_t_lower", offsetof(struct evidence, t_lower) },
	{ "tost_t_upper", offsetof(struct evidence, t_upper) },
	{ "tost_p_lower", offsetof(struct evidence, p_lower) },
	{ "tost_p_upper", offsetof(struct evidence, p_upper) },
	{ "ratio_low_90", offsetof(struct evidence, ratio_lo90) },
	{ "ratio_high_90", offsetof(struct evidence, ratio_hi90) },
	{ "difference", offsetof(struct evidence, difference) },
	{ "difference_standard_error", offsetof(struct evidence, difference_se) },
	{ "difference_degrees_of_freedom", offsetof(struct evidence, difference_df) },
	{ "difference_t", offsetof(struct evidence, difference_t) },
	{ "difference_p", offsetof(struct evidence, difference_p) },
	{ "difference_low", offsetof(struct evidence, difference_lo) },
	{ "difference_high", offsetof(struct evidence, difference_hi) },
	{ "fieller_ratio", offsetof(struct evidence, fieller.ratio) },
	{ "fieller_degrees_of_freedom", offsetof(struct evidence, fieller.df) },
	{ "fieller_g", offsetof(struct evidence, fieller.g) },
	{ "fieller_low", offsetof(struct evidence, fieller.lo) },
	{ "fieller_high", offsetof(struct evidence, fieller.hi) },
	{ "rank_p", offsetof(struct evidence, rank_p) },
	{ "hodges_lehmann_log_ratio", offsetof(struct evidence, shift.est) },
	{ "hodges_lehmann_low", offsetof(struct evidence, shift.lo) },
	{ "hodges_lehmann_high", offsetof(struct evidence, shift.hi) },
	{ "hodges_lehmann_confidence", offsetof(struct evidence, shift.achieved) },
	{ "least_change_seen", offsetof(struct evidence, least_change) },
	{ 0 },
};

static void set(json_t *object, const char *key, json_t *value)
{
	/* what jansson has no memory for shows up as a failure of json_dumps() or as a missing key
	 */
	(void)json_object_set_new(object, key, value);
}

/* True where one of the numbers had to be null. */
static bool set_numbers(json_t *object, const void *owner, const struct number_key *keys)
{
	bool any_null = false;

	for (const struct number_key *k = keys; k->key; k++) {
		double value;
		memcpy(&value, (const char *)owner + k->offset, sizeof(value));
		set(object, k->key, json_double(value));
		any_null |= !isfinite(value);
	}
	return any_null;
}

static const char *const source_names[] = {
	[RESULTS_OF_EXPERIMENT] = "experiment",
	[RESULTS_OF_SEVERAL] = "experiments",
	[RESULTS_OF_NUMBERS] = "numbers",
};

static json_t *experiment_json(const struct judgement *j)
{
	const struct results *r = j->results;
	json_t *object = json_object();

	bool is_one = r->source == RESULTS_OF_EXPERIMENT;
	bool is_import = r->text_count > 0;
	set(object, "id", is_one ? json_u64(r->experiment) : json_null());
	set(object, "name", json_text(r->name));
	set(object, "state", json_text(r->state));
	set(object, "state_reason", json_text(r->state_reason));
	set(object, "plan_sha256", json_text(is_one && !is_import ? r->plan_sha256 : NULL));
	set(object, "seed", is_one && !is_import ? json_u64(r->seed) : json_null());
	set(object, "started_ns", is_one ? json_u64(r->started_ns) : json_null());
	set(object, "alpha", json_double(r->alpha));
	set(object, "interleaved", is_one ? json_boolean(r->interleaved) : json_null());
	set(object, "rounds_planned", is_one ? json_u64(r->rounds_planned) : json_null());
	set(object, "pilot_rounds", is_one ? json_u64(r->pilot) : json_null());
	set(object, "rounds_complete", json_u64(r->round_count));
	set(object, "rounds_repeated", json_u64(r->attempts_repeated));
	set(object, "family_size", json_u64(j->family));
	return object;
}

static json_t *texts_json(const struct results *r)
{
	json_t *array = json_array();

	for (size_t i = 0; i < r->text_count; i++) {
		json_t *object = json_object();
		set(object, "file", json_text(r->texts[i].file));
		set(object, "sha256", json_text(r->texts[i].sha256));
		(void)json_array_append_new(array, object);
	}
	return array;
}

static json_t *notes_json(const struct results *r, bool warnings)
{
	json_t *array = json_array();

	for (size_t i = 0; i < r->note_count; i++) {
		if (r->notes[i].is_warning == warnings)
			(void)json_array_append_new(array, json_text(r->notes[i].text));
	}
	return array;
}

static json_t *lines_json(const char *const *lines)
{
	json_t *array = json_array();

	for (; *lines; lines++)
		(void)json_array_append_new(array, json_text(*lines));
	return array;
}

/* What was read of texts; nothing where everything was measured here. */
static void set_imported(json_t *document, const struct results *r)
{
	struct arena arena = { 0 };
	json_t *object = json_object();

	set(object, "files", texts_json(r));
	set(object, "assumed", notes_json(r, false));
	set(object, "warnings", notes_json(r, true));
	set(object, "differences", lines_json(imported_differences(r, &arena)));
	set(object, "not_compared", lines_json(imported_unmatched(r, &arena)));
	set(document, "imported", object);
	arena_free(&arena);
}

/* Those that are compared with each other; of one, only that one. */
static json_t *experiments_json(const struct results *r)
{
	json_t *array = json_array();

	for (size_t i = 0; i < r->origin_count; i++) {
		const struct result_origin *o = &r->origins[i];
		json_t *object = json_object();
		set(object, "id", json_u64(o->experiment));
		set(object, "name", json_text(o->name));
		set(object, "state", json_text(o->state));
		set(object, "state_reason", json_text(o->state_reason));
		set(object, "plan_sha256", json_text(o->plan_sha256));
		set(object, "seed", json_u64(o->seed));
		set(object, "started_ns", json_u64(o->started_ns));
		set(object, "interleaved", json_boolean(o->interleaved));
		set(object, "rounds_complete", json_u64(o->round_count));
		(void)json_array_append_new(array, object);
	}
	return array;
}

/* Of the first run that was ok: host, and what was made by which commands. */
static json_t *facts_json(const char *facts)
{
	json_t *object = facts ? json_loads(facts, 0, NULL) : NULL;

	return object ? object : json_object();
}

/* In the order in which they were started. */
static json_t *runs_json(const struct results *r)
{
	json_t *array = json_array();

	for (size_t i = 0; i < r->run_count; i++) {
		const struct result_run *run = &r->runs[i];
		json_t *object = json_object();
		set(object, "id", json_u64(run->id));
		set(object, "round", json_u64(run->round));
		set(object, "attempt", json_u64(run->attempt));
		set(object, "variant", json_text(r->variants[run->variant].name));
		set(object, "cell", json_text(run->cell));
		set(object, "seed", json_u64(run->seed));
		set(object, "started_ns", json_u64(run->started_ns));
		set(object, "ended_ns", json_u64(run->ended_ns));
		set(object, "outcome", json_text(outcome_name(run->outcome)));
		set(object, "reason", json_text(run->reason));
		(void)json_array_append_new(array, object);
	}
	return array;
}

static json_t *variants_json(const struct results *r)
{
	json_t *array = json_array();

	for (size_t v = 0; v < r->variant_count; v++) {
		json_t *object = json_object();
		set(object, "name", json_text(r->variants[v].name));
		set(object, "experiment",
			r->source == RESULTS_OF_NUMBERS   ? json_null()
			: r->source == RESULTS_OF_SEVERAL ? json_u64(r->variants[v].experiment)
							  : json_u64(r->experiment));
		set(object, "baseline", json_boolean(v == r->baseline));
		set(object, "hidden", json_boolean(r->variants[v].hidden));
		set(object, "summary", json_text(r->variants[v].summary));
		set(object, "facts", facts_json(r->variants[v].facts));
		(void)json_array_append_new(array, object);
	}
	return array;
}

static const char *summary_reason(const struct summary *s)
{
	if (s->n == 0)
		return isfinite(s->mean) ? "n is not known" : "no value";
	if (s->n == 1)
		return "one value has no spread";
	if (!isfinite(s->median))
		return "only mean, sd and n are known";
	return "a value, or the mean, is 0 or below";
}

static json_t *value_json(uint64_t round, double value)
{
	json_t *object = json_object();

	set(object, "round", json_u64(round));
	set(object, "value", json_double(value));
	if (!isfinite(value))
		set(object, "reason", json_text("no value"));
	return object;
}

/* Where the first of an arm's numbers was read. */
static json_t *record_json(const struct import_record *record)
{
	json_t *object = json_object();

	set(object, "file", json_text(record->file));
	set(object, "line", json_u64(record->line));
	set(object, "tool", json_text(record->tool));
	set(object, "version", json_text(*record->version ? record->version : NULL));
	set(object, "name", json_text(record->name));
	set(object, "unit", json_text(record->unit));
	return object;
}

static json_t *arm_json(const struct judgement *j, size_t metric, size_t variant)
{
	const struct results *r = j->results;
	const struct summary *s = judgement_summary(j, metric, variant);
	json_t *object = json_object(), *values = json_array(), *summary = json_object();

	bool has_values = !results_is_summary(r, metric, variant);
	for (size_t i = 0; has_values && i < r->round_count; i++)
		(void)json_array_append_new(values,
			value_json(r->round_numbers[i], results_row(r, metric, variant)[i]));
	set(summary, "n", json_u64(s->n));
	if (set_numbers(summary, s, summary_keys))
		set(summary, "reason", json_text(summary_reason(s)));
	set(object, "variant", json_text(r->variants[variant].name));
	if (r->records && r->records[metric * r->variant_count + variant])
		set(object, "imported",
			record_json(r->records[metric * r->variant_count + variant]));
	set(object, "warmup", value_json(0, r->warmup[metric * r->variant_count + variant]));
	set(object, "values", values);
	set(object, "summary", summary);
	json_t *bottleneck = bound_json(r, metric, variant);
	if (bottleneck)
		set(object, "bottleneck", bottleneck);
	return object;
}

static const char *design_name(enum design design)
{
	switch (design) {
	case DESIGN_PAIRED:
		return "paired";
	case DESIGN_UNPAIRED:
		return "unpaired";
	case DESIGN_SUMMARY:
		break;
	}
	return "summary";
}

static const char *comparison_reason(const struct judgement *j, const struct effect *e,
	bool any_null)
{
	if (e->reason)
		return e->reason;
	if (e->comparison.verdict == VERDICT_INVALID)
		return effect_invalid(j, e);
	if (e->comparison.not_enough_data)
		return "not enough data: n is below 3";
	if (e->rests_on_odd)
		return "the verdict rests on one odd run";
	if (e->rests_on_logs)
		return "the verdict rests on the sds: by the means as given it would be another";
	if (e->design == DESIGN_SUMMARY)
		return "only mean, sd and n are known: no exact test";
	if (!isfinite(e->comparison.p_exact))
		return "too few values for an exact test";
	if (!e->primary)
		return "not a primary metric";
	return any_null ? "what is null cannot be computed from these values" : NULL;
}

/* True where a number had to be null. */
static bool set_comparison(json_t *object, const struct comparison *c, bool primary)
{
	bool any_null = set_numbers(object, c, comparison_keys);

	if (isfinite(c->p_tost_all))
		set(object, "p_tost_all_rounds", json_double(c->p_tost_all));
	set(object, "exact_is_drawn", json_boolean(c->exact_is_drawn));
	set(object, "exact_attainable", json_boolean(c->exact_attainable));
	if (!primary)
		return any_null;
	any_null |= set_numbers(object, c, family_keys);
	set(object, "real_but_small", json_boolean(c->real_but_small));
	set(object, "at_least_margin", json_boolean(c->at_least_delta));
	set(object, "n_to_settle", c->n_settle ? json_u64(c->n_settle) : json_null());
	set(object, "n_to_settle_more", c->n_settle ? json_u64(c->n_settle_more) : json_null());
	set(object, "n_to_see", c->n_see ? json_u64(c->n_see) : json_null());
	return any_null;
}

/* Null stands for what this design, or these values, do not have: docs/compare-json.md. */
static json_t *evidence_json(const struct judgement *j, const struct effect *e)
{
	struct arena arena = { 0 };
	struct evidence evidence = effect_evidence(j, e, &arena);
	json_t *object = json_object();

	(void)set_numbers(object, &evidence, evidence_keys);
	set(object, "rank_is_exact",
		isfinite(evidence.rank_p) ? json_boolean(evidence.rank_is_exact) : json_null());
	set(object, "reason",
		json_text("null: not of this design, or not of these values "
			  "(docs/compare-json.md)"));
	arena_free(&arena);
	return object;
}

static json_t *effect_json(const struct judgement *j, const struct effect *e)
{
	const struct results *r = j->results;
	bool has_verdict = e->primary && !e->reason;
	json_t *object = json_object();

	set(object, "variant", json_text(r->variants[e->variant].name));
	set(object, "baseline", json_text(r->variants[e->baseline].name));
	set(object, "design", json_text(design_name(e->design)));
	set(object, "n_baseline", json_u64(e->base_n));
	set(object, "n_variant", json_u64(e->var_n));
	set(object, "rounds_missing", json_u64(e->missing));
	set(object, "baseline_value", json_double(e->base));
	set(object, "variant_value", json_double(e->var));
	set(object, "verdict",
		has_verdict ? json_text(verdict_name(e->comparison.verdict)) : json_null());
	bool any_null = !e->reason && set_comparison(object, &e->comparison, e->primary);
	if (!e->primary)
		set(object, "q", json_double(e->q));
	set(object, "evidence", evidence_json(j, e));
	if (has_verdict)
		set(object, "doubts", json_of_doubts(&e->doubts));
	set(object, "odd_run", json_text(e->odd));
	set(object, "rests_on_odd_run", json_boolean(e->rests_on_odd));
	set(object, "rests_on_logs", json_boolean(e->rests_on_logs));
	set(object, "reason", json_text(comparison_reason(j, e, any_null)));
	return object;
}

static json_t *effects_of(const struct judgement *j, const struct effect *effects, size_t count,
	size_t metric)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++) {
		if (effects[i].metric == metric)
			(void)json_array_append_new(array, effect_json(j, &effects[i]));
	}
	return array;
}

static json_t *metrics_json(const struct judgement *j)
{
	const struct results *r = j->results;
	json_t *array = json_array();

	for (size_t m = 0; m < r->metric_count; m++) {
		json_t *object = json_object(), *arms = json_array();
		set(object, "cell", json_text(r->metrics[m].cell));
		set(object, "phase", json_text(r->metrics[m].phase));
		set(object, "metric", json_text(r->metrics[m].metric));
		set(object, "unit", json_text(r->metrics[m].unit));
		set(object, "better", json_text(better_name(r->metrics[m].better)));
		set(object, "primary", json_boolean(r->metrics[m].primary));
		set(object, "margin", json_double(r->metrics[m].margin));
		set(object, "resolution", json_double(r->metrics[m].resolution));
		set(object, "observed", json_boolean(r->metrics[m].origin == RESULT_OBSERVED));
		for (size_t v = 0; v < r->variant_count; v++)
			(void)json_array_append_new(arms, arm_json(j, m, v));
		set(object, "variants", arms);
		set(object, "comparisons", effects_of(j, j->effects, j->effect_count, m));
		set(object, "aa", effects_of(j, j->aa, j->aa_count, m));
		for (size_t i = 0; i < j->pooled_count; i++) {
			if (j->pooled[i].metric == m)
				set(object, "pooled", json_of_pooled(r, &j->pooled[i]));
		}
		(void)json_array_append_new(array, object);
	}
	return array;
}

static json_t *flags_json(const struct results *r)
{
	json_t *array = json_array();

	for (size_t i = 0; i < r->flag_count; i++) {
		const struct result_flag *flag = &r->flags[i];
		json_t *object = json_object();
		set(object, "variant",
			json_text(flag->variant < r->variant_count ? r->variants[flag->variant].name
								   : NULL));
		set(object, "round", json_u64(flag->round));
		set(object, "cell", json_text(flag->cell));
		set(object, "text", json_text(flag->text));
		(void)json_array_append_new(array, object);
	}
	return array;
}

int json_document(const struct judgement *j, struct text *out, struct error *err)
{
	AUTO_JSON json_t *document = json_object();

	set(document, "schema", json_string("bakeoff.compare/1"));
	set(document, "source", json_text(source_names[j->results->source]));
	set(document, "experiment", experiment_json(j));
	if (j->results->source == RESULTS_OF_SEVERAL) {
		set(document, "experiments", experiments_json(j->results));
		set(document, "not_compared", json_of_unmatched(j->results));
	}
	if (j->results->source != RESULTS_OF_NUMBERS)
		set(document, "differences", json_of_differences(j));
	if (j->results->source != RESULTS_OF_NUMBERS)
		set(document, "varying", json_of_varying(j));
	if (j->results->text_count > 0)
		set_imported(document, j->results);
	set(document, "variants", variants_json(j->results));
	set(document, "runs", runs_json(j->results));
	set(document, "metrics", metrics_json(j));
	set(document, "suite", json_of_suites(j));
	set(document, "rig", json_of_rig(j));
	set(document, "odd_runs", json_of_odd_runs(j));
	set(document, "flags", flags_json(j->results));
	AUTO_FREE char *dump = json_dumps(document, JSON_INDENT(2));
	if (!dump)
		return fail(err, ENOMEM, "no memory for the JSON document");
	text_puts(out, dump);
	text_puts(out, "\n");
	return 0;
}
