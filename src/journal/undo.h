// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "journal/record.h"

/* Whoever wants to know what is undone; say may be NULL. */
struct undo_listener {
	void (*say)(void *context, const char *line);
	void *context;
	uint64_t undone;
};

/*
 * Undoes what is left of entries, the last first, and writes each down in the file at fd.
 * Goes on after an error; returns the first.
 */
int undo_entries(struct entries *entries, int fd, struct undo_listener *listener,
	struct error *err) MUST_CHECK;
int undo_entry(struct entry *entry, int fd, struct undo_listener *listener,
	struct error *err) MUST_CHECK;
