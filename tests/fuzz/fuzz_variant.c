// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/plan.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* What --variant=TEXT becomes: lines whose values, put together again, are no longer than the text.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct plan_world world = { .seed = 7, .directory = "/scratch" };
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan_lines lines = { 0 };
	struct plan plan;
	char *text = arena_strndup(&arena, (const char *)data, size);

	plan_add_option(&arena, &lines, "workload", "lmdd", NULL, NULL);
	if (plan_add_variant_option(text, &arena, &lines, &err) == 0) {
		size_t used = 0;
		for (size_t i = 2; i < lines.count; i++)
			used += strlen(lines.items[i].key) + 1 + strlen(lines.items[i].value);
		if (used > strlen(text))
			abort();
		if (plan_build(&lines, &world, &arena, &plan, &err) < 0 && !err.text[0])
			abort();
	}
	arena_free(&arena);
	return 0;
}
