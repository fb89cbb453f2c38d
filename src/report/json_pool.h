// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "report/pool.h"

/* The pooled analysis of one metric, for `compare --pool` (docs/compare-json.md). A new reference;
 * NULL where there was no memory. */
json_t *json_of_pooled(const struct results *results, const struct pooled *pooled);
