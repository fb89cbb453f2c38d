// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "import/import.h"

/* The document of `bakeoff import --print`, schema bakeoff.import/1 (docs/import.md): a new object.
 */
json_t *import_json(const struct import *in);
