// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "report/judge.h"

/* How contest's versions printed their tables. */
enum contest_style { CONTEST_034, CONTEST_041, CONTEST_050, CONTEST_061 };
extern const char *const contest_style_names[]; /* ended by NULL: "0.34", ... */

/*
 * contest's tables: a block for each load, a row for each variant. Times are means over the runs,
 * Ratio is the mean over the runs of the time by that of no_load in the same run. 0.41 has a *
 * where the verdict on the time is FASTER or SLOWER; the older ones and the later ones had none.
 *
 * Metrics of phases that are no load of contest are passed over; -ENODATA where none is left.
 */
int contest_text(const struct judgement *j, enum contest_style style, struct arena *arena,
	struct text *out, struct error *err) MUST_CHECK;
