// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/param.h"
#include "core/text.h"

/*
 * The canonical form of a plan: every key with its resolved value in one spelling. It is
 * what the SHA-256 is of, what is stored, and what `resume` reads again.
 */
void plan_text_section(struct text *text, const char *kind, const char *name);
void plan_text_key(struct text *text, const char *key, const char *value);
/* Every parameter of the table whose value is not empty, but not the one named `but` (or NULL). */
void plan_text_params(struct text *text, const struct param *table, const void *owner,
	const char *but, struct arena *arena);
