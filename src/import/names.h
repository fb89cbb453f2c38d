// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"

/* Texts, each once, numbered from 0 in the order in which they came. Made as { 0 }. */
struct names {
	const char **items;
	size_t count;
	uint32_t *index; /* hash table of number + 1; 0: free */
	size_t room;
};

/* The number of that text, which is added (a copy, in the arena) where it is new. */
size_t names_add(struct names *names, struct arena *arena, const char *text);
/* Its number; the count where it is none of them. */
size_t names_find(const struct names *names, const char *text);
