// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "report/judge.h"
#include "report/verdict_text.h"

/*
 * One variant alone is a measurement: a line for each metric, with its numbers and no verdict. A
 * run that lies far from its sisters (statistics.md 1.6) is named, and what the numbers would be
 * without it is said beside them; it stays in. What has no value has no line. Returns how many.
 */
size_t measured_lines(const struct judgement *j, const struct report_options *options,
	struct arena *arena, struct text *out);
