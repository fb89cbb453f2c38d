// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/workload_section.h"

#include "experiment/plan_text.h"
#include "experiment/split.h"
#include "import/import.h"
#include "workloads/registry.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

struct workload_keys {
	const char *use;
	struct param_list primary;
	double margin;
};

const struct param plan_workload_params[] = {
	PARAM(TEXT, struct workload_keys, use, .value = "WORKLOAD",
		.help = "which workload this is, where the section's name is not the workload's "
			"own"),
	PARAM(LIST, struct workload_keys, primary, .value = "PHASE_METRIC",
		.help = "the metrics that are judged; the workload's own choice where there is "
			"none"),
	PARAM(PERCENT, struct workload_keys, margin, .least = 0.0001, .most = 0.99,
		.help = "the equivalence margin of this workload; the experiment's where there is "
			"none"),
	{ 0 },
};

/* One key of a section with its levels; more than one level makes it a factor. */
struct factor {
	const struct param *param;
	bool shared;              /* of run_shape_params */
	struct param_list levels; /* canonical */
};

struct section_plan {
	const struct plan_section *section;
	const struct workload *workload;
	struct workload_keys keys;
	struct factor *factors;
	size_t factor_count, cell_count;
};

const struct workload *workload_section_workload(const struct plan_section *s)
{
	const struct plan_line *use = section_find(s, "use");

	return workload_or_suite(use ? use->value : s->name);
}

bool workload_section_knows(const struct plan_section *s, const char *key)
{
	const struct workload *w = workload_section_workload(s);

	return param_find(plan_workload_params, key) || param_find(run_shape_params, key) ||
	       (w && param_find(w->params, key));
}

/* What the keys that all workloads share are where nobody sets them. */
static int shape_defaults(const struct workload *w, struct arena *arena, struct run_shape *shape,
	struct error *err)
{
	int ret = param_defaults(run_shape_params, arena, shape, err);

	for (const struct setting *s = w->shape; ret == 0 && s && s->name; s++)
		ret = param_set(run_shape_params, arena, shape, s->name, s->value, err);
	return ret;
}

static int find_workload(struct section_plan *p, struct arena *arena, struct error *err)
{
	const struct plan_line *use = section_find(p->section, "use");
	const char *name = use ? use->value : p->section->name;
	const char *where = line_where(use ? use : p->section->head, arena);

	p->workload = workload_find(name);
	if (p->workload)
		return 0;
	const char *nearest = workload_nearest(name);
	return fail(err, ENOENT, "%s: no workload named '%s'%s%s; %s`bakeoff workloads` lists them",
		where, name, nearest ? "; the nearest is " : "", nearest ? nearest : "",
		use ? "" : "use = WORKLOAD says which this is, ");
}

/* Each level in its one spelling; the same one twice is an error. */
static int canonical_levels(const struct param *p, const struct param_list *typed,
	struct arena *arena, struct param_list *levels, struct error *err)
{
	void *owner = arena_alloc(arena, 1, p->offset + sizeof(struct param_list));

	for (size_t i = 0; i < typed->count; i++) {
		int ret = param_set_one(p, arena, owner, typed->items[i], err);
		if (ret < 0)
			return ret;
		char *level = param_canonical(p, arena, owner);
		for (size_t j = 0; j < levels->count; j++) {
			if (strcmp(levels->items[j], level) == 0)
				return fail(err, EINVAL, "%s: %s is there twice", p->name, level);
		}
		*ARENA_PUSH(arena, levels->items, levels->count) = level;
	}
	return 0;
}

static int add_factor(struct section_plan *p, const struct plan_line *line, struct arena *arena,
	struct error *err)
{
	bool shared = param_find(run_shape_params, line->key) != NULL;
	const struct param *param =
		param_find(shared ? run_shape_params : p->workload->params, line->key);
	struct factor factor = { .param = param, .shared = shared };
	struct param_list typed = { 0 };
	int ret = 0;

