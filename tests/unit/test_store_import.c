// SPDX-License-Identifier: GPL-3.0-or-later
#include "store_fixture.h"

#include <errno.h>
#include <math.h>

/* Two variants of one metric, the first with two samples, the second with a summary; and a run of
 * the second that failed. */
static struct imported made_up(struct arena *arena)
{
	static struct import_text texts[] = { { "mail.txt", "0123" } };
	static struct import_note notes[] = { { false, "MB are 10^6" },
		{ true, "mail.txt:9: cut" } };
	static const char *variants[] = { "a", "b" };
	static struct setting params[] = { { "size", "1G" } };
	static struct cell cells[] = { { .name = "bonnie",
		.label = "bonnie",
		.workload = "bonnie",
		.params = params,
		.param_count = 1,
		.shape = { .numjobs = 1, .iodepth = 1, .loops = 1 },
		.margin = 0.05 } };
	static struct import_record records[] = {
		{ "mail.txt", 3, "bonnie++", "1.03", "bonnie++/seeks rate", "/s", "*", NAN, NAN,
			0 },
		{ "mail.txt", 4, "bonnie++", "1.03", "bonnie++/seeks rate", "/s", "", NAN, NAN, 0 },
		{ "mail.txt", 5, "bonnie++", "", "bonnie++/seeks rate", "/s", "", 7, 0.5, 3 },
	};
	static const double numbers[] = { 8, 9, NAN };
	struct run_record *runs = NEW(arena, struct run_record, 4);

	for (size_t i = 0; i < 3; i++) {
		struct value_record *value = NEW(arena, struct value_record, 1);
		*value = (struct value_record){ "seeks", "rate", "1/s", BETTER_HIGHER, true,
			numbers[i], &records[i] };
		runs[i] = run_of(i == 1 ? 2 : 1, 0, i == 2, 0);
		runs[i].values = value;
		runs[i].value_count = 1;
		runs[i].position = i;
	}
	runs[3] = run_of(3, 0, 1, 0);
	runs[3].position = 3;
	runs[3].outcome = OUTCOME_FAILED;
	runs[3].reason = "line 8: it failed";
	return (struct imported){ .name = "mail",
		.margin = 0.05,
		.alpha = 0.05,
		.texts = texts,
		.text_count = COUNT_OF(texts),
		.notes = notes,
		.note_count = COUNT_OF(notes),
		.variants = variants,
		.variant_count = COUNT_OF(variants),
		.cells = cells,
		.cell_count = COUNT_OF(cells),
		.runs = runs,
		.run_count = 4,
		.rounds = 3 };
}

