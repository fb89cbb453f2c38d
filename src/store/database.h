// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "core/places.h"
#include "model/record.h"

#include <sqlite3.h>

/* What the files of this room share: the open database, and statements that are prepared once. */

enum {
	STORE_STATEMENTS = 64, /* room for every statement there is; more is an assertion */
	STORE_BUSY_MS = 10000, /* another process' transaction takes milliseconds */
};

struct store {
	sqlite3 *db;
	char *path;
	struct {
		const char *sql;
		sqlite3_stmt *statement;
	} prepared[STORE_STATEMENTS];
};

/* A value for a ? of a statement. Counts from 2^63 on are kept as negative integers. */
struct sql_value {
	enum { SQL_TYPE_U64, SQL_TYPE_REAL, SQL_TYPE_TEXT, SQL_TYPE_BLOB } type;
	uint64_t u64;
	double real;
	const void *data; /* NULL for NULL; read until the statement has run */
	size_t size;
};

#define SQL_U64(value)  ((struct sql_value){ .type = SQL_TYPE_U64, .u64 = (value) })
#define SQL_REAL(value) ((struct sql_value){ .type = SQL_TYPE_REAL, .real = (value) })
#define SQL_TEXT(text)  ((struct sql_value){ .type = SQL_TYPE_TEXT, .data = (text) })
#define SQL_BLOB(bytes, length) \
	((struct sql_value){ .type = SQL_TYPE_BLOB, .data = (bytes), .size = (length) })

/* The error for what SQLite has just said: the file, what is wrong, what to do. */
int sql_fail(struct store *store, struct error *err) MUST_CHECK;

/*
 * A statement with its values bound. `sql` is a constant that lives as long as the program: it is
 * prepared once and found again by its address. It is at rest again when sql_step() has returned 0
 * or less; who stops earlier calls sqlite3_reset().
 */
int sql_bind(struct store *store, const char *sql, const struct sql_value *values, size_t count,
	sqlite3_stmt **statement, struct error *err) MUST_CHECK;
#define SQL_BIND(store, err, statement, sql, ...) \
	sql_bind(store, sql, (const struct sql_value[]){ __VA_ARGS__ }, \
		sizeof((const struct sql_value[]){ __VA_ARGS__ }) / sizeof(struct sql_value), \
		statement, err)
/* 1: a row; 0: no more. */
int sql_step(struct store *store, sqlite3_stmt *statement, struct error *err) MUST_CHECK;

/* A statement that gives no rows. */
int sql_do(struct store *store, const char *sql, const struct sql_value *values, size_t count,
	struct error *err) MUST_CHECK;
#define SQL_DO(store, err, sql, ...) \
	sql_do(store, sql, (const struct sql_value[]){ __VA_ARGS__ }, \
		sizeof((const struct sql_value[]){ __VA_ARGS__ }) / sizeof(struct sql_value), err)

uint64_t sql_u64(sqlite3_stmt *statement, int column);
/* NaN for NULL. */
double sql_real(sqlite3_stmt *statement, int column);
/* A copy; "" for NULL. */
const char *sql_text(sqlite3_stmt *statement, int column, struct arena *arena);

/* A row of the table `imported`, from its column `file` on; NULL where it is NULL. */
struct import_record *sql_import(sqlite3_stmt *statement, int column, struct arena *arena);

/* Plain SQL, several statements, without values. */
int sql_run(struct store *store, const char *sql, struct error *err) MUST_CHECK;

/* Transactions. sql_end() commits where ret is 0, else undoes; it returns ret or the commit's
 * failure. */
int sql_begin_write(struct store *store, struct error *err) MUST_CHECK;
int sql_begin_read(struct store *store, struct error *err) MUST_CHECK;
int sql_end(struct store *store, int ret, struct error *err) MUST_CHECK;
