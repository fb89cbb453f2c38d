// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/database.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>

/* SQLite's result codes, in the words and numbers of errors; what is not here is EIO and SQLite's
 * own text. */
static const struct {
	int sqlite, code;
	const char *text;
} failures[] = {
	{ SQLITE_FULL, ENOSPC, "no space left; what is stored is safe: free some space and go on" },
	{ SQLITE_BUSY, EBUSY, "another process holds the database: try again when it has ended" },
	{ SQLITE_READONLY, EACCES,
		"may not be written: look at the rights of the file and its folder" },
	{ SQLITE_CANTOPEN, EACCES,
		"cannot be opened: look at the rights of the file and its folder" },
	{ SQLITE_PERM, EACCES, "may not be used: look at the rights of the file and its folder" },
	{ SQLITE_CORRUPT, EUCLEAN,
		"the database is damaged: keep a copy, then try sqlite3's .recover" },
	{ SQLITE_NOTADB, EINVAL, "no bakeoff database" },
	{ SQLITE_NOMEM, ENOMEM, "no memory" },
	{ SQLITE_CONSTRAINT, EINVAL, NULL },
};

static bool is_out_of_space(int code)
{
	return code == ENOSPC || code == EDQUOT;
}

int sql_fail(struct store *store, struct error *err)
{
	int code = sqlite3_errcode(store->db) & 0xff;
	int system = sqlite3_system_errno(store->db);

	if (code == SQLITE_IOERR && is_out_of_space(system))
		code = SQLITE_FULL;
	for (size_t i = 0; i < COUNT_OF(failures); i++) {
		if (failures[i].sqlite == code)
			return fail(err, failures[i].code, "%s: %s", store->path,
				failures[i].text ? failures[i].text : sqlite3_errmsg(store->db));
	}
	if (code == SQLITE_IOERR && system > 0)
		return fail(err, system, "%s: %s: %s", store->path, sqlite3_errmsg(store->db),
			strerror(system));
	return fail(err, EIO, "%s: %s", store->path, sqlite3_errmsg(store->db));
}

static int find_statement(struct store *store, const char *sql, sqlite3_stmt **statement,
	struct error *err)
{
	size_t i = 0;

	while (store->prepared[i].sql && store->prepared[i].sql != sql) {
		i++;
		assert(i < STORE_STATEMENTS);
	}
	if (!store->prepared[i].sql) {
		if (sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT,
			    &store->prepared[i].statement, NULL) != SQLITE_OK)
			return sql_fail(store, err);
		store->prepared[i].sql = sql;
	}
	*statement = store->prepared[i].statement;
	return 0;
}

static int bind_value(sqlite3_stmt *statement, int position, const struct sql_value *v)
{
	switch (v->type) {
	case SQL_TYPE_U64:
		return sqlite3_bind_int64(statement, position, (sqlite3_int64)v->u64);
	case SQL_TYPE_REAL:
		return sqlite3_bind_double(statement, position, v->real); /* NaN becomes NULL */
	case SQL_TYPE_TEXT:
		return sqlite3_bind_text(statement, position, v->data, -1, SQLITE_STATIC);
	case SQL_TYPE_BLOB:
		return sqlite3_bind_blob64(statement, position, v->data, v->size, SQLITE_STATIC);
	}
	return SQLITE_MISUSE;
}

int sql_bind(struct store *store, const char *sql, const struct sql_value *values, size_t count,
	sqlite3_stmt **statement, struct error *err)
{
	sqlite3_stmt *found = NULL;
	int ret = find_statement(store, sql, &found, err);

	if (ret < 0)
		return ret;
	assert(sqlite3_bind_parameter_count(found) == (int)count);
	for (size_t i = 0; i < count; i++) {
		if (bind_value(found, (int)i + 1, &values[i]) != SQLITE_OK)
			return sql_fail(store, err);
	}
	*statement = found;
	return 0;
}

int sql_step(struct store *store, sqlite3_stmt *statement, struct error *err)
{
	int ret = 0;

	switch (sqlite3_step(statement)) {
	case SQLITE_ROW:
		return 1;
	case SQLITE_DONE:
		break;
	default:
		ret = sql_fail(store, err);
	}
	(void)sqlite3_reset(statement); /* says again what step has said */
	(void)sqlite3_clear_bindings(statement);
	return ret;
}

int sql_do(struct store *store, const char *sql, const struct sql_value *values, size_t count,
	struct error *err)
{
	sqlite3_stmt *statement = NULL;
	int ret = sql_bind(store, sql, values, count, &statement, err);

	if (ret == 0)
		ret = sql_step(store, statement, err);
	assert(ret <= 0);
	return ret;
}

uint64_t sql_u64(sqlite3_stmt *statement, int column)
{
	return (uint64_t)sqlite3_column_int64(statement, column);
}

double sql_real(sqlite3_stmt *statement, int column)
{
	if (sqlite3_column_type(statement, column) == SQLITE_NULL)
		return NAN;
	return sqlite3_column_double(statement, column);
}

const char *sql_text(sqlite3_stmt *statement, int column, struct arena *arena)
{
	const unsigned char *text = sqlite3_column_text(statement, column);
	size_t length = (size_t)sqlite3_column_bytes(statement, column);

	return text ? arena_strndup(arena, (const char *)text, length) : "";
}

struct import_record *sql_import(sqlite3_stmt *statement, int column, struct arena *arena)
{
	struct import_record *record = NULL;

	if (sqlite3_column_type(statement, column) == SQLITE_NULL)
		return NULL;
	record = NEW(arena, struct import_record, 1);
	*record = (struct import_record){
		.file = sql_text(statement, column, arena),
		.line = sql_u64(statement, column + 1),
		.tool = sql_text(statement, column + 2, arena),
		.version = sql_text(statement, column + 3, arena),
		.name = sql_text(statement, column + 4, arena),
		.unit = sql_text(statement, column + 5, arena),
		.said = sql_text(statement, column + 6, arena),
		.mean = sql_real(statement, column + 7),
		.sd = sql_real(statement, column + 8),
		.n = sql_u64(statement, column + 9),
	};
	return record;
}

int sql_run(struct store *store, const char *sql, struct error *err)
{
	return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0
									   : sql_fail(store, err);
}

int sql_begin_write(struct store *store, struct error *err)
{
	/* at once, so that waiting for another writer happens here and not half way */
	return sql_run(store, "BEGIN IMMEDIATE", err);
}

int sql_begin_read(struct store *store, struct error *err)
{
	return sql_run(store, "BEGIN", err);
}

int sql_end(struct store *store, int ret, struct error *err)
{
	if (ret == 0)
		ret = sql_run(store, "COMMIT", err);
	/* some failures, a full disk among them, have ended the transaction already */
	if (ret < 0 && !sqlite3_get_autocommit(store->db))
		(void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return ret;
}
