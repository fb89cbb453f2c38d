// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/outcome.h"

#include "core/base.h"

#include <string.h>

static const char *const names[] = {
	[OUTCOME_OK] = "ok",
	[OUTCOME_UNSUPPORTED] = "unsupported",
	[OUTCOME_FAILED] = "failed",
	[OUTCOME_INVALID] = "invalid",
	[OUTCOME_INTERRUPTED] = "interrupted",
};

const char *outcome_name(enum outcome outcome)
{
	return names[outcome];
}

int outcome_of_name(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (strcmp(names[i], name) == 0)
			return (int)i;
	}
	return -1;
}
