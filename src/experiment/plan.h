// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/ini.h"
#include "model/plan.h"

/* What a plan depends on besides its lines. */
struct plan_world {
	uint64_t seed; /* where the plan has none */
	const char
		*directory; /* the current one: paths start here, and images go here by default */
};

/* The parameter tables of [experiment] and [variant], and what [workload] has besides shape and
 * workload. */
extern const struct param plan_experiment_params[];
extern const struct param plan_variant_params[];
extern const struct param plan_workload_params[];

/*
 * Makes a plan of lines, from a file or from the command line, and checks all of it that
 * can be checked without looking at the machine. Errors carry file, line, key and what was
 * expected.
 */
int plan_build(const struct plan_lines *lines, const struct plan_world *world, struct arena *arena,
	struct plan *plan, struct error *err) MUST_CHECK;

/* Reads a plan file; follows include and ${VAR}. */
int plan_read_file(const char *path, struct arena *arena, struct plan_lines *lines,
	struct error *err) MUST_CHECK;

/*
 * `NAME:key=value,key=value` of --variant: a comma separates only before a known `key=`.
 * Adds a [variant NAME] section's lines.
 */
int plan_add_variant_option(const char *text, struct arena *arena, struct plan_lines *lines,
	struct error *err) MUST_CHECK;

/* One line of the command line: --KEY=VALUE for a section. */
void plan_add_option(struct arena *arena, struct plan_lines *lines, const char *kind,
	const char *section, const char *key, const char *value);

/*
 * A workload as the command line names it: adds its section and gives the section's name. The first
 * time that is the workload's own, and a plan file's section of that name is meant where there is
 * one; each time more it is a new section: NAME-2, NAME-3.
 */
const char *plan_add_workload(struct arena *arena, struct plan_lines *lines, const char *workload);

/* A cell's parameters as one variant runs it: the cell's own, then the variant's overrides. */
void plan_cell_params(const struct variant *variant, const struct cell *cell, struct arena *arena,
	struct setting **params, size_t *count);
