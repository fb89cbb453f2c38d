// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/postmark.h"
#include "unit.h"
#include "workloads/postmark_pool.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Expected numbers: the outputs of the generator and the figures of each configuration were taken
 * from runs of PostMark 1.51 and 1.53 (Debian 12); those of the configurations A and B are also in
 * reports of 2001 to 2006.
 */

START_TEST(the_generator_is_seeded_in_the_way_of_1999)
{
	static const uint32_t of_42[] = { 4179544424, 615236124, 4165290828, 3119652344, 1623863471,
		605280572, 1209526912, 2753559756, 1398721121, 776305894 };
	static const uint32_t of_1[] = { 3556162021, 4012392791, 221657543, 586320575, 3355844478 };
	struct postmark_random r;

	postmark_random_seed(&r, 42);
	for (size_t i = 0; i < COUNT_OF(of_42); i++)
		ck_assert_uint_eq(postmark_random_next(&r), of_42[i]);
	postmark_random_seed(&r, 1);
	for (size_t i = 0; i < COUNT_OF(of_1); i++)
		ck_assert_uint_eq(postmark_random_next(&r), of_1[i]);
}
END_TEST

START_TEST(a_draw_below_nothing_draws_nothing)
{
	struct postmark_random r;

	postmark_random_seed(&r, 42);
	ck_assert_uint_eq(postmark_random_below(&r, 0), 0);
	ck_assert_uint_eq(postmark_random_below(&r, 1000), 4179544424 % 1000);
	ck_assert_uint_eq(postmark_random_below(&r, 1), 0);
	ck_assert_uint_eq(postmark_random_next(&r), 4165290828);
}
END_TEST

static const struct postmark_plan defaults = {
	.number = 500,
	.transactions = 500,
	.low = 500,
	.high = 10000,
	.seed = 42,
	.bias_read = 5,
	.bias_create = 5,
};

START_TEST(the_text_is_drawn_first)
{
	struct postmark_pool p;
	struct error err = { 0 };
	static const char text[] = "LeZebJ6S5~qPv$C$py}hmKd H58nM4~.}pv}Q7wSt'&R0{oSe8eY_i&z}T'VGt*"
				   "I)RJ>[Aq!";

	OK(postmark_pool_init(&p, &defaults, &err));
	ck_assert_int_eq(memcmp(p.text, text, sizeof(text) - 1), 0);
	postmark_pool_release(&p);
}
END_TEST

static void next_is(struct postmark_pool *p, enum postmark_kind kind, uint32_t number,
	uint32_t bytes)
{
	struct postmark_op op;

	ck_assert_int_eq(postmark_pool_transact(p, &op), 1);
	ck_assert_int_eq(op.kind, kind);
	ck_assert_uint_eq(op.number, number);
	ck_assert_uint_eq(op.bytes, bytes);
}

START_TEST(the_first_operations_are_those_of_postmark)
{
	static const uint32_t sizes[] = { 1390, 4732, 3583, 6507 };
	struct postmark_pool p;
	struct postmark_op op;
	struct error err = { 0 };

	OK(postmark_pool_init(&p, &defaults, &err));
	for (uint32_t i = 0; i < defaults.number; i++) {
		ck_assert(postmark_pool_create(&p, &op));
		ck_assert_int_eq(op.kind, POSTMARK_CREATE);
		ck_assert_uint_eq(op.number, i + 1);
		if (i < COUNT_OF(sizes))
			ck_assert_uint_eq(op.bytes, sizes[i]);
	}
	next_is(&p, POSTMARK_APPEND, 222, 9);
	next_is(&p, POSTMARK_DELETE, 140, 0);
	next_is(&p, POSTMARK_APPEND, 454, 4156);
	next_is(&p, POSTMARK_DELETE, 143, 0);
	next_is(&p, POSTMARK_READ, 154, 6736);
	next_is(&p, POSTMARK_CREATE, 501, 6717);
	next_is(&p, POSTMARK_APPEND, 211, 3850);
	next_is(&p, POSTMARK_CREATE, 502, 2554);
	postmark_pool_release(&p);
}
END_TEST

static const uint32_t three_weights[] = { 3, 2, 1 };

