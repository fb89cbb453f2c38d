// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spec.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* An accepted spec is the same after being written and read. */
static void use(const struct run_spec *spec, struct arena *arena)
{
	struct error err = { 0 };
	struct run_spec again;
	AUTO_JSON json_t *first = spec_to_json(spec);

	if (spec_from_json(first, arena, &again, &err) < 0)
		abort();
	AUTO_JSON json_t *second = spec_to_json(&again);
	if (!json_equal(first, second))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct run_spec spec;
	AUTO_JSON json_t *json = json_loadb((const char *)data, size, 0, NULL);

	if (json && spec_from_json(json, &arena, &spec, &err) == 0)
		use(&spec, &arena);
	arena_free(&arena);
	return 0;
}
