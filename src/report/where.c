// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/where.h"

#include "core/units.h"
#include "report/facts.h"
#include "report/imported.h"

#include <string.h>

static const char *joined(struct arena *arena, const char *text, const char *more)
{
	return arena_printf(arena, "%s%s%s", text, *text ? ", " : "", more);
}

const char *machine_text(const struct results *r, struct arena *arena)
{
	const char *json = r->variant_count > 0 ? r->variants[r->baseline].facts : NULL;
	struct fact_list facts;
	const char *text = "";
	struct error err;
	uint64_t bytes;

	if (!json || facts_list(json, arena, &facts, &err) < 0)
		return text;
	const char *kernel = facts_find(&facts, "host.kernel"),
		   *cpu = facts_find(&facts, "host.cpu");
	const char *cpus = facts_find(&facts, "host.cpus");
	const char *memory = facts_find(&facts, "host.memory_bytes");
	const char *version = facts_find(&facts, "host.bakeoff");
	if (kernel)
		text = joined(arena, text, arena_printf(arena, "Linux %s", kernel));
	if (cpu && cpus)
		text = joined(arena, text, arena_printf(arena, "%s x %s", cpus, cpu));
	if (memory && units_parse_count(memory, &bytes, &err) == 0)
		text = joined(arena, text, units_human_size(arena, (double)bytes));
	if (version)
		text = joined(arena, text, arena_printf(arena, "bakeoff %s", version));
	return text;
}

/* What comes behind the workload's name. */
static const char *values_of(const char *setting)
{
	return setting + strcspn(setting, " ");
}

/* A suite's members mostly have the same values: "creat-clo, disk_rr bs=1k". */
static void add_workloads(const struct results *r, struct arena *arena, const char ***lines,
	size_t *n)
{
	for (size_t i = 0; i < r->setting_count; i++) {
		const char *values = values_of(r->settings[i]), *names = "";
		size_t first = 0;
		while (strcmp(values_of(r->settings[first]), values) != 0)
			first++;
		if (first < i)
			continue; /* said with that one */
		for (size_t k = i; k < r->setting_count; k++) {
			const char *other = values_of(r->settings[k]);
			if (strcmp(other, values) != 0)
				continue;
			names = joined(arena, names,
				arena_printf(arena, "%.*s", (int)(other - r->settings[k]),
					r->settings[k]));
		}
		*ARENA_PUSH(arena, *lines, *n) = arena_printf(arena, "workload%s: %s%s",
			strchr(names, ',') ? "s" : "", names, values);
	}
}

const char *const *where_lines(const struct results *r, struct arena *arena)
{
	const char **lines = NULL;
	size_t n = 0;

	if (r->source == RESULTS_OF_EXPERIMENT) {
		const char *machine = machine_text(r, arena);
		if (*machine)
			*ARENA_PUSH(arena, lines, n) = arena_printf(arena, "on: %s", machine);
		for (size_t v = 0; v < r->variant_count; v++) {
			const struct result_variant *variant = &r->variants[v];
			if (!variant->hidden && variant->summary && *variant->summary)
				*ARENA_PUSH(arena, lines, n) = arena_printf(arena, "%s: %s",
					variant->name, variant->summary);
		}
		add_workloads(r, arena, &lines, &n);
	}
	for (const char *const *line = imported_lines(r, arena); *line; line++)
		*ARENA_PUSH(arena, lines, n) = *line;
	*ARENA_PUSH(arena, lines, n) = NULL;
	return lines;
}
