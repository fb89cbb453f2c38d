// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/bonnie_report.h"

/*
 * Does what the arguments say, in a new directory Bonnie.PID below args->dir that is gone
 * afterwards, whatever happens. Says on stderr which phase it is in, unless quiet; fills in
 * report->cells. seed is chance's only source. -errno with the words; where stop_asked(), that was
 * the reason.
 */
int bonnie_run(const struct bonnie_args *args, struct bonnie_report *report,
	struct error *err) MUST_CHECK;
