// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "core/auto.h"
#include "store/database.h"
#include "store/schema.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* The first bytes of an SQLite file: https://www.sqlite.org/fileformat2.html, section 1.3. */
enum { HEADER_BYTES = 100, HEADER_APPLICATION_ID = 68 };

static const char connection_settings[] = "PRAGMA foreign_keys = ON;"
					  "PRAGMA synchronous = FULL;"
					  "PRAGMA trusted_schema = OFF;"
					  "PRAGMA temp_store = MEMORY;"
					  /* a log that once grew is cut when it starts again */
					  "PRAGMA journal_size_limit = 4194304;";

static int make_folder_of(const char *path, const struct owner *owner, struct error *err)
{
	const char *slash = strrchr(path, '/');
	AUTO_FREE char *folder =
		slash && slash > path ? strndup(path, (size_t)(slash - path)) : NULL;

	return folder ? places_make_dirs(folder, owner, err) : 0;
}

/* An empty file is a database without anything in it. */
static int make_file(const char *path, const struct owner *owner, struct error *err)
{
	int ret = make_folder_of(path, owner, err);

	if (ret < 0)
		return ret;
	AUTO_CLOSE int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno == EEXIST ? 0 : fail_errno(err, "make database %s", path);
	return places_give(fd, owner, path, err);
}

static int find_or_make_file(const char *path, struct error *err)
{
	struct places_env env;
	struct owner owner;
	struct stat st;

	if (!*path)
		return fail(err, EINVAL, "the name of the database is empty");
	if (stat(path, &st) == 0) {
		if (!S_ISREG(st.st_mode))
			return fail(err, EINVAL, "%s: no regular file, so no database", path);
		return 0;
	}
	if (errno != ENOENT)
		return fail_errno(err, "database %s", path);
	places_env_read(&env);
	int ret = places_owner(&env, &owner, err);
	return ret < 0 ? ret : make_file(path, &owner, err);
}

/*
 * Looks at the file's head before SQLite does: opening somebody else's database could already
 * change it (a write-ahead log is copied back when the last one leaves). It is read by SQLite's own
 * descriptor, since closing another one would drop this process' locks.
 */
