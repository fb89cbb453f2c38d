// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "core/text.h"
#include "model/checkup.h"

/* What doctor found, one line for each finding: check, grade, what it is, and "->" what to do. The
 * last line says what it comes to. */
void checkup_text(const struct checkup *checkup, struct text *out);

/* The same with the facts that it rests on, as the document that docs/doctor.md describes. -ENOMEM
 */
int checkup_json(const struct checkup *checkup, json_t *facts, struct text *out,
	struct error *err) MUST_CHECK;
