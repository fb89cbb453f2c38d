// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/stored_json.h"

#include "core/auto.h"

#include <string.h>

/* As the agent's events and the store's descriptions are written. */
static char *dump(const json_t *json)
{
	return json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
}

bool stored_json_is_plain(const char *text)
{
	AUTO_JSON json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	AUTO_FREE char *again = json ? dump(json) : NULL;

	return again && strcmp(again, text) == 0;
}

char *stored_json_text(const json_t *member, struct arena *arena)
{
	if (json_is_string(member))
		return arena_strdup(arena, json_string_value(member));
	if (!json_is_object(member) && !json_is_array(member))
		return NULL;
	AUTO_FREE char *text = dump(member);
	return arena_strdup(arena, text);
}
