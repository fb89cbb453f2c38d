// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/collect.h"
#include "import/names.h"

/* Where rows belong in an imported experiment: its variants, cells and metrics as they come up. */

/* What a row's numbers are: one metric of one variant in one cell. */
struct place {
	size_t variant, cell, metric; /* by their numbers */
	size_t source;                /* the text that it was first seen in */
	bool is_summary;
	const char *version; /* of the tool; NULL: not said */
	uint64_t samples;    /* added so far */
	size_t again;        /* of one that stands more often: the last level given */
};

/* A metric of one cell. */
struct cell_metric {
	const char *phase, *name, *unit;
	const char *test; /* with its cell; ranks are compared within it */
	enum better better;
	int rank;
	bool is_primary;
};

struct arrangement {
	struct arena *arena;
	const struct import_source *sources;
	size_t source_count;
	struct imported *to; /* gets variants, cells and notes */
	struct names variants, cells, notes, metric_keys, place_keys;
	struct cell_metric *metrics;
	size_t metric_count;
	struct place *places;
	size_t count;
};

/* A file's name without its folder and its ending. */
const char *arrange_base_name(const char *file, struct arena *arena);
/* An assumption or a warning, each once. */
void arrange_note(struct arrangement *p, bool is_warning, const char *text);
/* The row's variant; the file's name where the text has none. */
size_t arrange_variant(struct arrangement *p, size_t source, const struct import_row *row);
/* The row's cell, where nothing stands twice. */
size_t arrange_cell(struct arrangement *p, const struct import_row *row);
/*
 * Of a row that has a value. What stands twice and is no further sample (a second table of means,
 * another version of the tool) is kept apart by a level of its own, and that is noted.
 */
size_t arrange_place(struct arrangement *p, size_t source, const struct import_row *row);
/* When all rows are there: what is the same in all cells of a workload is no factor of theirs. */
void arrange_labels(struct arrangement *p);
/* Of each test the metric of the lowest rank; no part of a test that is there as a whole. */
void arrange_primaries(struct arrangement *p);
