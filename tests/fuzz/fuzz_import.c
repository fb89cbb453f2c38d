// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/json.h"

#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One target for all importers, and one for each: -DIMPORTER="fio". */
#ifndef IMPORTER
#define IMPORTER NULL
#endif

/* Whatever the bytes are: every row says what it is, and every number is one. */
static void check_row(const struct import_row *row)
{
	if (!row->tool || !row->workload || !row->metric || !row->variant || !row->unit ||
		!row->status)
		abort();
	for (size_t i = 0; i < row->value_count; i++) {
		if (!isfinite(row->values[i]))
			abort();
	}
	if (strcmp(row->status, IMPORT_OK) == 0 && row->value_count == 0 && !isfinite(row->mean) &&
		!isfinite(row->least))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct import_hints hints = { .tool = IMPORTER, .better = -1 };
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct import in;

	if (import_read((const char *)data, size, &hints, &arena, &in, &err) == 0) {
		for (size_t i = 0; i < in.row_count; i++)
			check_row(&in.rows[i]);
		json_t *document = import_json(&in);
		if (!document)
			abort();
		json_decref(document);
	} else if (!err.text[0]) {
		abort();
	}
	arena_free(&arena);
	return 0;
}
