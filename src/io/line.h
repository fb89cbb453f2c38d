// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"

/*
 * Lines from a pipe, each with a largest allowed length. A line's bytes are
 * valid until the next call.
 */
struct line_reader {
	int fd;
	size_t limit; /* of one line, with its \n */
	struct text buffer;
	size_t taken; /* of the buffer, by lines handed out */
	bool at_end;
};

void line_reader_init(struct line_reader *r, int fd, size_t limit);
void line_reader_free(struct line_reader *r);

/* One read(2), which blocks where the pipe does. 1: more bytes came, or the end; -errno. */
int line_reader_fill(struct line_reader *r, struct error *err) MUST_CHECK;

/*
 * The next whole line of what was read, without its \n: 1 with *line and *length set; 0 where there
 * is none yet; -E2BIG for one that is longer than the limit. What the end of the file cuts off is
 * handed out by line_reader_rest().
 */
int line_reader_next(struct line_reader *r, const char **line, size_t *length,
	struct error *err) MUST_CHECK;

/* Reads until there is a whole line: 1; 0 at the end of the file. */
int line_reader_wait(struct line_reader *r, const char **line, size_t *length,
	struct error *err) MUST_CHECK;

/* What stands after the last whole line: its length. */
size_t line_reader_rest(const struct line_reader *r, const char **rest);
