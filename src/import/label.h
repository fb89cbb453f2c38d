// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"

/*
 * What a text calls the blocks that follow, for importers that go through it from its top:
 * "before", "with X:", "=== X ===", a paragraph that is one name ("2.6.12-rc5-standard"), or a list
 * of patches with + at the ends of its lines.
 *
 * The label that begins at this line, in the arena, and how many lines it has; NULL: it is none.
 */
const char *label_at(struct import *in, size_t line, size_t *lines);

/* As label_at(); with it also the one that the user gave, which is the label of every block. */
static inline const char *label_or_hint(const struct import *in, const char *label)
{
	return in->hints->variant ? in->hints->variant : label ? label : "";
}

/* The words of a text without regard to its line ends, up to a blank line or one that is taken. */
struct stream {
	const struct import *in;
	size_t line;
	const char *at; /* in that line */
};
struct word;

struct stream stream_at(const struct import *in, size_t line);
/* The next word, and the line it stands in; false: none is left. */
bool stream_word(struct stream *s, struct word *word, size_t *line);
/* Up to `most` words from there on, without moving it. */
size_t stream_peek(struct stream s, struct word *words, size_t *lines, size_t most);

/* A copy of a word that names something. One beyond any name is cut: it goes into many rows. */
char *name_copy(const struct import *in, const struct word *word);

/* Marks the lines first..last as read by that importer. */
void take_lines(struct import *in, size_t first, size_t last, const char *importer);
