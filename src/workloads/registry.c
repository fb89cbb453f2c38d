// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/registry.h"

#include "model/spec.h"

#include <errno.h>
#include <string.h>

const struct workload *const workloads[] = {
	&aim7_workload,
	&bonnie_workload,
	&command_workload,
	&contest_workload,
	&creat_clo_workload,
	&dbench_workload,
	&dir_rtns_1_workload,
	&disk_cp_workload,
	&disk_rd_workload,
	&disk_rr_workload,
	&disk_rw_workload,
	&disk_src_workload,
	&disk_wrt_workload,
	&link_test_workload,
	&lmdd_workload,
	&nothing_workload,
	&postmark_workload,
	&sync_disk_cp_workload,
	&sync_disk_rw_workload,
	&sync_disk_update_workload,
	&sync_disk_wrt_workload,
	NULL,
};

static const struct workload *const aim9_members[] = {
	&creat_clo_workload,
	&link_test_workload,
	&disk_rr_workload,
	&disk_rw_workload,
	&disk_rd_workload,
	&disk_wrt_workload,
	&disk_cp_workload,
	&sync_disk_rw_workload,
	&sync_disk_wrt_workload,
	&sync_disk_cp_workload,
	&sync_disk_update_workload,
	&disk_src_workload,
	&dir_rtns_1_workload,
	NULL,
};

const struct suite suites[] = {
	{
		.name = "aim9",
		.summary = "the disk tests modelled on AIM Suite IX, each for 10 s",
		.members = aim9_members,
	},
	{ 0 },
};

const struct workload *workload_find(const char *name)
{
	for (const struct workload *const *w = workloads; *w; w++) {
		if (strcmp((*w)->name, name) == 0)
			return *w;
	}
	return NULL;
}

const struct suite *suite_find(const char *name)
{
	for (const struct suite *s = suites; s->name; s++) {
		if (strcmp(s->name, name) == 0)
			return s;
	}
	return NULL;
}

const struct suite *suite_with(const struct workload *w)
{
	for (const struct suite *s = suites; s->name; s++) {
		for (const struct workload *const *member = s->members; *member; member++) {
			if (*member == w)
				return s;
		}
	}
	return NULL;
}

const struct workload *workload_or_suite(const char *name)
{
	const struct suite *suite = suite_find(name);

	return suite ? suite->members[0] : workload_find(name);
}

const char *workload_nearest(const char *name)
{
	struct param names[COUNT_OF(workloads) + COUNT_OF(suites)] = { 0 };
	size_t n = 0;

	for (size_t i = 0; workloads[i]; i++)
		names[n++] = (struct param){ .name = workloads[i]->name, .type = PARAM_TEXT };
	for (size_t i = 0; suites[i].name; i++)
		names[n++] = (struct param){ .name = suites[i].name, .type = PARAM_TEXT };
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