START_TEST(an_import_is_an_experiment_whose_rounds_all_count)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct scratch s;
	struct store *store;
	struct imported in = made_up(&arena);
	struct stored_experiment e;
	struct results r;
	uint64_t id;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	OK(store_add_import(store, &in, &id, &err));
	OK(store_get_experiment(store, id, &arena, &e, &err));
	ck_assert_str_eq(e.name, "mail");
	ck_assert_str_eq(e.state, "done");
	ck_assert_uint_eq(e.text_count, 1);
	ck_assert_uint_eq(e.run_count, 4);
	ck_assert_uint_eq(e.failed_count, 1);
	ck_assert_uint_gt(e.created_ns, 0);
	OK(store_get_results(store, id, &arena, &r, &err));
	ck_assert_uint_eq(r.round_count, 3);
	ck_assert_int_eq(r.design, RESULTS_UNPAIRED);
	ck_assert(!r.interleaved);
	ck_assert_uint_eq(r.text_count, 1);
	ck_assert_str_eq(r.texts[0].sha256, "0123");
	ck_assert_uint_eq(r.note_count, 2);
	ck_assert(!r.notes[0].is_warning && r.notes[1].is_warning);
	ck_assert_uint_eq(r.metric_count, 1);
	ck_assert_str_eq(r.metrics[0].workload, "bonnie");
	ck_assert_uint_eq(r.metrics[0].param_count, 1);
	ck_assert_str_eq(r.metrics[0].params[0].value, "1G");
	ck_assert_double_eq(results_row(&r, 0, 0)[0], 8);
	ck_assert_double_eq(results_row(&r, 0, 0)[1], 9);
	ck_assert(!results_is_summary(&r, 0, 0));
	ck_assert(results_is_summary(&r, 0, 1));
	ck_assert_double_eq(r.moments[1].mean, 7);
	ck_assert_double_eq(r.moments[1].sd, 0.5);
	ck_assert_uint_eq(r.moments[1].n, 3);
	ck_assert_int_eq(results_design_in(&r, 0, 0, 1), RESULTS_SUMMARY);
	ck_assert_uint_eq(r.records[0]->line, 3); /* the first of the two */
	ck_assert_str_eq(r.records[0]->version, "1.03");
	ck_assert_uint_eq(r.flag_count, 1);
	ck_assert_str_eq(r.flags[0].text, "failed: line 8: it failed");
	store_close(store);
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(a_run_of_an_import_says_where_its_numbers_were_read)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct scratch s;
	struct store *store;
	struct imported in = made_up(&arena);
	struct stored_run *runs;
	struct run_record run;
	size_t count;
	uint64_t id, owner;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	OK(store_add_import(store, &in, &id, &err));
	OK(store_get_runs(store, id, &arena, &runs, &count, &err));
	OK(store_get_run(store, runs[0].id, &arena, &run, &owner, &err));
	const struct import_record *from = run.values[0].import;
	ck_assert_str_eq(from->file, "mail.txt");
	ck_assert_uint_eq(from->line, 3);
	ck_assert_str_eq(from->tool, "bonnie++");
	ck_assert_str_eq(from->name, "bonnie++/seeks rate");
	ck_assert_str_eq(from->unit, "/s");
	ck_assert_str_eq(from->said, "*");
	ck_assert(isnan(from->mean));
	OK(store_get_run(store, runs[2].id, &arena, &run, &owner, &err));
	ck_assert(isnan(run.values[0].value));
	ck_assert_double_eq(run.values[0].import->mean, 7);
	ck_assert_uint_eq(run.values[0].import->n, 3);
	store_close(store);
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(an_import_that_cannot_be_stored_leaves_nothing)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct scratch s;
	struct store *store;
	struct imported in = made_up(&arena);
	uint64_t id = 5;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	in.runs[1].round = 1; /* a second run of the same round */
	ck_assert_int_eq(store_add_import(store, &in, &id, &err), -EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "store import mail"));
	ck_assert_uint_eq(id, 5);
	store_close(store);
	BY_HAND(s.db, "SELECT count(*) FROM experiments", "0");
	BY_HAND(s.db, "SELECT count(*) FROM imports", "0");
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

START_TEST(what_was_imported_goes_with_its_experiment)
{
	static const char *const empty[] = { "imports", "import_notes", "imported", "vals",
		"runs" };
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct scratch s;
	struct store *store;
	struct imported in = made_up(&arena);
	uint64_t id;

	scratch_make(&s);
	OK(store_open(&store, s.db, &err));
	OK(store_add_import(store, &in, &id, &err));
	store_close(store);
	free(by_hand(s.db, "PRAGMA foreign_keys = ON; DELETE FROM experiments"));
	for (size_t i = 0; i < COUNT_OF(empty); i++)
		BY_HAND(s.db, arena_printf(&arena, "SELECT count(*) FROM %s", empty[i]), "0");
	scratch_remove(&s);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("store_import", an_import_is_an_experiment_whose_rounds_all_count,
	a_run_of_an_import_says_where_its_numbers_were_read,
	an_import_that_cannot_be_stored_leaves_nothing, what_was_imported_goes_with_its_experiment)
