// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"

#include "core/auto.h"
#include "model/histogram.h"
#include "store/schema.h"
#include "store_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <sys/wait.h>

#define BIG (UINT64_MAX - 6) /* a count that is negative as SQLite keeps it */

static uint64_t times[] = { 5, 4, UINT64_MAX };
static double numbers[] = { 0.1, -0.0, INFINITY };

static void same_phase(const struct phase_record *a, const struct phase_record *b)
{
	ck_assert_str_eq(a->name, b->name);
	ck_assert_uint_eq(a->started_ns, b->started_ns);
	ck_assert_uint_eq(a->wall_ns, b->wall_ns);
	ck_assert_uint_eq(a->user_ns, b->user_ns);
	ck_assert_uint_eq(a->sys_ns, b->sys_ns);
	ck_assert_uint_eq(a->clients, b->clients);
	ck_assert_uint_eq(a->operations, b->operations);
	ck_assert_uint_eq(a->bytes, b->bytes);
	ck_assert_uint_eq(a->kind_count, b->kind_count);
	for (size_t i = 0; i < a->kind_count; i++) {
		ck_assert_str_eq(a->kinds[i].name, b->kinds[i].name);
		ck_assert_uint_eq(a->kinds[i].operations, b->kinds[i].operations);
		ck_assert_uint_eq(a->kinds[i].bytes, b->kinds[i].bytes);
		ck_assert_uint_eq(a->kinds[i].histogram_size, b->kinds[i].histogram_size);
		if (a->kinds[i].histogram_size)
			ck_assert_mem_eq(a->kinds[i].histogram, b->kinds[i].histogram,
				a->kinds[i].histogram_size);
	}
	ck_assert_uint_eq(a->counter_count, b->counter_count);
	for (size_t i = 0; i < a->counter_count; i++) {
		const struct counter_record *x = &a->counters[i], *y = &b->counters[i];
		ck_assert_str_eq(x->metric, y->metric);
		ck_assert_str_eq(x->instance, y->instance);
		ck_assert_str_eq(x->unit, y->unit);
		ck_assert_int_eq(x->reading, y->reading);
		ck_assert_str_eq(x->absent, y->absent);
		ck_assert(x->value == y->value || (isnan(x->value) && isnan(y->value)));
	}
}

static void same_value(const struct value_record *a, const struct value_record *b)
{
	ck_assert_str_eq(a->phase, b->phase);
	ck_assert_str_eq(a->metric, b->metric);
	ck_assert_str_eq(a->unit, b->unit);
	ck_assert_int_eq(a->better, b->better);
	ck_assert_int_eq(a->primary, b->primary);
	if (isnan(a->value))
		ck_assert(isnan(b->value));
	else
		ck_assert_mem_eq(&a->value, &b->value, sizeof(a->value));
}

