// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/store.h"
#include "unit.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the tests of the store share: a folder of their own, a plan, runs, and SQL by hand. */

struct scratch {
	char folder[64];
	char db[96]; /* a path in it; no file yet */
};

/* In memory where there is such a folder: nobody's disk is to be waited for. */
static inline void scratch_make(struct scratch *s)
{
	(void)snprintf(s->folder, sizeof(s->folder), "%s/bakeoff-test-XXXXXX",
		access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(s->folder));
	(void)snprintf(s->db, sizeof(s->db), "%s/b.db", s->folder);
}

static inline void scratch_remove(const struct scratch *s)
{
	static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
	char path[128];

	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		(void)snprintf(path, sizeof(path), "%s%s", s->db, ends[i]);
		(void)unlink(path); /* most tests leave only the first */
	}
	ck_assert_int_eq(rmdir(s->folder), 0);
}

/* Runs SQL on a file without bakeoff; the first column of the first row, or NULL, malloc'ed. */
static inline char *by_hand(const char *path, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	char *result = NULL;
	sqlite3 *db;

	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	for (const char *rest = sql; *rest;) {
		ck_assert_msg(sqlite3_prepare_v2(db, rest, -1, &statement, &rest) == SQLITE_OK,
			"%s: %s", sql, sqlite3_errmsg(db));
		int ret = sqlite3_step(statement);
		if (ret == SQLITE_ROW && !result && sqlite3_column_text(statement, 0))
			result = strdup((const char *)sqlite3_column_text(statement, 0));
		while (ret == SQLITE_ROW)
			ret = sqlite3_step(statement);
		ck_assert_msg(!statement || ret == SQLITE_DONE, "%s: %s", sql, sqlite3_errmsg(db));
		sqlite3_finalize(statement);
	}
	ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
	return result;
}

#define BY_HAND(path, sql, wanted) \
	do { \
		char *by_hand_result = by_hand(path, sql); \
		ck_assert_pstr_eq(by_hand_result, wanted); \
		free(by_hand_result); \
	} while (0)

/* Variants v0, v1, ... (the first is the baseline) and cells c0, c1, ... */
static inline struct plan plan_of(struct arena *arena, size_t variants, size_t cells)
{
	struct plan plan = {
		.name = "made-up",
		.rounds = 6,
		.seed = 4294967295,
		.margin = 0.05,
		.alpha = 0.05,
		.text = "[experiment]\nname = made-up\n",
		.sha256 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
		.variants = NEW(arena, struct variant, variants),
		.variant_count = variants,
		.cells = NEW(arena, struct cell, cells),
		.cell_count = cells,
	};

	for (size_t i = 0; i < variants; i++)
		plan.variants[i] = (struct variant){
			.name = arena_printf(arena, "v%zu", i),
			.target = { .kind = TARGET_LOOP, .fs = "ext4", .size = GIB, .path = "/x" },
		};
	for (size_t i = 0; i < cells; i++)
		plan.cells[i] = (struct cell){
			.name = "lmdd",
			.label = arena_printf(arena, "c%zu", i),
			.workload = "lmdd",
			.shape = { .numjobs = 1, .iodepth = 1, .loops = 1 },
			.margin = 0.05,
		};
	return plan;
}

/* An ok run with nothing in it. */
static inline struct run_record run_of(uint64_t round, uint64_t attempt, size_t variant,
	size_t cell)
{
	return (struct run_record){
		.round = round,
		.attempt = attempt,
		.variant = variant,
		.cell = cell,
		.started_ns = 1,
		.ended_ns = 2,
		.reason = "",
		.facts = "{}",
	};
}
