// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "export_fixture.h"
#include "report/export/export_json.h"

#include <errno.h>

/* Two databases: one that is exported from, one that is imported to. */
struct two {
	struct scratch from_scratch, to_scratch;
	struct store *from, *to;
	struct arena arena;
	uint64_t id;
};

static void two_begin(struct two *t)
{
	struct error err = { 0 };

	*t = (struct two){ 0 };
	scratch_make(&t->from_scratch);
	scratch_make(&t->to_scratch);
	OK(store_open(&t->from, t->from_scratch.db, &err));
	OK(store_open(&t->to, t->to_scratch.db, &err));
	t->id = add_odd_experiment(t->from, &t->arena);
}

static void two_end(struct two *t)
{
	store_close(t->from);
	store_close(t->to);
	scratch_remove(&t->from_scratch);
	scratch_remove(&t->to_scratch);
	arena_free(&t->arena);
}

/* Every value with its bits, and every other column that is no id and no time of the import. */
static const char *const all_of[] = {
	"SELECT group_concat(quote(name) || created_ns || ended_ns || state || quote(state_reason)"
	" || quote(plan) || plan_sha256 || seed || rounds || margin || alpha || run_order ||"
	" bakeoff_version || pilot_rounds || quote(fixed_rounds)) FROM experiments",
	"SELECT group_concat(position || quote(name) || is_baseline || is_hidden || fs ||"
	" quote(summary)) FROM variants",
	"SELECT group_concat(position || name || label || workload || params || factors || numjobs"
	" || iodepth || runtime_ns || ramp_time_ns || loops || margin || primaries) FROM cells",
	"SELECT group_concat(cell || phase || metric || unit || better || is_primary ||"
	" by_default) FROM (SELECT * FROM metrics ORDER BY id)",
	"SELECT group_concat(round || '.' || attempt || '.' || position || '.' || variant || '.' ||"
	" cell || '.' || seed || '.' || started_ns || '.' || ended_ns || outcome || quote(reason)"
	" || text) FROM (SELECT * FROM runs JOIN facts ON facts.id = facts ORDER BY position)",
	"SELECT group_concat(position || '.' || phase || metric || ieee754_to_blob) FROM"
	" (SELECT r.position, m.phase, m.metric, quote(printf('%!.26g', x.value)) AS"
	" ieee754_to_blob FROM vals x JOIN runs r ON r.id = run JOIN metrics m ON m.id = x.metric"
	" ORDER BY r.position, m.id)",
	"SELECT group_concat(r || '.' || position || name || started_ns || '.' || wall_ns || '.' ||"
	" user_ns || '.' || sys_ns || '.' || clients || '.' || operations || '.' || bytes) FROM"
	" (SELECT p.*, r.position AS r FROM phases p JOIN runs r ON r.id = run"
	" ORDER BY r.position, p.position)",
	"SELECT group_concat(r || '.' || phase || '.' || position || name || operations || '.' ||"
	" bytes || quote(latency)) FROM (SELECT k.*, r.position AS r FROM kinds k"
	" JOIN runs r ON r.id = run ORDER BY r.position, phase, k.position)",
	"SELECT group_concat(r || '.' || position || quote(points)) FROM"
	" (SELECT s.*, r.position AS r FROM series s JOIN runs r ON r.id = run"
	" ORDER BY r.position, s.position)",
	"SELECT group_concat(r || '.' || position || time_ns || level || quote(text)) FROM"
	" (SELECT l.*, r.position AS r FROM logs l JOIN runs r ON r.id = run"
	" ORDER BY r.position, l.position)",
	"SELECT group_concat(r || '.' || phase || quote(readings)) FROM"
	" (SELECT c.*, r.position AS r FROM counters c JOIN runs r ON r.id = run"
	" ORDER BY r.position, phase)",
	"SELECT group_concat(r || '.' || client || stream || quote(data)) FROM"
	" (SELECT o.*, r.position AS r FROM outputs o JOIN runs r ON r.id = run"
	" ORDER BY r.position, client, stream)",
	"SELECT group_concat(id || metric || instance || unit || reading) FROM observed",
	"SELECT count(*) || ' facts' FROM facts",
};

