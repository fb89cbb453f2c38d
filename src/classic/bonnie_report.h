// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classic/bonnie_args.h"

/* The phases in the order of all reports. */
enum bonnie_phase {
	PHASE_PUTC,
	PHASE_BLOCK_WRITE,
	PHASE_REWRITE,
	PHASE_GETC,
	PHASE_BLOCK_READ,
	PHASE_SEEKS,
	PHASE_SEQ_CREATE,
	PHASE_SEQ_STAT,
	PHASE_SEQ_DELETE,
	PHASE_RANDOM_CREATE,
	PHASE_RANDOM_STAT,
	PHASE_RANDOM_DELETE,
	BONNIE_PHASES
};

/* What a phase came to. */
struct bonnie_cell {
	uint64_t wall_ns; /* 0: it was not run */
	double rate;      /* bytes or operations per second */
	double cpu;       /* percent */
	double longest_s; /* of its operations */
};

struct bonnie_report {
	const struct bonnie_args *args;
	const char *machine, *version;
	uint64_t seed;
	struct bonnie_cell cells[BONNIE_PHASES];
};

/* The phase that the workload calls so, or -1. */
int bonnie_phase_of(const char *name);

/* bonnie_table.c: the tables of 1996 and of Bonnie-64, as text or HTML. */
void bonnie_table(struct text *out, const struct bonnie_report *report);

/* bonnie_plus.c: bonnie++'s text, and its CSV with a newline. */
void bonnie_plus_text(struct text *out, const struct bonnie_report *report);
void bonnie_plus_csv(struct text *out, const struct bonnie_report *report);
void bonnie_plus_csv_header(struct text *out, enum bonnie_csv csv);

/* Cells of bonnie++, of 5, 3 and 9 columns, for tests. */
enum { BONNIE_CELL_ROOM = 40 };
void bonnie_plus_rate(enum bonnie_phase phase, const struct bonnie_cell *cell,
	char text[static BONNIE_CELL_ROOM]);
void bonnie_plus_cpu(const struct bonnie_cell *cell, char text[static BONNIE_CELL_ROOM]);
void bonnie_plus_latency(const struct bonnie_cell *cell, char text[static BONNIE_CELL_ROOM]);
