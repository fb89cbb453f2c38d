// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "export_fixture.h"
#include "report/export/disguise.h"
#include "report/export/export_json.h"

#include <ctype.h>

/* An experiment that no format can take as it is. */
struct odd {
	struct scratch scratch;
	struct store *store;
	struct arena arena;
	uint64_t id;
};

static void odd_begin(struct odd *o)
{
	struct error err = { 0 };

	*o = (struct odd){ 0 };
	scratch_make(&o->scratch);
	OK(store_open(&o->store, o->scratch.db, &err));
	o->id = add_odd_experiment(o->store, &o->arena);
}

static void odd_end(struct odd *o)
{
	store_close(o->store);
	scratch_remove(&o->scratch);
	arena_free(&o->arena);
}

static char *odd_text(const struct odd *o, const char *format)
{
	size_t size;

	return export_to_text(o->store, format, o->id, false, &size);
}

/* RFC 4180: the fields of one record, unquoted, in place; NULL behind the last record. */
static char *next_record(char *at, char *fields[], size_t *count)
{
	*count = 0;
	if (!*at)
		return NULL;
	for (;;) {
		char *to = at;
		bool quoted = *at == '"';
		fields[(*count)++] = at;
		for (at += quoted;
			quoted ? !(at[0] == '"' && at[1] != '"') : !strchr(",\r", *at);) {
			ck_assert(*at != '\0');
			at += quoted && *at == '"';
			*to++ = *at++;
		}
		at += quoted;
		bool ends = at[0] == '\r';
		ck_assert(ends ? at[1] == '\n' : *at == ',');
		*to = '\0';
		at += ends ? 2 : 1;
		if (ends)
			return at;
	}
}

START_TEST(csv_has_a_record_for_each_value_and_each_run_without)
{
	enum { COLUMNS = 20, VARIANT = 3, OUTCOME = 11, REASON = 12, METRIC = 15, VALUE = 19 };
	struct odd o;
	char *fields[64];
	size_t count, values = 0, empty = 0, failed = 0;

	odd_begin(&o);
	AUTO_FREE char *text = odd_text(&o, "csv");
	char *at = next_record(text, fields, &count);
	ck_assert_uint_eq(count, COLUMNS);
	ck_assert_str_eq(fields[VALUE], "value");
	while ((at = next_record(at, fields, &count))) {
		ck_assert_uint_eq(count, COLUMNS);
		bool ok = strcmp(fields[OUTCOME], "ok") == 0;
		ck_assert(ok || strcmp(fields[REASON], ODD_TEXT) == 0);
		ck_assert(ok || (!*fields[METRIC] && !*fields[VALUE]));
		failed += !ok;
		if (strcmp(fields[METRIC], "throughput") == 0 && strcmp(fields[14], "write") == 0)
			ck_assert_double_eq(strtod(fields[VALUE], NULL), 0.1 + 0.2);
		values += *fields[VALUE] != '\0';
		empty += ok && !*fields[VALUE];
		ck_assert(
			fields[VARIANT][0] == 'v' || strcmp(fields[VARIANT], "b \"€\",|\\/=") == 0);
	}
	ck_assert_uint_eq(failed, 3);
	ck_assert_uint_eq(values, 9 * 5); /* of eight values of each ok run three are not finite */
	ck_assert_uint_eq(empty, 9 * 3);
	odd_end(&o);
}
END_TEST

START_TEST(benchfmt_names_are_one_word_and_failures_have_no_value)
{
	struct odd o;
	struct error err = { 0 };
	char *rest = NULL;
	size_t samples = 0;

	odd_begin(&o);
	/* the second round again, whole, so that there is one that counts */
	for (size_t i = 0; i < 4; i++) {
		struct run_record run = odd_run(&o.arena, 1, i / 2, i % 2, OUTCOME_OK);
		uint64_t id;
		run.attempt = 1;
		run.position += 100;
		OK(store_add_run(o.store, o.id, &run, &id, &err));
	}
	AUTO_FREE char *text = odd_text(&o, "benchfmt");
	ck_assert_ptr_nonnull(strstr(text, "\nUnit write_throughput-B/s better=higher\n"));
	ck_assert_ptr_nonnull(strstr(text, "\nUnit again_endless-ops/s better=higher\n"));
	ck_assert_ptr_null(strstr(text, "Unit write_cpu_time")); /* neither way is good */
	ck_assert_ptr_nonnull(strstr(text, "\nstate: invalid\n"));
	ck_assert_ptr_nonnull(strstr(text, "--- FAIL: BenchmarkLmdd/bs=4k/variant=v0-1\n"));
	ck_assert_ptr_nonnull(strstr(text, "--- SKIP: BenchmarkLmdd/variant="));
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		if (strncmp(line, "Benchmark", 9) != 0)
			continue;
		size_t words = 0;
		for (const char *c = line; *c; c++)
			words += !isspace((unsigned char)*c) &&
				 (c[1] == '\0' || isspace((unsigned char)c[1]));
		ck_assert_uint_eq(words, 2 + 2 * 5);
		ck_assert(strstr(line, "/variant=v0-1\t1\t") ||
			  strstr(line, "/variant=b%20\"€\",|\\%2F=-1\t1\t"));
		ck_assert_ptr_nonnull(strstr(line, "\t0.30000000000000004 write_throughput-B/s\t"));
		ck_assert_ptr_nonnull(strstr(line, "\t-3 whole"));
		samples++;
	}
	ck_assert_uint_eq(samples, 4);
	odd_end(&o);
}
END_TEST

