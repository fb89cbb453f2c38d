// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "core/text.h"
#include "model/record.h"

/*
 * What was observed of the machine in each phase: in a few lines, with units; with `all` every
 * number under PCP's name, and why it is absent where it is. Adds nothing for a run that was not
 * observed. -ENOMEM.
 */
int show_observed(const struct run_record *run, bool all, struct arena *arena, struct text *out,
	struct error *err) MUST_CHECK;
