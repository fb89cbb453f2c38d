// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/param.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

struct all {
	uint64_t count, size, time;
	double percent, real;
	bool yes;
	int choice;
	const char *text;
};

static const char *const choices[] = { "read", "write", NULL };

static const struct param table[] = {
	PARAM(COUNT, struct all, count, .max = UINT64_MAX),
	PARAM(SIZE, struct all, size, .min = 512, .max = UINT64_MAX),
	PARAM(TIME, struct all, time),
	PARAM(PERCENT, struct all, percent, .most = 1),
	PARAM(REAL, struct all, real),
	PARAM(BOOL, struct all, yes),
	PARAM(CHOICE, struct all, choice, .choices = choices),
	PARAM(TEXT, struct all, text),
	{ 0 },
};

/* The first byte picks the type. The canonical spelling of what is accepted means the same. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct all all = { 0 };

	if (size == 0)
		return 0;
	const struct param *p = &table[data[0] % (COUNT_OF(table) - 1)];
	char *value = arena_strndup(&arena, (const char *)data + 1, size - 1);
	if (param_set_one(p, &arena, &all, value, &err) == 0) {
		char *canonical = param_canonical(p, &arena, &all);
		if (param_set_one(p, &arena, &all, canonical, &err) < 0 ||
			strcmp(param_canonical(p, &arena, &all), canonical) != 0)
			abort();
	} else if (strncmp(err.text, p->name, strlen(p->name)) != 0) {
		abort(); /* a refusal begins with the parameter's name */
	}
	(void)param_nearest((const struct param *const[]){ table, NULL }, value);
	arena_free(&arena);
	return 0;
}
