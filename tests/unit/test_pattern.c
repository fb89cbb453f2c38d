// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/pattern.h"

#include "io/uring.h"
#include "io/words.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

START_TEST(no_two_4k_of_incompressible_data_are_equal)
{
	enum { BLOCK = 8192, BLOCKS = 300 };
	struct pattern p;
	struct error err = { 0 };
	unsigned char *file = malloc(BLOCK * BLOCKS);

	OK(pattern_init(&p, BLOCK, 1, true, 42, &err));
	for (uint64_t n = 0; n < BLOCKS; n++)
		memcpy(file + n * BLOCK, pattern_block(&p, 0, n, BLOCK), BLOCK);
	for (size_t i = 0; i < BLOCK * BLOCKS; i += 4096) {
		for (size_t j = 0; j < i; j += 4096)
			ck_assert_msg(memcmp(file + i, file + j, 4096) != 0, "%zu and %zu", i, j);
	}
	/* Nothing within a compressor's window repeats: 128 KiB back there are other bytes. */
	for (size_t i = 131072; i < BLOCK * BLOCKS - 64; i += 4096)
		ck_assert(memcmp(file + i + 8, file + i + 8 - 131072, 56) != 0);
	pattern_free(&p);
	free(file);
}
END_TEST

START_TEST(a_changed_byte_is_found_where_it_is)
{
	struct pattern p;
	struct error err = { 0 };
	unsigned char block[4096];

	OK(pattern_init(&p, sizeof(block), 3, true, 7, &err));
	memcpy(block, pattern_block(&p, 2, 5, sizeof(block)), sizeof(block));
	OK(pattern_check(&p, block, 5, sizeof(block), &err));
	ck_assert_int_eq(pattern_check(&p, block, 6, sizeof(block), &err), -EBADMSG);
	block[1000] ^= 1;
	ck_assert_int_eq(pattern_check(&p, block, 5, sizeof(block), &err), -EBADMSG);
	ck_assert_str_eq(err.text,
		"the data at 21480 is not what was written"); /* 5 * 4096 + 1000 */
	pattern_free(&p);
}
END_TEST

START_TEST(zeros_are_zeros_and_random_data_is_not_taken_for_them)
{
	struct pattern zeros, random;
	struct error err = { 0 };
	const unsigned char none[512] = { 0 };

	OK(pattern_init(&zeros, 512, 8, false, 1, &err));
	OK(pattern_init(&random, 512, 1, true, 1, &err));
	ck_assert_mem_eq(pattern_block(&zeros, 7, 99, 512), none, 512);
	OK(pattern_check(&zeros, none, 99, 512, &err));
	ck_assert_int_eq(pattern_check(&random, none, 99, 512, &err), -EBADMSG);
	ck_assert_int_eq(pattern_check(&zeros, pattern_block(&random, 0, 99, 512), 99, 512, &err),
		-EBADMSG);
	pattern_free(&zeros);
	pattern_free(&random);
}
END_TEST

START_TEST(words_are_their_own_offset_beyond_4_gib_its_low_32_bits)
{
	static const struct {
		uint64_t offset;
		uint32_t words[3];
	} cases[] = {
		{ 0, { 0, 4, 8 } },
		{ 8192, { 8192, 8196, 8200 } },
		{ UINT64_C(0xfffffff8), { 0xfffffff8, 0xfffffffc, 0 } },
		{ UINT64_C(0x100000000), { 0, 4, 8 } },
		{ UINT64_C(0x512345678), { 0x12345678, 0x1234567c, 0x12345680 } },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint32_t block[3];
		size_t at = 0;
		struct bad_word bad;
		words_fill(block, sizeof(block), cases[i].offset);
		ck_assert_mem_eq(block, cases[i].words, sizeof(block));
		ck_assert(!words_next_bad(block, sizeof(block), cases[i].offset, &at, &bad));
	}
}
END_TEST

START_TEST(every_wrong_word_is_found_and_a_cut_one_by_its_bytes)
{
	unsigned char block[18];
	struct bad_word bad;
	size_t at = 0;

	words_fill(block, sizeof(block), 100);
	block[5] ^= 0x80;
	block[17] ^= 0x01; /* in the word of 16 to 19, which is cut after 17 */
	ck_assert(words_next_bad(block, sizeof(block), 100, &at, &bad));
	ck_assert_uint_eq(at, 8);
	ck_assert_uint_eq(bad.want, 104);
	ck_assert(bad.got != 104);
	ck_assert(words_next_bad(block, sizeof(block), 100, &at, &bad));
	ck_assert_uint_eq(at, 20);
	ck_assert(!words_next_bad(block, sizeof(block), 100, &at, &bad));
}
END_TEST

START_TEST(a_ring_brings_back_every_operation_with_its_tag_and_result)
{
	enum { DEPTH = 4 };
	struct uring *ring = NULL;
	struct error err = { 0 };
	char block[512] = "block", back[512] = "";
	int fd = memfd_create("ring", MFD_CLOEXEC);
	unsigned seen = 0;

	int ret = uring_make(DEPTH, &ring, &err);
	if (ret == -EOPNOTSUPP)
		return; /* this kernel forbids io_uring */
	ck_assert_msg(ret == 0, "%s", err.text);
	for (uint64_t tag = 0; tag < DEPTH; tag++)
		OK(uring_write(ring, fd, block, sizeof(block), tag * sizeof(block), tag, &err));
	ck_assert_int_eq(uring_write(ring, fd, block, 1, 0, 9, &err), -EBUSY);
	for (int i = 0; i < DEPTH; i++) {
		uint64_t tag;
		int result;
		OK(uring_wait(ring, &tag, &result, &err));
		ck_assert_int_eq(result, sizeof(block));
		seen |= 1u << tag;
	}
	ck_assert_uint_eq(seen, (1u << DEPTH) - 1);
	OK(uring_read(ring, fd, back, sizeof(back), 512, 77, &err));
	uint64_t tag;
	int result;
	OK(uring_wait(ring, &tag, &result, &err));
	ck_assert_uint_eq(tag, 77);
	ck_assert_int_eq(result, sizeof(back));
	ck_assert_str_eq(back, "block");
	OK(uring_read(ring, -1, back, sizeof(back), 0, 1, &err));
	OK(uring_wait(ring, &tag, &result, &err));
	ck_assert_int_eq(result, -EBADF);
	uring_free(ring);
	close(fd);
}
END_TEST

UNIT_MAIN("pattern", no_two_4k_of_incompressible_data_are_equal,
	a_changed_byte_is_found_where_it_is, zeros_are_zeros_and_random_data_is_not_taken_for_them,
	words_are_their_own_offset_beyond_4_gib_its_low_32_bits,
	every_wrong_word_is_found_and_a_cut_one_by_its_bytes,
	a_ring_brings_back_every_operation_with_its_tag_and_result)
