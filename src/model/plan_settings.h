// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/spec.h"

/*
 * The settings of one section of a plan's canonical text (plan.h), in their order, in the arena. Of
 * a list each item is a setting of its own; a knob is one under its name: "knob:queue/scheduler".
 * name is "" for [experiment]. *found, which may be NULL, says whether there is such a section.
 */
struct setting *plan_settings(const char *text, const char *kind, const char *name,
	struct arena *arena, size_t *count, bool *found);
