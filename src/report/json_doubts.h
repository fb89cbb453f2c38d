// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "report/judge.h"

/* Parts of the JSON document (docs/compare-json.md): what speaks against numbers and rig, and what
 * is described beside the verdicts. New references; NULL where there was no memory. */

/* What the test takes for granted and the values may not have: numbers only where one was found. */
json_t *json_of_doubts(const struct doubts *doubts);
/* Runs far from their sisters, whether a verdict rests on them or not. */
json_t *json_of_odd_runs(const struct judgement *j);
json_t *json_of_rig(const struct judgement *j);
json_t *json_of_suites(const struct judgement *j);
