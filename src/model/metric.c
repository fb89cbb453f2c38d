// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metric.h"

#include <string.h>

static const char *const names[] = {
	[BETTER_NEITHER] = "neither",
	[BETTER_HIGHER] = "higher",
	[BETTER_LOWER] = "lower",
};

const char *better_name(enum better better)
{
	return names[better];
}

int better_of_name(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (strcmp(names[i], name) == 0)
			return (int)i;
	}
	return -1;
}

char *metric_words(const struct metric *m, struct arena *arena)
{
	return arena_printf(arena, "%s (%s, %s is better%s)", m->help, m->unit,
		better_name(m->better), m->primary ? ", judged" : "");
}