static void same_run(const struct run_record *a, const struct run_record *b)
{
	ck_assert_uint_eq(a->round, b->round);
	ck_assert_uint_eq(a->attempt, b->attempt);
	ck_assert_uint_eq(a->position, b->position);
	ck_assert_uint_eq(a->variant, b->variant);
	ck_assert_uint_eq(a->cell, b->cell);
	ck_assert_uint_eq(a->seed, b->seed);
	ck_assert_uint_eq(a->started_ns, b->started_ns);
	ck_assert_uint_eq(a->ended_ns, b->ended_ns);
	ck_assert_int_eq(a->outcome, b->outcome);
	ck_assert_str_eq(a->reason, b->reason);
	ck_assert_str_eq(a->facts, b->facts);
	ck_assert_uint_eq(a->phase_count, b->phase_count);
	for (size_t i = 0; i < a->phase_count; i++)
		same_phase(&a->phases[i], &b->phases[i]);
	ck_assert_uint_eq(a->value_count, b->value_count);
	for (size_t i = 0; i < a->value_count; i++)
		same_value(&a->values[i], &b->values[i]);
	ck_assert_uint_eq(a->log_count, b->log_count);
	for (size_t i = 0; i < a->log_count; i++) {
		ck_assert_uint_eq(a->logs[i].time_ns, b->logs[i].time_ns);
		ck_assert_int_eq(a->logs[i].level, b->logs[i].level);
		ck_assert_str_eq(a->logs[i].text, b->logs[i].text);
	}
	ck_assert_uint_eq(a->output_count, b->output_count);
	for (size_t i = 0; i < a->output_count; i++) {
		ck_assert_uint_eq(a->outputs[i].client, b->outputs[i].client);
		ck_assert_str_eq(a->outputs[i].stream, b->outputs[i].stream);
		ck_assert_uint_eq(a->outputs[i].size, b->outputs[i].size);
		ck_assert_mem_eq(a->outputs[i].data, b->outputs[i].data, a->outputs[i].size);
	}
	ck_assert_uint_eq(a->series_count, b->series_count);
	for (size_t i = 0; i < a->series_count; i++) {
		ck_assert_str_eq(a->series[i].metric, b->series[i].metric);
		ck_assert_str_eq(a->series[i].instance, b->series[i].instance);
		ck_assert_str_eq(a->series[i].unit, b->series[i].unit);
		ck_assert_int_eq(a->series[i].reading, b->series[i].reading);
		ck_assert_uint_eq(a->series[i].count, b->series[i].count);
		if (a->series[i].count == 0) /* no array need be there */
			continue;
		ck_assert_mem_eq(a->series[i].time_ns, b->series[i].time_ns,
			a->series[i].count * 8);
		ck_assert_mem_eq(a->series[i].values, b->series[i].values, a->series[i].count * 8);
	}
}

static struct run_record full_run(unsigned char *histogram, size_t size)
{
	static struct kind_record kinds[] = {
		{ .name = "write", .operations = 7, .bytes = BIG },
		{ .name = "fsync", .operations = 1 },
	};
	static struct phase_record phases[] = {
		{ "write", 11, 12, 13, 14, 15, 16, BIG, kinds, COUNT_OF(kinds) },
		{ .name = "again", .wall_ns = BIG },
	};
	static struct value_record values[] = {
		{ "write", "throughput", "bytes/s", BETTER_HIGHER, true, 0.1 + 0.2 },
		{ "write", "latency_mean", "s", BETTER_LOWER, false, DBL_TRUE_MIN },
		{ "write", "cpu_time", "s", BETTER_NEITHER, false, DBL_MAX },
		{ "again", "throughput", "bytes/s", BETTER_HIGHER, false, 9007199254740993.0 },
		{ "again", "nothing", "s", BETTER_LOWER, false, NAN },
		{ "", "whole", "s", BETTER_LOWER, false, -3 },
	};
	static struct log_record logs[] = {
		{ 5, RECORD_WARNING, "the timed part was under 1 s: it's \"short\"; \xe2\x82\xac" },
		{ 6, RECORD_INFO, "" },
	};
	static struct counter_record counters[] = {
		{ "disk.dev.write_bytes", "loop0", "B", READING_COUNTER, 4096, "" },
		{ "disk.dev.write_bytes", "vda", "B", READING_COUNTER, 0x1p63, "" },
		{ "mem.util.dirty", "", "B", READING_INSTANT, -0.5, "" },
		{ "hinv.cpu.clock", "cpu0", "Hz", READING_INSTANT, NAN, "no cpufreq" },
		{ "hinv.cpu.clock", "cpu1", "Hz", READING_INSTANT, NAN, "no cpufreq" },
		{ "kernel.all.intr", "", "count", READING_COUNTER, NAN, "it went backwards" },
		/* the same name, of another kind */
		{ "mem.util.dirty", "", "B", READING_COUNTER, 0, "" },
	};
	static const struct series_record empty = { .metric = "none",
		.instance = "",
		.unit = "1",
		.reading = READING_INSTANT };
	static struct series_record series[4];

