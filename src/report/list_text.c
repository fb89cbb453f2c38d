// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/list_text.h"

#include "report/notes.h"
#include "report/numbers.h"
#include "report/table.h"

#include <inttypes.h>
#include <string.h>

enum { LIST_NAMES = 32 };

static char *joined(struct arena *arena, const char *const *names, size_t count)
{
	char *text = arena_strdup(arena, "");

	for (size_t i = 0; i < count; i++)
		text = arena_printf(arena, "%s%s%s", text, i > 0 ? ", " : "", names[i]);
	return text;
}

/* "lmdd x4, postmark": a workload's cells differ in their levels only. */
static char *workloads_text(struct arena *arena, const struct stored_experiment *e)
{
	char *text = arena_strdup(arena, "");

	for (size_t i = 0; i < e->cell_count; i++) {
		size_t length = strcspn(e->cells[i], " ");
		size_t same = 0;
		bool said = false;
		for (size_t k = 0; k < e->cell_count; k++) {
			if (strcspn(e->cells[k], " ") != length ||
				strncmp(e->cells[i], e->cells[k], length) != 0)
				continue;
			said |= k < i;
			same++;
		}
		if (said)
			continue;
		text = arena_printf(arena, "%s%s%.*s", text, *text ? ", " : "", (int)length,
			e->cells[i]);
		if (same > 1)
			text = arena_printf(arena, "%s x%zu", text, same);
	}
	return text;
}

static const char *count_or(struct arena *arena, const char *text, size_t count, const char *what)
{
	if (display_width(text) <= LIST_NAMES)
		return text;
	return arena_printf(arena, "%zu %s", count, what);
}

int list_text(const struct stored_experiment *list, size_t count, struct text *out,
	struct error *err)
{
	static const struct table_column columns[] = {
		{ "ID", true },
		{ "NAME", false },
		{ "WHEN", false },
		{ "STATE", false },
		{ "VARIANTS", false },
		{ "WORKLOADS", false },
		{ "RUNS", true },
		{ "FAILED", true },
	};
	struct arena arena = { 0 };
	const char **cells = NEW(&arena, const char *, count *COUNT_OF(columns) + 1);
	const char **cell = cells;

	for (size_t i = 0; i < count; i++) {
		const struct stored_experiment *e = &list[i];
		*cell++ = arena_printf(&arena, "%" PRIu64, e->id);
		*cell++ = e->name;
		*cell++ = utc_text(&arena, e->created_ns);
		*cell++ = e->text_count > 0 ? "imported" : e->state;
		*cell++ = count_or(&arena, joined(&arena, e->variants, e->variant_count),
			e->variant_count, "variants");
		*cell++ = count_or(&arena, workloads_text(&arena, e), e->cell_count, "cells");
		*cell++ = arena_printf(&arena, "%" PRIu64, e->run_count);
		*cell++ = arena_printf(&arena, "%" PRIu64, e->failed_count);
	}
	int ret = table_text(out, columns, COUNT_OF(columns), cells, count, err);
	arena_free(&arena);
	return ret;
}
