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
	/* what was observed beside a workload is none */
	if (!imported->workload || !own->workload || strcmp(imported->workload, own->workload) != 0)
		return false;
	for (size_t i = 0; i < imported->param_count; i++) {
		const char *value = param_of(own, imported->params[i].name);
		if (value && !is_same_value(value, imported->params[i].value))
			return false;
	}
	return true;
}

/* What is no factor in one text may be another in the next. */
const char *metric_full_cell(const struct result_metric *m, struct arena *arena)
{
	const char *name = m->workload ? m->workload : m->cell;

	for (size_t i = 0; i < m->param_count; i++)
		name = arena_printf(arena, "%s %s=%s", name, m->params[i].name, m->params[i].value);
	return name;
}

/* The one measured cell that is alike; NULL where there is none, or several. */
static const struct result_metric *only_own(const struct results *experiments, size_t count,
	const struct result_metric *imported)
{
	const struct result_metric *found = NULL;

	for (size_t e = 0; e < count; e++) {
		const struct results *r = &experiments[e];
		for (size_t m = 0; r->text_count == 0 && m < r->metric_count; m++) {
			const struct result_metric *own = &r->metrics[m];
			if (!is_alike(imported, own))
				continue;
			if (found && strcmp(found->cell, own->cell) != 0)
				return NULL;
			found = own;
		}
	}
	return found;
}

static bool is_same_test(const struct result_metric *a, const struct result_metric *b)
{
	return strcmp(a->phase, b->phase) == 0 && strcmp(a->metric, b->metric) == 0;
}

/* Whether texts have the metric in another cell, too, that is like this one of ours. */
static bool has_rival(const struct results *experiments, size_t count,
	const struct result_metric *imported, const struct result_metric *own, struct arena *arena)
{
	const char *name = metric_full_cell(imported, arena);

	for (size_t e = 0; e < count; e++) {
		const struct results *r = &experiments[e];
		for (size_t m = 0; r->text_count > 0 && m < r->metric_count; m++) {
			const struct result_metric *other = &r->metrics[m];
			if (is_same_test(other, imported) && is_alike(other, own) &&
				strcmp(metric_full_cell(other, arena), name) != 0)
				return true;
		}
	}
	return false;
}

static const char *own_name(const struct results *experiments, size_t count,
	const struct result_metric *imported, struct arena *arena)
{
	const struct result_metric *own = only_own(experiments, count, imported);

	if (!own || has_rival(experiments, count, imported, own, arena))
		return metric_full_cell(imported, arena);
	return own->cell;
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
