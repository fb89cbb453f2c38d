// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arena.h"

#include "unit.h"

#include <string.h>

START_TEST(what_is_handed_out_is_zeroed_aligned_and_stays_put)
{
	struct arena arena = { 0 };
	unsigned char *blocks[300];

	for (size_t i = 0; i < COUNT_OF(blocks); i++) {
		blocks[i] = arena_alloc(&arena, i + 1, 7);
		ck_assert_uint_eq((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
		for (size_t j = 0; j < (i + 1) * 7; j++)
			ck_assert_uint_eq(blocks[i][j], 0);
		memset(blocks[i], (int)(i & 0xff), (i + 1) * 7);
	}
	for (size_t i = 0; i < COUNT_OF(blocks); i++) {
		for (size_t j = 0; j < (i + 1) * 7; j++)
			ck_assert_uint_eq(blocks[i][j], i & 0xff);
	}
	arena_free(&arena);
	arena_free(&arena); /* twice does no harm */
}
END_TEST

START_TEST(a_block_larger_than_a_chunk_is_whole)
{
	struct arena arena = { 0 };
	char *big = arena_alloc(&arena, 3, 1 << 20);

	memset(big, 'x', 3 << 20);
	ck_assert_int_eq(*NEW(&arena, char, 1), 0);
	arena_free(&arena);
}
END_TEST

START_TEST(texts_are_copied)
{
	struct arena arena = { 0 };
	char text[] = "ext2";
	char *copy = arena_strdup(&arena, text), *part = arena_strndup(&arena, text, 3);

	text[0] = 'X';
	ck_assert_str_eq(copy, "ext2");
	ck_assert_str_eq(part, "ext");
	ck_assert_ptr_null(arena_strdup(&arena, NULL));
	ck_assert_str_eq(arena_printf(&arena, "%s=%d", "bs", 4096), "bs=4096");
	ck_assert_str_eq(arena_printf(&arena, "%s", ""), "");
	ck_assert_int_eq(memcmp(arena_copy(&arena, "a\0b", 3), "a\0b", 3), 0);
	arena_free(&arena);
}
END_TEST

START_TEST(a_growing_array_keeps_what_is_in_it)
{
	struct arena arena = { 0 };
	size_t *numbers = NULL, count = 0;

	for (size_t i = 0; i < 1000; i++) {
		size_t *last = ARENA_PUSH(&arena, numbers, count);
		ck_assert_uint_eq(*last, 0);
		*last = i;
	}
	ck_assert_uint_eq(count, 1000);
	for (size_t i = 0; i < 1000; i++)
		ck_assert_uint_eq(numbers[i], i);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("arena", what_is_handed_out_is_zeroed_aligned_and_stays_put,
	a_block_larger_than_a_chunk_is_whole, texts_are_copied, a_growing_array_keeps_what_is_in_it)
