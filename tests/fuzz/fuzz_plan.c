// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/plan.h"

#include "fuzz.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int read_file(void *context, struct arena *arena, const char *path, const char **text,
	size_t *length, struct error *err)
{
	static const char included[] = "[variant included]\nfs = xfs\n";

	(void)context;
	(void)arena;
	if (strcmp(path, "other.ini") != 0)
		return fail(err, ENOENT, "open %s: no such file", path);
	*text = included;
	*length = strlen(included);
	return 0;
}

static const char *variable(void *context, const char *name)
{
	(void)context;
	return strcmp(name, "V") == 0 ? "1G" : NULL;
}

static int build(const char *text, size_t length, struct arena *arena, struct plan *plan,
	struct error *err)
{
	static const struct ini_world files = { .read = read_file, .variable = variable };
	static const struct plan_world world = { .seed = 7, .directory = "/scratch" };
	struct plan_lines lines = { 0 };
	int ret = ini_parse(text, length, "p.ini", &files, arena, &lines, err);

	return ret < 0 ? ret : plan_build(&lines, &world, arena, plan, err);
}

/* A plan that is taken has a canonical text that gives the same plan; one that is not says why. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan, again;

	if (build((const char *)data, size, &arena, &plan, &err) == 0) {
		if (build(plan.text, strlen(plan.text), &arena, &again, &err) < 0 ||
			strcmp(plan.text, again.text) != 0 || strcmp(plan.name, again.name) != 0 ||
			strcmp(plan.sha256, again.sha256) != 0)
			abort();
	} else if (!err.text[0]) {
		abort();
	}
	arena_free(&arena);
	return 0;
}
