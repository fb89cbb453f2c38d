// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "model/results.h"

/*
 * --style=csv: RFC 4180 (lines end in CR LF), one row for each value that there is, in base units
 * and with 17 digits. Columns: experiment, cell, phase, metric, unit, better, variant, round,
 * value, discarded. The warm-up is round 0 and the only one with "yes" in the last column.
 */
void csv_text(const struct results *results, struct text *out);