/* What a whole run of a configuration comes to. */
static const struct expected {
	struct postmark_plan plan;
	uint32_t created, deleted_alone, deleted_mixed;
	uint64_t read, appended, bytes_read, bytes_written;
	uint32_t appends_full, creates_full, out_of_files_at;
	float volume_read, volume_written; /* 0: not known */
} configurations[] = {
	{ { 500, 500, 500, 10000, 42, 0, 5, 5, NULL, 0 }, 764, 528, 236, 243, 257, 1430770, 4662068,
		0, 0, 0, 0, 0 },
	{ { 100000, 250000, 500, 10000, 42, 0, 5, 5, NULL, 0 }, 225064, 100128, 124936, 124961,
		124895, 766662174, 1425134455, 144, 0, 0, 766657856.0F, 1425036032.0F },
	{ { 5000, 20000, 1000, 50000, 7, 10, 8, 6, three_weights, 3 }, 17123, 9246, 7877, 16034,
		3966, 443173187, 482411009, 0, 0, 0, 0, 0 },
	{ { 1000, 3000, 4096, 4096, 12345, 0, -1, 7, NULL, 0 }, 2947, 2000, 947, 0, 0, 0, 12070912,
		0, 106, 0, 0, 0 },
	{ { 200, 5000, 1, 100000, 1, 4, 0, -1, NULL, 0 }, 200, 200, 0, 0, 2252, 0, 19999994, 2748,
		0, 0, 0, 0 },
	{ { 300, 1000, 512, 8192, 99, 0, 10, -1, NULL, 0 }, 300, 300, 0, 1000, 0, 4203707, 1256306,
		0, 0, 0, 0, 0 },
	{ { 100, 1000, 500, 10000, 3, 0, 5, 10, NULL, 0 }, 200, 200, 0, 483, 509, 3532461, 1742340,
		8, 900, 0, 0, 0 },
	{ { 50, 1000, 500, 10000, 2147483647, 0, 5, 0, NULL, 0 }, 50, 0, 50, 23, 24, 120021, 296504,
		3, 0, 50, 0, 0 },
	{ { 60, 400, 100000, 3000000, 42, 0, 5, 5, NULL, 0 }, 272, 84, 188, 195, 205, 382483121,
		525955347, 0, 0, 0, 0, 0 },
};

static void run_pool(struct postmark_pool *p, struct postmark_result *r, int *ended)
{
	struct postmark_op op;

	*r = (struct postmark_result){ .number = p->plan.number,
		.transactions = p->plan.transactions };
	for (uint32_t i = 0; i < p->plan.number; i++) {
		ck_assert(postmark_pool_create(p, &op));
		postmark_count(r, &op);
	}
	while ((*ended = postmark_pool_transact(p, &op)) > 0)
		postmark_count(r, &op);
	uint32_t mixed = r->deleted;
	while (postmark_pool_delete(p, &op))
		postmark_count(r, &op);
	r->deleted_alone = r->deleted - mixed;
}

START_TEST(every_configuration_comes_to_what_postmark_counts)
{
	for (size_t i = 0; i < COUNT_OF(configurations); i++) {
		const struct expected *e = &configurations[i];
		struct postmark_pool p;
		struct postmark_result r;
		struct error err = { 0 };
		int ended;

		OK(postmark_pool_init(&p, &e->plan, &err));
		for (int again = 0; again < 2; again++) { /* a restart does the same once more */
			run_pool(&p, &r, &ended);
			ck_assert_int_eq(ended, e->out_of_files_at ? -ENODATA : 0);
			ck_assert_uint_eq(p.transactions,
				e->out_of_files_at ? e->out_of_files_at : e->plan.transactions);
			ck_assert_uint_eq(r.created, e->created);
			ck_assert_uint_eq(r.deleted_alone, e->deleted_alone);
			ck_assert_uint_eq(r.deleted - r.deleted_alone, e->deleted_mixed);
			ck_assert_uint_eq(r.read, e->read);
			ck_assert_uint_eq(r.appended, e->appended);
			ck_assert_uint_eq(r.bytes_read, e->bytes_read);
			ck_assert_uint_eq(r.bytes_written, e->bytes_written);
			ck_assert_uint_eq(p.appends_full, e->appends_full);
			ck_assert_uint_eq(p.creates_full, e->creates_full);
			if (e->volume_read > 0) {
				ck_assert_float_eq(r.volume_read, e->volume_read);
				ck_assert_float_eq(r.volume_written, e->volume_written);
			}
			postmark_pool_restart(&p);
		}
		postmark_pool_release(&p);
	}
}
END_TEST

/* By looking at each from the first on. */
static bool naive_lowest(const bool *taken, uint32_t count, uint32_t *slot)
{
	for (*slot = 0; *slot < count; ++*slot) {
		if (!taken[*slot])
			return true;
	}
	return false;
}

START_TEST(the_lowest_free_slot_is_the_one_that_a_scan_finds)
{
	static const uint32_t counts[] = { 1, 2, 63, 64, 65, 4095, 4096, 4097, 300000 };
	static bool taken[300000];
	struct postmark_random chance;
	struct error err = { 0 };

	postmark_random_seed(&chance, 5);
	for (size_t i = 0; i < COUNT_OF(counts); i++) {
		const uint32_t count = counts[i];
		struct free_slots f;
		OK(free_slots_init(&f, count, &err));
		memset(taken, 0, sizeof(taken));
		for (uint32_t step = 0; step < 20000; step++) {
			uint32_t found = 0, wanted = 0;
			bool any = naive_lowest(taken, count, &wanted);
			ck_assert_int_eq(free_slots_lowest(&f, &found), any);
			if (any)
				ck_assert_uint_eq(found, wanted);
			/* Full now and then, then half empty. */
			uint32_t slot = postmark_random_below(&chance, count);
			if (any && postmark_random_below(&chance, 4) > step / 5000) {
				free_slots_take(&f, wanted);
				taken[wanted] = true;
			} else if (taken[slot]) {
				free_slots_give(&f, slot);
				taken[slot] = false;
			}
		}
		free_slots_release(&f);
	}
}
END_TEST

