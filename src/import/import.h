// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "model/metric.h"

/*
 * Other tools' output: bytes in, values out. Nothing here opens a file or knows the store.
 *
 * A document is what somebody pasted, quoted, folded and cut: several tools' tables, prose between
 * them. It is cleaned once (document.c); then every importer looks through its lines for the blocks
 * it knows, marks them as its own, and adds a row for each thing that was measured.
 */

/* One line of the document, cleaned: no quote marks, no escape sequences, tabs as blanks up to the
 * next multiple of eight, no blanks at its end, ended by a zero byte. */
struct import_line {
	const char *text;
	size_t length;
	unsigned number;   /* in the file as it came, from 1 */
	unsigned quoted;   /* how many quote marks stood before it */
	bool cut;          /* the last line, and no newline ended it: its last word may be cut */
	const char *taken; /* the importer that read it; NULL: nobody so far */
};

struct import_document {
	struct import_line *lines;
	size_t count;
	/* The same lines with a newline after each, tabs and all, for formats that are no tables:
	 * JSON. Ended by a zero byte. */
	const char *text;
	size_t length;
	size_t *offsets; /* of each line in text */
};

/* What was measured, once: several samples of it are in one row. */
struct import_row {
	const char *tool;         /* contest */
	const char *tool_version; /* 0.41; NULL: not said */
	const char *workload;     /* contest/io_load: the tool first */
	const char *metric;       /* time */
	const char *variant;      /* what is compared: 2.5.38; "" where the text names none */
	const char *group;        /* apart from other rows of the same names: UP, SMP; NULL: none */
	const char *unit;         /* the true one, after the tool's wrong wording: "KiB/s" */
	enum better better;
	double *values; /* samples, in the unit */
	size_t value_count;
	unsigned *lines; /* of the samples, as far as they are known: the rest are of `line` */
	size_t line_count;
	double mean, stddev;    /* of a table that has no samples; NAN: not there */
	double least, greatest; /* a range, or the extremes that the tool printed; NAN: not there */
	uint64_t runs;          /* that a value is the mean of, where the text says so; 0: not */
	const char *mark;       /* a sign beside the value: "*"; NULL: none */
	const char
		*status;  /* IMPORT_OK, or why there is no value, or why it is not to be trusted */
	bool approximate; /* "~" */
	struct import_setting *settings; /* printed with it: size, threads. Part of its identity */
	size_t setting_count;
	unsigned line;
};

struct import_setting {
	const char *name, *value;
};

/* The statuses; others would be a surprise to whoever reads the JSON document. */
#define IMPORT_OK           "ok"
#define IMPORT_TOO_FAST     "too-fast" /* "+++++" */
#define IMPORT_MISSING      "missing"  /* the cell is there, and empty */
#define IMPORT_NOT_RUN      "not-run"
#define IMPORT_TRUNCATED    "truncated" /* the text ends here */
#define IMPORT_INTERRUPTED  "interrupted"
#define IMPORT_FAILED       "failed"
#define IMPORT_IMPRECISE    "imprecise"    /* the text has lost digits: 0.00 s */
#define IMPORT_INCONSISTENT "inconsistent" /* two statements of the text contradict each other */

struct import_warning {
	unsigned line; /* 0: of the whole document */
	const char *text;
};

/* What the user said beside the text. NULL: nothing. */
struct import_hints {
	const char *tool, *variant, *unit, *group;
	int better; /* an enum better, or -1 */
};

struct import {
	struct arena *arena; /* everything lies in it */
	struct import_document document;
	const struct import_hints *hints;
	struct import_row *rows;
	size_t row_count;
	uint32_t *row_index; /* rows by their identity: rows.c */
	size_t row_index_room;
	struct import_warning *warnings;
	size_t warning_count;
};

/* One foreign format, or one tool's formats. */
struct importer {
	const char *name;    /* contest: also what --tool takes, and parse= of a command */
	const char *summary; /* which versions and layouts; one line, no full stop */
	/* Looks through all lines that nobody has taken. Fails only for want of memory or for a
	 * document that is this tool's and beyond its bounds; a cell that cannot be read is a
	 * warning. */
	int (*read)(struct import *in, struct error *err);
};

/* In the order in which they look: the strictest formats first. Ended by NULL. */
extern const struct importer *const importers[];

/*
 * Reads a document. 0 with all that was found, which may be nothing; -E2BIG above IMPORT_MOST
 * bytes; -EILSEQ for what is no text; -EINVAL for a hint that names no importer. Time and memory
 * are linear in the size.
 */
enum { IMPORT_MOST = 256 << 20 };
int import_read(const char *bytes, size_t size, const struct import_hints *hints,
	struct arena *arena, struct import *in, struct error *err) MUST_CHECK;
/* -EINVAL for a name that is no importer's, with those that there are. */
int import_check_tool(const char *tool, struct error *err) MUST_CHECK;
