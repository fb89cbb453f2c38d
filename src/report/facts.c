// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/facts.h"

#include "core/auto.h"
#include "core/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct list {
	struct arena *arena;
	struct fact *items;
	size_t count;
};

/* Nested objects and arrays become one key each. */
static void flatten(struct list *list, const char *prefix, json_t *json)
{
	struct arena *a = list->arena;

	if (json_is_object(json)) {
		for (void *at = json_object_iter(json); at; at = json_object_iter_next(json, at)) {
			const char *key = json_object_iter_key(at);
			flatten(list, *prefix ? arena_printf(a, "%s.%s", prefix, key) : key,
				json_object_iter_value(at));
		}
		return;
	}
	if (json_is_array(json)) {
		for (size_t i = 0; i < json_array_size(json); i++)
			flatten(list, arena_printf(a, "%s.%zu", prefix, i),
				json_array_get(json, i));
		return;
	}
	AUTO_FREE char *dump = json_dumps(json, JSON_ENCODE_ANY);
	const char *value = json_is_string(json) ? json_string_value(json) : dump ? dump : "?";
	*ARENA_PUSH(a, list->items, list->count) = (struct fact){
		.key = arena_strdup(a, prefix),
		.value = arena_strdup(a, value),
	};
}

static int by_key(const void *a, const void *b)
{
	return strcmp(((const struct fact *)a)->key, ((const struct fact *)b)->key);
}

int facts_list(const char *json, struct arena *arena, struct fact_list *facts, struct error *err)
{
	struct list list = { .arena = arena };
	json_error_t wrong;
	AUTO_JSON json_t *object = json_loads(json, 0, &wrong);

	if (!object)
		return fail(err, EINVAL, "facts of the run: %s at column %d", wrong.text,
			wrong.column);
	flatten(&list, "", object);
	if (list.count > 0)
		qsort(list.items, list.count, sizeof(*list.items), by_key);
	*facts = (struct fact_list){ .items = list.items, .count = list.count };
	return 0;
}

const char *facts_find(const struct fact_list *facts, const char *key)
{
	for (size_t i = 0; i < facts->count; i++) {
		if (strcmp(facts->items[i].key, key) == 0)
			return facts->items[i].value;
	}
	return NULL;
}
