// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/* What this process may use: the machine's memory, or the memory cap that it is under. */
struct memory {
	uint64_t bytes;     /* the cap where there is one, otherwise RAM */
	uint64_t available; /* that can be had without swapping */
	uint64_t swap;      /* free, bytes */
	bool capped;
};

/* Source: /proc/meminfo, /proc/self/cgroup, memory.max or memory.limit_in_bytes. */
int memory_look(struct memory *memory, struct error *err) MUST_CHECK;
