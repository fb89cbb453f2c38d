// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "journal/kind.h"

/*
 * The lines of a journal's file: a head, then for each change one line when it
 * is intended ("do"), one when it was made ("made"), one when it is undone ("undone").
 */
json_t *record_head(const char *name, const char *boot);
json_t *record_intended(const struct entry *entry);
json_t *record_made(const struct entry *entry);
json_t *record_undone(const struct entry *entry);

struct entries {
	struct entry *entry;
	size_t count;
};

/*
 * Reads the file at fd from its start; texts go to the arena. A last line that was cut off is
 * what a crash leaves and is cut from the file; any other bad line is -EINVAL. -EMEDIUMTYPE for
 * what is no journal, or too long for one.
 */
int record_read(int fd, const char *boot, struct arena *arena, struct entries *entries,
	struct error *err) MUST_CHECK;

/* The kernel's name for this run of the machine. */
int record_boot_id(char boot[40], struct error *err) MUST_CHECK;
