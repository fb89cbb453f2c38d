// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/alike.h"

#include "core/units.h"

#include <string.h>

/* "4k" and "4096" are the same size. */
static bool is_same_value(const char *a, const char *b)
{
	struct error unread;
	uint64_t x, y;

	if (strcmp(a, b) == 0)
		return true;
	return units_parse_size(a, &x, &unread) == 0 && units_parse_size(b, &y, &unread) == 0 &&
	       x == y;
}

static const char *param_of(const struct result_metric *m, const char *name)
{
	for (size_t i = 0; i < m->param_count; i++) {
		if (strcmp(m->params[i].name, name) == 0)
			return m->params[i].value;
	}
	return NULL;
}

static bool is_alike(const struct result_metric *imported, const struct result_metric *own)
{
	if (strcmp(imported->workload, own->workload) != 0)
		return false;
	for (size_t i = 0; i < imported->param_count; i++) {
		const char *value = param_of(own, imported->params[i].name);
		if (value && !is_same_value(value, imported->params[i].value))
			return false;
	}
	return true;
}

/* With all that its text says of it: what is no factor in one text may be another in the next. */
static const char *full_name(const struct result_metric *m, struct arena *arena)
{
	const char *name = m->workload;

	for (size_t i = 0; i < m->param_count; i++)
		name = arena_printf(arena, "%s %s=%s", name, m->params[i].name, m->params[i].value);
	return name;
}

/* The one cell of the other experiments that is alike; NULL where there is none, or several. */
static const char *only_alike(const struct results *experiments, size_t count, bool imports,
	const struct result_metric *metric, struct arena *arena)
{
	const char *found = NULL;

	for (size_t e = 0; e < count; e++) {
		const struct results *r = &experiments[e];
		for (size_t m = 0; (r->text_count > 0) == imports && m < r->metric_count; m++) {
			const struct result_metric *other = &r->metrics[m];
			if (!(imports ? is_alike(other, metric) : is_alike(metric, other)))
				continue;
			const char *name = imports ? full_name(other, arena) : other->cell;
			if (found && strcmp(found, name) != 0)
				return NULL;
			found = name;
		}
	}
	return found;
}

static const char *own_name(const struct results *experiments, size_t count,
	const struct result_metric *imported, struct arena *arena)
{
	const char *cell = only_alike(experiments, count, false, imported, arena);

	if (!cell)
		return full_name(imported, arena);
	/* two of the import's cells would become one */
	for (size_t e = 0; e < count; e++) {
		for (size_t m = 0;
			experiments[e].text_count == 0 && m < experiments[e].metric_count; m++) {
			const struct result_metric *own = &experiments[e].metrics[m];
			if (strcmp(own->cell, cell) == 0)
				return only_alike(experiments, count, true, own, arena)
					       ? cell
					       : full_name(imported, arena);
		}
	}
	return full_name(imported, arena);
}

/* What is said of a cell goes with its name. */
static void rename_cell(struct results *r, const char *from, const char *to)
{
	for (size_t i = 0; i < r->flag_count; i++) {
		if (r->flags[i].cell && strcmp(r->flags[i].cell, from) == 0)
			r->flags[i].cell = to;
	}
	for (size_t i = 0; i < r->run_count; i++) {
		if (strcmp(r->runs[i].cell, from) == 0)
			r->runs[i].cell = to;
	}
}

const struct results *imports_as_own(const struct results *experiments, size_t count,
	struct arena *arena)
{
	struct results *made = arena_copy(arena, experiments, count * sizeof(*experiments));

	for (size_t e = 0; e < count; e++) {
		struct results *r = &made[e];
		if (r->text_count == 0 || r->metric_count == 0)
			continue;
		r->metrics = arena_copy(arena, r->metrics, r->metric_count * sizeof(*r->metrics));
		r->flags = arena_copy(arena, r->flags, r->flag_count * sizeof(*r->flags));
		r->runs = arena_copy(arena, r->runs, r->run_count * sizeof(*r->runs));
		for (size_t m = 0; m < r->metric_count; m++) {
			const char *cell = r->metrics[m].cell;
			r->metrics[m].cell = own_name(experiments, count, &r->metrics[m], arena);
			rename_cell(r, cell, r->metrics[m].cell);
		}
	}
	return made;
}
