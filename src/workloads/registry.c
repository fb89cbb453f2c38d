// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/registry.h"

#include "model/spec.h"

#include <errno.h>
#include <string.h>

const struct workload *const workloads[] = {
	&bonnie_workload,
	&lmdd_workload,
	&nothing_workload,
	&postmark_workload,
	NULL,
};

const struct workload *workload_find(const char *name)
{
	for (const struct workload *const *w = workloads; *w; w++) {
		if (strcmp((*w)->name, name) == 0)
			return *w;
	}
	return NULL;
}

const char *workload_nearest(const char *name)
{
	struct param names[COUNT_OF(workloads)] = { 0 };

	for (size_t i = 0; workloads[i]; i++)
		names[i] = (struct param){ .name = workloads[i]->name, .type = PARAM_TEXT };
	const char *nearest = param_nearest((const struct param *const[]){ names, NULL }, name);
	return nearest;
}

static int check_shape(const struct workload *w, const void *config, const struct run_shape *shape,
	struct error *err)
{
	for (const struct phase *p = w->phases; p->name; p++) {
		if (!phase_applies(p, config))
			continue;
		if (shape->iodepth > 1 && !p->submit)
			return fail(err, EINVAL,
				"iodepth: phase %s of %s has one operation in flight, not %llu",
				p->name, w->name, (unsigned long long)shape->iodepth);
	}
	return 0;
}

int workload_configure(const struct workload *w, const struct setting *settings, size_t count,
	const struct run_shape *shape, struct arena *arena, void **config, struct error *err)
{
	void *made = arena_alloc(arena, 1, w->config_size ? w->config_size : 1);
	int ret = param_defaults(w->params, arena, made, err);

	for (size_t i = 0; ret == 0 && i < count; i++)
		ret = param_set(w->params, arena, made, settings[i].name, settings[i].value, err);
	if (ret == 0 && w->check)
		ret = w->check(made, shape, err);
	if (ret == 0)
		ret = check_shape(w, made, shape, err);
	if (ret == 0)
		*config = made;
	return ret;
}
