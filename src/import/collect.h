// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"
#include "model/imported.h"

/*
 * Rows of texts as an experiment: what `bakeoff import` stores. Variants, groups, sizes and numbers
 * of clients are kept apart, samples of the same thing are rounds, and what the texts do not say
 * and was taken to be so is in the notes.
 */
struct import_source {
	struct import_text text;
	const struct import *in;
};

/*
 * n: of summaries whose text does not say how many runs they are of; 0: not said either. Texts of
 * the rows are not copied: they must outlive *imported. Everything new is the arena's.
 */
void import_collect(const struct import_source *sources, size_t count, uint64_t n,
	struct arena *arena, struct imported *imported);

/* Whether a text has a number that something can be made of. */
bool import_has_value(const struct import *in);
/* "line 12: the run failed": why it has none; NULL where nothing was found in it at all. */
const char *import_why_none(const struct import *in, struct arena *arena);
