// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/json_differences.h"

#include "report/differences.h"
#include "report/several.h"

static void set(json_t *object, const char *key, json_t *value)
{
	(void)json_object_set_new(object, key, value);
}

static const char *const kind_names[] = {
	[FACT_OF_RUN] = "run",
	[FACT_VOLATILE] = "volatile",
	[FACT_TOLD] = "told",
	[FACT_REQUIRED] = "required",
};

static json_t *value_json(const struct results *r, const struct difference *d, size_t variant)
{
	json_t *object = json_object();

	set(object, "variant", json_text(r->variants[variant].name));
	set(object, "value", json_text(d->values[variant]));
	if (!d->values[variant])
		set(object, "reason", json_text("its runs did not record this"));
	if (!d->later[variant])
		return object;
	json_t *later = json_array();
	for (const char **value = d->later[variant]; *value; value++)
		(void)json_array_append_new(later, json_text(*value));
	set(object, "later", later);
	return object;
}

static json_t *difference_json(const struct results *r, const struct difference *d)
{
	json_t *object = json_object(), *others = json_array();

	for (size_t v = 0; v < r->variant_count; v++) {
		if (v != r->baseline && !r->variants[v].hidden)
			(void)json_array_append_new(others, value_json(r, d, v));
	}
	set(object, "name", json_text(d->name));
	set(object, "fact", json_text(d->key));
	set(object, "kind", json_text(kind_names[d->rule->kind]));
	set(object, "baseline", value_json(r, d, r->baseline));
	set(object, "variants", others);
	return object;
}

/* Facts that cannot be read are an entry of their own: to say "none" would be a claim. */
static json_t *unreadable_json(const char *why)
{
	json_t *object = json_object();

	set(object, "name", json_null());
	set(object, "reason", json_text(why));
	return object;
}

json_t *json_of_differences(const struct judgement *j)
{
	const struct differences *all = j->differences;
	json_t *array = json_array();

	if (all && all->unreadable)
		(void)json_array_append_new(array, unreadable_json(all->unreadable));
	for (size_t i = 0; all && i < all->count; i++) {
		if (all->items[i].is_unplanned)
			(void)json_array_append_new(array,
				difference_json(j->results, &all->items[i]));
	}
	return array;
}

json_t *json_of_varying(const struct judgement *j)
{
	const struct differences *all = j->differences;
	json_t *array = json_array();

	for (size_t i = 0; all && i < all->count; i++) {
		if (all->items[i].varies)
			(void)json_array_append_new(array,
				difference_json(j->results, &all->items[i]));
	}
	return array;
}

static json_t *ids_json(const uint64_t *ids, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		(void)json_array_append_new(array, json_u64(ids[i]));
	return array;
}

json_t *json_of_unmatched(const struct results *r)
{
	struct arena arena = { 0 };
	size_t count;
	const struct unmatched *all = several_unmatched_metrics(r, &arena, &count);
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++) {
		const struct result_metric *m = &r->metrics[all[i].metric];
		json_t *object = json_object();
		set(object, "cell", json_text(m->cell));
		set(object, "phase", json_text(m->phase));
		set(object, "metric", json_text(m->metric));
		set(object, "unit", json_text(m->unit));
		set(object, "measured_in", ids_json(all[i].has, all[i].has_count));
		set(object, "missing_in", ids_json(all[i].lacks, all[i].lacks_count));
		set(object, "reason", json_text(unmatched_reason(&all[i], &arena)));
		(void)json_array_append_new(array, object);
	}
	arena_free(&arena);
	return array;
}
