// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/json_doubts.h"

static void set(json_t *object, const char *key, json_t *value)
{
	/* what jansson has no memory for shows up as a failure of json_dumps() or as a missing key
	 */
	(void)json_object_set_new(object, key, value);
}

json_t *json_of_doubts(const struct doubts *d)
{
	json_t *object = json_object();

	set(object, "hiccups", json_boolean(d->has_hiccups));
	if (d->has_hiccups) {
		set(object, "hiccup_runs", json_text(d->hiccups));
		set(object, "typical_ratio", json_double(d->typical));
		set(object, "typical_rank_p", json_double(d->rank_p));
	}
	set(object, "serial", json_boolean(d->is_serial));
	set(object, "noise_changed", json_boolean(d->noise_changed));
	if (d->pilot_sd > 0) {
		set(object, "pilot_sd", json_double(d->pilot_sd));
		set(object, "later_sd", json_double(d->later_sd));
		set(object, "noise_p", json_double(d->noise_p));
	}
	return object;
}

json_t *json_of_odd_runs(const struct judgement *j)
{
	const struct results *r = j->results;
	json_t *array = json_array();

	for (size_t i = 0; i < j->odd_count; i++) {
		const struct odd_run *odd = &j->odd[i];
		struct arena arena = { 0 };
		json_t *object = json_object();
		set(object, "variant", json_text(r->variants[odd->variant].name));
		set(object, "round", json_u64(r->round_numbers[odd->round]));
		set(object, "metric", json_text(metric_label(&arena, &r->metrics[odd->metric])));
		set(object, "ratio", json_double(odd->ratio));
		set(object, "first_run_p", json_double(odd->first_p));
		set(object, "mads", json_double(odd->mads));
		set(object, "reason",
			json_text("null: not the test that found it, or all others are equal"));
		(void)json_array_append_new(array, object);
		arena_free(&arena);
	}
	return array;
}

json_t *json_of_rig(const struct judgement *j)
{
	const struct rig *rig = &j->rig;
	const struct result_metric *metrics = j->results->metrics;
	struct arena arena = { 0 };
	json_t *object = json_object();

	if (rig->has_drift) {
		set(object, "drift_metric",
			json_text(metric_label(&arena, &metrics[rig->drift_metric])));
		set(object, "drift_slope", json_double(rig->drift.slope));
		set(object, "drift_p", json_double(rig->drift.p));
		set(object, "drift_percent", json_double(rig->drift.total_pct));
	}
	set(object, "drifts", json_boolean(rig->drifts));
	if (rig->position_matters) {
		set(object, "position_metric",
			json_text(metric_label(&arena, &metrics[rig->position_metric])));
		set(object, "position_ratio", json_double(rig->position_ratio));
		set(object, "position_p", json_double(rig->position_p));
	}
	set(object, "position_matters", json_boolean(rig->position_matters));
	arena_free(&arena);
	return object;
}

json_t *json_of_suites(const struct judgement *j)
{
	json_t *array = json_array();

	for (size_t i = 0; i < j->suite_count; i++) {
		const struct suite_score *s = &j->suites[i];
		json_t *object = json_object();
		set(object, "variant", json_text(j->results->variants[s->variant].name));
		set(object, "metrics", json_u64(s->metrics));
		set(object, "n", json_u64(s->n));
		set(object, "times_better", json_double(s->ratio));
		set(object, "times_better_low", json_double(s->ratio_lo));
		set(object, "times_better_high", json_double(s->ratio_hi));
		json_t *unmatched = json_array();
		for (const char *const *u = s->unmatched; *u; u++)
			(void)json_array_append_new(unmatched, json_text(*u));
		set(object, "unmatched", unmatched);
		(void)json_array_append_new(array, object);
	}
	return array;
}
