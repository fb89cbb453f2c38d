// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"

/*
 * How importers add what they found. Texts that are passed are copied.
 *
 * A row is made once for its identity (workload, metric, variant, group, unit, settings): a second
 * sample of the same thing goes into the same row, in the order of the text. What these functions
 * return is valid until the next row is added.
 */
struct row_identity {
	const char *tool, *tool_version, *workload, *metric, *variant, *group, *unit;
	enum better better;
	const struct import_setting *settings;
	size_t setting_count;
	unsigned line;
};

/* The row of this identity, made where there is none. */
struct import_row *row_of(struct import *in, const struct row_identity *identity);
/* One more sample. NAN and infinities are refused: the caller has a status to say instead. */
struct import_row *row_sample(struct import *in, const struct row_identity *identity, double value);
/* A cell without a number: a row of its own, so that nobody takes it for a value. */
struct import_row *row_without_value(struct import *in, const struct row_identity *identity,
	const char *status);
/* A mean with its standard deviation (NAN where the text has none), of so many runs (0: not said).
 */
struct import_row *row_summary(struct import *in, const struct row_identity *identity, double mean,
	double stddev, uint64_t runs);

void import_warn(struct import *in, unsigned line, const char *fmt, ...) PRINTF(3, 4);
