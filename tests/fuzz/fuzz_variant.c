// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/plan.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static const char *no_variable(void *context, const char *name)
{
	(void)context;
	(void)name;
	return NULL;
}

/* A plan that is taken has a canonical text that gives the same plan; one that is not says why. */
static void build(const struct plan_lines *lines, struct arena *arena)
{
	static const struct plan_world world = { .seed = 7, .directory = "/scratch" };
	static const struct ini_world files = { .variable = no_variable };
	struct plan_lines stored = { 0 };
	struct error err = { 0 };
	struct plan plan, again;

	if (plan_build(lines, &world, arena, &plan, &err) < 0) {
		if (!err.text[0])
			abort();
		return;
	}
	if (ini_parse(plan.text, strlen(plan.text), "stored", &files, arena, &stored, &err) < 0 ||
		plan_build(&stored, &world, arena, &again, &err) < 0 ||
		strcmp(plan.text, again.text) != 0 || strcmp(plan.name, again.name) != 0)
		abort();
}

/*
 * What --variant=TEXT becomes: lines whose values, put together again, are no longer than the text;
 * and what --name=TEXT becomes.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan_lines lines = { 0 }, named = { 0 };
	char *text = arena_strndup(&arena, (const char *)data, size);

	plan_add_option(&arena, &lines, "workload", "lmdd", NULL, NULL);
	if (plan_add_variant_option(text, &arena, &lines, &err) == 0) {
		size_t used = 0;
		for (size_t i = 2; i < lines.count; i++)
			used += strlen(lines.items[i].key) + 1 + strlen(lines.items[i].value);
		if (used > strlen(text))
			abort();
		build(&lines, &arena);
	}
	plan_add_option(&arena, &named, "experiment", "", "name", text);
	plan_add_option(&arena, &named, "workload", "lmdd", NULL, NULL);
	build(&named, &arena);
	arena_free(&arena);
	return 0;
}
