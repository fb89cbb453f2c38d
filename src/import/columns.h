// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/label.h"
#include "import/rows.h"
#include "import/scan.h"

/* Tables of numbers under a head of fixed columns, the first of which is the load. */
struct column {
	const char *head; /* NULL: by its place */
	const char *metric, *unit;
	enum better better;
};

struct load_table {
	struct import *in;
	const char *tool, *variant, *group;
};

/* Adds the row's values under its load: so many as the line has and as there are columns. */
void load_row(const struct load_table *t, const struct word *words, size_t count,
	const struct column *const *columns, unsigned line);
