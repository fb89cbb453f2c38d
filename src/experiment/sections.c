// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/sections.h"

#include <errno.h>
#include <string.h>

enum { LIKE_DEEPEST = 16, VARIANTS_MOST = 256, SECTIONS_MOST = 512 };

const struct plan_line *section_find(const struct plan_section *s, const char *key)
{
	for (size_t i = s->count; i-- > 0;) {
		if (strcmp(s->lines[i].key, key) == 0)
			return &s->lines[i];
	}
	return NULL;
}

const char *line_where(const struct plan_line *line, struct arena *arena)
{
	return line->line ? arena_printf(arena, "%s:%u", line->file, line->line) : line->file;
}

struct plan_section *sections_find(const struct plan_sections *all, const char *kind,
	const char *name)
{
	for (size_t i = 0; i < all->count; i++) {
		if (strcmp(all->items[i].kind, kind) == 0 && strcmp(all->items[i].name, name) == 0)
			return &all->items[i];
	}
	return NULL;
}

static void push(struct arena *arena, struct plan_section *s, const struct plan_line *line)
{
	*ARENA_PUSH(arena, s->lines, s->count) = *line;
}

/* Collects the lines; the [global] ones so far stand at the start of each new section. */
static int collect(const struct plan_lines *lines, struct arena *arena,
	bool (*is_known)(const struct plan_section *, const char *), bool *used,
	struct plan_sections *all, struct error *err)
{
	size_t variants = 0;

	for (size_t i = 0; i < lines->count; i++) {
		const struct plan_line *line = &lines->items[i];
		if (strcmp(line->kind, "global") == 0)
			continue;
		struct plan_section *s = sections_find(all, line->kind, line->section);
		if (!s) {
			variants += strcmp(line->kind, "variant") == 0;
			if (variants > VARIANTS_MOST)
				return fail(err, E2BIG, "%s: more than %d variants",
					line_where(line, arena), VARIANTS_MOST);
			if (all->count == SECTIONS_MOST)
				return fail(err, E2BIG, "%s: more than %d sections",
					line_where(line, arena), SECTIONS_MOST);
			s = ARENA_PUSH(arena, all->items, all->count);
			*s = (struct plan_section){ .kind = line->kind,
				.name = line->section,
				.head = line };
		}
		if (line->key)
			push(arena, s, line);
	}
	for (size_t i = 0; i < all->count; i++) {
		struct plan_section *s = &all->items[i];
		struct plan_section merged = { .kind = s->kind, .name = s->name, .head = s->head };
		if (strcmp(s->kind, "experiment") == 0)
			continue;
		for (size_t j = 0; j < lines->count && &lines->items[j] != s->head; j++) {
			const struct plan_line *line = &lines->items[j];
			if (strcmp(line->kind, "global") != 0 || !line->key ||
				!is_known(s, line->key))
				continue;
			used[j] = true;
			if (!section_find(s, line->key))
				push(arena, &merged, line);
		}
		for (size_t j = 0; j < s->count; j++)
			push(arena, &merged, &s->lines[j]);
		*s = merged;
	}
	return 0;
}

/* Those of the variant named by `like` that s has not set itself; baseline and like are nobody's
 * heritage. */
static int follow_like(const struct plan_sections *all, struct plan_section *s, unsigned depth,
	struct arena *arena, struct error *err)
{
	const struct plan_line *like = section_find(s, "like");
	struct plan_section merged = { .kind = s->kind, .name = s->name, .head = s->head };

	if (!like)
		return 0;
	if (depth > LIKE_DEEPEST)
		return fail(err, ELOOP,
			"%s: like = %s: these variants are like each other in a circle",
			line_where(like, arena), like->value);
	struct plan_section *from = sections_find(all, "variant", like->value);
	if (!from)
		return fail(err, EINVAL, "%s: like = %s: there is no variant of that name",
			line_where(like, arena), like->value);
	int ret = follow_like(all, from, depth + 1, arena, err);
	if (ret < 0)
		return ret;
	for (size_t i = 0; i < from->count; i++) {
		const char *key = from->lines[i].key;
		if (strcmp(key, "baseline") != 0 && strcmp(key, "like") != 0 &&
			!section_find(s, key))
			push(arena, &merged, &from->lines[i]);
	}
	for (size_t i = 0; i < s->count; i++) {
		if (strcmp(s->lines[i].key, "like") != 0)
			push(arena, &merged, &s->lines[i]);
	}
	*s = merged;
	return 0;
}

int sections_make(const struct plan_lines *lines, struct arena *arena,
	bool (*is_known)(const struct plan_section *section, const char *key),
	struct plan_sections *sections, struct error *err)
{
	struct plan_sections all = { 0 };
	bool *used = NEW(arena, bool, lines->count + 1);

	int ret = collect(lines, arena, is_known, used, &all, err);
	if (ret < 0)
		return ret;
	for (size_t i = 0; i < lines->count; i++) {
		const struct plan_line *line = &lines->items[i];
		if (strcmp(line->kind, "global") == 0 && line->key && !used[i])
			return fail(err, EINVAL,
				"%s: %s: no section after this [global] has such a key",
				line_where(line, arena), line->key);
	}
	for (size_t i = 0; i < all.count; i++) {
		ret = strcmp(all.items[i].kind, "variant") == 0
			      ? follow_like(&all, &all.items[i], 0, arena, err)
			      : 0;
		if (ret < 0)
			return ret;
	}
	*sections = all;
	return 0;
}
