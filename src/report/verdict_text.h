// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "report/judge.h"

struct report_options {
	bool verbose; /* a second line of numbers, and the metrics that are not primary */
	bool explain; /* the same in sentences */
};

/*
 * --style=verdict: a header, one line for each comparison, the rig line, notes. At most 100 columns
 * a line, UTF-8. Numbers are never cut; where a line has no room, labels and then flags move to
 * the notes. Source: statistics.md section 5.
 */
void verdict_text(const struct judgement *j, const struct report_options *options,
	struct text *out);

/* "warm-up: discarded, ..." in one line: how far round 0 lay from the mean of the others. */
char *warmup_text(struct arena *arena, const struct judgement *j);
