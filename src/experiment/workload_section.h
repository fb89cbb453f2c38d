// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "experiment/plan.h"
#include "experiment/sections.h"
#include "workloads/workload.h"

/* The workload that a section is of, one of its suite's, or NULL where there is none of that name.
 */
const struct workload *workload_section_workload(const struct plan_section *s);

/* Whether a [workload] section has such a key: its own, a shared one, or its workload's. */
bool workload_section_knows(const struct plan_section *s, const char *key);

/*
 * Reads every [workload] into plan->cells, one for each combination of its factors' levels, and
 * adds its canonical lines to the text.
 */
int workloads_read(const struct plan_sections *all, struct arena *arena, struct plan *plan,
	struct text *text, struct error *err) MUST_CHECK;

/* Checks every cell as every variant will run it; fills in the space that it needs. */
int workloads_check(struct plan *plan, struct arena *arena, struct error *err) MUST_CHECK;
