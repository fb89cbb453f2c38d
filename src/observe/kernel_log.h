// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"

/*
 * The kernel's own complaints that appear while a run goes on: I/O errors, hung tasks, warnings,
 * bugs, out of memory, file systems that give up. Other lines are left alone.
 * Documentation/ABI/testing/dev-kmsg of the kernel.
 */
struct kernel_log {
	int fd;             /* -1 where it cannot be read */
	const char *absent; /* why not; NULL where it can */
	size_t told, left_out;
	struct arena *arena;
	void (*say)(void *context, const char *text);
	void *context;
};

enum { KERNEL_LINES_MOST = 20 }; /* of one run; of the others only the number */

/* From now on. root is "" for the machine itself. Texts are in the arena. */
void kernel_log_open(struct kernel_log *log, const char *root, struct arena *arena,
	void (*say)(void *context, const char *text), void *context);
/* Says each complaint that has come since. */
void kernel_log_look(struct kernel_log *log);
/* Looks once more, says how many were left out, and closes it. */
void kernel_log_close(struct kernel_log *log);

/* Whether a line's text is one of those complaints. */
bool kernel_log_complains(const char *text);
