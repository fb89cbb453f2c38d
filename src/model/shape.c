// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/shape.h"

const struct param run_shape_params[] = {
	PARAM(COUNT, struct run_shape, numjobs, .fallback = "1", .min = 1, .max = 1024,
		.help = "client processes, each with a directory of its own"),
	PARAM(COUNT, struct run_shape, iodepth, .fallback = "1", .min = 1, .max = 1024,
		.help = "operations in flight for each client; above 1 through io_uring"),
	PARAM(TIME, struct run_shape, runtime, .fallback = "0",
		.help = "end a phase after this time; 0 is when its work is done"),
	PARAM(TIME, struct run_shape, ramp_time, .fallback = "0",
		.help = "work this long in each phase before its clock starts"),
	PARAM(COUNT, struct run_shape, loops, .fallback = "1", .min = 1, .max = 1000000,
		.help = "repeat the phases in one run; work and time add up"),
	{ 0 },
};
