// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/*
 * Runs inside boots (or inside mkfs): what re-draws the luck is the boot, and runs in it are
 * averaged, never counted. Source: Kalibera and Jones 2013; statistics.md section 1.3.
 */
struct levels {
	double within, between_means; /* variance of logs inside a boot; of the boots' means */
	double between;   /* variance that boots add by themselves; below 0 counts as none */
	double mean;      /* of logs */
	double lo, hi;    /* 95 % CI of mean, by boots */
	double runs_real; /* runs per boot that give most for the time; round up, at least 1 */
};

/* x[b][0 .. runs - 1]: positive values of boot b; both counts at least 2. Costs in any one unit of
 * time. */
struct levels levels_estimate(const double *const *x, size_t boots, size_t runs, double boot_cost,
	double run_cost);
