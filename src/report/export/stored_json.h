// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/json.h"

/*
 * JSON that the store keeps as text (facts, parameters), inside a document: as what it is where
 * that text can be made of it again byte for byte, otherwise as a text.
 */

/* Whether it can. */
bool stored_json_is_plain(const char *text);
/* What the member of a document stood for; NULL where it is neither a text nor an object or array.
 */
char *stored_json_text(const json_t *member, struct arena *arena);
