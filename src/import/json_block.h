// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"
#include "import/json_reader.h"

/*
 * JSON anywhere in a document: an object that begins a line which nobody has taken. Every byte is
 * read once by each importer that looks, however many braces there are.
 *
 *     struct json_block b = { 0 };
 *     while (json_block_next(in, &b)) { ...b.reader stands in the object, depth 1... }
 */
struct json_block {
	struct json_reader reader;
	size_t line; /* where it begins, from 0 */
	bool started;
};

bool json_block_next(struct import *in, struct json_block *b);
/* The number of the line where the reader stands, for rows and warnings. */
unsigned json_block_line(const struct import *in, const struct json_block *b);
/* Takes the lines from where it begins to where the reader stands. */
void json_block_take(struct import *in, const struct json_block *b, const char *name);
