// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/workload.h"

extern const struct workload bonnie_workload;
extern const struct workload lmdd_workload;
extern const struct workload nothing_workload;
extern const struct workload postmark_workload;

/* Every workload, in the order of their names, ended by NULL. */
extern const struct workload *const workloads[];

/* NULL where there is none of that name. */
const struct workload *workload_find(const char *name);
/* The name that is nearest to what was typed, or NULL. */
const char *workload_nearest(const char *name);

/*
 * A config of the workload in the arena: defaults, then the settings, then the workload's own check
 * together with the shape. -EINVAL, -ERANGE, -ENOENT with the parameter, the value and the limit.
 */
struct setting;
int workload_configure(const struct workload *w, const struct setting *settings, size_t count,
	const struct run_shape *shape, struct arena *arena, void **config,
	struct error *err) MUST_CHECK;
