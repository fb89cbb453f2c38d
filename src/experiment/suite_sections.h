// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/sections.h"

/*
 * A section of a suite becomes one for each workload of it, in its place and with all its keys:
 * `[workload aim9]` is [workload creat-clo], [workload link_test] and so on; `[workload short]`
 * with `use = aim9` is [workload short-creat-clo] and so on. A section that such a workload has
 * besides goes before its suite's. A variant's `aim9.KEY` is one for each of them, too.
 */
int suite_sections_expand(struct plan_sections *all, struct arena *arena,
	struct error *err) MUST_CHECK;
