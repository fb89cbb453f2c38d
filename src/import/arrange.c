// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/arrange.h"

#include "import/identity.h"

#include <string.h>

static const double default_margin = 0.05;

void arrange_note(struct arrangement *p, bool is_warning, const char *text)
{
	struct imported *to = p->to;

	if (names_add(&p->notes, p->arena, text) == to->note_count)
		*ARENA_PUSH(p->arena, to->notes, to->note_count) =
			(struct import_note){ .is_warning = is_warning, .text = text };
}

const char *arrange_base_name(const char *file, struct arena *arena)
{
	const char *slash = strrchr(file, '/');
	const char *name = slash && slash[1] ? slash + 1 : file;
	const char *point = strrchr(name, '.');

	return arena_strndup(arena, name,
		point && point > name ? (size_t)(point - name) : strlen(name));
}

/* Its base name; all of it where another text has the same: a/run.txt, b/run.txt. */
static const char *name_of_text(const struct arrangement *p, size_t source)
{
	const char *file = p->sources[source].text.file;
	const char *base = arrange_base_name(file, p->arena);

	for (size_t i = 0; i < p->source_count; i++) {
		const char *other = p->sources[i].text.file;
		if (i != source && strcmp(arrange_base_name(other, p->arena), base) == 0)
			return file;
	}
	return base;
}

size_t arrange_variant(struct arrangement *p, size_t source, const struct import_row *row)
{
	const char *file = p->sources[source].text.file;
	const char *name = row->variant;

	if (!*name) {
		name = name_of_text(p, source);
		arrange_note(p, false,
			arena_printf(p->arena,
				"%s names no variant: %s, after the file; --variant says another",
				file, name));
	}
	return names_add(&p->variants, p->arena, name);
}

static size_t find_cell(struct arrangement *p, const struct identity *id)
{
	const char *label = identity_label(id, p->arena);
	struct imported *to = p->to;
	size_t number = names_add(&p->cells, p->arena, label);

	if (number == to->cell_count)
		*ARENA_PUSH(p->arena, to->cells, to->cell_count) = (struct cell){
			.name = id->workload,
			.label = label,
			.workload = id->workload,
			.params = id->levels,
			.param_count = id->level_count,
			.shape = { .numjobs = 1, .iodepth = 1, .loops = 1 },
			.margin = default_margin,
		};
	return number;
}

static size_t find_metric(struct arrangement *p, size_t cell, const struct identity *id,
	const struct import_row *row)
{
	const char *key = arena_printf(p->arena, "%zu/%s/%s/%s/%d", cell, id->phase, id->metric,
		id->unit, (int)row->better);
	size_t number = names_add(&p->metric_keys, p->arena, key);

	if (number == p->metric_count)
		*ARENA_PUSH(p->arena, p->metrics, p->metric_count) = (struct cell_metric){
			.phase = id->phase,
			.name = id->metric,
			.unit = id->unit,
			.test = arena_printf(p->arena, "%zu/%s", cell, row->workload),
			.better = row->better,
			.rank = identity_rank(row),
		};
	return number;
}

static bool is_same_version(const char *a, const char *b)
{
	return !a || !b || strcmp(a, b) == 0;
}

/* Whether what is there already and this row are samples of one thing. */
static bool takes_samples(const struct place *place, const struct import_row *row)
{
	return !place->is_summary && row->value_count > 0 &&
	       is_same_version(place->version, row->tool_version);
}

static void set_again(struct identity *id, size_t again, struct arena *arena)
{
	struct setting *levels = NEW(arena, struct setting, id->level_count + 1);

	levels[0] = (struct setting){ .name = "again", .value = arena_printf(arena, "%zu", again) };
	for (size_t i = 0; i < id->level_count; i++)
		levels[i + 1] = id->levels[i];
	id->levels = levels;
	id->level_count++;
}

static void say_again(struct arrangement *p, size_t source, const struct import_row *row,
	const struct place *first, size_t again)
{
	const char *file = p->sources[source].text.file;

	if (is_same_version(first->version, row->tool_version))
		arrange_note(p, false,
			arena_printf(p->arena,
				"%s has %s of %s more than once, and not as samples: kept apart as "
				"again=%zu",
				file, row->workload, p->variants.items[first->variant], again));
	else
		arrange_note(p, false,
			arena_printf(p->arena,
				"%s of %s is by %s %s and by %s: kept apart as again=%zu",
				row->workload, p->variants.items[first->variant], row->tool,
				first->version, row->tool_version, again));
}