	static struct output_record outputs[] = {
		{ 0, "stderr", (const unsigned char *)"no end", 6 },
		{ 0, "stdout", (const unsigned char *)"\377\0\n", 3 },
		{ 17, "stdout", (const unsigned char *)"x", 1 },
	};

	kinds[0].histogram = histogram;
	kinds[0].histogram_size = size;
	phases[0].counters = counters;
	phases[0].counter_count = COUNT_OF(counters);
	series[0] = (struct series_record){ .metric = "psi",
		.instance = "some",
		.unit = "s",
		.reading = READING_COUNTER,
		.count = COUNT_OF(times),
		.time_ns = times,
		.values = numbers };
	series[1] = series[0];
	series[1].instance = "full";
	series[2] = series[0]; /* at other times */
	series[2].count--;
	series[3] = empty;
	return (struct run_record){
		.round = 3,
		.attempt = 1,
		.position = 17,
		.variant = 1,
		.cell = 1,
		.seed = (UINT64_C(1) << 53) - 1,
		.started_ns = UINT64_C(1700000000123456789),
		.ended_ns = UINT64_C(1700000001123456789),
		.reason = "",
		.facts = "{\"host\": {\"kernel\": \"6.1\"}}",
		.phases = phases,
		.phase_count = COUNT_OF(phases),
		.values = values,
		.value_count = COUNT_OF(values),
		.logs = logs,
		.log_count = COUNT_OF(logs),
		.series = series,
		.series_count = COUNT_OF(series),
		.outputs = outputs,
		.output_count = COUNT_OF(outputs),
	};
}

