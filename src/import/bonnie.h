// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"
#include "import/label.h"
#include "import/scan.h"

/* Bonnie's tests: six of a file, six of many small ones. */
enum { BONNIE_IO = 6, BONNIE_TESTS = 12 };

/* One number of a run. No status: the text has no such cell. */
struct bonnie_cell {
	const char *status; /* IMPORT_OK with a value */
	double value;
	double step; /* a unit in its last printed place */
	const char *unit;
};

/* One run, from a table or from a line of CSV, or from both. */
struct bonnie_run {
	const char *tool;                /* bonnie, bonnie++ */
	const char *version;             /* NULL: not said */
	const char *machine;             /* "": the column is empty */
	const char *label;               /* what the text calls it; NULL: nothing */
	const char *size, *files;        /* as bonnie prints them: 1G:32k, 16:1000 */
	const char *concurrency, *start; /* NULL: not said */
	struct bonnie_cell rate[BONNIE_TESTS], cpu[BONNIE_TESTS], latency[BONNIE_TESTS];
	unsigned line;
	size_t part; /* of the text: prose stands between two of them */
	bool csv, twice;
};

/* "393k", "+++++", "98.3" as a cell; false: it is none. Rates with a suffix are KiB/s. */
bool bonnie_rate(const struct word *word, struct bonnie_cell *cell);
bool bonnie_cpu(const struct word *word, struct bonnie_cell *cell);
/* "16070us", "454ms", "132s", "+++++". */
bool bonnie_latency(const struct word *word, struct bonnie_cell *cell);
/* 4096, 1G, 1G:32k; of files: 16, 16:1000:10/4. */
bool bonnie_size(const struct word *word);

/* The run that the line's CSV tells of; false: there is no such CSV in it. */
bool bonnie_csv(struct import *in, size_t line, struct bonnie_run *run);

/* Warns of a line that is such CSV and has another number of fields. */
void bonnie_csv_warn(struct import *in, size_t line);

/* A table while it is read. */
struct bonnie_table {
	bool open, files; /* its rows are of many small files */
	bool plus;        /* bonnie++ */
	char prefix;      /* of a diff, in front of its head; 0: none */
	const char *unit; /* of the rates */
	const char *version, *machine, *concurrency;
	size_t edges[2 * BONNIE_IO]; /* where the columns end, in the head's line */
	bool has_edges;
	size_t last_row;  /* its line */
	size_t first_run; /* the runs of the file test's table, which those of files belong to */
	size_t next_run;
};

/* A head, a row or a line of latencies at s: reads it and moves s behind it. */
bool bonnie_head(struct stream *s, struct bonnie_table *t);
bool bonnie_row(struct import *in, struct stream *s, const struct bonnie_table *t,
	struct bonnie_run *run);
bool bonnie_latencies(const struct import *in, struct stream *s, const struct bonnie_table *t,
	struct bonnie_cell cells[BONNIE_IO], char *prefix);