/* name{label="value",...} number time */
static void check_sample(const char *line, const char *family)
{
	size_t length = strlen(family);
	char *end;

	ck_assert_msg(strncmp(line, family, length) == 0, "%s is not of %s", line, family);
	ck_assert_msg(line[length] == '{' || strncmp(line + length, "_info{", 6) == 0, "%s", line);
	const char *at = strchr(line, '{') + 1;
	while (*at != '}') {
		ck_assert(isalpha((unsigned char)*at));
		at += strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789");
		ck_assert_msg(at[0] == '=' && at[1] == '"', "%s", at);
		for (at += 2; *at != '"'; at++) {
			if (*at == '\\')
				ck_assert(strchr("\\\"n", *++at) != NULL);
		}
		at++;
		at += *at == ',';
	}
	ck_assert_str_ne(at, "}");
	(void)strtod(at + 2, &end);
	ck_assert_msg(*end == ' ', "%s", at);
	ck_assert_double_gt(strtod(end + 1, &end), 1.6e9);
	ck_assert_str_eq(end, "");
}

START_TEST(openmetrics_families_are_whole_and_end_in_their_unit)
{
	struct odd o;
	char family[128] = "", name[128], unit[128], *rest = NULL;
	size_t samples = 0, nan = 0, infinite = 0;

	odd_begin(&o);
	AUTO_FREE char *text = odd_text(&o, "openmetrics");
	AUTO_FREE char *seen = strdup("");
	size_t length = strlen(text);
	ck_assert_str_eq(text + length - 6, "# EOF\n");
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		if (sscanf(line, "# TYPE %127s", family) == 1) {
			AUTO_FREE char *before = seen;
			(void)snprintf(name, sizeof(name), " %s ", family);
			ck_assert_msg(!strstr(before, name), "%s comes twice", family);
			ck_assert_int_gt(asprintf(&seen, "%s%s", before, name), 0);
		} else if (sscanf(line, "# UNIT %127s %127s", name, unit) == 2) {
			ck_assert_str_eq(name, family);
			ck_assert_str_eq(name + strlen(name) - strlen(unit), unit);
			ck_assert_int_eq(name[strlen(name) - strlen(unit) - 1], '_');
		} else if (line[0] != '#') {
			check_sample(line, family);
			samples++;
			nan += strstr(line, "} NaN ") != NULL;
			infinite += strstr(line, "} +Inf ") || strstr(line, "} -Inf ");
		}
	}
	ck_assert_uint_eq(samples, 1 + 12 + 9 * 8);
	ck_assert_uint_eq(nan, 9);
	ck_assert_uint_eq(infinite, 2 * 9);
	ck_assert_ptr_nonnull(strstr(seen, " bakeoff_throughput_bytes_per_second "));
	ck_assert_ptr_nonnull(strstr(seen, " bakeoff_nothing_ratio "));
	ck_assert_ptr_nonnull(strstr(seen, " bakeoff_endless_below "));
	odd_end(&o);
}
END_TEST

START_TEST(openmetrics_tells_how_runs_without_values_ended)
{
	struct odd o;

	odd_begin(&o);
	AUTO_FREE char *text = odd_text(&o, "openmetrics");
	ck_assert_ptr_nonnull(strstr(text, "outcome=\"failed\",reason=\"it's \\\"short\\\",\\\\"));
	ck_assert_ptr_nonnull(strstr(text, "state=\"invalid\""));
	ck_assert_ptr_nonnull(strstr(text, "variant=\"b \\\"€\\\",|\\\\/=\""));
	odd_end(&o);
}
END_TEST

START_TEST(every_row_of_a_markdown_table_has_its_eight_cells)
{
	struct odd o;
	char *rest = NULL;
	size_t rows = 0;

	odd_begin(&o);
	AUTO_FREE char *text = odd_text(&o, "markdown");
	ck_assert_ptr_nonnull(strstr(text, "invalid, 1 complete round,"));
	ck_assert_ptr_nonnull(strstr(text, "Runs without a value:"));
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		size_t bars = 0;
		for (const char *c = line; *c; c++) {
			bars += *c == '|' && (c == line || c[-1] != '\\');
		}
		if (line[0] != '|')
			continue;
		ck_assert_msg(bars == 9, "%s", line);
		rows++;
	}
	ck_assert_uint_ge(rows, 2);
	odd_end(&o);
}
END_TEST