START_TEST(everything_of_a_run_comes_back_bit_for_bit)
{
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 2, 2);
	struct histogram *h = NEW(&arena, struct histogram, 1);
	AUTO_FREE unsigned char *blob = NULL;
	struct run_record back;
	struct store *store;
	uint64_t id, run_id, owner;
	size_t size;

	scratch_make(&s);
	for (uint64_t ns = 1; ns < NS_PER_S; ns *= 3)
		histogram_add(h, ns);
	OK(histogram_encode(h, &blob, &size, &err));
	struct run_record run = full_run(blob, size);
	OK(store_open(&store, s.db, &err));
	OK(store_add_experiment(store, &plan, &id, &err));
	OK(store_add_run(store, id, &run, &run_id, &err));
	store_close(store);

	OK(store_open(&store, s.db, &err));
	OK(store_get_run(store, run_id, &arena, &back, &owner, &err));
	ck_assert_uint_eq(owner, id);
	same_run(&run, &back);
	store_close(store);
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(every_outcome_comes_back_with_its_reason)
{
	static const struct {
		enum outcome outcome;
		const char *reason;
	} cases[] = {
		{ OUTCOME_OK, "" },
		{ OUTCOME_UNSUPPORTED, "no O_DIRECT" },
		{ OUTCOME_FAILED, "write: No space left on device" },
		{ OUTCOME_INVALID, "did not settle" },
		{ OUTCOME_INTERRUPTED, "interrupted" },
	};
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 1, 1);
	struct stored_run *runs;
	struct store *store;
	uint64_t id, run_id;
	size_t count;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	OK(store_add_experiment(store, &plan, &id, &err));
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct run_record run = run_of(i, 0, 0, 0);
		/* stored in another order than the one in which they were started */
		run.position = COUNT_OF(cases) - 1 - i;
		run.outcome = cases[i].outcome;
		run.reason = cases[i].reason;
		OK(store_add_run(store, id, &run, &run_id, &err));
	}
	OK(store_get_runs(store, id, &arena, &runs, &count, &err));
	ck_assert_uint_eq(count, COUNT_OF(cases));
	for (size_t i = 0; i < count; i++) {
		size_t c = count - 1 - i;
		ck_assert_uint_eq(runs[i].position, i);
		ck_assert_uint_eq(runs[i].round, c);
		ck_assert_int_eq(runs[i].outcome, cases[c].outcome);
		ck_assert_str_eq(runs[i].reason, cases[c].reason);
	}
	store_close(store);
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(a_refused_run_leaves_nothing_behind)
{
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 1, 1);
	struct value_record twice[] = {
		{ "write", "throughput", "bytes/s", BETTER_HIGHER, true, 1 },
		{ "write", "throughput", "bytes/s", BETTER_HIGHER, true, 2 },
	};
	struct store *store;
	uint64_t id, run_id = 77;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	OK(store_add_experiment(store, &plan, &id, &err));
	struct run_record run = run_of(1, 0, 0, 0);
	run.values = twice;
	run.value_count = COUNT_OF(twice);
	run.facts = "{\"other\": 1}";
	ck_assert_int_eq(store_add_run(store, id, &run, &run_id, &err), -EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "write/throughput"));
	ck_assert_ptr_nonnull(strstr(err.text, s.db));
	run = run_of(1, 0, 5, 0);
	ck_assert_int_eq(store_add_run(store, id, &run, &run_id, &err), -EINVAL);
	run = run_of(1, 0, 0, 0);
	run.reason = "why";
	ck_assert_int_eq(store_add_run(store, id, &run, &run_id, &err), -EINVAL);
	ck_assert_int_eq(store_add_run(store, 99, &run, &run_id, &err), -EINVAL);
	ck_assert_uint_eq(run_id, 77);

	/* and the store is as good as before */
	run.reason = "";
	OK(store_add_run(store, id, &run, &run_id, &err));
	ck_assert_int_eq(store_add_run(store, id, &run, &run_id, &err), -EINVAL);
	store_close(store);
	BY_HAND(s.db,
		"SELECT (SELECT count(*) FROM runs) || (SELECT count(*) FROM facts) ||"
		" (SELECT count(*) FROM metrics)",
		"110");
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(equal_facts_are_kept_once)
{
	static const char *const facts[] = { "{}", "{\"a\":1}", "{}", "{\"a\":1}", "{\"a\":2}" };
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 1, 1);
	struct run_record back;
	struct store *store;
	uint64_t id, run_id, owner;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	OK(store_add_experiment(store, &plan, &id, &err));
	for (size_t i = 0; i < COUNT_OF(facts); i++) {
		struct run_record run = run_of(i, 0, 0, 0);
		run.facts = facts[i];
		OK(store_add_run(store, id, &run, &run_id, &err));
		OK(store_get_run(store, run_id, &arena, &back, &owner, &err));
		ck_assert_str_eq(back.facts, facts[i]);
	}
	store_close(store);
	BY_HAND(s.db, "SELECT count(*) FROM facts", "3");
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(an_experiment_comes_back_with_its_names_state_and_counts)
{
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 2, 3);
	struct stored_experiment e, *list;
	struct store *store;
	uint64_t id, second, run_id;
	size_t count;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	ck_assert_int_eq(store_get_experiment(store, 0, &arena, &e, &err), -ENOENT);
	ck_assert_ptr_nonnull(strstr(err.text, "bakeoff run"));
	OK(store_add_experiment(store, &plan, &id, &err));
	struct run_record run = run_of(1, 0, 0, 0);
	OK(store_add_run(store, id, &run, &run_id, &err));
	run = run_of(1, 0, 1, 0);
	run.outcome = OUTCOME_FAILED;
	run.reason = "EIO";
	OK(store_add_run(store, id, &run, &run_id, &err));

	OK(store_get_experiment(store, 0, &arena, &e, &err));
	ck_assert_uint_eq(e.id, id);
	ck_assert_str_eq(e.name, plan.name);
	ck_assert_str_eq(e.state, "running");
	ck_assert_str_eq(e.plan_text, plan.text);
	ck_assert_str_eq(e.plan_sha256, plan.sha256);
	ck_assert_uint_gt(e.created_ns, UINT64_C(1700000000000000000));
	ck_assert_uint_eq(e.ended_ns, 0);
	ck_assert_uint_eq(e.variant_count, 2);
	ck_assert_str_eq(e.variants[1], "v1");
	ck_assert_uint_eq(e.cell_count, 3);
	ck_assert_str_eq(e.cells[2], "c2");
	ck_assert_uint_eq(e.run_count, 2);
	ck_assert_uint_eq(e.failed_count, 1);

	OK(store_set_state(store, id, "interrupted", "^C", &err));
	OK(store_add_experiment(store, &plan, &second, &err));
	OK(store_list(store, &arena, &list, &count, &err));
	ck_assert_uint_eq(count, 2);
	ck_assert_uint_eq(list[0].id, second);
	ck_assert_str_eq(list[1].state, "interrupted");
	ck_assert_str_eq(list[1].state_reason, "^C");
	ck_assert_uint_ge(list[1].ended_ns, list[1].created_ns);
	ck_assert_str_eq(list[1].variants[0], "v0");

	/* resumed: it has not ended any more */
	OK(store_set_state(store, id, "running", "", &err));
	OK(store_get_experiment(store, id, &arena, &e, &err));
	ck_assert_uint_eq(e.ended_ns, 0);
	ck_assert_int_eq(store_set_state(store, id, "ready", "", &err), -EINVAL);
	ck_assert_int_eq(store_set_state(store, 99, "done", "", &err), -ENOENT);
	ck_assert_int_eq(store_get_experiment(store, 99, &arena, &e, &err), -ENOENT);
	ck_assert_ptr_nonnull(strstr(err.text, "no experiment 99; `bakeoff list`"));
	store_close(store);
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(a_new_database_is_private_durable_and_marked)
{
	struct scratch s;
	struct error err = { 0 };
	struct store *store;
	struct stat st;
	char deep[128], wanted[32];

	scratch_make(&s);
	(void)umask(0);
	(void)snprintf(deep, sizeof(deep), "%s/x/y/b.db", s.folder);
	OK(store_open(&store, deep, &err));
	store_close(store);
	ck_assert_int_eq(stat(deep, &st), 0);
	ck_assert_uint_eq(st.st_mode & 07777, 0600);
	BY_HAND(deep, "PRAGMA journal_mode", "wal");
	(void)snprintf(wanted, sizeof(wanted), "%d", SCHEMA_VERSION);
	BY_HAND(deep, "PRAGMA user_version", wanted);
	(void)snprintf(wanted, sizeof(wanted), "%d", SCHEMA_APPLICATION_ID);
	BY_HAND(deep, "PRAGMA application_id", wanted);
	BY_HAND(deep,
		"SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
		" AND NOT strict AND name NOT LIKE 'sqlite_%'",
		"0");
	ck_assert_int_eq(unlink(deep), 0);
	(void)snprintf(deep, sizeof(deep), "%s/x/y", s.folder);
	ck_assert_int_eq(stat(deep, &st), 0);
	ck_assert_uint_eq(st.st_mode & 07777, 0700);
	ck_assert_int_eq(rmdir(deep), 0);
	(void)snprintf(deep, sizeof(deep), "%s/x", s.folder);
	ck_assert_int_eq(rmdir(deep), 0);
	scratch_remove(&s);
}
END_TEST

