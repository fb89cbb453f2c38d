// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "report/verdict_line.h"

/* Verdict lines in columns that fit into REPORT_COLUMNS. */

/* How a metric is named in the lines: as little shortened as the room allows. */
enum label_form {
	LABEL_FULL,     /* lmdd bs=4k write/throughput */
	LABEL_NO_PHASE, /* lmdd bs=4k throughput */
	LABEL_CELL,     /* lmdd bs=4k */
	LABEL_FORMS,
};

/* Made by the caller up to the notes; the rest is the layout's own. */
struct layout {
	const struct judgement *j;
	struct arena *arena;
	struct verdict_line *lines;
	size_t line_count;
	struct note *notes;
	size_t note_count;
	size_t widths[PART_COUNT]; /* of the columns, PART_HOW apart */
	size_t gap;
	bool brief; /* all lines in fewer words and with narrow gaps, so that their columns stay */
	enum label_form form;
	const char **extra; /* notes that the layout itself makes */
	size_t extra_count;
};

/*
 * Fills in the label of every line: the fullest with which all lines fit, if need be in fewer
 * words, or the shortest that still tells the metrics apart. Then the columns' widths.
 */
void layout_choose_labels(struct layout *l);

/* Adds one line: never over REPORT_COLUMNS, and no number cut. Needs layout_choose_labels(). */
void layout_put_line(struct layout *l, struct verdict_line *line, struct text *out);

/* Adds to the extra notes what the chosen labels leave out. */
void layout_explain_labels(struct layout *l);
