// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "import/import.h"

#include <stdio.h>

/* The document of `bakeoff import --print`, schema bakeoff.import/1 (docs/import.md): a new object.
 */
json_t *import_json(const struct import *in);

/* The same document, a row a line and never more than one row of it in memory. 0, or -EIO. */
int import_print(const struct import *in, FILE *to) MUST_CHECK;