	if (!param) {
		const char *nearest =
			param_nearest((const struct param *const[]){ p->workload->params,
					      run_shape_params, plan_workload_params, NULL },
				line->key);
		return fail(err, ENOENT, "%s has no parameter named '%s'%s%s%s", p->workload->name,
			line->key, nearest ? "; the nearest is '" : "", nearest ? nearest : "",
			nearest ? "'" : "");
	}
	if (param->type == PARAM_TEXT || param->type == PARAM_LIST)
		*ARENA_PUSH(arena, typed.items, typed.count) = line->value;
	else
		ret = split_list(line->value, arena, &typed, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", line->key);
	if (typed.count == 0)
		ret = fail(err, EINVAL, "%s: empty, where a value is expected", line->key);
	if (ret == 0)
		ret = canonical_levels(param, &typed, arena, &factor.levels, err);
	if (ret < 0)
		return ret;
	for (size_t i = 0; i < p->factor_count; i++) {
		if (p->factors[i].param == param) { /* the last value wins */
			p->factors[i] = factor;
			return 0;
		}
	}
	*ARENA_PUSH(arena, p->factors, p->factor_count) = factor;
	return 0;
}

static int read_section(struct section_plan *p, struct arena *arena, struct error *err)
{
	int ret = find_workload(p, arena, err);

	for (size_t i = 0; ret == 0 && i < p->section->count; i++) {
		const struct plan_line *line = &p->section->lines[i];
		const struct param *own = param_find(plan_workload_params, line->key);
		if (own && own->type == PARAM_LIST) {
			struct param_list *list =
				(struct param_list *)((char *)&p->keys + own->offset);
			ret = split_list(line->value, arena, list, err);
		} else if (own) {
			ret = param_set_one(own, arena, &p->keys, line->value, err);
		} else {
			ret = add_factor(p, line, arena, err);
		}
		if (ret < 0)
			return fail_in(err, ret, "%s", line_where(line, arena));
	}
	return ret;
}

static char *metric_names(const struct workload *w, struct arena *arena)
{
	char *known = arena_strdup(arena, "");

	for (const struct metric *m = w->metrics; m->kind != METRIC_END; m++)
		known = arena_printf(arena, "%s%s%s_%s", known, *known ? ", " : "", m->phase,
			m->name);
	return known;
}

/* `primary = write_throughput`: a phase and a metric that the workload has. Where an importer may
 * add others, those are looked at when it is known which one: check_importer(). */
static int check_primary(struct section_plan *p, struct arena *arena, struct error *err)
{
	for (size_t i = 0; i < p->keys.primary.count; i++) {
		const struct metric *m = p->workload->metrics;
		for (; m->kind != METRIC_END; m++) {
			const char *name = arena_printf(arena, "%s_%s", m->phase, m->name);
			const char *shown = arena_printf(arena, "%s/%s", m->phase, m->name);
			if (m->better == BETTER_NEITHER ||
				(strcmp(name, p->keys.primary.items[i]) != 0 &&
					strcmp(shown, p->keys.primary.items[i]) != 0))
				continue;
			p->keys.primary.items[i] = name;
			break;
		}
		if (m->kind == METRIC_END && !p->workload->importer)
			return fail(err, EINVAL, "%s: primary: '%s' is none of %s",
				line_where(section_find(p->section, "primary"), arena),
				p->keys.primary.items[i], metric_names(p->workload, arena));
	}
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct setting *)a)->name, ((const struct setting *)b)->name);
}

static const char *make_label(const struct cell *cell, struct arena *arena)
{
	const char *label = cell->name;

	for (size_t i = 0; i < cell->factor_count; i++)
		label = arena_printf(arena, "%s %s=%s", label, cell->factors[i].name,
			cell->factors[i].value);
	return label;
}

/* Every parameter that the section does not set, at its default: a cell says all that its run
 * depends on. */
static int add_defaults(const struct section_plan *p, struct arena *arena, struct cell *cell,
	struct error *err)
{
	const struct workload *w = p->workload;
	void *defaults = arena_alloc(arena, 1, w->config_size ? w->config_size : 1);
	int ret = param_defaults(w->params, arena, defaults, err);

