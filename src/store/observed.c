// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/observed.h"

#include "core/auto.h"
#include "store/dictionary.h"
#include "store/readings.h"
#include "store/series.h"

#include <errno.h>
#include <string.h>

static const char insert_counters[] =
	"INSERT INTO counters (run, phase, readings) VALUES (?, ?, ?)";
static const char insert_series[] = "INSERT INTO series (run, position, points) VALUES (?, ?, ?)";
static const char select_counters[] = "SELECT phase, readings FROM counters WHERE run = ?";
static const char select_series[] = "SELECT points FROM series WHERE run = ? ORDER BY position";

static int add_counters(struct store *store, struct dictionary *d, uint64_t run, size_t position,
	const struct phase_record *phase, struct error *err)
{
	AUTO_FREE unsigned char *blob = NULL;
	struct reading_value *readings = NEW(d->arena, struct reading_value, phase->counter_count);
	size_t size = 0;
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < phase->counter_count; i++) {
		const struct counter_record *c = &phase->counters[i];
		const struct observed_name name = { .metric = c->metric,
			.instance = c->instance,
			.unit = c->unit,
			.reading = c->reading };
		readings[i].value = c->value;
		readings[i].absent = c->absent;
		ret = dictionary_id(store, d, &name, &readings[i].id, err);
	}
	if (ret == 0)
		ret = readings_encode(readings, phase->counter_count, &blob, &size, err);
	if (ret == 0)
		ret = SQL_DO(store, err, insert_counters, SQL_U64(run), SQL_U64(position),
			SQL_BLOB(blob, size));
	return ret < 0 ? fail_in(err, ret, "counters of phase %s", phase->name) : 0;
}

static bool is_same_axis(const struct series_record *a, const struct series_record *b)
{
	return a->count == b->count &&
	       (a->time_ns == b->time_ns || a->count == 0 ||
		       memcmp(a->time_ns, b->time_ns, a->count * sizeof(*a->time_ns)) == 0);
}

/* Series at the same times, as one row. */
static int add_axis(struct store *store, struct dictionary *d, uint64_t run, size_t position,
	const struct series_record *series, size_t count, struct error *err)
{
	AUTO_FREE unsigned char *blob = NULL;
	struct series_values *values = NEW(d->arena, struct series_values, count);
	size_t size = 0;
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < count; i++) {
		const struct observed_name name = { .metric = series[i].metric,
			.instance = series[i].instance,
			.unit = series[i].unit,
			.reading = series[i].reading };
		values[i].values = series[i].values;
		ret = dictionary_id(store, d, &name, &values[i].id, err);
	}
	if (ret == 0)
		ret = series_encode(series->time_ns, series->count, values, count, &blob, &size,
			err);
	if (ret == 0)
		ret = SQL_DO(store, err, insert_series, SQL_U64(run), SQL_U64(position),
			SQL_BLOB(blob, size));
	return ret < 0 ? fail_in(err, ret, "series %s", series->metric) : 0;
}

int observed_add(struct store *store, uint64_t run, const struct run_record *record,
	struct error *err)
{
	struct arena arena = { 0 };
	struct dictionary d = { .arena = &arena };
	size_t position = 0, count;
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < record->phase_count; i++) {
		if (record->phases[i].counter_count > 0)
			ret = add_counters(store, &d, run, i, &record->phases[i], err);
	}
	for (size_t i = 0; ret == 0 && i < record->series_count; i += count) {
		for (count = 1; i + count < record->series_count &&
				is_same_axis(&record->series[i], &record->series[i + count]);)
			count++;
		ret = add_axis(store, &d, run, position++, &record->series[i], count, err);
	}
	arena_free(&arena);
	return ret;
}

static int damaged(struct store *store, uint64_t run, struct error *err)
{
	return fail(err, EUCLEAN, "%s: run %llu has readings of nothing that is known", store->path,
		(unsigned long long)run);
}

static int take_counters(struct store *store, const struct dictionary *d, uint64_t run,
	sqlite3_stmt *statement, struct arena *arena, struct run_record *record, struct error *err)
{
	uint64_t position = sql_u64(statement, 0);
	struct reading_value *readings;
	size_t count;
	int ret = readings_decode(sqlite3_column_blob(statement, 1),
		(size_t)sqlite3_column_bytes(statement, 1), arena, &readings, &count, err);

	if (ret < 0)
		return fail_in(err, ret, "%s", store->path);
	if (position >= record->phase_count)
		return damaged(store, run, err);
	struct phase_record *phase = &record->phases[position];
	phase->counters = NEW(arena, struct counter_record, count + 1);
	phase->counter_count = count;
	for (size_t i = 0; i < count; i++) {
		const struct observed_name *name = dictionary_name(d, readings[i].id);
		if (!name)
			return damaged(store, run, err);
		phase->counters[i] = (struct counter_record){
			.metric = name->metric,
			.instance = name->instance,
			.unit = name->unit,
			.reading = name->reading,
			.value = readings[i].value,
			.absent = readings[i].absent,
		};
	}
	return 0;
}

static int take_series(struct store *store, const struct dictionary *d, uint64_t run,
	sqlite3_stmt *statement, struct arena *arena, struct run_record *record, struct error *err)
{
	struct series_values *values;
	size_t points, count;
	uint64_t *times;
	int ret = series_decode(sqlite3_column_blob(statement, 0),
		(size_t)sqlite3_column_bytes(statement, 0), arena, &times, &points, &values, &count,
		err);

	if (ret < 0)
		return fail_in(err, ret, "%s", store->path);
	for (size_t i = 0; i < count; i++) {
		const struct observed_name *name = dictionary_name(d, values[i].id);
		if (!name)
			return damaged(store, run, err);
		*ARENA_PUSH(arena, record->series, record->series_count) = (struct series_record){
			.metric = name->metric,
			.instance = name->instance,
			.unit = name->unit,
			.reading = name->reading,
			.count = points,
			.time_ns = times,
			.values = values[i].values,
		};
	}
	return 0;
}

int observed_read(struct store *store, uint64_t run, struct arena *arena, struct run_record *record,
	struct error *err)
{
	static const struct {
		const char *sql;
		int (*take)(struct store *, const struct dictionary *, uint64_t, sqlite3_stmt *,
			struct arena *, struct run_record *, struct error *);
	} tables[] = { { select_counters, take_counters }, { select_series, take_series } };
	struct dictionary d = { .arena = arena };
	sqlite3_stmt *statement;
	int ret = dictionary_read(store, &d, err);

	for (size_t i = 0; ret == 0 && i < COUNT_OF(tables); i++) {
		ret = SQL_BIND(store, err, &statement, tables[i].sql, SQL_U64(run));
		while (ret == 0 && (ret = sql_step(store, statement, err)) > 0) {
			ret = tables[i].take(store, &d, run, statement, arena, record, err);
			if (ret < 0)
				(void)sqlite3_reset(statement);
		}
	}
	return ret;
}