/* With the rights of anybody else than root nothing can be given away: then SUDO_UID must mean
 * nothing. */
START_TEST(under_sudo_the_files_are_the_invoking_users)
{
	static const char *const files[] = { "/x", "/x/b.db", "/x/b.db-wal", "/x/b.db-shm" };
	bool root = geteuid() == 0;
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct plan plan = plan_of(&arena, 1, 1);
	struct store *store;
	struct stat st;
	uint64_t id;
	char path[128];

	scratch_make(&s);
	(void)setenv("SUDO_UID", "1234", 1);
	(void)setenv("SUDO_GID", "1235", 1);
	(void)snprintf(path, sizeof(path), "%s/x/b.db", s.folder);
	OK(store_open(&store, path, &err));
	OK(store_add_experiment(store, &plan, &id, &err));
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		(void)snprintf(path, sizeof(path), "%s%s", s.folder, files[i]);
		ck_assert_msg(stat(path, &st) == 0, "%s: %s", path, strerror(errno));
		ck_assert_uint_eq(st.st_uid, root ? 1234 : geteuid());
		ck_assert_uint_eq(st.st_gid, root ? 1235 : getegid());
	}
	store_close(store);
	(void)snprintf(path, sizeof(path), "%s/x/b.db", s.folder);
	ck_assert_int_eq(unlink(path), 0);
	(void)snprintf(path, sizeof(path), "%s/x", s.folder);
	ck_assert_int_eq(rmdir(path), 0);
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(the_default_path_is_in_the_data_folder)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	const char *path;

	(void)unsetenv("SUDO_UID");
	(void)setenv("HOME", "/home/x", 1);
	(void)setenv("XDG_DATA_HOME", "/data", 1);
	OK(store_default_path(&arena, &path, &err));
	ck_assert_str_eq(path, "/data/bakeoff/bakeoff.db");
	(void)unsetenv("XDG_DATA_HOME");
	OK(store_default_path(&arena, &path, &err));
	ck_assert_str_eq(path, "/home/x/.local/share/bakeoff/bakeoff.db");
	arena_free(&arena);
}
END_TEST

