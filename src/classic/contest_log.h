// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "model/results.h"

/*
 * contest's logs: one file for each load, io_load.log and so on, to which every kernel adds its
 * runs. The first line names the format; then a line for each run:
 *
 *     KERNEL SESSION RUN SETTING compile ELAPSED USER SYSTEM load ELAPSED CPU AMOUNT PASS SIZE
 *
 * Times are seconds; SESSION is when that session began (UTC seconds), RUN its number in there;
 * SETTING is what the job was; AMOUNT and PASS are the load's units of work, SIZE bytes.
 */
struct contest_entry {
	const char *kernel;
	uint64_t session, run;
	const char *setting;
	double job, user, sys;
	double load, load_cpu;
	uint64_t amount, pass, size;
};

/* -EINVAL for a kernel's name that would not be one word of at most 64 printable characters. */
int contest_check_name(const char *name, struct error *err) MUST_CHECK;

/* Adds one line to LOAD.log in dir, whole or not at all; the file is made where there is none. */
int contest_log_add(int dir, const char *load, const struct contest_entry *entry,
	struct error *err) MUST_CHECK;

/*
 * All logs of dir as results, a metric's phase being the load: time, cpu, ratio (where the same
 * session and run has a no_load), load_amount, load_pass, load_cpu. Kernels are variants, in the
 * order in which they appear, and unpaired: nothing was interleaved. Everything is the arena's.
 *
 * -EINVAL with file and line for what is no such line, and where runs that stand in one table had
 * another job; -ENODATA where there is no log. *notes: what a reader must know, ended by NULL.
 */
int contest_log_read(int dir, struct arena *arena, struct results *results,
	const char *const **notes, struct error *err) MUST_CHECK;
