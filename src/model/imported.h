// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan.h"
#include "model/record.h"

/*
 * What was found in texts, in the shape of an experiment: what import/ makes of the rows of one
 * command, and store/ keeps. Its runs are samples: those of one variant and cell are rounds 1 to n,
 * of which nobody knows the order.
 */
struct imported {
	const char *name;
	double margin, alpha;
	struct import_text *texts;
	size_t text_count;
	struct import_note *notes;
	size_t note_count;
	const char **variants; /* the first is the baseline */
	size_t variant_count;
	struct cell *cells;
	size_t cell_count;
	struct run_record *runs;
	size_t run_count;
	uint64_t rounds;     /* the most samples of anything */
	size_t metric_count; /* of all cells */
	size_t value_count;  /* samples and summaries */
	size_t summaries_without_n;
	const char *tools; /* "contest 0.41, bonnie++ 1.03" */
};
