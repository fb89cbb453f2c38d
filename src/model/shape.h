// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/param.h"

/* The keys that every workload shares: how many clients, how long, how often. */
struct run_shape {
	uint64_t numjobs;
	uint64_t iodepth;
	uint64_t runtime;   /* nanoseconds; 0: until the work is done */
	uint64_t ramp_time; /* nanoseconds of work before the clock starts */
	uint64_t loops; /* the phases, one after the other, this many times; their work and time add
			   up */
};

extern const struct param run_shape_params[];
