// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"

/* The texts of Suite IX: on the terminal, in suite9.ss and in logfile.suite9. */

struct aim9_result {
	unsigned number; /* from 1 */
	const char *name, *unit;
	uint64_t ns, count; /* elapsed; whole calls */
	double factor;      /* operations credited for a call */
};

struct aim9_run {
	const char *machine, *config;
	int64_t started; /* seconds since 1970 */
	uint64_t blocks; /* of a file, KiB */
};

/* Up to the first test: what is run, how long it should take, and the table's head. */
void aim9_print_head(struct text *out, const struct aim9_run *run, size_t tests, uint64_t period_s);
void aim9_print_result(struct text *out, const struct aim9_result *r);
void aim9_print_skipped(struct text *out, unsigned number, const char *name, const char *why);
void aim9_print_not_run(struct text *out, const char *name);
void aim9_print_foot(struct text *out, const struct aim9_run *run, uint64_t projected_s,
	uint64_t actual_s);

/* suite9.ss: name, truncated rate and unit between tabs; below 1 the rate is short instead. */
void aim9_sheet_head(struct text *out, const struct aim9_run *run);
void aim9_sheet_result(struct text *out, const struct aim9_result *r);

/* logfile.suite9: name, milliseconds, calls and operations per second, unit. */
void aim9_log_head(struct text *out, const struct aim9_run *run);
void aim9_log_result(struct text *out, const struct aim9_result *r);
