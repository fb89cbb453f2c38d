// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"

#include "unit.h"

#include <math.h>
#include <string.h>

/* For tests of importers: texts that we wrote, read as any text is. */

static struct arena import_arena;

static inline struct import import_text(const char *text)
{
	struct import in;
	struct error err;

	OK(import_read(text, strlen(text), NULL, &import_arena, &in, &err));
	return in;
}

static inline bool is_same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* The row of that identity; fails the test where there is none. group may be NULL. */
static inline const struct import_row *import_row(const struct import *in, const char *workload,
	const char *metric, const char *variant, const char *group)
{
	for (size_t i = 0; i < in->row_count; i++) {
		const struct import_row *r = &in->rows[i];
		if (is_same(r->workload, workload) && is_same(r->metric, metric) &&
			is_same(r->variant, variant) && is_same(r->group, group))
			return r;
	}
	ck_abort_msg("no row %s %s of '%s'", workload, metric, variant);
	return NULL;
}

/* Its only sample, in its unit. */
static inline double import_value(const struct import *in, const char *workload, const char *metric,
	const char *variant, const char *group, const char *unit)
{
	const struct import_row *r = import_row(in, workload, metric, variant, group);

	ck_assert_str_eq(r->unit, unit);
	ck_assert_str_eq(r->status, IMPORT_OK);
	ck_assert_uint_eq(r->value_count, 1);
	return r->values[0];
}
