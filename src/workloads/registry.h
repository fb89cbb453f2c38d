// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workloads/workload.h"

extern const struct workload aim7_workload;
extern const struct workload bonnie_workload;
extern const struct workload command_workload;
extern const struct workload contest_workload;
extern const struct workload creat_clo_workload;
extern const struct workload dbench_workload;
extern const struct workload dir_rtns_1_workload;
extern const struct workload disk_cp_workload;
extern const struct workload disk_rd_workload;
extern const struct workload disk_rr_workload;
extern const struct workload disk_rw_workload;
extern const struct workload disk_src_workload;
extern const struct workload disk_wrt_workload;
extern const struct workload link_test_workload;
extern const struct workload lmdd_workload;
extern const struct workload nothing_workload;
extern const struct workload postmark_workload;
extern const struct workload sync_disk_cp_workload;
extern const struct workload sync_disk_rw_workload;
extern const struct workload sync_disk_update_workload;
extern const struct workload sync_disk_wrt_workload;

/* Every workload, in the order of their names, ended by NULL. */
extern const struct workload *const workloads[];

/* NULL where there is none of that name. */
const struct workload *workload_find(const char *name);

/*
 * Workloads that are run together under one name, in the order of the classic table. They share
 * one parameter table, and their own defaults of shared keys.
 */
struct suite {
	const char *name;                      /* no workload's */
	const char *summary;                   /* one line, no full stop */
	const struct workload *const *members; /* ended by NULL; at least one */
};

/* Every suite, in the order of their names, ended by { 0 }. */
extern const struct suite suites[];

/* NULL where there is none of that name. */
const struct suite *suite_find(const char *name);
/* The first suite that the workload is in, or NULL. */
const struct suite *suite_with(const struct workload *w);
/* The workload of that name, or one that stands for all of the suite: its table is theirs. NULL. */
const struct workload *workload_or_suite(const char *name);

/* The name, of a workload or a suite, that is nearest to what was typed, or NULL. */
const char *workload_nearest(const char *name);

/*
 * A config of the workload in the arena: defaults, then the settings, then the workload's own check
 * together with the shape. -EINVAL, -ERANGE, -ENOENT with the parameter, the value and the limit.
 */
struct setting;
int workload_configure(const struct workload *w, const struct setting *settings, size_t count,
	const struct run_shape *shape, struct arena *arena, void **config,
	struct error *err) MUST_CHECK;
