// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/undo.h"

static void tell(struct undo_listener *listener, const struct entry *entry, const char *what)
{
	char line[4608];

	if (!listener->say)
		return;
	(void)snprintf(line, sizeof(line), "%s %s: %s", kind_of(entry->change.kind)->name,
		entry->change.path, what);
	listener->say(listener->context, line);
}

int undo_entry(struct entry *entry, int fd, struct undo_listener *listener, struct error *err)
{
	const struct kind *kind = kind_of(entry->change.kind);
	enum undo_result result = UNDO_GONE;

	if (entry->undone)
		return 0;
	if (entry->this_boot || kind->outlives_boot) {
		int ret = kind->undo(entry, &result, err);
		if (ret < 0)
			return fail_in(err, ret, "%s %s", kind->name, entry->change.path);
	}
	if (result == UNDO_DONE) {
		listener->undone++;
		tell(listener, entry, "undone");
	} else if (result == UNDO_FOREIGN) {
		tell(listener, entry, "is somebody else's by now, not touched");
	}
	entry->undone = true;

	AUTO_JSON json_t *line = record_undone(entry);
	return json_write_line(fd, line, err);
}

int undo_entries(struct entries *entries, int fd, struct undo_listener *listener, struct error *err)
{
	struct error later = { 0 };
	int first = 0;

	for (size_t i = entries->count; i > 0; i--) {
		int ret = undo_entry(&entries->entry[i - 1], fd, listener, first ? &later : err);
		if (ret < 0 && first < 0 && listener->say)
			listener->say(listener->context, later.text);
		if (first == 0)
			first = ret;
	}
	return first;
}
