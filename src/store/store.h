// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imported.h"
#include "model/plan.h"
#include "model/record.h"
#include "model/results.h"

/*
 * The results database: SQLite with STRICT tables, WAL, full sync; one
 * transaction per finished run, so that no finished run is ever lost. The
 * only room that includes sqlite3.h. docs/store.md shows the schema.
 *
 * A store belongs to one thread of one process: it must not be used after fork(). Errors name
 * the file: -ENOSPC for a full disk, -EBUSY where another process holds it for over 10 s,
 * -EACCES for rights, -EUCLEAN for a damaged file, -EINVAL for what the schema forbids.
 */
struct store;

/*
 * Opens the database, makes it (0600, and its folder 0700, the invoking user's under sudo) where it
 * is missing, and migrates an older schema; an empty file is a database without anything in it.
 * -EINVAL for a file that is no bakeoff database or of a newer version; it is not changed.
 */
int store_open(struct store **store, const char *path, struct error *err) MUST_CHECK;
void store_close(struct store *store);

/* "$XDG_DATA_HOME/bakeoff/bakeoff.db" of the user (under sudo: the invoking user). */
int store_default_path(struct arena *arena, const char **path, struct error *err) MUST_CHECK;

/* A new experiment in state "running": plan text and SHA-256, variants, cells. */
int store_add_experiment(struct store *store, const struct plan *plan, uint64_t *id,
	struct error *err) MUST_CHECK;

/*
 * One finished run with everything that belongs to it, in one transaction: when it returns 0 the
 * run is on the disk. -EINVAL, and nothing is stored, for a second run of the same round, attempt,
 * variant and cell, for one phase/metric twice, and for a reason where the outcome is ok.
 */
int store_add_run(struct store *store, uint64_t experiment, const struct run_record *run,
	uint64_t *id, struct error *err) MUST_CHECK;

/*
 * What was read of texts, as an experiment that is done: all of it in one transaction, or nothing.
 * Its runs are of the time of the import.
 */
int store_add_import(struct store *store, const struct imported *imported, uint64_t *id,
	struct error *err) MUST_CHECK;

/* state: "done", "interrupted", "invalid", "running" (again, by resume); reason may be "". */
int store_set_state(struct store *store, uint64_t experiment, const char *state, const char *reason,
	struct error *err) MUST_CHECK;

/*
 * The number of rounds in all that an adaptive experiment's pilot has fixed, once: -EINVAL where it
 * is fixed already, is below the pilot's, or the plan fixed it.
 */
int store_fix_rounds(struct store *store, uint64_t experiment, uint64_t rounds,
	struct error *err) MUST_CHECK;

/* Values are read as soon as they are stored: which runs exist already, for resume. */
struct stored_run {
	uint64_t id, round, attempt, position, seed, started_ns, ended_ns;
	size_t variant, cell;
	enum outcome outcome;
	const char *reason;
};

struct stored_experiment {
	uint64_t id;
	const char *name, *state, *state_reason, *plan_text, *plan_sha256, *version;
	uint64_t created_ns, ended_ns;       /* UTC; ended_ns is 0 while it is running */
	uint64_t pilot_rounds, fixed_rounds; /* 0: no pilot; the pilot has not fixed them yet */
	const char **variants, **cells;
	size_t variant_count, cell_count;
	uint64_t run_count, failed_count; /* all attempts, warm-up included; failed or invalid */
	uint64_t text_count;              /* texts that it was imported from; 0: it was measured */
};

/* Newest first. */
int store_list(struct store *store, struct arena *arena, struct stored_experiment **list,
	size_t *count, struct error *err) MUST_CHECK;
/* id 0: the newest. -ENOENT names the id and where to look. */
int store_get_experiment(struct store *store, uint64_t id, struct arena *arena,
	struct stored_experiment *experiment, struct error *err) MUST_CHECK;
/* In the order in which they were started. */
int store_get_runs(struct store *store, uint64_t experiment, struct arena *arena,
	struct stored_run **runs, size_t *count, struct error *err) MUST_CHECK;
