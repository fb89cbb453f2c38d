// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/aim7_levels.h"
#include "core/text.h"

#include <time.h>

/* The lines of AIM Suite VII: its console, its spreadsheet suite7.ss, its logfile.suite7. */

/* What stands at the head of the files. */
struct aim7_title {
	const char *name; /* of the benchmark, with the mix and what of it is run */
	const char *version;
	const char *machine, *configuration;
	time_t time;
};

void aim7_print_heading(struct text *out);
/* time: when the level ended. */
void aim7_print_row(struct text *out, const struct aim7_point *point, time_t time);
void aim7_print_summary(struct text *out, const struct aim7_levels *levels,
	const struct aim7_summary *summary, const struct aim7_point *last);

/* Tabs between fields. */
void aim7_sheet_heading(struct text *out, const struct aim7_title *title);
void aim7_sheet_row(struct text *out, const struct aim7_point *point);

void aim7_log_heading(struct text *out, const struct aim7_title *title);
/* One call of a test by one of so many users, or "job_timing", a whole task; nanoseconds, printed
 * as whole milliseconds. */
void aim7_log_line(struct text *out, uint64_t users, const char *test, uint64_t real_ns,
	uint64_t user_ns, uint64_t sys_ns);
