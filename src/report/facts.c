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

/* "host.unknown.governor" says why "host.governor" is null. *key becomes the latter. */
static bool is_reason(struct arena *arena, const char **key)
{
	static const char mark[] = ".unknown.";
	const char *at = strstr(*key, mark);

	if (at)
		*key = arena_printf(arena, "%.*s.%s", (int)(at - *key), *key,
			at + sizeof(mark) - 1);
	return at != NULL;
}

static struct fact *find(struct fact *items, size_t count, const char *key)
{
	const struct fact wanted = { .key = key };

	return count ? bsearch(&wanted, items, count, sizeof(*items), by_key) : NULL;
}

/* Each reason goes to what it explains, and is no fact of its own. */
static void join_reasons(struct arena *arena, struct fact_list *facts)
{
	size_t kept = 0;

	for (size_t i = 0; i < facts->count; i++) {
		const char *key = facts->items[i].key;
		struct fact *explained =
			is_reason(arena, &key) ? find(facts->items, facts->count, key) : NULL;
		if (explained)
			*explained = (struct fact){ .key = explained->key,
				.value = "unknown",
				.reason = facts->items[i].value };
	}
	for (size_t i = 0; i < facts->count; i++) {
		const char *key = facts->items[i].key;
		if (!is_reason(arena, &key))
			facts->items[kept++] = facts->items[i];
	}
	facts->count = kept;
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
	join_reasons(arena, facts);
	return 0;
}

void facts_add(struct fact_list *facts, const char *key, const char *value, struct arena *arena)
{
	*ARENA_PUSH(arena, facts->items, facts->count) =
		(struct fact){ .key = key, .value = value };
	qsort(facts->items, facts->count, sizeof(*facts->items), by_key);
}

const char *facts_find(const struct fact_list *facts, const char *key)
{
	const struct fact *fact = find(facts->items, facts->count, key);

	return fact ? fact->value : NULL;
}
