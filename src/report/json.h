// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "report/judge.h"

/*
 * --style=json: one document, "schema": "bakeoff.compare/1": the experiment, its variants, for each
 * metric every value with its round, summaries and comparisons with every number on the way, the
 * A/A arm, and the flags. Base units. What could not be computed is null, and "reason" says why.
 */
int json_document(const struct judgement *j, struct text *out, struct error *err) MUST_CHECK;
