// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/bound.h"

#include "core/units.h"
#include "model/observed.h"
#include "report/bottleneck.h"
#include "report/notes.h"

#include <math.h>
#include <string.h>

enum {
	INDENT = 6,
	NAMES_MOST = 3, /* of phases with the same bottleneck, in the short form */
	KINDS = BOTTLENECK_LOCK + 1,
};

static char *phase_label(struct arena *arena, const struct result_demand *demand)
{
	return arena_printf(arena, "%s %s", demand->cell, demand->phase);
}

static void put_line(struct text *out, const char *line)
{
	wrap_items(out, &line, 1, INDENT, REPORT_COLUMNS);
}

/* Those of one variant, in their order; their number. too_short: also what nothing can be said of.
 */
static size_t demands_of(const struct results *r, size_t variant, bool too_short,
	struct arena *arena, const struct result_demand ***demands)
{
	size_t count = 0;

	*demands = NEW(arena, const struct result_demand *, r->demand_count + 1);
	for (size_t i = 0; i < r->demand_count; i++) {
		bool is_short = bottleneck_is_too_short(&r->demands[i].demand);
		if (r->demands[i].variant == variant && (too_short || !is_short))
			(*demands)[count++] = &r->demands[i];
	}
	return count;
}

/* "device-bound lmdd bs=4k write, lmdd bs=64k write and 2 more; cpu-bound postmark create" */
static char *summary_of(struct arena *arena, const struct result_demand *const *demands,
	size_t count)
{
	char *text = arena_strdup(arena, "");

	for (int kind = 0; kind < KINDS; kind++) {
		size_t n = 0;
		for (size_t i = 0; i < count; i++) {
			if ((int)bottleneck_find(&demands[i]->demand)->kind != kind)
				continue;
			if (n++ < NAMES_MOST)
				text = arena_printf(arena, "%s%s%s %s", text,
					n > 1   ? ","
					: *text ? "; "
						: "",
					n > 1 ? "" : bottleneck_words((enum bottleneck)kind),
					phase_label(arena, demands[i]));
		}
		if (n > NAMES_MOST)
			text = arena_printf(arena, "%s and %zu more", text, n - NAMES_MOST);
	}
	return text;
}

void bound_text(const struct results *r, bool verbose, struct arena *arena, struct text *out)
{
	for (size_t v = 0; v < r->variant_count; v++) {
		const struct result_demand **demands;
		size_t count =
			r->variants[v].hidden ? 0 : demands_of(r, v, verbose, arena, &demands);
		const char *name = r->variants[v].name;
		if (count == 1 && !verbose)
			put_line(out, arena_printf(arena, "bound: %s: %s", name,
					      bottleneck_text(arena, &demands[0]->demand)));
		else if (count > 0 && !verbose)
			put_line(out, arena_printf(arena, "bound: %s: %s", name,
					      summary_of(arena, demands, count)));
		for (size_t i = 0; verbose && i < count; i++)
			put_line(out, arena_printf(arena, "bound: %s %s (medians of %zu run%s): %s",
					      name, phase_label(arena, demands[i]),
					      demands[i]->runs, demands[i]->runs == 1 ? "" : "s",
					      bottleneck_text(arena, &demands[i]->demand)));
	}
}

static const struct result_demand *find_demand(const struct results *r,
	const struct result_metric *metric, size_t variant)
{
	for (size_t i = 0; i < r->demand_count; i++) {
		const struct result_demand *demand = &r->demands[i];
		if (demand->variant == variant && strcmp(demand->cell, metric->cell) == 0 &&
			strcmp(demand->phase, metric->phase) == 0)
			return demand;
	}
	return NULL;
}

json_t *bound_json(const struct results *r, size_t metric, size_t variant)
{
	const struct result_demand *found = find_demand(r, &r->metrics[metric], variant);
	struct arena arena = { 0 };

	if (!found)
		return NULL;
	const struct demand *demand = &found->demand;
	json_t *json = json_object();
	const char *name = bottleneck_name(bottleneck_find(demand)->kind);
	(void)json_object_set_new(json, "class", json_text(name));
	(void)json_object_set_new(json, "text", json_text(bottleneck_text(&arena, demand)));
	(void)json_object_set_new(json, "runs", json_u64(found->runs));
	(void)json_object_set_new(json, "disk", json_text(*demand->disk ? demand->disk : NULL));
	for (size_t f = 0; f < DEMAND_FIELDS; f++)
		(void)json_object_set_new(json, demand_names[f].name, json_double(demand->at[f]));
	(void)json_object_set_new(json, "reason", json_text("null: not observed"));
	arena_free(&arena);
	return json;
}

char *cache_text(struct arena *arena, const struct phase_record *phase)
{
	struct demand demand = demand_of_phase(phase);
	const double *at = demand.at;
	const struct counter_record *cache = observed_find(phase, OBSERVED_CACHE_RESIDENT, "");
	const char *began = NULL, *moved = NULL;

	if (at[DEMAND_CACHE_SIZE] == 0)
		began = "began without any files";
	else if (!isnan(at[DEMAND_CACHE_RESIDENT]))
		began = arena_printf(arena, "began with %s of %s in the page cache",
			units_human_size(arena, at[DEMAND_CACHE_RESIDENT]),
			units_human_size(arena, at[DEMAND_CACHE_SIZE]));
	else if (cache)
		began = arena_printf(arena, "what it began with in caches is not known: %s",
			cache->absent);
	if (!isnan(at[DEMAND_DISK_READ]))
		moved = arena_printf(arena, "moved %s, %s read %s and wrote %s",
			units_human_size(arena, at[DEMAND_BYTES]), demand.disk,
			units_human_size(arena, at[DEMAND_DISK_READ]),
			units_human_size(arena, at[DEMAND_DISK_WRITTEN]));
	if (!began && !moved)
		return NULL;
	return arena_printf(arena, "%s%s%s", began ? began : "", began && moved ? "; " : "",
		moved ? moved : "");
}
