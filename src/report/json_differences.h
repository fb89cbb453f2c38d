// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "report/judge.h"

/* Parts of the JSON document (docs/compare-json.md): what else was not the same, and what only some
 * of several experiments have measured. New references; NULL where there was no memory. */

json_t *json_of_differences(const struct judgement *judgement);
/* Facts that were not the same in all runs of a variant. */
json_t *json_of_varying(const struct judgement *judgement);
json_t *json_of_unmatched(const struct results *results);
