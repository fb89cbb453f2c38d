// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "core/auto.h"
#include "store/schema.h"
#include "store_fixture.h"

/* docs/store.md is held against the schema: what it says must be there, and what is there must be
 * said. */

static char *read_docs(void)
{
	const char *source = getenv("BAKEOFF_SOURCE");
	char path[512];

	(void)snprintf(path, sizeof(path), "%s/docs/store.md", source ? source : ".");
	FILE *f = fopen(path, "r");
	ck_assert_msg(f != NULL, "%s cannot be read; BAKEOFF_SOURCE is the source folder", path);
	char *text = calloc(1, 1 << 16);
	ck_assert_uint_lt(fread(text, 1, (1 << 16) - 1, f), (1 << 16) - 1);
	fclose(f);
	return text;
}

static void make_database(const struct scratch *s)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 2, 1);
	struct value_record value = { "write", "rate", "1/s", BETTER_HIGHER, true, 1 };
	struct store *store;
	uint64_t id, run_id;

	OK(store_open(&store, s->db, &err));
	OK(store_add_experiment(store, &plan, &id, &err));
	for (size_t variant = 0; variant < 2; variant++) {
		struct run_record run = run_of(1, 0, variant, 0);
		run.values = &value;
		run.value_count = 1;
		OK(store_add_run(store, id, &run, &run_id, &err));
	}
	store_close(store);
	arena_free(&arena);
}

/* The part of the text about a table: from its heading to the next one. */
static char *section_of(const char *docs, const char *table)
{
	char heading[64];

	(void)snprintf(heading, sizeof(heading), "\n### %s: ", table);
	const char *start = strstr(docs, heading);
	ck_assert_msg(start != NULL, "docs/store.md has no section '%s'", table);
	const char *end = strstr(start + 1, "\n##");
	return end ? strndup(start, (size_t)(end - start)) : strdup(start);
}

START_TEST(every_column_of_every_table_is_described)
{
	AUTO_FREE char *docs = read_docs();
	struct scratch s;
	sqlite3_stmt *statement;
	sqlite3 *db;
	size_t columns = 0;

	scratch_make(&s);
	make_database(&s);
	ck_assert_int_eq(sqlite3_open(s.db, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_prepare_v2(db,
				 "SELECT t.name, c.name FROM pragma_table_list t, "
				 "pragma_table_info(t.name) c"
				 " WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT "
				 "LIKE 'sqlite%'",
				 -1, &statement, NULL),
		SQLITE_OK);
	for (; sqlite3_step(statement) == SQLITE_ROW; columns++) {
		const char *table = (const char *)sqlite3_column_text(statement, 0);
		const char *column = (const char *)sqlite3_column_text(statement, 1);
		AUTO_FREE char *section = section_of(docs, table);
		char quoted[64];
		(void)snprintf(quoted, sizeof(quoted), "`%s`", column);
		ck_assert_msg(strstr(section, quoted), "docs/store.md says nothing of %s.%s", table,
			column);
	}
	ck_assert_uint_gt(columns, 70);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	scratch_remove(&s);
}
END_TEST

START_TEST(every_view_is_described_with_its_columns)
{
	AUTO_FREE char *docs = read_docs();
	struct scratch s;
	sqlite3_stmt *statement;
	sqlite3 *db;
	size_t columns = 0;

	scratch_make(&s);
	make_database(&s);
	const char *views = strstr(docs, "\n## Views");
	ck_assert_ptr_nonnull(views);
	ck_assert_int_eq(sqlite3_open(s.db, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_prepare_v2(db,
				 "SELECT t.name, c.name FROM pragma_table_list t, "
				 "pragma_table_info(t.name) c"
				 " WHERE t.type = 'view'",
				 -1, &statement, NULL),
		SQLITE_OK);
	for (; sqlite3_step(statement) == SQLITE_ROW; columns++) {
		char quoted[64];
		(void)snprintf(quoted, sizeof(quoted), "**%s**", sqlite3_column_text(statement, 0));
		ck_assert_msg(strstr(views, quoted), "no view %s in docs/store.md", quoted);
		(void)snprintf(quoted, sizeof(quoted), "`%s`", sqlite3_column_text(statement, 1));
		ck_assert_msg(strstr(views, quoted), "no column %s in docs/store.md", quoted);
	}
	ck_assert_uint_gt(columns, 14);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	scratch_remove(&s);
}
END_TEST

/* In the order of the page, the last of which removes the experiment. */
START_TEST(every_query_of_the_page_runs)
{
	AUTO_FREE char *docs = read_docs();
	struct scratch s;
	size_t queries = 0;

	scratch_make(&s);
	make_database(&s);
	for (char *p = docs; (p = strstr(p, "```sql\n")); queries++) {
		char *end = strstr(p += strlen("```sql\n"), "\n```");
		ck_assert_ptr_nonnull(end);
		end[1] = '\0'; /* the newline stays, the fence goes */
		BY_HAND(s.db, "SELECT count(*) FROM runs", "2");
		free(by_hand(s.db, p));
		p = end + 2;
	}
	ck_assert_uint_ge(queries, 5);
	BY_HAND(s.db,
		"SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM metrics)"
		" + (SELECT count(*) FROM vals) + (SELECT count(*) FROM facts)",
		"0");
	scratch_remove(&s);
}
END_TEST

START_TEST(the_versions_of_the_schema_are_listed)
{
	AUTO_FREE char *docs = read_docs();
	char line[32];

	const char *versions = strstr(docs, "\n## Versions of the schema");
	ck_assert_ptr_nonnull(versions);
	for (int version = 1; version <= SCHEMA_VERSION; version++) {
		(void)snprintf(line, sizeof(line), "\n| %d |", version);
		ck_assert_msg(strstr(versions, line), "docs/store.md has no version %d", version);
	}
}
END_TEST

UNIT_MAIN("store_docs", every_column_of_every_table_is_described,
	every_view_is_described_with_its_columns, every_query_of_the_page_runs,
	the_versions_of_the_schema_are_listed)