static void same_databases(const struct two *t)
{
	for (size_t i = 0; i < COUNT_OF(all_of); i++) {
		AUTO_FREE char *want = by_hand(t->from_scratch.db, all_of[i]);
		AUTO_FREE char *got = by_hand(t->to_scratch.db, all_of[i]);
		ck_assert_ptr_nonnull(want);
		ck_assert_pstr_eq(got, want);
	}
}

START_TEST(an_import_of_an_export_is_the_same_store)
{
	struct two t;
	struct error err = { 0 };
	AUTO_TEXT struct text said;
	size_t size;

	two_begin(&t);
	text_init(&said, MIB);
	AUTO_FREE char *document = export_to_text(t.from, "json", t.id, false, &size);
	ck_assert(export_is_json(document, size));
	/* what readers with doubles would round is a text */
	ck_assert_ptr_nonnull(strstr(document, " \"9223372036854775803\""));
	ck_assert_ptr_nonnull(strstr(document, " \"18446744073709551615\""));
	OK(export_read_json(t.to, document, size, &said, &err));
	ck_assert_str_eq(said.data, "experiment 1  made-up  12 runs\n");
	same_databases(&t);
	two_end(&t);
}
END_TEST

START_TEST(an_export_of_an_import_is_the_same_document)
{
	struct two t;
	struct error err = { 0 };
	AUTO_TEXT struct text said;
	size_t size, again_size;

	two_begin(&t);
	text_init(&said, MIB);
	AUTO_FREE char *document = export_to_text(t.from, "json", t.id, false, &size);
	OK(export_read_json(t.to, document, size, &said, &err));
	AUTO_FREE char *again = export_to_text(t.to, "json", 0, false, &again_size);
	ck_assert_uint_eq(size, again_size);
	ck_assert_mem_eq(document, again, size);
	two_end(&t);
}
END_TEST

START_TEST(what_was_running_is_interrupted_where_it_is_imported)
{
	struct two t;
	struct error err = { 0 };
	AUTO_TEXT struct text said;
	size_t size;

	two_begin(&t);
	text_init(&said, MIB);
	OK(store_set_state(t.from, t.id, "running", "", &err));
	AUTO_FREE char *document = export_to_text(t.from, "json", t.id, false, &size);
	ck_assert_ptr_nonnull(strstr(document, "\"state\": \"running\""));
	OK(export_read_json(t.to, document, size, &said, &err));
	BY_HAND(t.to_scratch.db, "SELECT state || ': ' || state_reason FROM experiments",
		"interrupted: it was running when it was exported");
	two_end(&t);
}
END_TEST

/* The document with the first occurrence of one text replaced by another; malloc'ed. */
static char *with(const char *document, const char *from, const char *to)
{
	const char *at = strstr(document, from);
	char *changed = NULL;

	ck_assert_msg(at != NULL, "no %s in the document", from);
	ck_assert_int_gt(asprintf(&changed, "%.*s%s%s", (int)(at - document), document, to,
				 at + strlen(from)),
		0);
	return changed;
}

