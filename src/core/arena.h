// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"

#include <stdarg.h>

/*
 * Memory that is let go all at once: a plan, an imported file, a report.
 *
 * An arena is made as { 0 } and belongs to one thread. What it hands out is
 * zeroed, stays put, and lives until arena_free(). It never hands out NULL:
 * a laboratory that has no memory left can do nothing better than stop, and
 * every finished run is in the database by then. Sizes that a user chooses,
 * such as I/O buffers, come from malloc() instead and may fail.
 */
struct arena {
	struct arena_chunk *chunk;
};

#define NEW(arena, type, count) ((type *)arena_alloc(arena, count, sizeof(type)))

/* count * size zeroed bytes, aligned for any type; aborts if there are not so many. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);
char *arena_printf(struct arena *arena, const char *fmt, ...) PRINTF(2, 3);
char *arena_vprintf(struct arena *arena, const char *fmt, va_list args) PRINTF(2, 0);
/* A copy of text; NULL stays NULL. */
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
/* A copy of size bytes. */
void *arena_copy(struct arena *arena, const void *data, size_t size);
void arena_free(struct arena *arena);

/*
 * Makes room for one more element at the end of an array in the arena: returns
 * the array, moved if it was full. The capacity is the power of two at or above count.
 * ARENA_PUSH(arena, array, count) is the new element's address, zeroed, with count one up.
 */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t size);
#define ARENA_PUSH(arena, array, count) \
	((array) = arena_grow((arena), (array), (count), sizeof(*(array))), &(array)[(count)++])
