// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_offset.h"

#include "classic/lmdd_print.h"
#include "lmdd_line.h"

static void begin(struct lmdd_offsets *offsets, struct lmdd_args *args, const char *line)
{
	struct error err = { 0 };

	OK(lmdd_parse(line, args, &err));
	lmdd_offsets_init(offsets, args);
}

/* 0, 8K, 40K, 144K ...: the original's, run with rand=800k bs=8k. */
START_TEST(offsets_without_a_seed_begin_as_the_originals)
{
	static const char *const shown[] = { "0", "8.0000K", "40.0000K", "144.00K" };
	struct lmdd_args args;
	struct lmdd_offsets offsets;
	char text[LMDD_OFFSET_ROOM];

	begin(&offsets, &args, "if=x rand=800k bs=8k");
	for (size_t i = 0; i < COUNT_OF(shown); i++) {
		uint64_t offset = 1;
		ck_assert(lmdd_next_offset(&offsets, &args, &offset));
		lmdd_offset_text(offset, text);
		ck_assert_str_eq(text, shown[i]);
	}
}
END_TEST

START_TEST(an_offset_is_shown_below_512_of_its_unit)
{
	static const struct {
		uint64_t offset;
		const char *text;
	} cases[] = {
		{ 0, "0" },
		{ 4, "4.0000 " },
		{ 512, "512.00 " },
		{ 513, "0.5010K" },
		{ 638976, "0.6094M" },
		{ INT64_MAX, "8.0000E" },
	};
	char text[LMDD_OFFSET_ROOM];

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		lmdd_offset_text(cases[i].offset, text);
		ck_assert_str_eq(text, cases[i].text);
	}
}
END_TEST

/* Chi squared with 9 degrees of freedom: above 27.9 in 1 of 1,000 seeds; these are none. */
START_TEST(every_block_is_as_likely_also_the_last)
{
	static const char *const lines[] = { "if=x rand=80k bs=8k", "if=x rand=87k bs=8k srand=7",
		"if=x rand=10000 bs=1000 srand=3" };
	enum { BLOCKS = 10, DRAWS = 100000 };

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct lmdd_args args;
		struct lmdd_offsets offsets;
		unsigned seen[BLOCKS] = { 0 };
		double chi2 = 0;
		begin(&offsets, &args, lines[i]);
		for (unsigned n = 0; n < DRAWS; n++) {
			uint64_t at = 1;
			ck_assert(lmdd_next_offset(&offsets, &args, &at));
			ck_assert_uint_eq(at % args.bs, 0);
			ck_assert_uint_lt(at / args.bs, BLOCKS);
			seen[at / args.bs]++;
		}
		for (unsigned b = 0; b < BLOCKS; b++) {
			double off = seen[b] - (double)DRAWS / BLOCKS;
			chi2 += off * off * BLOCKS / DRAWS;
		}
		ck_assert_msg(chi2 < 27.9, "%s: %f", lines[i], chi2);
	}
}
END_TEST

START_TEST(start_is_added_and_end_takes_the_far_end_first)
{
	static const char *const lines[] = { "if=x rand=1m bs=8k start=1g srand=42 end=64k",
		"if=x rand=1m bs=8k start=1g srand=42 end=64k norepeat=1" };

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct lmdd_args args;
		struct lmdd_offsets offsets;
		uint64_t at = 0, seen = 0;
		begin(&offsets, &args, lines[i]);
		for (int n = 0; n < 1000 && lmdd_next_offset(&offsets, &args, &at); n++) {
			uint64_t in = at - GIB;
			ck_assert_uint_eq(in % 8192, 0);
			ck_assert_uint_lt(in, MIB);
			if (n % 2 == 0)
				ck_assert_uint_ge(in, MIB - 64 * KIB);
			else
				ck_assert_uint_lt(in, 64 * KIB);
			seen |= UINT64_C(1)
				<< (in < 64 * KIB ? in / 8192 : (in - (MIB - 128 * KIB)) / 8192);
		}
		ck_assert_uint_eq(seen, 0xffff); /* eight blocks of each end, and all of them */
	}
}
END_TEST

START_TEST(norepeat_has_each_block_once_and_then_ends)
{
	static const char *const lines[] = { "if=x rand=1m bs=1k norepeat=1",
		"if=x rand=1m bs=1k norepeat=1 srand=5", "if=x rand=2m end=1m bs=2k norepeat=1" };
	enum { BLOCKS = 1024 };
	uint64_t first[COUNT_OF(lines)] = { 0 };

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct lmdd_args args;
		struct lmdd_offsets offsets;
		bool seen[BLOCKS] = { false };
		uint64_t at = 0;
		unsigned n = 0;
		begin(&offsets, &args, lines[i]);
		for (; lmdd_next_offset(&offsets, &args, &at); n++) {
			ck_assert_uint_lt(at / args.bs, BLOCKS);
			ck_assert(!seen[at / args.bs]);
			seen[at / args.bs] = true;
			first[i] = first[i] * 31 + (n < 10 ? at : 0);
		}
		ck_assert_uint_eq(n, BLOCKS);
		ck_assert(!lmdd_next_offset(&offsets, &args, &at));
	}
	ck_assert_uint_ne(first[0], first[1]); /* srand draws another order */
}
END_TEST

UNIT_MAIN("lmdd_offset", offsets_without_a_seed_begin_as_the_originals,
	an_offset_is_shown_below_512_of_its_unit, every_block_is_as_likely_also_the_last,
	start_is_added_and_end_takes_the_far_end_first, norepeat_has_each_block_once_and_then_ends)
