// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/histogram.h"
#include "report/export/export_json.h"

#include "fuzz.h"

#include <stdlib.h>

static void check_run(const struct stored_whole *whole, const struct run_record *run)
{
	static struct histogram h;
	struct error err = { 0 };

	if (run->variant >= whole->design.variant_count || run->cell >= whole->design.cell_count ||
		!run->facts || !run->reason)
		abort();
	for (size_t i = 0; i < run->phase_count; i++) {
		for (size_t k = 0; k < run->phases[i].kind_count; k++) {
			const struct kind_record *kind = &run->phases[i].kinds[k];
			if (kind->histogram_size > 0 && histogram_decode(&h, kind->histogram,
								kind->histogram_size, &err) < 0)
				abort();
		}
	}
}

/* What is accepted can be stored: every index is one, every histogram sound. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct stored_whole *wholes = NULL;
	size_t count = 0;

	(void)export_is_json((const char *)data, size);
	if (export_parse_json((const char *)data, size, &arena, &wholes, &count, &err) == 0) {
		if (count == 0)
			abort();
		for (size_t i = 0; i < count; i++) {
			for (size_t r = 0; r < wholes[i].run_count; r++)
				check_run(&wholes[i], &wholes[i].runs[r]);
		}
	}
	arena_free(&arena);
	return 0;
}
