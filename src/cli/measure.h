// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/report_out.h"
#include "model/plan.h"

/*
 * What run and resume have in common: measure (experiment 0: a new one), say where the results are,
 * and print them. Returns the exit status.
 */
int measure_and_report(struct session *session, const struct plan *plan, uint64_t experiment,
	int style, struct arena *arena);