/* The whole file, malloc'ed. */
static char *contents(const char *path, size_t *size)
{
	FILE *f = fopen(path, "r");
	char *data = calloc(1, 1 << 20);

	ck_assert_ptr_nonnull(f);
	*size = fread(data, 1, 1 << 20, f);
	fclose(f);
	return data;
}

static void refused_and_unchanged(const struct scratch *s, const char *why)
{
	struct error err = { 0 };
	struct store *store = NULL;
	size_t size, size_after;
	char path[128];

	AUTO_FREE char *before = contents(s->db, &size);
	ck_assert_int_eq(store_open(&store, s->db, &err), -EINVAL);
	ck_assert_ptr_null(store);
	ck_assert_msg(strstr(err.text, s->db) && strstr(err.text, why), "%s", err.text);
	AUTO_FREE char *after = contents(s->db, &size_after);
	ck_assert_uint_eq(size, size_after);
	ck_assert_mem_eq(before, after, size);
	(void)snprintf(path, sizeof(path), "%s-journal", s->db);
	ck_assert_int_ne(access(path, F_OK), 0);
}

START_TEST(foreign_files_are_refused_and_not_touched)
{
	static const char *const texts[] = {
		"x",
		"just a text\n",
		"SQLite format 3",
		"a text that is longer than the one hundred bytes in which an SQLite file says "
		"what it is,"
		" so that nothing is read past its end, nor before it",
		/* with our mark by chance where SQLite keeps it, at byte 68 */
		"a text that is longer than the one hundred bytes in which an SQLite Bake says "
		"what it is,"
		" but for the mark",
	};
	struct scratch s;

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		scratch_make(&s);
		FILE *f = fopen(s.db, "w");
		ck_assert_ptr_nonnull(f);
		fputs(texts[i], f);
		fclose(f);
		refused_and_unchanged(&s, "no bakeoff database");
		scratch_remove(&s);
	}
	scratch_make(&s);
	free(by_hand(s.db, "CREATE TABLE t (a); INSERT INTO t VALUES (1);"));
	refused_and_unchanged(&s, "no bakeoff database");
	free(by_hand(s.db, "PRAGMA application_id = 1; PRAGMA journal_mode = WAL;"));
	refused_and_unchanged(&s, "no bakeoff database");
	scratch_remove(&s);
}
END_TEST

