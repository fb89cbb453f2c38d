// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "core/text.h"

/* Plain tables by libsmartcols, never cut and without trailing blanks. */

struct table_column {
	const char *name;
	bool right; /* numbers */
};

/*
 * Adds a header line and the rows to `out`: cells[row * column_count + column], NULL for empty.
 * UTF-8 is aligned whatever the locale; control characters come out escaped. -ENOMEM.
 */
int table_text(struct text *out, const struct table_column *columns, size_t column_count,
	const char *const *cells, size_t row_count, struct error *err) MUST_CHECK;