/* Everything that is known of one run. */
int store_get_run(struct store *store, uint64_t run, struct arena *arena, struct run_record *record,
	uint64_t *experiment, struct error *err) MUST_CHECK;
/* All that is stored of an experiment beside its head (struct stored_experiment) and its runs. */
struct stored_variant {
	const char *name, *fs, *summary;
	bool is_baseline, is_hidden;
};

struct stored_cell {
	const char *name, *label, *workload;
	const char *params, *factors; /* JSON objects of texts */
	const char *primaries;        /* a JSON array of texts */
	uint64_t numjobs, iodepth, runtime_ns, ramp_time_ns, loops;
	double margin;
};

struct stored_metric {
	size_t cell; /* an index */
	const char *phase, *metric, *unit;
	enum better better;
	bool is_primary, by_default; /* by the plan; by the workload */
};

struct stored_design {
	uint64_t seed, rounds; /* rounds: of the plan, without those that a pilot has fixed */
	double margin, alpha;
	const char *run_order; /* "random", "sequential" */
	struct stored_variant *variants;
	struct stored_cell *cells;
	struct stored_metric *metrics;
	const char **facts;        /* of its runs, each text once */
	struct import_text *texts; /* that it was imported from */
	struct import_note *notes;
	size_t text_count, note_count;
	size_t variant_count, cell_count, metric_count, fact_count;
};

int store_get_design(struct store *store, uint64_t experiment, struct arena *arena,
	struct stored_design *design, struct error *err) MUST_CHECK;
/* The ids of the runs whose values compare counts, in ascending order. */
int store_get_counted(struct store *store, uint64_t experiment, struct arena *arena,
	uint64_t **runs, size_t *count, struct error *err) MUST_CHECK;
/* An experiment with all that belongs to it; the ids in it mean nothing. */
struct stored_whole {
	struct stored_experiment head; /* without names of variants and cells, and counts */
	struct stored_design design;   /* its facts are not looked at: the runs have them */
	struct run_record *runs;
	size_t run_count;
};

/*
 * Puts back, as new experiments, what store_get_experiment(), store_get_design() and
 * store_get_run() have given: all in one transaction, with times, state and version as they were;
 * only ids are new, and what was running is interrupted. -EINVAL, and nothing is stored, for what
 * the schema forbids.
 */
int store_restore(struct store *store, const struct stored_whole *wholes, size_t count,
	uint64_t *ids, struct error *err) MUST_CHECK;

/*
 * The values for compare; experiment 0 is the newest. A round counts when one of its attempts is
 * complete (every variant and cell was run, and each run is ok or unsupported), with the last such
 * attempt; unsupported is NaN. Metrics are in the order of the cells; those without any value are
 * left out. Of the warm-up there is what its ok runs gave.
 *
 * Flags are in the order of the rounds: "failed: REASON" (or invalid, interrupted) once for each
 * round, variant and cell, whether repeated or not; "unsupported: REASON" and the warnings once for
 * each variant and cell, with the first round in which they occurred.
 */
int store_get_results(struct store *store, uint64_t experiment, struct arena *arena,
	struct results *results, struct error *err) MUST_CHECK;

/*
 * Adds what was observed beside the phases as further metrics of the results, which are of one
 * experiment as store_get_results() has read them: those whose PCP name matches one of the patterns
 * (as fnmatch(3) has them) with origin RESULT_OBSERVED, those that are among `beside` (ended by
 * NULL) and match none with RESULT_BESIDE. A counter is what it grew by in each second of its
 * phase, an instant how it was at the end; what has no value in any round is left out. The device
 * under test is called "target", whatever its name was: "disk.dev.write_bytes[target]". *matched is
 * how many readings the patterns match, absent ones too.
 */
int store_add_observed(struct store *store, const char *const *patterns, size_t pattern_count,
	const char *const *beside, struct arena *arena, struct results *results, size_t *matched,
	struct error *err) MUST_CHECK;
