// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "store/store.h"

#include <stdio.h>

/*
 * Stored experiments in the formats of others (docs/export.md). Each format is a function that
 * writes what it is given; where it comes from, and what of it is made anonymous, is decided here.
 */
struct export_experiment {
	struct stored_experiment head;
	struct stored_design design;
	struct stored_run *runs; /* in the order in which they were started */
	size_t run_count;
	uint64_t *counted; /* ids of those whose values compare counts, ascending */
	size_t counted_count;
};

struct export
{
	struct store *store;
	struct export_experiment *experiments;
	size_t count;
	struct disguise *disguise; /* NULL: everything is said as it is */
};

/* Where to. */
struct export_place {
	FILE *out;          /* of a format that is one file */
	const char *folder; /* of one that is several: it is there, and empty */
};

/*
 * All of them: the name, as typed; whether it takes a folder; what it is. export_NAME() in
 * export_NAME.c writes it; errors of the file itself are the caller's, who looks at ferror().
 */
#define EXPORT_FORMATS(X) \
	X(json, false, "everything that is stored; `bakeoff import` reads it back") \
	X(csv, false, "a row for each value (RFC 4180)") \
	X(benchfmt, false, "Go's benchmark format, for benchstat") \
	X(openmetrics, false, "OpenMetrics text, for Prometheus and its kin") \
	X(markdown, false, "a table of means with their verdicts") \
	X(pcp, true, "a folder with a Performance Co-Pilot archive for each run")

struct export_format {
	const char *name;
	bool needs_folder;
	int (*write)(const struct export *e, const struct export_place *to, struct error *err);
};

extern const struct export_format export_formats[]; /* ended by { 0 } */

/*
 * Reads the experiments with these ids (one that is 0: the newest) without their runs' contents.
 * anonymous: names of hosts and users, serials and paths are replaced wherever they stand, in runs
 * too. What it makes is the arena's; the store must outlive it.
 */
int export_load(struct store *store, const uint64_t *ids, size_t count, bool anonymous,
	struct arena *arena, struct export *e, struct error *err) MUST_CHECK;

/* Everything of a run, as store_get_run() gives it. */
int export_get_run(const struct export *e, const struct stored_run *run, struct arena *arena,
	struct run_record *record, struct error *err) MUST_CHECK;

bool export_is_counted(const struct export_experiment *x, const struct stored_run *run);
/* The index of the metric in the design, or its metric_count where it is none of them. */
size_t export_find_metric(const struct export_experiment *x, size_t cell,
	const struct value_record *value);
/* The host's facts in a run's: a borrowed JSON object, or NULL. */
const json_t *export_host(const json_t *facts);

#define EXPORT_DECLARE(name, needs_folder, what) \
	int export_##name(const struct export *e, const struct export_place *to, struct error *err);
EXPORT_FORMATS(EXPORT_DECLARE)
#undef EXPORT_DECLARE
