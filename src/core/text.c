// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char empty[1];

void text_init(struct text *t, size_t limit)
{
	*t = (struct text){ .data = empty, .limit = limit };
}

void text_free(struct text *t)
{
	if (t->room > 0)
		free(t->data);
	text_init(t, t->limit);
}

void text_clear(struct text *t)
{
	t->length = 0;
	t->overflow = false;
	if (t->room > 0)
		t->data[0] = '\0';
}

static bool make_room(struct text *t, size_t more)
{
	if (more > t->limit || t->length > t->limit - more) {
		t->overflow = true;
		return false;
	}
	size_t need = t->length + more + 1;
	if (need <= t->room)
		return true;
	size_t room = t->room ? t->room : 256;
	while (room < need)
		room *= 2;
	char *data = t->room ? realloc(t->data, room) : malloc(room);
	if (!data) {
		t->overflow = true;
		return false;
	}
	t->data = data;
	t->room = room;
	return true;
}

void text_add(struct text *t, const char *data, size_t length)
{
	if (!make_room(t, length))
		return;
	memcpy(t->data + t->length, data, length);
	t->length += length;
	t->data[t->length] = '\0';
}

void text_puts(struct text *t, const char *s)
{
	text_add(t, s, strlen(s));
}

void text_printf(struct text *t, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	int n = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	if (n <= 0 || !make_room(t, (size_t)n))
		return;
	va_start(args, fmt);
	(void)vsnprintf(t->data + t->length, (size_t)n + 1, fmt, args);
	va_end(args);
	t->length += (size_t)n;
}

int text_check(const struct text *t, const char *what, struct error *err)
{
	if (t->overflow)
		return fail(err, E2BIG, "%s: more than %zu bytes", what, t->limit);
	return 0;
}
