// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan_settings.h"

#include <string.h>

/* The rest of a line after its beginning; NULL where it begins otherwise. */
static const char *after(const char *line, const char *beginning)
{
	size_t length = strlen(beginning);

	return strncmp(line, beginning, length) == 0 ? line + length : NULL;
}

/* knob = a=1, b=2: two of them. */
static void add_knobs(struct arena *arena, char *list, struct setting **settings, size_t *count)
{
	for (char *rest = list, *item; (item = strsep(&rest, ","));) {
		item += strspn(item, " ");
		char *equals = strchr(item, '=');
		if (!equals)
			continue;
		*equals = '\0';
		*ARENA_PUSH(arena, *settings, *count) = (struct setting){
			.name = arena_printf(arena, "knob:%s", item),
			.value = equals + 1,
		};
	}
}

static void add_items(struct arena *arena, const char *name, char *list, struct setting **settings,
	size_t *count)
{
	for (char *rest = list, *item; (item = strsep(&rest, ","));)
		*ARENA_PUSH(arena, *settings, *count) = (struct setting){
			.name = name,
			.value = item + strspn(item, " "),
		};
}

static void add_line(struct arena *arena, char *line, struct setting **settings, size_t *count)
{
	char *equals = strstr(line, " = ");

	if (!equals)
		return;
	*equals = '\0';
	char *value = equals + 3;
	if (strcmp(line, "knob") == 0)
		add_knobs(arena, value, settings, count);
	else if (strcmp(line, "require_same") == 0)
		add_items(arena, line, value, settings, count);
	else
		*ARENA_PUSH(arena, *settings, *count) =
			(struct setting){ .name = line, .value = value };
}

struct setting *plan_settings(const char *text, const char *kind, const char *name,
	struct arena *arena, size_t *count, bool *found)
{
	const char *head = arena_printf(arena, "[%s%s%s]", kind, *name ? " " : "", name);
	struct setting *settings = NULL;
	bool inside = false, any = false;
	size_t n = 0;

	for (char *rest = arena_strdup(arena, text), *line; (line = strsep(&rest, "\n"));) {
		const char *tail = after(line, head);
		if (*line == '[')
			inside = tail && *tail == '\0';
		else if (inside)
			add_line(arena, line, &settings, &n);
		any |= inside;
	}
	*count = n;
	if (found)
		*found = any;
	return settings;
}
