// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include "core/auto.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LEAST = 64 << 10, TEXT_MOST = 4 << 20 };

size_t channel_add(struct observation *o, const char *metric, const char *instance,
	const char *unit, enum reading_kind reading)
{
	if (o->channel_count >= CHANNELS_MOST) {
		o->is_full = true;
		return SIZE_MAX;
	}
	*ARENA_PUSH(&o->arena, o->channels, o->channel_count) = (struct channel){
		.metric = metric,
		.instance = instance,
		.unit = unit,
		.reading = reading,
		.value = NAN,
		.absent = "was not read",
	};
	return o->channel_count - 1;
}

void channel_set(struct observation *o, size_t channel, double value)
{
	if (channel >= o->channel_count)
		return;
	o->channels[channel].value = value;
	o->channels[channel].absent = NULL;
}

void channel_miss(struct observation *o, size_t channel, const char *why)
{
	if (channel >= o->channel_count)
		return;
	o->channels[channel].value = NAN;
	o->channels[channel].absent = why;
}

void channels_miss(struct observation *o, size_t first, size_t count, const char *why)
{
	for (size_t i = 0; i < count; i++)
		channel_miss(o, first + i, why);
}

/* A new text only where there is another reason than the last time: sampling makes no garbage. */
static void source_fail(struct observation *o, struct source *s, int error)
{
	if (s->error != error)
		s->absent = arena_printf(&o->arena, "%s: %s", s->path, strerror(error));
	s->error = error;
}

static int open_below(const struct observation *o, const char *path)
{
	char full[PATH_MAX];

	if ((size_t)snprintf(full, sizeof(full), "%s%s", o->root, path) >= sizeof(full)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return open(full, O_RDONLY | O_CLOEXEC);
}

struct source *source_open(struct observation *o, const char *path)
{
	struct source *s = NEW(&o->arena, struct source, 1);

	s->path = arena_strdup(&o->arena, path);
	s->fd = open_below(o, path);
	if (s->fd < 0)
		source_fail(o, s, errno);
	s->before = o->sources;
	o->sources = s;
	return s;
}

static bool make_room(struct observation *o)
{
	size_t room = o->room ? 2 * o->room : TEXT_LEAST;
	char *text = room <= TEXT_MOST ? realloc(o->text, room) : NULL;

	if (!text)
		return false;
	o->text = text;
	o->room = room;
	return true;
}

/* The whole file from its start: 0 or an errno. */
static int read_whole(struct observation *o, int fd)
{
	size_t length = 0;

	for (;;) {
		if (length + 1 >= o->room && !make_room(o))
			return EFBIG;
		ssize_t n = pread(fd, o->text + length, o->room - 1 - length, (off_t)length);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		length += (size_t)n;
		o->text[length] = '\0';
		/* a short reading need not be the last: some are made page by page */
		if (n == 0)
			return length > 0 ? 0 : ENODATA;
	}
}

const char *source_read(struct observation *o, struct source *s)
{
	int error;

	if (s->reopened) {
		auto_close(&s->fd);
		s->fd = open_below(o, s->path);
		error = s->fd < 0 ? errno : read_whole(o, s->fd);
	} else if (s->fd < 0) {
		return NULL; /* absent says why since it was to be opened */
	} else {
		error = read_whole(o, s->fd);
	}
	if (error != 0) {
		source_fail(o, s, error);
		return NULL;
	}
	s->error = 0;
	s->absent = NULL;
	return o->text;
}

bool path_exists(const struct observation *o, const char *path)
{
	char full[PATH_MAX];

	(void)snprintf(full, sizeof(full), "%s%s", o->root, path);
	return access(full, F_OK) == 0;
}

const char *path_text(struct observation *o, const char *path)
{
	char text[4096];
	struct error ignored;

	if (io_read_small(arena_printf(&o->arena, "%s%s", o->root, path), text, sizeof(text), NULL,
		    &ignored) < 0)
		return "";
	text[strcspn(text, "\n")] = '\0';
	return arena_strdup(&o->arena, text);
}

const char *line_find(const char *from, const char *key)
{
	size_t length = strlen(key);

	while (from && *from) {
		char after = strncmp(from, key, length) == 0 ? from[length] : '\0';
		if (after == ' ' || after == ':' || after == '\t')
			return from + length + 1;
		from = strchr(from, '\n');
		from = from ? from + 1 : NULL;
	}
	return NULL;
}

bool line_number(const char *line, unsigned field, uint64_t *value)
{
	for (;;) {
		line += strspn(line, " \t");
		size_t length = strcspn(line, " \t\n");
		if (length == 0)
			return false;
		if (field-- > 0) {
			line += length;
			continue;
		}
		char *end;
		errno = 0;
		uint64_t number = strtoull(line, &end, 10);
		if (end != line + length || *line == '-' || errno != 0)
			return false;
		*value = number;
		return true;
	}
}

size_t numbers_count(const struct number_row *rows)
{
	size_t n = 0;

	while (rows[n].metric)
		n++;
	return n;
}

size_t numbers_add(struct observation *o, const struct number_row *rows, const char *instance)
{
	size_t first = o->channel_count;

	for (; rows->metric; rows++)
		(void)channel_add(o, rows->metric, instance, rows->unit, rows->reading);
	return first;
}

void numbers_sample(struct observation *o, struct source *source, const struct number_row *rows,
	size_t first)
{
	const char *text = source_read(o, source);

	for (size_t i = 0; rows[i].metric; i++) {
		const struct number_row *row = &rows[i];
		uint64_t value;
		if (!text) {
			channel_miss(o, first + i, source->absent);
			continue;
		}
		const char *line = *row->key ? line_find(text, row->key) : text;
		if (line && line_number(line, row->field, &value))
			channel_set(o, first + i,
				(double)value * (row->factor != 0 ? row->factor : 1));
		else
			channel_miss(o, first + i, "this kernel does not count it");
	}
}
