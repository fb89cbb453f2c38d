// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/suite_sections.h"

#include "workloads/registry.h"

#include <errno.h>
#include <string.h>

enum { SECTIONS_MOST = 512 };

static const struct suite *suite_of(const struct plan_section *s)
{
	const struct plan_line *use = section_find(s, "use");

	return strcmp(s->kind, "workload") == 0 ? suite_find(use ? use->value : s->name) : NULL;
}

/* What the section of one workload of the suite is called. */
static const char *member_name(const struct plan_section *s, const struct suite *suite,
	const struct workload *member, struct arena *arena)
{
	if (strcmp(s->name, suite->name) == 0)
		return member->name;
	return arena_printf(arena, "%s-%s", s->name, member->name);
}

static void push(struct arena *arena, struct plan_section *s, const struct plan_line *line)
{
	*ARENA_PUSH(arena, s->lines, s->count) = *line;
}

/* The suite's keys, then those of a section that the member has of its own. */
static void make_member(const struct plan_sections *all, const struct plan_section *s,
	const struct suite *suite, const struct workload *member, struct arena *arena,
	struct plan_section *made)
{
	const char *name = member_name(s, suite, member, arena);
	const struct plan_section *own = sections_find(all, "workload", name);
	struct plan_line use = *s->head;

	use.kind = "workload";
	use.section = name;
	use.key = "use";
	use.value = member->name;
	*made = (struct plan_section){ .kind = "workload", .name = name, .head = s->head };
	push(arena, made, &use);
	for (size_t i = 0; i < s->count; i++) {
		if (strcmp(s->lines[i].key, "use") != 0)
			push(arena, made, &s->lines[i]);
	}
	for (size_t i = 0; own && i < own->count; i++)
		push(arena, made, &own->lines[i]);
}

/* Whether a suite of the plan has taken this section into its own. */
static bool is_taken(const struct plan_sections *all, const struct plan_section *s,
	struct arena *arena)
{
	for (size_t i = 0; strcmp(s->kind, "workload") == 0 && i < all->count; i++) {
		const struct suite *suite = suite_of(&all->items[i]);
		for (size_t m = 0; suite && suite->members[m]; m++) {
			const char *name =
				member_name(&all->items[i], suite, suite->members[m], arena);
			if (strcmp(s->name, name) == 0)
				return true;
		}
	}
	return false;
}

/* A variant's lines; SUITE.KEY once for each of the suite's sections. */
static void expand_overrides(const struct plan_sections *all, struct plan_section *variant,
	struct arena *arena)
{
	struct plan_section made = { .kind = variant->kind,
		.name = variant->name,
		.head = variant->head };

	for (size_t i = 0; i < variant->count; i++) {
		struct plan_line line = variant->lines[i];
		const char *dot = strchr(line.key, '.');
		const struct plan_section *s =
			dot ? sections_find(all, "workload",
				      arena_strndup(arena, line.key, (size_t)(dot - line.key)))
			    : NULL;
		const struct suite *suite = s ? suite_of(s) : NULL;
		if (!suite)
			push(arena, &made, &line);
		for (size_t m = 0; suite && suite->members[m]; m++) {
			line.key = arena_printf(arena, "%s%s",
				member_name(s, suite, suite->members[m], arena), dot);
			push(arena, &made, &line);
		}
	}
	*variant = made;
}

int suite_sections_expand(struct plan_sections *all, struct arena *arena, struct error *err)
{
	struct plan_sections made = { 0 };

	for (size_t i = 0; i < all->count; i++) {
		struct plan_section *s = &all->items[i];
		const struct suite *suite = suite_of(s);
		if (strcmp(s->kind, "variant") == 0)
			expand_overrides(all, s, arena);
		if (!suite && !is_taken(all, s, arena))
			*ARENA_PUSH(arena, made.items, made.count) = *s;
		for (size_t m = 0; suite && suite->members[m]; m++)
			make_member(all, s, suite, suite->members[m], arena,
				ARENA_PUSH(arena, made.items, made.count));
		if (made.count > SECTIONS_MOST)
			return fail(err, E2BIG, "%s: more than %d sections with those of its suite",
				line_where(s->head, arena), SECTIONS_MOST);
	}
	*all = made;
	return 0;
}
