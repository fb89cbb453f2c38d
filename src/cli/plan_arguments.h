// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/command.h"
#include "cli/session.h"
#include "experiment/plan.h"

/* What `run` and `doctor` are called with: [PLAN] [WORKLOAD [OPTION...]]... [OPTION...] */

/*
 * Reads a command line. `own` are the command's own options, which go to `options`; one of them is
 * --variant. Everything else becomes lines of a plan, after those of a plan file. -EINVAL, -ENOENT
 * for what is wrong with it.
 */
int plan_arguments_read(const struct invocation *call, const struct param *own, void *options,
	struct plan_lines *lines, struct error *err) MUST_CHECK;

/* Makes a plan of them, in the session's directory; a seed is drawn where none was said. */
int plan_arguments_build(const struct plan_lines *lines, const struct session *session,
	struct arena *arena, struct plan *plan, struct error *err) MUST_CHECK;
