// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "manual/argument.h"
#include "manual/completion.h"

/* What every page and completion is made of. */
struct manual {
	struct arena *arena;
	struct command_manual *commands;
	size_t count;
	struct completions completions;
};

/* A line "@NAME@" of a template stands for what is made from the tables. */
struct marker {
	const char *name;
	void (*put)(const struct manual *m, struct text *out);
};

extern const struct marker page_markers[], bash_markers[], fish_markers[], zsh_markers[];

/*
 * The template with every marker replaced. -EINVAL with the line for a marker that nobody knows.
 */
int template_fill(const char *template, const struct manual *m, struct text *out,
	struct error *err) MUST_CHECK;
