// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/plan_text.h"

#include <string.h>

void plan_text_section(struct text *text, const char *kind, const char *name)
{
	text_printf(text, "%s[%s%s%s]\n", text->length ? "\n" : "", kind, *name ? " " : "", name);
}

void plan_text_key(struct text *text, const char *key, const char *value)
{
	if (*value)
		text_printf(text, "%s = %s\n", key, value);
}

void plan_text_params(struct text *text, const struct param *table, const void *owner,
	const char *but, struct arena *arena)
{
	for (const struct param *p = table; p->type != PARAM_END; p++) {
		if (!but || strcmp(p->name, but) != 0)
			plan_text_key(text, p->name, param_canonical(p, arena, owner));
	}
}