START_TEST(documents_that_are_not_sound_are_refused_and_nothing_is_stored)
{
	static const struct {
		const char *from, *to, *said;
	} cases[] = {
		{ "bakeoff.export/1", "bakeoff.export/2", "bakeoff.export/1 is expected" },
		{ "\"experiments\": [", "\"experiments\": [] , \"more\": [", "there is none" },
		{ "\"state\": \"invalid\"", "\"state\": \"odd\"", "'odd' is none of its values" },
		{ "\"seed\": ", "\"seed\": -", "\"seed\": a count is expected" },
		{ "\"name\": \"v0\"", "\"name\": \"v\\u001b[2J\"", "variants 1: name: " },
		{ "\"name\": \"v0\"", "\"name\": 7", "variants 1: \"name\": a text is expected" },
		{ "\"variants\": [", "\"variants\": 5, \"v\": [", "\"variants\": a list" },
		{ "\"variant\": \"v0\"", "\"variant\": \"v7\"", "'v7' is none of the variants" },
		{ "\"cell\": \"c1\"", "\"cell\": \"c7\"", "'c7' is none of the cells" },
		{ "\"better\": \"higher\"", "\"better\": \"up\"", "'up' is none of its values" },
		{ "\"outcome\": \"ok\"", "\"outcome\": \"good\"", "'good' is none of its values" },
		{ "\"facts\": 0", "\"facts\": 99", "\"facts\": 99 is beyond the last" },
		{ "\"buckets\": [[1, 2, 1]", "\"buckets\": [[130, 132, 1], [131, 132, 1]",
			"none begins at 131 ns" },
		{ "\"buckets\": [[1, 2, 1]", "\"buckets\": [[1, 2, 2]", "phase write" },
		{ "\"infinite\": \"+\"", "\"infinite\": \"x\"", "+ or - is expected" },
		{ "\"offsets_ns\": [0, ", "\"offsets_ns\": [", "lists of one length" },
		{ "\"offsets_ns\": [0, ", "\"offsets_ns\": [0.5, ", "a whole number is expected" },
		{ "\"level\": \"warning\"", "\"level\": \"loud\"", "'loud' is none of its values" },
		{ "\"reading\": \"counter\"", "\"reading\": \"meter\"", "'meter' is none of" },
		{ "\"phase\": \"again\", \"metric\": \"nothing\"",
			"\"phase\": \"again\", \"metric\": \"else\"",
			"is none of the cell's metrics" },
		{ "\"round\": 1,", "\"round\": 0,", "run 5" },
		{ "\"id\": 1,", "\"id\": 1, \"id\": 2,", "no JSON: duplicate object key" },
	};
	struct two t;
	struct error err = { 0 };
	AUTO_TEXT struct text said;
	size_t size;

	two_begin(&t);
	text_init(&said, MIB);
	AUTO_FREE char *document = export_to_text(t.from, "json", t.id, false, &size);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		AUTO_FREE char *changed = with(document, cases[i].from, cases[i].to);
		ck_assert_msg(export_read_json(t.to, changed, strlen(changed), &said, &err) < 0,
			"%s is taken", cases[i].to);
		ck_assert_msg(strstr(err.text, cases[i].said), "%s: %s", cases[i].to, err.text);
		ck_assert_msg(!strchr(err.text, '\n'), "%s", err.text);
	}
	ck_assert_str_eq(said.data, "");
	BY_HAND(t.to_scratch.db,
		"SELECT (SELECT count(*) FROM experiments) + (SELECT count(*) FROM runs) +"
		" (SELECT count(*) FROM facts)",
		"0");
	two_end(&t);
}
END_TEST

START_TEST(a_document_cut_anywhere_is_refused)
{
	struct two t;
	struct error err = { 0 };
	AUTO_TEXT struct text said;
	size_t size;

	two_begin(&t);
	text_init(&said, MIB);
	AUTO_FREE char *document = export_to_text(t.from, "json", t.id, false, &size);
	for (size_t cut = 0; cut < size - 2; cut += 997)
		ck_assert_int_eq(export_read_json(t.to, document, cut, &said, &err), -EINVAL);
	two_end(&t);
}
END_TEST

START_TEST(only_an_export_is_taken_for_one)
{
	static const char *const others[] = { "", "{", "{\"schema\":", "[]",
		"{\"schema\": \"bakeoff.compare/1\"}", "{\"schema\": \"bakeoff.export/12\"}",
		"x {\"schema\": \"bakeoff.export/1\"}" };

	for (size_t i = 0; i < COUNT_OF(others); i++)
		ck_assert_msg(!export_is_json(others[i], strlen(others[i])), "%s", others[i]);
	ck_assert(export_is_json(" {\n\t\"schema\" : 1", 5) == false);
	ck_assert(export_is_json("\n{ \"schema\":\n\"bakeoff.export/1\"", 34));
}
END_TEST

UNIT_MAIN("export", an_import_of_an_export_is_the_same_store,
	an_export_of_an_import_is_the_same_document,
	what_was_running_is_interrupted_where_it_is_imported,
	documents_that_are_not_sound_are_refused_and_nothing_is_stored,
	a_document_cut_anywhere_is_refused, only_an_export_is_taken_for_one)
