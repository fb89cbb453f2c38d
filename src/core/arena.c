// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_chunk {
	struct arena_chunk *next;
	size_t used, size;
	_Alignas(max_align_t) unsigned char data[];
};

enum { CHUNK_BYTES = 64 * 1024 };

static NORETURN void out_of_memory(size_t count, size_t size)
{
	fprintf(stderr, "bakeoff: no memory for %zu x %zu bytes\n", count, size);
	abort();
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
		out_of_memory(count, size);
	bytes = (bytes + _Alignof(max_align_t) - 1) & ~(_Alignof(max_align_t) - 1);

	struct arena_chunk *chunk = arena->chunk;
	if (!chunk || chunk->size - chunk->used < bytes) {
		size_t room = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
		chunk = calloc(1, sizeof(*chunk) + room);
		if (!chunk)
			out_of_memory(count, size);
		chunk->size = room;
		chunk->next = arena->chunk;
		arena->chunk = chunk;
	}
	void *p = chunk->data + chunk->used;
	chunk->used += bytes;
	return p;
}

char *arena_vprintf(struct arena *arena, const char *fmt, va_list args)
{
	va_list again;

	va_copy(again, args);
	int n = vsnprintf(NULL, 0, fmt, args);
	char *text = NEW(arena, char, (size_t)(n < 0 ? 0 : n) + 1);
	if (n > 0)
		(void)vsnprintf(text, (size_t)n + 1, fmt, again);
	va_end(again);
	return text;
}

char *arena_printf(struct arena *arena, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	char *text = arena_vprintf(arena, fmt, args);
	va_end(args);
	return text;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy = NEW(arena, char, length + 1);

	memcpy(copy, text, length);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return text ? arena_strndup(arena, text, strlen(text)) : NULL;
}

void *arena_copy(struct arena *arena, const void *data, size_t size)
{
	void *copy = arena_alloc(arena, 1, size);

	if (size > 0)
		memcpy(copy, data, size);
	return copy;
}

void *arena_grow(struct arena *arena, void *array, size_t count, size_t size)
{
	if (count > 0 && (count & (count - 1)) != 0)
		return array;
	void *bigger = arena_alloc(arena, count ? 2 * count : 1, size);
	if (count > 0)
		memcpy(bigger, array, count * size);
	return bigger;
}

void arena_free(struct arena *arena)
{
	while (arena->chunk) {
		struct arena_chunk *next = arena->chunk->next;
		free(arena->chunk);
		arena->chunk = next;
	}
}
