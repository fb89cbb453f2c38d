// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim9_workfile.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* A workfile that is taken has a size within its limits and no test that the text has not; one
 * that is not says why, and changes nothing. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct aim9_workfile w = { .blocks = 7 };
	char *text = arena_strndup(&arena, (const char *)data, size);

	if (aim9_workfile_parse((const char *)data, size, &arena, &w, &err) < 0) {
		if (!err.text[0] || w.blocks != 7 || w.not_run_count != 0)
			abort();
	} else {
		if (w.blocks == 1 || w.blocks > UINT64_C(1) << 40)
			abort();
		for (size_t i = 0; aim_tests[i].name; i++) {
			if (w.wanted[i] && !strstr(text, aim_tests[i].name) &&
				!strstr(text, "creat_clo"))
				abort();
		}
		for (size_t i = 0; i < w.not_run_count; i++) {
			if (!strstr(text, w.not_run[i]))
				abort();
		}
	}
	arena_free(&arena);
	return 0;
}
