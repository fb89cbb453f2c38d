// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "journal/journal.h"
#include "model/spec.h"

#include <sys/types.h>

/* Tunables of the disk under test (queue/NAME) and of the kernel (vm.dirty_ratio). */
struct knob {
	const char *name;  /* as typed */
	const char *path;  /* under /sys/block or /proc/sys */
	const char *value; /* as typed */
	const char *before, *after;
	uint64_t id; /* of the journal */
};

/*
 * Finds the files, a scheduler first since its own knobs exist only under it. disk is the
 * kernel's name of the disk under test, NULL for none. -EINVAL for a name that is none, for a file
 * that cannot be read (so it could not be restored) or written.
 * device_known: disk is the very one, and not only one of its kind.
 */
int knobs_find(struct arena *arena, const struct target_spec *spec, const char *disk,
	bool device_known, struct knob **knobs, struct error *err) MUST_CHECK;

/* The command that a person would type for it. */
const char *knob_line(struct arena *arena, const struct knob *knob);

/* Writes one and looks whether it took effect; -EINVAL with what the kernel makes of it where not.
 */
int knob_write(struct arena *arena, struct journal *journal, struct knob *knob,
	struct error *err) MUST_CHECK;