static void say_several(struct arrangement *p, size_t source, const struct place *first)
{
	if (first->source != source)
		arrange_note(p, false,
			arena_printf(p->arena, "%s is in %s and in %s: samples of one variant",
				p->variants.items[first->variant],
				p->sources[first->source].text.file, p->sources[source].text.file));
}

size_t arrange_place(struct arrangement *p, size_t source, const struct import_row *row)
{
	struct identity own;
	size_t variant = arrange_variant(p, source, row), first = 0, again = 1;

	identity_of_row(row, p->arena, &own);
	for (;; again++) {
		struct identity id = own;
		if (again > 1)
			set_again(&id, again, p->arena);
		size_t cell = find_cell(p, &id), metric = find_metric(p, cell, &id, row);
		size_t number = names_add(&p->place_keys, p->arena,
			arena_printf(p->arena, "%zu/%zu", variant, metric));
		if (number == p->count) {
			*ARENA_PUSH(p->arena, p->places, p->count) = (struct place){
				.variant = variant,
				.cell = cell,
				.metric = metric,
				.source = source,
				.is_summary = row->value_count == 0,
				.version = row->tool_version,
			};
			first = again == 1 ? number : first;
			p->places[first].again = again;
			if (again > 1)
				say_again(p, source, row, &p->places[first], again);
			return number;
		}
		if (takes_samples(&p->places[number], row)) {
			say_several(p, source, &p->places[number]);
			return number;
		}
		if (again > 1)
			continue;
		first = number;
		/* of many tables none is looked at twice */
		if (row->value_count == 0)
			again = p->places[first].again;
	}
}

size_t arrange_cell(struct arrangement *p, const struct import_row *row)
{
	struct identity id;

	identity_of_row(row, p->arena, &id);
	return find_cell(p, &id);
}

static const char *level_of(const struct cell *cell, const char *name)
{
	for (size_t i = 0; i < cell->param_count; i++) {
		if (strcmp(cell->params[i].name, name) == 0)
			return cell->params[i].value;
	}
	return "";
}

/* Whether another cell of its workload has another level, or none. */
static bool is_factor(const struct imported *to, const struct cell *cell, const char *name)
{
	for (size_t i = 0; i < to->cell_count; i++) {
		if (strcmp(to->cells[i].workload, cell->workload) == 0 &&
			strcmp(level_of(&to->cells[i], name), level_of(cell, name)) != 0)
			return true;
	}
	return false;
}

void arrange_labels(struct arrangement *p)
{
	struct imported *to = p->to;

	for (size_t i = 0; i < to->cell_count; i++) {
		struct cell *cell = &to->cells[i];
		for (size_t k = 0; k < cell->param_count; k++) {
			if (is_factor(to, cell, cell->params[k].name))
				*ARENA_PUSH(p->arena, cell->factors, cell->factor_count) =
					cell->params[k];
		}
		const struct identity id = { .workload = cell->workload,
			.levels = cell->factors,
			.level_count = cell->factor_count };
		cell->label = identity_label(&id, p->arena);
	}
}

/* "filebench/varmail" has it, so "filebench/varmail/readfile4" is a part of it. Tests begin with
 * the number of their cell. */
static bool is_part(const struct names *tests, struct arena *arena, const struct cell_metric *m)
{
	for (const char *slash = strchr(m->test, '/'); slash; slash = strchr(slash + 1, '/')) {
		if (names_find(tests, arena_printf(arena, "%.*s %s", (int)(slash - m->test),
					      m->test, m->name)) < tests->count)
			return true;
	}
	return false;
}

void arrange_primaries(struct arrangement *p)
{
	struct names tests = { 0 }, metrics = { 0 };
	int *best = NEW(p->arena, int, p->metric_count + 1);
	size_t count = 0;

	for (size_t i = 0; i < p->metric_count; i++) {
		const struct cell_metric *m = &p->metrics[i];
		size_t test = names_add(&tests, p->arena, m->test);
		(void)names_add(&metrics, p->arena,
			arena_printf(p->arena, "%s %s", m->test, m->name));
		if (test == count)
			best[count++] = -1;
		if (m->rank >= 0 && (best[test] < 0 || m->rank < best[test]))
			best[test] = m->rank;
	}
	for (size_t i = 0; i < p->metric_count; i++) {
		struct cell_metric *m = &p->metrics[i];
		m->is_primary = m->rank >= 0 && m->rank == best[names_find(&tests, m->test)] &&
				!is_part(&metrics, p->arena, m);
	}
}
