// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/* One fact of a run, by its path in the JSON object: "host.kernel", "target.knobs.0.name". */
struct fact {
	const char *key;
	const char *value;  /* "unknown" where there is a reason, "null" where there is none */
	const char *reason; /* why it is not known; NULL where it is */
};

struct fact_list {
	struct fact *items;
	size_t count;
};

/* The facts of a JSON object, sorted by key, in the arena. -EINVAL where it is none. */
int facts_list(const char *json, struct arena *arena, struct fact_list *facts,
	struct error *err) MUST_CHECK;

/* Adds one, in its place. */
void facts_add(struct fact_list *facts, const char *key, const char *value, struct arena *arena);

/* NULL where there is no such fact. */
const char *facts_find(const struct fact_list *facts, const char *key);