	for (const struct param *param = w->params; ret == 0 && param->type != PARAM_END; param++) {
		bool set = false;
		for (size_t i = 0; i < cell->param_count; i++)
			set |= strcmp(cell->params[i].name, param->name) == 0;
		const char *value = param_canonical(param, arena, defaults);
		if (!set && *value)
			*ARENA_PUSH(arena, cell->params, cell->param_count) =
				(struct setting){ param->name, value };
	}
	return ret;
}

/* The combination number `number` of the section's levels; the last factor varies fastest. */
static int make_cell(const struct section_plan *p, size_t number, const struct plan *plan,
	struct arena *arena, struct cell *cell, struct error *err)
{
	*cell = (struct cell){
		.name = p->section->name,
		.workload = p->workload->name,
		.factors = NEW(arena, struct setting, p->factor_count + 1),
		.primary = p->keys.primary.items,
		.primary_count = p->keys.primary.count,
		.margin = p->keys.margin > 0 ? p->keys.margin : plan->margin,
	};
	int ret = shape_defaults(p->workload, arena, &cell->shape, err);
	for (size_t i = p->factor_count; ret == 0 && i-- > 0;) {
		const struct factor *f = &p->factors[i];
		struct setting level = { f->param->name,
			f->levels.items[number % f->levels.count] };
		number /= f->levels.count;
		if (f->shared)
			ret = param_set_one(f->param, arena, &cell->shape, level.value, err);
		else
			*ARENA_PUSH(arena, cell->params, cell->param_count) = level;
		if (f->levels.count > 1)
			cell->factors[cell->factor_count++] = level;
	}
	if (ret == 0)
		ret = add_defaults(p, arena, cell, err);
	qsort(cell->params, cell->param_count, sizeof(*cell->params), by_name);
	qsort(cell->factors, cell->factor_count, sizeof(*cell->factors), by_name);
	cell->label = make_label(cell, arena);
	return ret;
}

enum { MAX_CELLS = 4096 };

