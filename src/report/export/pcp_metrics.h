// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "model/record.h"

#include <pcp/pmapi.h>

/* How something is said to PCP: its type and unit, and what one of our base unit is in it. */
struct pcp_measure {
	int type; /* PM_TYPE_... */
	pmUnits units;
	double factor;
};

/*
 * A metric that has a name in PCP has PCP's own unit (CPU time ms, disk bytes KiB), so that its
 * tools scale it as they do on a live machine; any other has the base unit, seconds apart, which
 * are microseconds.
 */
struct pcp_measure pcp_measure_of(const char *metric, const char *unit, enum reading_kind reading);

/* A part of a name of PCP's name space: letters, digits and _, beginning with a letter. */
char *pcp_name(struct arena *arena, const char *text);
/* Whether it is such a name, with its dots. */
bool pcp_name_is_sound(const char *name);
