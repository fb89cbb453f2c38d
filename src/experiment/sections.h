// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/ini.h"

/* A plan's lines, sorted by section, with [global] and `like` already followed. */
struct plan_section {
	const char *kind, *name;
	const struct plan_line *head; /* where it is opened, for messages */
	struct plan_line *lines;      /* the last one of a key wins; for lists they add up */
	size_t count;
};

struct plan_sections {
	struct plan_section *items;
	size_t count;
};

/* NULL where there is none. */
struct plan_section *sections_find(const struct plan_sections *all, const char *kind,
	const char *name);

/* A last line of that key, or NULL. */
const struct plan_line *section_find(const struct plan_section *s, const char *key);

/* "FILE:LINE", or "command line" for a line of it. */
const char *line_where(const struct plan_line *line, struct arena *arena);

/*
 * Sections of the same kind and name become one. [global] gives its lines to the variants and
 * workloads after it, before their own; `like = NAME` gives those of a variant that are
 * not set here. is_known says whether a kind of section has a key: what a [global] has that
 * no section below it knows is an error.
 */
int sections_make(const struct plan_lines *lines, struct arena *arena,
	bool (*is_known)(const struct plan_section *section, const char *key),
	struct plan_sections *sections, struct error *err) MUST_CHECK;
