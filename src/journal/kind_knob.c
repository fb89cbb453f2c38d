// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"
#include "journal/kind.h"
#include "journal/knob.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_BYTES = 4096 };

void knob_value(const char *text, char *value, size_t room)
{
	const char *open = strchr(text, '[');
	const char *close = open ? strchr(open, ']') : NULL;
	const char *from = close ? open + 1 : text;
	const char *end = close ? close : text + strlen(text);
	size_t n = 0;

	for (; from < end && n + 1 < room; from++) {
		bool blank = isspace((unsigned char)*from);
		if (blank && (n == 0 || value[n - 1] == ' '))
			continue;
		value[n++] = blank ? ' ' : *from;
	}
	if (n > 0 && value[n - 1] == ' ')
		n--;
	value[n] = '\0';
}

int knob_read(const char *path, char *value, size_t room, struct error *err)
{
	char text[VALUE_BYTES];
	int ret = io_read_small(path, text, sizeof(text), NULL, err);

	if (ret == 0)
		knob_value(text, value, room);
	return ret;
}

bool knob_same(const char *a, const char *b)
{
	char *end_a = NULL, *end_b = NULL;

	if (strcmp(a, b) == 0)
		return true;
	if (*a == '\0' || *b == '\0')
		return false;
	long long number_a = strtoll(a, &end_a, 0);
	long long number_b = strtoll(b, &end_b, 0);
	return end_a && end_b && *end_a == '\0' && *end_b == '\0' && number_a == number_b;
}

int knob_put(const char *path, const char *value, struct error *err)
{
	char present[VALUE_BYTES] = "";
	/* a write of no bytes reaches no handler in the kernel */
	int ret = io_write_small(path, *value ? value : "\n", err);

	if (ret == 0)
		ret = knob_read(path, present, sizeof(present), err);
	if (ret < 0)
		return ret;
	if (!knob_same(present, value))
		return fail(err, EIO, "'%s' was written back to %s, and it reads '%s'", value, path,
			present);
	return 0;
}

/*
 * The disk that a knob belongs to. Not of a loop device: what is written to one
 * stays with its number, whoever has that next, so it is restored there all the same.
 */
static int knob_identity(const struct change *change, struct identity *id, struct error *err)
{
	char disk[64], path[PATH_MAX], text[32];

	(void)err;
	*id = (struct identity){ 0 };
	if (sscanf(change->path, "/sys/block/%63[^/]/", disk) != 1 || strncmp(disk, "loop", 4) == 0)
		return 0;
	struct error ignored = { 0 }; /* before Linux 5.15 there is none */
	(void)snprintf(path, sizeof(path), "/sys/block/%s/diskseq", disk);
	if (io_read_small(path, text, sizeof(text), NULL, &ignored) == 0)
		id->seq = strtoull(text, NULL, 10);
	return 0;
}

static int undo_knob(const struct entry *entry, enum undo_result *result, struct error *err)
{
	const struct change *change = &entry->change;
	char present[VALUE_BYTES] = "", ours[VALUE_BYTES], before[VALUE_BYTES];
	struct identity id;
	int ret = knob_read(change->path, present, sizeof(present), err);

	if (ret == -ENOENT) {
		*result = UNDO_GONE;
		return 0;
	}
	if (ret < 0)
		return ret;
	knob_value(change->value, ours, sizeof(ours));
	knob_value(change->other, before, sizeof(before));
	if (knob_same(present, before)) {
		*result = UNDO_GONE;
		return 0;
	}
	ret = knob_identity(change, &id, err);
	if (ret < 0)
		return ret;
	if (!knob_same(present, ours) || id.seq != entry->then.seq) {
		*result = UNDO_FOREIGN;
		return 0;
	}
	ret = knob_put(change->path, before, err);
	if (ret < 0)
		return ret;
	*result = UNDO_DONE;
	return 0;
}

const struct kind knob_kind = {
	.name = "knob",
	.before = knob_identity,
	.after = knob_identity,
	.undo = undo_knob,
};
