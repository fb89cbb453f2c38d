// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/names.h"

#include <string.h>

static size_t hash_text(const char *text)
{
	uint32_t hash = 2166136261u;

	for (; *text; text++) /* FNV-1a */
		hash = (hash ^ (unsigned char)*text) * 16777619u;
	return hash;
}

/* The slot of that text, or the free one where it belongs. */
static uint32_t *slot_of(const struct names *n, const char *text)
{
	size_t i = hash_text(text) & (n->room - 1);

	while (n->index[i] && strcmp(n->items[n->index[i] - 1], text) != 0)
		i = (i + 1) & (n->room - 1);
	return &n->index[i];
}

/* At most half full. */
static void grow(struct names *n, struct arena *arena)
{
	n->room = n->room ? 2 * n->room : 64;
	n->index = NEW(arena, uint32_t, n->room);
	for (size_t i = 0; i < n->count; i++)
		*slot_of(n, n->items[i]) = (uint32_t)(i + 1);
}

size_t names_add(struct names *n, struct arena *arena, const char *text)
{
	if (2 * (n->count + 1) > n->room)
		grow(n, arena);
	uint32_t *slot = slot_of(n, text);
	if (!*slot) {
		*ARENA_PUSH(arena, n->items, n->count) = arena_strdup(arena, text);
		*slot = (uint32_t)n->count;
	}
	return *slot - 1;
}

size_t names_find(const struct names *n, const char *text)
{
	uint32_t number = n->room > 0 ? *slot_of(n, text) : 0;

	return number ? number - 1 : n->count;
}
