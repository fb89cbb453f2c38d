// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/line.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void line_reader_init(struct line_reader *r, int fd, size_t limit)
{
	*r = (struct line_reader){ .fd = fd, .limit = limit };
	text_init(&r->buffer, 2 * limit);
}

void line_reader_free(struct line_reader *r)
{
	text_free(&r->buffer);
}

static void forget_taken(struct line_reader *r)
{
	size_t left = r->buffer.length - r->taken;

	if (r->taken == 0)
		return;
	memmove(r->buffer.data, r->buffer.data + r->taken, left);
	r->buffer.length = left;
	r->buffer.data[left] = '\0';
	r->taken = 0;
}

int line_reader_fill(struct line_reader *r, struct error *err)
{
	char bytes[16384]; /* on the stack, of which there may be little */
	ssize_t n;

	forget_taken(r);
	size_t room = min_u64(sizeof(bytes), 2 * r->limit - r->buffer.length);
	if (room == 0)
		return 1; /* line_reader_next() will say that the line is too long */
	do
		n = read(r->fd, bytes, room);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return fail_errno(err, "read a line");
	if (n == 0)
		r->at_end = true;
	text_add(&r->buffer, bytes, (size_t)n);
	return r->buffer.overflow ? fail(err, ENOMEM, "no memory for a line") : 1;
}

int line_reader_next(struct line_reader *r, const char **line, size_t *length, struct error *err)
{
	const char *start = r->buffer.data + r->taken;
	size_t left = r->buffer.length - r->taken;
	const char *end = left ? memchr(start, '\n', left) : NULL;

	if ((end && (size_t)(end - start) >= r->limit) || (!end && left >= r->limit))
		return fail(err, E2BIG, "a line of more than %zu bytes", r->limit);
	if (!end)
		return 0;
	*line = start;
	*length = (size_t)(end - start);
	r->taken += *length + 1;
	return 1;
}

int line_reader_wait(struct line_reader *r, const char **line, size_t *length, struct error *err)
{
	for (;;) {
		int ret = line_reader_next(r, line, length, err);
		if (ret != 0)
			return ret;
		if (r->at_end)
			return 0;
		ret = line_reader_fill(r, err);
		if (ret < 0)
			return ret;
	}
}

size_t line_reader_rest(const struct line_reader *r, const char **rest)
{
	*rest = r->buffer.data + r->taken;
	return r->buffer.length - r->taken;
}
