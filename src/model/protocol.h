// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

/* The line protocol between controller and agent: docs/protocol.md. */
#define PROTOCOL_SCHEMA "bakeoff.run/1"

enum { PROTOCOL_LINE_BYTES = 1 << 20 }; /* a longer line is malformed */
