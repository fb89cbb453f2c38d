// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/session.h"
#include "experiment/plan.h"
#include "model/checkup.h"
#include "observe/machine.h"

/* What `doctor` makes of a plan. */

/* A plan that names no workload is looked at with the one that does nothing. */
void doctor_add_workload(struct arena *arena, struct plan_lines *lines);

/* The places that a plan writes to, each once; without a plan (NULL) the directory. Their number.
 */
size_t doctor_places(const struct plan *plan, const char *directory, struct arena *arena,
	struct place_request **places);

/* Whether each variant can be made and run: check "plan". */
void doctor_check_plan(const struct plan *plan, const struct session *session,
	struct checkup *checkup);