START_TEST(what_names_a_machine_its_users_or_places_is_replaced)
{
	static const struct {
		const char *text, *disguised;
	} cases[] = {
		{ "", "" },
		{ "write/throughput in bytes/s, and/or 12 MiB/s", NULL },
		{ "dir:/srv/a", "dir:/path1" },
		{ "/srv/a /srv/b /srv/a", "/path1 /path2 /path1" },
		{ "open '/srv/a b': No such file", "open '/path1 b': No such file" },
		{ "(/x/y), /x/z; \"/x/y\"", "(/path3), /path4; \"/path3\"" },
		{ "read /x/y.", "read /path3." },
		{ "dir:data/mine, mount noatime", "dir:/path5, mount noatime" },
		{ "nfs on filer7.example.org:/export/x", "nfs on host1:/path6" },
		{ "alice@web-3.example.org said", "user1@host2 said" },
		{ "alice and malice", "user1 and malice" },
		{ "UUID=01234567-89ab-cdef-0123-456789abcdef", "UUID=serial1" },
		{ "wwid=naa.5000c500a1b2c3d4 start=0", "wwid=serial2 start=0" },
		{ "device 0x5000c500a1b2c3d4", "device serial3" },
		{ "eth0 02:fc:00:00:00:01 up", "eth0 serial4 up" },
		{ "/home/carol/x and carol", "/path7 and user2" },
		{ "queue/scheduler=none vm.dirty_ratio=5", NULL },
		{ "http://example.org/x", "http:/path8" },
		{ "ip=10.7.0.9::10.7.0.1 and 127.0.0.1", "ip=host3::host4 and 127.0.0.1" },
		{ "Linux 6.1.0-13, 1.2.3.4.5, 300.1.1.1", NULL },
		{ "dir:/srv/c/. and /srv/c/.", "dir:/path9 and /path9" },
	};
	struct arena arena = { 0 };
	struct disguise *d = disguise_new(&arena);

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *want = cases[i].disguised ? cases[i].disguised : cases[i].text;
		ck_assert_str_eq(disguise_text(d, cases[i].text, &arena), want);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(secrets_in_facts_are_known_by_their_keys)
{
	struct arena arena = { 0 };
	struct disguise *d = disguise_new(&arena);
	const char *facts = disguise_json(d,
		"{\"host\":{\"host\":\"web7.example.org\",\"cpu\":\"EPYC\",\"cpus\":2,"
		"\"disks\":[{\"serial\":\"S3Z 9NB\",\"serial_number\":17}],"
		"\"mounts\":{\"/srv\":\"ext4\"}},"
		"\"target\":{\"identity\":\"device diskseq=9 wwid=x\",\"fs\":\"ext4\"}}",
		&arena);

	ck_assert_str_eq(facts, "{\"host\":{\"host\":\"host1\",\"cpu\":\"EPYC\",\"cpus\":2,"
				"\"disks\":[{\"serial\":\"serial1\",\"serial_number\":null}],"
				"\"mounts\":{\"/path1\":\"ext4\"}},"
				"\"target\":{\"identity\":\"serial2\",\"fs\":\"ext4\"}}");
	/* and wherever else they stand */
	ck_assert_str_eq(disguise_text(d, "web7: disk S3Z 9NB of web7.example.org", &arena),
		"host1: disk serial1 of host1");
	ck_assert_str_eq(disguise_text(d, "web70 root localhost", &arena), "web70 root localhost");
	arena_free(&arena);
}
END_TEST

START_TEST(no_format_says_what_was_to_be_anonymous)
{
	static const char *const secrets[] = { "vm7", "example", "alice", "my data", "/home",
		"/x" };
	struct odd o;
	struct error err = { 0 };
	struct scratch other;
	struct store *store;
	AUTO_TEXT struct text said;
	size_t size;

	odd_begin(&o);
	for (const struct export_format *f = export_formats; f->name; f++) {
		if (f->needs_folder)
			continue;
		AUTO_FREE char *text = export_to_text(o.store, f->name, o.id, true, &size);
		for (size_t i = 0; i < COUNT_OF(secrets); i++)
			ck_assert_msg(!strstr(text, secrets[i]), "%s has %s", f->name, secrets[i]);
	}
	/* and it is still an experiment */
	AUTO_FREE char *document = export_to_text(o.store, "json", o.id, true, &size);
	ck_assert_ptr_nonnull(strstr(document, "{\"host\":{\"host\":\"host"));
	scratch_make(&other);
	text_init(&said, MIB);
	OK(store_open(&store, other.db, &err));
	OK(export_read_json(store, document, size, &said, &err));
	store_close(store);
	scratch_remove(&other);
	odd_end(&o);
}
END_TEST

UNIT_MAIN("export_formats", csv_has_a_record_for_each_value_and_each_run_without,
	benchfmt_names_are_one_word_and_failures_have_no_value,
	openmetrics_families_are_whole_and_end_in_their_unit,
	openmetrics_tells_how_runs_without_values_ended,
	every_row_of_a_markdown_table_has_its_eight_cells,
	what_names_a_machine_its_users_or_places_is_replaced,
	secrets_in_facts_are_known_by_their_keys, no_format_says_what_was_to_be_anonymous)