/* Somebody else's database is in use, with its newest pages still in its log: those stay there. */
START_TEST(a_foreign_log_is_not_written_back)
{
	struct scratch s;
	sqlite3 *db;
	size_t size, size_after;
	char wal[128];

	scratch_make(&s);
	(void)snprintf(wal, sizeof(wal), "%s-wal", s.db);
	pid_t child = fork();
	if (child == 0) {
		/* leaves without closing, as after kill -9 */
		sqlite3_open(s.db, &db);
		sqlite3_exec(db,
			"PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)",
			NULL, NULL, NULL);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	AUTO_FREE char *before = contents(wal, &size);
	ck_assert_uint_gt(size, 0);
	refused_and_unchanged(&s, "no bakeoff database");
	AUTO_FREE char *after = contents(wal, &size_after);
	ck_assert_uint_eq(size, size_after);
	ck_assert_mem_eq(before, after, size);
	scratch_remove(&s);
}
END_TEST

START_TEST(what_is_no_file_is_refused)
{
	struct scratch s;
	struct error err = { 0 };
	struct store *store;
	char path[128];

	scratch_make(&s);
	ck_assert_int_eq(store_open(&store, "", &err), -EINVAL);
	ck_assert_int_eq(store_open(&store, s.folder, &err), -EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "no regular file"));
	ck_assert_int_eq(store_open(&store, "/dev/null", &err), -EINVAL);
	FILE *f = fopen(s.db, "w");
	ck_assert_ptr_nonnull(f);
	fclose(f);
	(void)snprintf(path, sizeof(path), "%s/below", s.db);
	ck_assert_int_eq(store_open(&store, path, &err), -ENOTDIR);
	ck_assert_ptr_nonnull(strstr(err.text, path));
	scratch_remove(&s);
}
END_TEST

START_TEST(names_that_are_special_to_sqlite_are_files)
{
	struct scratch s;
	struct error err = { 0 };
	struct store *store;

	scratch_make(&s);
	ck_assert_int_eq(chdir(s.folder), 0);
	OK(store_open(&store, ":memory:", &err));
	store_close(store);
	OK(store_open(&store, "file:a?mode=memory", &err));
	store_close(store);
	ck_assert_int_eq(unlink(":memory:"), 0);
	ck_assert_int_eq(unlink("file:a?mode=memory"), 0);
	scratch_remove(&s);
}
END_TEST

START_TEST(a_newer_schema_is_refused_with_both_numbers)
{
	struct scratch s;
	struct error err = { 0 };
	struct store *store;
	char known[64];

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	store_close(store);
	free(by_hand(s.db, "PRAGMA user_version = 99"));
	refused_and_unchanged(&s, "version is 99");
	(void)snprintf(known, sizeof(known), "up to %d", SCHEMA_VERSION);
	refused_and_unchanged(&s, known);
	scratch_remove(&s);
}
END_TEST

/* Older versions by hand: an empty file, one that is only marked, and those with tables and an
 * experiment. */
