// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "experiment/plan.h"
#include "experiment/sections.h"

/*
 * Reads every [variant] into plan->variants, baseline first found or first of all, and adds its
 * canonical lines to the text. Without any: one variant named `here` in the current directory.
 */
int variants_read(const struct plan_sections *all, const struct plan_world *world,
	struct arena *arena, struct plan *plan, struct text *text, struct error *err) MUST_CHECK;
