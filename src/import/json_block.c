// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/json_block.h"

#include <string.h>

/* The line that holds this byte of the text. */
static size_t line_at(const struct import_document *d, size_t offset)
{
	size_t low = 0, high = d->count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (d->offsets[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The last byte that was read. */
static size_t place(const struct json_block *b)
{
	return b->reader.at > 0 ? b->reader.at - 1 : 0;
}

bool json_block_next(struct import *in, struct json_block *b)
{
	const struct import_document *d = &in->document;
	size_t i = b->started ? line_at(d, place(b)) + 1 : 0;

	for (; i < d->count; i++) {
		const struct import_line *line = &d->lines[i];
		if (line->taken || line->text[strspn(line->text, " ")] != '{')
			continue;
		b->started = true;
		b->line = i;
		json_start(&b->reader, d->text, d->length);
		b->reader.at = d->offsets[i];
		return json_enter(&b->reader, JSON_OBJECT);
	}
	return false;
}

unsigned json_block_line(const struct import *in, const struct json_block *b)
{
	return in->document.lines[line_at(&in->document, place(b))].number;
}

void json_block_take(struct import *in, const struct json_block *b, const char *name)
{
	size_t last = line_at(&in->document, place(b));

	for (size_t i = b->line; i <= last; i++)
		in->document.lines[i].taken = name;
}
