// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/split.h"

#include <errno.h>
#include <string.h>

static char *trimmed(struct arena *arena, const char *from, size_t length)
{
	while (length > 0 && strchr(" \t", *from)) {
		from++;
		length--;
	}
	while (length > 0 && strchr(" \t", from[length - 1]))
		length--;
	return arena_strndup(arena, from, length);
}

int split_list(const char *value, struct arena *arena, struct param_list *items, struct error *err)
{
	if (!value[strspn(value, " \t")])
		return 0;
	for (const char *p = value;; p++) {
		size_t length = strcspn(p, ",");
		char *item = trimmed(arena, p, length);
		if (!*item)
			return fail(err, EINVAL, "'%s': item %zu of the list is empty", value,
				items->count + 1);
		*ARENA_PUSH(arena, items->items, items->count) = item;
		p += length;
		if (!*p)
			return 0;
	}
}

int split_lists(const struct param_list *lines, struct arena *arena, struct param_list *items,
	struct error *err)
{
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < lines->count; i++)
		ret = split_list(lines->items[i], arena, items, err);
	return ret;
}