START_TEST(older_schemas_are_migrated_and_keep_what_they_hold)
{
	static const char an_experiment[] =
		"INSERT INTO experiments (id, name, created_ns, ended_ns, state, state_reason, "
		"plan,"
		" plan_sha256, seed, rounds, margin, alpha, run_order, bakeoff_version) VALUES"
		" (7, 'old', 1, 2, 'done', '', 'p', 's', 42, 6, 0.05, 0.05, 'random', '0.0.1');"
		"INSERT INTO variants VALUES (7, 0, 'a', 1, 0, 'ext4', 'ext4 on loop:1G');"
		"INSERT INTO cells VALUES (7, 0, 'w', 'w bs=4k', 'lmdd', '{}', '{}', 1, 1, 0, 0, "
		"1, 0.05, '[]')";
	struct scratch s;
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct stored_experiment e;
	struct store *store;
	char wanted[16];

	(void)snprintf(wanted, sizeof(wanted), "%d", SCHEMA_VERSION);
	for (int version = -1; version < SCHEMA_VERSION; version++) {
		scratch_make(&s);
		FILE *f = fopen(s.db, "w");
		ck_assert_ptr_nonnull(f);
		fclose(f);
		if (version >= 0)
			free(by_hand(s.db, "PRAGMA application_id = 1113680741"));
		for (int step = 0; step < version; step++)
			free(by_hand(s.db, schema_migrations[step]));
		if (version >= 1) {
			char stamp[32];
			(void)snprintf(stamp, sizeof(stamp), "PRAGMA user_version = %d", version);
			free(by_hand(s.db, stamp));
			free(by_hand(s.db, an_experiment));
		}
		OK(store_open(&store, s.db, &err));
		if (version >= 1) {
			OK(store_get_experiment(store, 7, &arena, &e, &err));
			ck_assert_uint_eq(e.pilot_rounds, 0);
			ck_assert_uint_eq(e.fixed_rounds, 0);
			ck_assert_str_eq(e.name, "old");
			ck_assert_str_eq(e.cells[0], "w bs=4k");
		}
		store_close(store);
		BY_HAND(s.db, "PRAGMA user_version", wanted);
		BY_HAND(s.db, "SELECT count(*) FROM readings", "0");
		scratch_remove(&s);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(a_migration_that_fails_changes_nothing)
{
	struct scratch s;
	struct error err = { 0 };
	struct store *store = NULL;

	scratch_make(&s);
	free(by_hand(s.db, "PRAGMA application_id = 1113680741"));
	free(by_hand(s.db, schema_migrations[0]));
	/* the last thing that the migration makes is there already */
	free(by_hand(s.db, "PRAGMA user_version = 1; CREATE TABLE readings (a)"));
	ck_assert_int_lt(store_open(&store, s.db, &err), 0);
	ck_assert_ptr_null(store);
	ck_assert_ptr_nonnull(strstr(err.text, "schema version 1 to 2"));
	BY_HAND(s.db, "PRAGMA user_version", "1");
	BY_HAND(s.db, "SELECT count(*) FROM sqlite_schema WHERE type = 'view'", "0");
	scratch_remove(&s);
}
END_TEST

/* Makes file after file; the processes that do so stay close together, since they wait for each
 * other. */
static int make_many(const char *folder, int files)
{
	struct error err = { 0 };
	char path[128];

	for (int i = 0; i < files; i++) {
		struct store *store;
		(void)snprintf(path, sizeof(path), "%s/%d", folder, i);
		if (store_open(&store, path, &err) < 0) {
			fprintf(stderr, "%s\n", err.text);
			return 1;
		}
		store_close(store);
	}
	return 0;
}

START_TEST(many_processes_may_make_the_same_database_at_once)
{
	enum { PROCESSES = 8, FILES = 200 };
	struct scratch s;
	char path[128];
	int status;

	scratch_make(&s);
	for (int i = 0; i < PROCESSES; i++) {
		if (fork() == 0)
			_exit(make_many(s.folder, FILES));
	}
	for (int i = 0; i < PROCESSES; i++) {
		ck_assert_int_gt(wait(&status), 0);
		ck_assert_int_eq(status, 0);
	}
	for (int i = 0; i < FILES; i++) {
		(void)snprintf(path, sizeof(path), "%s/%d", s.folder, i);
		BY_HAND(path, "PRAGMA integrity_check", "ok");
		BY_HAND(path, "SELECT count(*) FROM readings", "0");
		ck_assert_int_eq(unlink(path), 0);
	}
	scratch_remove(&s);
}
END_TEST

UNIT_MAIN("store", everything_of_a_run_comes_back_bit_for_bit,
	every_outcome_comes_back_with_its_reason, a_refused_run_leaves_nothing_behind,
	equal_facts_are_kept_once, an_experiment_comes_back_with_its_names_state_and_counts,
	a_new_database_is_private_durable_and_marked, under_sudo_the_files_are_the_invoking_users,
	the_default_path_is_in_the_data_folder, foreign_files_are_refused_and_not_touched,
	a_foreign_log_is_not_written_back, what_is_no_file_is_refused,
	names_that_are_special_to_sqlite_are_files, a_newer_schema_is_refused_with_both_numbers,
	older_schemas_are_migrated_and_keep_what_they_hold, a_migration_that_fails_changes_nothing,
	many_processes_may_make_the_same_database_at_once)