static char *report_of(uint64_t ns, enum postmark_version version, bool terse)
{
	struct postmark_result r = {
		.number = 100000,
		.transactions = 250000,
		.created = 225064,
		.deleted = 225064,
		.deleted_alone = 100128,
		.read = 124961,
		.appended = 124895,
		.bytes_read = 766662174,
		.bytes_written = 1425134455,
		.volume_read = 766657856.0F,
		.volume_written = 1425036032.0F,
		.created_at = ns,
		.transacted_at = 8 * ns,
		.end = 9 * ns,
	};
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(out);
	postmark_report(out, &r, version, terse);
	ck_assert_int_eq(fclose(out), 0);
	return text;
}

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no '%s' in:\n%s", part, text);
}

/* The terse line of PostMark for this run, 9 seconds of which 7 were transactions. */
START_TEST(the_terse_report_has_thirteen_fields)
{
	char *text = report_of(NS_PER_S, POSTMARK_1_53, true);

	ck_assert_str_eq(text,
		"9 7 35714.29 25007.11 100000.00 17866.29 17851.57 17842.14 25007.11 "
		"100128.00 17848.00 85184208.00 158337344.00\n");
	free(text);
	/* Whole seconds: one of creations and two of deletions. */
	text = report_of(1600 * NS_PER_MS, POSTMARK_1_53, true);
	has(text, " 50064.00 ");
	free(text);
	text = report_of(1600 * NS_PER_MS, POSTMARK_1_51, true);
	has(text, " 100128.00 ");
	free(text);
}
END_TEST

START_TEST(volumes_are_those_of_single_precision_and_the_true_ones_stand_below)
{
	char *text = report_of(NS_PER_S, POSTMARK_1_53, false);

	has(text, "Time:\n\t9 seconds total\n\t7 seconds of transactions (35714 per second)\n\n");
	has(text, "\t731.14 megabytes read (81.24 megabytes per second)\n"
		  "\t1359.02 megabytes written (151.00 megabytes per second)\n\nExact:\n");
	has(text, "bytes in: 766662174 (731.15 MiB), out: 1425134455 (1359.11 MiB)\n");
	free(text);
}
END_TEST

START_TEST(whole_seconds_are_one_at_least_and_microseconds_are_what_they_are)
{
	char *text = report_of(NS_PER_S / 1000, POSTMARK_1_53, false);

	has(text, "\t1 seconds total\n\t1 seconds of transactions (250000 per second)\n");
	free(text);
	text = report_of(NS_PER_S / 1000, POSTMARK_1_54, false);
	has(text, "\t0.0090 seconds total\n\t0.0070 seconds of transactions (35714285.71 per "
		  "second)\n");
	has(text, "\t\tDeletion alone: 100128 files (100128000.00 per second)\n");
	free(text);
}
END_TEST

START_TEST(a_counter_of_bytes_stays_where_it_can_grow_no_more)
{
	struct postmark_result r = { .volume_read = 274877906944.0F }; /* 2^38 */
	const struct postmark_op op = { .kind = POSTMARK_READ, .bytes = 10000 };

	for (int i = 0; i < 1000; i++)
		postmark_count(&r, &op);
	ck_assert_float_eq(r.volume_read, 274877906944.0F);
	ck_assert_uint_eq(r.bytes_read, 10000000);
}
END_TEST

/* In its own process, since the greatest size of one never shrinks. */
START_TEST(a_million_files_take_less_than_64_mib)
{
	static const struct postmark_plan plan = { 1000000, 1000000, 500, 10000, 42, 100, 5, 5,
		three_weights, 3 };
	int status;

	if (under_sanitizer) {
		printf("# the sanitizer's memory is not the program's\n");
		return;
	}
	pid_t child = fork();
	if (child == 0) {
		struct postmark_pool p;
		struct postmark_result r;
		struct rusage usage;
		struct error err;
		int ended;
		if (postmark_pool_init(&p, &plan, &err) < 0)
			_exit(1);
		run_pool(&p, &r, &ended);
		(void)getrusage(RUSAGE_SELF, &usage);
		_exit(ended == 0 && usage.ru_maxrss < 64L * 1024 ? 0 : 2);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

UNIT_MAIN("postmark", the_generator_is_seeded_in_the_way_of_1999,
	a_draw_below_nothing_draws_nothing, the_text_is_drawn_first,
	the_first_operations_are_those_of_postmark,
	every_configuration_comes_to_what_postmark_counts,
	the_lowest_free_slot_is_the_one_that_a_scan_finds, the_terse_report_has_thirteen_fields,
	volumes_are_those_of_single_precision_and_the_true_ones_stand_below,
	whole_seconds_are_one_at_least_and_microseconds_are_what_they_are,
	a_counter_of_bytes_stays_where_it_can_grow_no_more, a_million_files_take_less_than_64_mib)
