// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"

/*
 * What the machine is: kernel and its configuration, CPU, memory, settings, versions. A new object:
 * what cannot be read is null, and the object `unknown` in it says why (docs/facts.md). Read below
 * root, "" for the machine itself. Takes a few milliseconds.
 */
json_t *host_facts(const char *root, const char *version);
