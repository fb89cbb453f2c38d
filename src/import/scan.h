// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"

/* How importers read cleaned lines. Nothing here allocates but for what lies in the arena. */

struct word {
	const char *text;
	size_t length;
	size_t column; /* of its first byte in the line, from 0 */
};

/* The line's words: what stands between blanks. Those beyond `most` are not stored but counted. */
size_t scan_words(const char *line, struct word *words, size_t most);

bool word_is(const struct word *word, const char *text);
char *word_copy(const struct word *word, struct arena *arena);

/*
 * A whole word as a finite number: 12, -3.5, 1e6; no hexadecimal, no unit, no second point. A comma
 * is no decimal point here: see scan_local_number().
 */
bool scan_number(const char *text, size_t length, double *value);
static inline bool word_number(const struct word *word, double *value)
{
	return scan_number(word->text, word->length, value);
}
/* How many runs there were, where a number can be that: from 1 to 10^15; else 0, not said. */
static inline uint64_t scan_runs(double value)
{
	return value >= 1 && value <= 1e15 ? (uint64_t)value : 0;
}
/* The number at the start of text, and how many bytes it has; 0 where there is none: "728m" has 3.
 */
size_t scan_number_prefix(const char *text, size_t length, double *value);
/*
 * A number whose decimal point is a comma or whose thousands are marked: "1.234,5", "1,234.5",
 * "1 234,5" (thin spaces too). False where both readings are possible: "1,234".
 */
bool scan_local_number(const char *text, size_t length, double *value);

/* m:ss.cc, h:mm:ss, 2m31.197s, 12.5s: seconds. */
bool scan_duration(const char *text, size_t length, double *seconds);

bool starts_with(const char *text, const char *prefix);
bool ends_with(const char *text, const char *suffix);

/*
 * What the lines above a block call it: "With CFQ:", "before:", "=== 2.6.17 ===", "TEST8". The
 * nearest one that is a label rather than a sentence or a table's head, at most `most` lines above
 * `line`, nobody's so far; blank lines and rulers are skipped. NULL: none. In the arena.
 */
const char *scan_heading(struct import *in, size_t line, size_t most);

/*
 * As scan_heading(), or the sentence above that ends in a colon: of "here it is on an ext4
 * filesystem:" it is the word before "filesystem"; otherwise the whole sentence. "With X:" is X.
 */
const char *scan_label(struct import *in, size_t line);

/*
 * What is compared in a block whose first line is `line`: the user's word for it, or a label above
 * it that can be nothing else: a line that ends in a colon or has a frame. "" where there is none.
 */
const char *scan_variant(struct import *in, size_t line);
/* Whether a line is such a label: "before:", "**Report 1:**", "=== ext4 ===". */
bool scan_is_label(const char *text);

/* The scheduler in brackets, where the line lists schedulers: "noop deadline [cfq]". NULL: it does
 * not. */
const char *scan_scheduler(const char *line, struct arena *arena);