static int check_header(struct store *store, struct error *err)
{
	static const unsigned char id[] = { SCHEMA_APPLICATION_ID >> 24,
		SCHEMA_APPLICATION_ID >> 16 & 0xff, SCHEMA_APPLICATION_ID >> 8 & 0xff,
		SCHEMA_APPLICATION_ID & 0xff };
	unsigned char head[HEADER_BYTES] = { 0 };
	sqlite3_file *file = NULL;
	struct stat st;

	if (sqlite3_file_control(store->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK)
		return sql_fail(store, err);
	/* not SQLite's xFileSize(), which calls a file of one byte empty */
	if (stat(store->path, &st) < 0)
		return fail_errno(err, "database %s", store->path);
	if (st.st_size == 0)
		return 0;
	int ret = file->pMethods->xRead(file, head, sizeof(head), 0);
	if (ret != SQLITE_OK && ret != SQLITE_IOERR_SHORT_READ)
		return fail(err, EIO, "%s: cannot be read", store->path);
	/* that it is SQLite's at all is then seen by SQLite, before it changes anything */
	if (memcmp(head + HEADER_APPLICATION_ID, id, sizeof(id)) != 0)
		return fail(err, EINVAL, "%s: no bakeoff database; name another file with --db",
			store->path);
	return 0;
}

static int read_version(struct store *store, int *version, struct error *err)
{
	sqlite3_stmt *statement;

	if (sqlite3_prepare_v2(store->db, "PRAGMA user_version", -1, &statement, NULL) != SQLITE_OK)
		return sql_fail(store, err);
	int ret = sqlite3_step(statement) == SQLITE_ROW ? 0 : sql_fail(store, err);
	if (ret == 0)
		*version = sqlite3_column_int(statement, 0);
	(void)sqlite3_finalize(statement); /* says again what step has said */
	return ret;
}

/* Leads from `version` to the next, unless another process was faster. */
static int migrate_once(struct store *store, int *version, struct error *err)
{
	char stamp[96];
	int ret = sql_begin_write(store, err);

	if (ret < 0)
		return ret;
	int before = *version;
	ret = read_version(store, version, err);
	if (ret == 0 && *version == before) {
		ret = sql_run(store, schema_migrations[before], err);
		(void)snprintf(stamp, sizeof(stamp),
			"PRAGMA application_id = %d; PRAGMA user_version = %d",
			SCHEMA_APPLICATION_ID, before + 1);
		if (ret == 0)
			ret = sql_run(store, stamp, err);
		*version = before + 1;
	}
	ret = sql_end(store, ret, err);
	return ret < 0 ? fail_in(err, ret, "schema version %d to %d", before, before + 1) : 0;
}

static int migrate(struct store *store, struct error *err)
{
	int version = 0, ret = read_version(store, &version, err);

	while (ret == 0 && version >= 0 && version < SCHEMA_VERSION)
		ret = migrate_once(store, &version, err);
	if (ret < 0)
		return ret;
	if (version != SCHEMA_VERSION)
		return fail(err, EINVAL,
			"%s: its schema version is %d, and this bakeoff knows them up to %d: use a "
			"newer bakeoff",
			store->path, version, SCHEMA_VERSION);
	return 0;
}

static int try_wal(struct store *store, struct error *err)
{
	sqlite3_stmt *statement;

	if (sqlite3_prepare_v2(store->db, "PRAGMA journal_mode = WAL", -1, &statement, NULL) !=
		SQLITE_OK)
		return sql_fail(store, err);
	int ret = sqlite3_step(statement) == SQLITE_ROW ? 0 : sql_fail(store, err);
	if (ret == 0 && strcmp((const char *)sqlite3_column_text(statement, 0), "wal") != 0)
		ret = fail(err, ENOTSUP,
			"%s: no write-ahead log is possible here; put the database on a local file "
			"system",
			store->path);
	(void)sqlite3_finalize(statement); /* says again what step has said */
	return ret;
}

/* After the schema: a file whose making was cut short must show whose it is in its own head. */
static int use_wal(struct store *store, struct error *err)
{
	int ret = try_wal(store, err);

	/* where two processes make one file SQLite sometimes does not wait by itself */
	for (int waited_ms = 0; ret == -EBUSY && waited_ms < STORE_BUSY_MS; waited_ms += 10) {
		sqlite3_sleep(10);
		ret = try_wal(store, err);
	}
	return ret;
}

static int open_file(struct store *store, struct error *err)
{
	/* ":memory:" and "file:..." are files as well */
	AUTO_FREE char *name = NULL;
	if (asprintf(&name, "%s%s", store->path[0] == '/' ? "" : "./", store->path) < 0) {
		name = NULL;
		return fail(err, ENOMEM, "no memory for a path");
	}
	/* without SQLite's mutex: a store belongs to one thread */
	if (sqlite3_open_v2(name, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
		SQLITE_OK)
		return store->db ? sql_fail(store, err)
				 : fail(err, ENOMEM, "no memory for a database");
	(void)sqlite3_busy_timeout(store->db, STORE_BUSY_MS); /* cannot fail on an open database */
	int ret = check_header(store, err);
	if (ret == 0)
		ret = sql_run(store, connection_settings, err);
	if (ret == 0)
		ret = migrate(store, err);
	if (ret == 0)
		ret = use_wal(store, err);
	return ret;
}

int store_open(struct store **store, const char *path, struct error *err)
{
	int ret = find_or_make_file(path, err);

	if (ret < 0)
		return ret;
	struct store *made = calloc(1, sizeof(*made));
	char *name = strdup(path);
	if (!made || !name) {
		free(made);
		free(name);
		return fail(err, ENOMEM, "no memory for a database");
	}
	made->path = name;
	ret = open_file(made, err);
	if (ret < 0) {
		store_close(made);
		return ret;
	}
	*store = made;
	return 0;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	for (size_t i = 0; i < STORE_STATEMENTS; i++)
		(void)sqlite3_finalize(store->prepared[i].statement);
	int ret = sqlite3_close(store->db);
	assert(ret == SQLITE_OK); /* every statement is ours */
	free(store->path);
	free(store);
}

int store_default_path(struct arena *arena, const char **path, struct error *err)
{
	struct places_env env;
	struct places places;

	places_env_read(&env);
	int ret = places_find(&env, arena, &places, err);
	if (ret < 0)
		return ret;
	*path = arena_printf(arena, "%s/bakeoff.db", places.data);
	return 0;
}
