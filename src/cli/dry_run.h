// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/session.h"
#include "model/plan.h"

/*
 * Prints what `run` would do, on stdout, and changes nothing: the order of all runs, every command
 * that would run as root, space and time needed, the plan and its SHA-256. Returns the exit status.
 */
int dry_run(const struct session *session, const struct plan *plan, struct arena *arena);
