// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/judge.h"

/* "lower is better". */
const char *better_text(enum better better);

/*
 * What one verdict line says, in sentences, for --explain: what is claimed, from which numbers it
 * was computed, by which formula, and whose that is.
 */
char *explain_effect(const struct judgement *j, const struct effect *e, struct arena *arena);
