// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

enum { SHORTEST_BYTES = 32 };

/*
 * The text of a number with the fewest of 15, 16 and 17 significant digits that reads back as the
 * same bits: "0.1", "1e+300", "0.30000000000000004". "nan", "inf" and "-inf" for what is not
 * finite. Returns text.
 */
char *shortest_text(char text[SHORTEST_BYTES], double value);
