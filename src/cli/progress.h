// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/run.h"

/*
 * Where the experiment is, on stderr: one line that is written over on a
 * terminal, a plain line for each finished run otherwise. The context is not used.
 */
void progress_show(void *context, const struct progress *progress);
void progress_run_done(void *context, const struct progress *progress,
	const struct run_record *run);
/* Wipes the line off. */
void progress_clear(void *context);
