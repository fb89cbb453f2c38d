// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"

/*
 * Rows of tables that people write by hand: a label, then values with their unit.
 *
 *     TEST8-2     10.8  MB/s     ~18.8 MB/sec [ blocksizes 1K -> 64 K ]
 *     TEST5       11.5 - 12.4   MB/sec
 *     TEST3       8.6, 8.0, 8.8 MB/sec
 *     TEST4       10    MB/s    [ Didn't run this ]
 */
enum { HANDMADE_CELLS = 8, HANDMADE_LIST = 32 };

struct handmade_cell {
	double values[HANDMADE_LIST]; /* several: a list of repeated runs */
	size_t count;
	bool range;       /* values[0] to values[1], none of them a sample */
	bool approximate; /* ~, or an X among the digits: then it has no certain value */
	bool vague;       /* 10.X */
	const char *unit; /* as written */
	const char *note; /* in brackets behind it; NULL: none */
};

struct handmade_row {
	const char *label; /* "": it goes on with the row above */
	struct handmade_cell cells[HANDMADE_CELLS];
	size_t count;
};

/* The row in this text, where it is one: values with units of bytes a second. In the arena. */
bool handmade_row(const char *text, struct arena *arena, struct handmade_row *row);

/* "MB/s", "MB/sec", "KB/sec": the unit that is meant; NULL: none of bytes a second. */
const char *handmade_unit(const char *text, size_t length);

/* Adds what the cell holds: samples, a range, or a row that says why there is none. */
struct row_identity;
void handmade_add(struct import *in, const struct row_identity *identity,
	const struct handmade_cell *cell);