static int make_cells(struct section_plan *p, struct plan *plan, struct arena *arena,
	struct error *err)
{
	p->cell_count = 1;
	for (size_t i = 0; i < p->factor_count; i++) {
		p->cell_count *= p->factors[i].levels.count;
		if (p->cell_count > MAX_CELLS)
			return fail(err, E2BIG,
				"%s: [workload %s]: more than %d combinations of its factors",
				line_where(p->section->head, arena), p->section->name, MAX_CELLS);
	}
	for (size_t n = 0; n < p->cell_count; n++) {
		int ret = make_cell(p, n, plan, arena,
			ARENA_PUSH(arena, plan->cells, plan->cell_count), err);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static const char *join(const struct param_list *list, struct arena *arena)
{
	const char *all = "";

	for (size_t i = 0; i < list->count; i++)
		all = arena_printf(arena, "%s%s%s", all, i ? ", " : "", list->items[i]);
	return all;
}

/* Every key of the table: the levels that the section gives, or the default. */
static void print_levels(const struct section_plan *p, const struct param *table,
	const void *defaults, struct text *text, struct arena *arena)
{
	for (const struct param *param = table; param->type != PARAM_END; param++) {
		const char *value = param_canonical(param, arena, defaults);
		for (size_t i = 0; i < p->factor_count; i++) {
			if (p->factors[i].param == param)
				value = join(&p->factors[i].levels, arena);
		}
		plan_text_key(text, param->name, value);
	}
}

static int print_section(const struct section_plan *p, double margin, struct text *text,
	struct arena *arena, struct error *err)
{
	const struct workload *w = p->workload;
	void *defaults = arena_alloc(arena, 1, w->config_size ? w->config_size : 1);
	struct run_shape shape = { 0 };
	int ret = param_defaults(w->params, arena, defaults, err);

	if (ret == 0)
		ret = shape_defaults(w, arena, &shape, err);
	plan_text_section(text, "workload", p->section->name);
	plan_text_key(text, "use", w->name);
	plan_text_key(text, "primary", join(&p->keys.primary, arena));
	plan_text_key(text, "margin",
		arena_printf(arena, "%.15g%%",
			100 * (p->keys.margin > 0 ? p->keys.margin : margin)));
	print_levels(p, run_shape_params, &shape, text, arena);
	print_levels(p, w->params, defaults, text, arena);
	return ret;
}

int workloads_read(const struct plan_sections *all, struct arena *arena, struct plan *plan,
	struct text *text, struct error *err)
{
	for (size_t i = 0; i < all->count; i++) {
		struct section_plan p = { .section = &all->items[i] };
		if (strcmp(p.section->kind, "workload") != 0)
			continue;
		int ret = read_section(&p, arena, err);
		if (ret == 0)
			ret = check_primary(&p, arena, err);
		if (ret == 0)
			ret = make_cells(&p, plan, arena, err);
		if (ret == 0)
			ret = print_section(&p, plan->margin, text, arena, err);
		if (ret < 0)
			return ret;
	}
	if (plan->cell_count == 0)
		return fail(err, EINVAL,
			"no workload: what is to be run? `bakeoff workloads` lists them");
	return 0;
}

/* An override must be of a section that there is, and of a parameter that is no factor there. */
static int check_overrides(const struct plan *plan, const struct variant *v, struct error *err)
{
	for (size_t i = 0; i < v->override_count; i++) {
		const struct override *o = &v->overrides[i];
		bool found = false;
		for (size_t c = 0; c < plan->cell_count; c++) {
			const struct cell *cell = &plan->cells[c];
			if (strcmp(cell->name, o->section) != 0)
				continue;
			found = true;
			for (size_t f = 0; f < cell->factor_count; f++) {
				if (strcmp(cell->factors[f].name, o->setting.name) == 0)
					return fail(err, EINVAL,
						"%s: %s.%s: it is a factor of the workload",
						o->where, o->section, o->setting.name);
			}
		}
		if (!found)
			return fail(err, EINVAL, "%s: %s.%s: there is no [workload %s]", o->where,
				o->section, o->setting.name, o->section);
	}
	return 0;
}

static bool is_own_metric(const struct workload *w, const char *name, struct arena *arena)
{
	for (const struct metric *m = w->metrics; m->kind != METRIC_END; m++) {
		if (strcmp(arena_printf(arena, "%s_%s", m->phase, m->name), name) == 0)
			return true;
	}
	return false;
}

/* There is such an importer; and without one, the metrics are the workload's own. */
static int check_importer(const struct workload *w, const struct cell *cell, const void *config,
	struct arena *arena, struct error *err)
{
	const char *tool = w->importer(config);
	int ret = *tool ? import_check_tool(tool, err) : 0;

	if (ret < 0)
		return fail_in(err, ret, "parse");
	for (size_t i = 0; !*tool && i < cell->primary_count; i++) {
		if (!is_own_metric(w, cell->primary[i], arena))
			return fail(err, EINVAL, "primary: '%s' is none of %s", cell->primary[i],
				metric_names(w, arena));
	}
	return 0;
}

static int check_cell(const struct variant *v, struct cell *cell, struct arena *arena,
	struct error *err)
{
	const struct workload *w = workload_find(cell->workload);
	struct setting *params;
	size_t count;
	void *config;

	plan_cell_params(v, cell, arena, &params, &count);
	int ret = workload_configure(w, params, count, &cell->shape, arena, &config, err);
	if (ret == 0 && w->importer)
		ret = check_importer(w, cell, config, arena, err);
	if (ret < 0)
		return fail_in(err, ret, "%s on %s", cell->label, v->name);
	if (w->space)
		cell->space = max_u64(cell->space, w->space(config, &cell->shape));
	return 0;
}

int workloads_check(struct plan *plan, struct arena *arena, struct error *err)
{
	for (size_t i = 0; i < plan->variant_count; i++) {
		int ret = check_overrides(plan, &plan->variants[i], err);
		for (size_t c = 0; ret == 0 && c < plan->cell_count; c++)
			ret = check_cell(&plan->variants[i], &plan->cells[c], arena, err);
		if (ret < 0)
			return ret;
	}
	return 0;
}
