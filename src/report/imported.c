// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/imported.h"

#include "report/judge.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { SHA_DIGITS = 8 };

/* Texts in the order in which they came, each once. */
struct list {
	const char **items;
	size_t count;
};

static bool list_has(const struct list *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->items[i], text) == 0)
			return true;
	}
	return false;
}

static void list_add(struct list *list, struct arena *arena, const char *text)
{
	if (!list_has(list, text))
		*ARENA_PUSH(arena, list->items, list->count) = text;
}

static const char *list_text(const struct list *list, struct arena *arena)
{
	const char *text = "";

	for (size_t i = 0; i < list->count; i++)
		text = arena_printf(arena, "%s%s%s", text, i > 0 ? ", " : "", list->items[i]);
	return text;
}

static const char *const *list_end(struct list *list, struct arena *arena)
{
	*ARENA_PUSH(arena, list->items, list->count) = NULL;
	return list->items;
}

static const struct import_record *record_of(const struct results *r, size_t metric, size_t variant)
{
	return r->records ? r->records[metric * r->variant_count + variant] : NULL;
}

static const char *tool_text(const struct import_record *record, struct arena *arena)
{
	return *record->version ? arena_printf(arena, "%s %s", record->tool, record->version)
				: record->tool;
}

static const char *tools_of(const struct results *r, const char *file, struct arena *arena)
{
	struct list tools = { 0 };

	for (size_t i = 0; r->records && i < r->metric_count * r->variant_count; i++) {
		if (r->records[i] && strcmp(r->records[i]->file, file) == 0)
			list_add(&tools, arena, tool_text(r->records[i], arena));
	}
	return list_text(&tools, arena);
}

const char *const *imported_lines(const struct results *r, struct arena *arena)
{
	struct list lines = { 0 };
	size_t warnings = 0, n_unknown = 0, arms = r->metric_count * r->variant_count;

	for (size_t i = 0; r->text_count > 0 && r->moments && i < arms; i++)
		n_unknown += r->moments[i].n == 0 && isfinite(r->moments[i].mean);
	for (size_t i = 0; i < r->text_count; i++) {
		const char *tools = tools_of(r, r->texts[i].file, arena);
		list_add(&lines, arena,
			arena_printf(arena, "imported: %s%s%s%s, SHA-256 %.*s", r->texts[i].file,
				*tools ? " (" : "", tools, *tools ? ")" : "", SHA_DIGITS,
				r->texts[i].sha256));
	}
	for (size_t i = 0; i < r->note_count; i++) {
		warnings += r->notes[i].is_warning;
		if (!r->notes[i].is_warning)
			list_add(&lines, arena,
				arena_printf(arena, "assumed: %s", r->notes[i].text));
	}
	if (n_unknown > 0)
		list_add(&lines, arena,
			arena_printf(arena,
				"n of %zu summaries is not said: no verdict without it; --n says "
				"it",
				n_unknown));
	if (warnings > 0)
		list_add(&lines, arena,
			arena_printf(arena, "imported with %zu warning%s: `bakeoff show` has %s",
				warnings, warnings == 1 ? "" : "s", warnings == 1 ? "it" : "them"));
	return list_end(&lines, arena);
}

/* One thing that may differ, and what each variant has of it. */
struct aspect {
	const char *name;
	const char *workload; /* of a parameter: who ran it may have left it out; NULL of others */
	struct list *values;  /* [variant] */
};

struct aspects {
	const struct results *r;
	struct arena *arena;
	struct aspect *all;
	size_t count;
};

static void add_value(struct aspects *a, const char *name, const char *workload, size_t variant,
	const char *value)
{
	size_t i = 0;

	while (i < a->count && strcmp(a->all[i].name, name) != 0)
		i++;
	if (i == a->count)
		*ARENA_PUSH(a->arena, a->all, a->count) = (struct aspect){
			.name = name,
			.workload = workload,
			.values = NEW(a->arena, struct list, a->r->variant_count),
		};
	list_add(&a->all[i].values[variant], a->arena, value);
}

static void add_arm(struct aspects *a, size_t metric, size_t variant)
{
	size_t arm = metric * a->r->variant_count + variant;
	const struct result_metric *m =
		a->r->arm_metrics ? a->r->arm_metrics[arm] : &a->r->metrics[metric];
	const struct import_record *record = record_of(a->r, metric, variant);

	if (!m->workload)
		return; /* observed beside it */
	add_value(a, arena_printf(a->arena, "tool of %s", m->workload), NULL, variant,
		record ? tool_text(record, a->arena) : "bakeoff");
	if (record)
		add_value(a, arena_printf(a->arena, "unit of %s %s", m->workload, m->metric), NULL,
			variant, record->unit);
	for (size_t i = 0; i < m->param_count; i++)
		add_value(a, arena_printf(a->arena, "%s of %s", m->params[i].name, m->workload),
			m->workload, variant, m->params[i].value);
}

