// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/dictionary.h"

#include <stdlib.h>
#include <string.h>

static const char find_name[] =
	"SELECT id FROM observed WHERE metric = ? AND instance = ? AND unit = ? AND reading = ?";
static const char insert_name[] =
	"INSERT INTO observed (metric, instance, unit, reading) VALUES (?, ?, ?, ?)";
static const char select_names[] =
	"SELECT id, metric, instance, unit, reading FROM observed ORDER BY id";

static const char *const reading_names[] = {
	[READING_COUNTER] = "counter",
	[READING_INSTANT] = "instant",
};

static bool is_same(const struct observed_name *a, const struct observed_name *b)
{
	return strcmp(a->metric, b->metric) == 0 && strcmp(a->instance, b->instance) == 0 &&
	       strcmp(a->unit, b->unit) == 0 && a->reading == b->reading;
}

static bool find_known(struct dictionary *d, const struct observed_name *name, uint64_t *id)
{
	for (size_t i = 0; i < d->count; i++) {
		size_t at = (d->next + i) % d->count;
		if (!is_same(&d->names[at], name))
			continue;
		*id = d->names[at].id;
		d->next = (at + 1) % d->count;
		return true;
	}
	return false;
}

int dictionary_id(struct store *store, struct dictionary *d, const struct observed_name *name,
	uint64_t *id, struct error *err)
{
	const char *reading = reading_names[name->reading];
	sqlite3_stmt *statement;

	if (find_known(d, name, id))
		return 0;
	int ret = SQL_BIND(store, err, &statement, find_name, SQL_TEXT(name->metric),
		SQL_TEXT(name->instance), SQL_TEXT(name->unit), SQL_TEXT(reading));
	if (ret == 0)
		ret = sql_step(store, statement, err);
	if (ret == 1) {
		*id = sql_u64(statement, 0);
		(void)sqlite3_reset(statement);
	} else if (ret == 0) {
		ret = SQL_DO(store, err, insert_name, SQL_TEXT(name->metric),
			SQL_TEXT(name->instance), SQL_TEXT(name->unit), SQL_TEXT(reading));
		*id = (uint64_t)sqlite3_last_insert_rowid(store->db);
	}
	if (ret < 0)
		return ret;
	struct observed_name *known = ARENA_PUSH(d->arena, d->names, d->count);
	*known = *name;
	known->id = *id;
	d->next = 0;
	return 0;
}

int dictionary_read(struct store *store, struct dictionary *d, struct error *err)
{
	sqlite3_stmt *statement;
	int ret = sql_bind(store, select_names, NULL, 0, &statement, err);

	if (ret < 0)
		return ret;
	while ((ret = sql_step(store, statement, err)) > 0) {
		const char *reading = sql_text(statement, 4, d->arena);
		*ARENA_PUSH(d->arena, d->names, d->count) = (struct observed_name){
			.id = sql_u64(statement, 0),
			.metric = sql_text(statement, 1, d->arena),
			.instance = sql_text(statement, 2, d->arena),
			.unit = sql_text(statement, 3, d->arena),
			.reading = strcmp(reading, reading_names[READING_COUNTER]) == 0
					   ? READING_COUNTER
					   : READING_INSTANT,
		};
	}
	return ret;
}

static int by_id(const void *a, const void *b)
{
	uint64_t x = ((const struct observed_name *)a)->id,
		 y = ((const struct observed_name *)b)->id;

	return (x > y) - (x < y);
}

const struct observed_name *dictionary_name(const struct dictionary *d, uint64_t id)
{
	const struct observed_name key = { .id = id };

	return d->count > 0 ? bsearch(&key, d->names, d->count, sizeof(key), by_id) : NULL;
}
