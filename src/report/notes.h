// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "model/results.h"

/* What is printed in lines of limited width: wrapped items and the notes below a report. */

enum { REPORT_COLUMNS = 100 };

/*
 * Adds items, two blanks between them, broken into lines of at most `columns`; they begin where the
 * text's last line ends, and every further line begins with `indent` blanks (fewer than half of the
 * columns). An item that is too long for a line is broken at its blanks, a word that is too long
 * anywhere; control characters become question marks.
 */
void wrap_items(struct text *out, const char *const *items, size_t count, size_t indent,
	size_t columns);

/* One warning or reason, however often it came. */
struct note {
	const char *text;   /* as it came first; numbers in it may differ in the others */
	uint64_t round;     /* the first in which it came */
	const char **cells; /* "" where a warning is of no cell */
	size_t cell_count;
	size_t *variants;
	size_t variant_count;
};

/* The flags of the results, those put together that differ in nothing but their numbers. */
struct note *collect_notes(const struct results *r, struct arena *arena, size_t *count);

/* Whether the note is about this cell and one of these two variants. */
bool note_concerns(const struct note *note, const char *cell, size_t variant, size_t baseline);

/* "timed part took 0.31 s (lmdd bs=4k; ext2, xfs; first in round 1)" */
char *note_text(struct arena *arena, const struct results *r, const struct note *note);
