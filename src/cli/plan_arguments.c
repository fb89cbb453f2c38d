// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/plan_arguments.h"

#include "workloads/registry.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* Reading from left to right: options of a workload belong to the last one named. */
struct reading {
	struct arena *arena;
	void *options;
	struct plan_lines *lines;
	const char *plan_file, *workload; /* the section of the last workload named */
	struct option_scan scan;
	size_t own, experiment, section, shape, parameters;
};

static bool is_plan(const char *operand)
{
	size_t length = strlen(operand);

	return strchr(operand, '/') || (length > 4 && strcmp(operand + length - 4, ".ini") == 0);
}

static int take_operand(struct reading *r, const char *operand, struct error *err)
{
	if (is_plan(operand)) {
		if (r->plan_file)
			return fail(err, EINVAL, "two plans: %s and %s", r->plan_file, operand);
		r->plan_file = operand;
		return plan_read_file(operand, r->arena, r->lines, err);
	}
	const struct workload *w = workload_or_suite(operand);
	const char *nearest = w ? NULL : workload_nearest(operand);
	if (!w)
		return fail(err, ENOENT,
			"no workload named '%s'%s%s (`bakeoff workloads` lists them; a plan file "
			"ends in .ini or contains a /)",
			operand, nearest ? "; the nearest is " : "", nearest ? nearest : "");
	r->workload = plan_add_workload(r->arena, r->lines, operand);
	r->scan.table_count =
		r->experiment + 1; /* the options of the workload before are no longer known */
	r->section = option_scan_add(&r->scan, plan_workload_params);
	r->shape = option_scan_add(&r->scan, run_shape_params);
	r->parameters = option_scan_add(&r->scan, w->params);
	return 0;
}

static int take_option(struct reading *r, const struct option_hit *hit, struct error *err)
{
	if (hit->table == r->own && strcmp(hit->param->name, "variant") == 0)
		return plan_add_variant_option(hit->value, r->arena, r->lines, err);
	if (hit->table == r->own)
		return param_set_one(hit->param, r->arena, r->options, hit->value, err);
	if (hit->table == r->experiment)
		plan_add_option(r->arena, r->lines, "experiment", "", hit->param->name, hit->value);
	else
		plan_add_option(r->arena, r->lines, "workload", r->workload, hit->param->name,
			hit->value);
	return 0;
}

int plan_arguments_read(const struct invocation *call, const struct param *own, void *options,
	struct plan_lines *lines, struct error *err)
{
	struct reading r = { .arena = call->arena, .options = options, .lines = lines };
	struct option_hit hit;
	struct error unknown;
	int ret = param_defaults(own, r.arena, options, err);

	option_scan_init(&r.scan, call->argc, call->argv);
	r.own = option_scan_add(&r.scan, own);
	r.experiment = option_scan_add(&r.scan, plan_experiment_params);
	while (ret == 0 && (ret = option_scan_next(&r.scan, &hit, err)) > 0) {
		ret = hit.param ? take_option(&r, &hit, err) : take_operand(&r, hit.value, err);
		if (ret < 0)
			return ret;
	}
	if (ret != -ENOENT || r.workload)
		return ret;
	unknown = *err;
	return fail(err, ENOENT, "%s; a workload's options stand after its name", unknown.text);
}

int plan_arguments_build(const struct plan_lines *lines, const struct session *session,
	struct arena *arena, struct plan *plan, struct error *err)
{
	struct plan_world world = { .directory = session->directory };
	uint32_t chance = 0;

	if (getrandom(&chance, sizeof(chance), 0) != (ssize_t)sizeof(chance))
		return fail_errno(err, "draw a seed");
	world.seed = chance ? chance : 1;
	return plan_build(lines, &world, arena, plan, err);
}
