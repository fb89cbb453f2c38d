// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/judge.h"

/* Fills in what speaks against a judged comparison of a family of that size. */
void doubts_find(const struct judgement *j, struct effect *e, size_t family, struct arena *arena);

/* Each doubt in words, for the notes; NULL-ended. */
const char **doubts_texts(const struct judgement *j, const struct effect *e, struct arena *arena);