static bool has_run(const struct results *r, size_t variant, const char *workload)
{
	for (size_t m = 0; m < r->metric_count; m++) {
		if (r->metrics[m].workload && strcmp(r->metrics[m].workload, workload) == 0 &&
			results_has_value(r, m, variant))
			return true;
	}
	return false;
}

/* A variant that ran the workload and does not name the parameter has "-". */
static void add_silent(struct aspects *a)
{
	for (size_t i = 0; i < a->count; i++) {
		const struct aspect *aspect = &a->all[i];
		for (size_t v = 0; aspect->workload && v < a->r->variant_count; v++) {
			if (aspect->values[v].count == 0 && has_run(a->r, v, aspect->workload))
				list_add(&aspect->values[v], a->arena, "-");
		}
	}
}

/* "0.34 (2.4.19); 0.41 (2.5.38, 2.5.39)"; NULL where all have the same. */
static const char *values_text(const struct aspects *a, const struct aspect *aspect)
{
	const char *text = "", *first = NULL;
	bool differ = false;
	struct list said = { 0 };

	for (size_t v = 0; v < a->r->variant_count; v++) {
		if (aspect->values[v].count == 0)
			continue;
		const char *value = list_text(&aspect->values[v], a->arena), *names = "";
		differ |= first && strcmp(first, value) != 0;
		first = first ? first : value;
		if (list_has(&said, value))
			continue;
		list_add(&said, a->arena, value);
		for (size_t k = v; k < a->r->variant_count; k++) {
			if (aspect->values[k].count > 0 &&
				strcmp(list_text(&aspect->values[k], a->arena), value) == 0)
				names = arena_printf(a->arena, "%s%s%s", names, *names ? ", " : "",
					a->r->variants[k].name);
		}
		text = arena_printf(a->arena, "%s%s%s (%s)", text, *text ? "; " : "", value, names);
	}
	return differ ? text : NULL;
}

/* An import beside what was measured here: whatever is recorded of the one is not of the other. */
static void add_unrecorded(const struct results *r, struct arena *arena, struct list *lines)
{
	struct list names = { 0 };
	bool measured = false;

	for (size_t i = 0; i < r->origin_count; i++) {
		measured |= !r->origins[i].imported;
		for (size_t v = 0; r->origins[i].imported && v < r->variant_count; v++) {
			if (r->variants[v].experiment == r->origins[i].experiment)
				list_add(&names, arena, r->variants[v].name);
		}
	}
	if (measured && names.count > 0)
		list_add(lines, arena,
			arena_printf(arena, "host and target: not recorded (%s)",
				list_text(&names, arena)));
}

const char *const *imported_differences(const struct results *r, struct arena *arena)
{
	struct aspects a = { .r = r, .arena = arena };
	struct list lines = { 0 };

	for (size_t m = 0; r->text_count > 0 && m < r->metric_count; m++) {
		for (size_t v = 0; v < r->variant_count; v++) {
			if (!r->variants[v].hidden && results_has_value(r, m, v))
				add_arm(&a, m, v);
		}
	}
	add_silent(&a);
	for (size_t i = 0; i < a.count; i++) {
		const char *values = values_text(&a, &a.all[i]);
		if (values)
			list_add(&lines, arena,
				arena_printf(arena, "%s: %s", a.all[i].name, values));
	}
	add_unrecorded(r, arena, &lines);
	return list_end(&lines, arena);
}

/* "only of ext2, xfs (--baseline=ext2 compares them)", "not of xfs"; NULL where all have it. */
static const char *owners_text(const struct results *r, size_t metric, struct arena *arena)
{
	struct list has = { 0 }, lacks = { 0 };

	for (size_t v = 0; v < r->variant_count; v++)
		list_add(results_has_value(r, metric, v) ? &has : &lacks, arena,
			r->variants[v].name);
	if (lacks.count == 0 || has.count == 0)
		return NULL;
	if (results_has_value(r, metric, r->baseline) && has.count > 1)
		return arena_printf(arena, "not of %s", list_text(&lacks, arena));
	if (has.count == 1)
		return arena_printf(arena, "only of %s", has.items[0]);
	return arena_printf(arena, "only of %s (--baseline=%s compares them)",
		list_text(&has, arena), has.items[0]);
}

const char *const *imported_unmatched(const struct results *r, struct arena *arena)
{
	struct list owners = { 0 }, lines = { 0 };

	bool is_one = r->source == RESULTS_OF_EXPERIMENT && r->text_count > 0;
	for (size_t m = 0; is_one && m < r->metric_count; m++) {
		const char *text = owners_text(r, m, arena);
		if (text)
			list_add(&owners, arena, text);
	}
	for (size_t i = 0; i < owners.count; i++) {
		struct list metrics = { 0 };
		for (size_t m = 0; m < r->metric_count; m++) {
			const char *text = owners_text(r, m, arena);
			if (text && strcmp(text, owners.items[i]) == 0)
				list_add(&metrics, arena, metric_label(arena, &r->metrics[m]));
		}
		list_add(&lines, arena,
			arena_printf(arena, "%s: %s", owners.items[i], list_text(&metrics, arena)));
	}
	return list_end(&lines, arena);
}
