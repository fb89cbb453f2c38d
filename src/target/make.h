// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "target/guard.h"
#include "target/knobs.h"
#include "target/loop.h"
#include "target/mkfs.h"
#include "target/target.h"

enum { WARNINGS_MOST = 8 };

/* Inside of a target, for the files of this room. */
struct target {
	struct arena arena;
	const struct target_spec *spec; /* a copy in the arena */
	struct journal *journal;
	struct command_listener listener;

	struct loop loop;           /* fd -1 for none */
	int dir;                    /* what the run gets */
	dev_t device;               /* of the file system under test; 0 for none */
	const char *node;           /* of a device that was made a file system on, else NULL */
	uint64_t size;              /* of that device, bytes */
	bool wipe;                  /* it is the user's: leave no signature of ours */
	bool overwritten;           /* mkfs was started on it */
	struct guarded guarded;     /* what is overwritten; its lock is held until the end */
	uint64_t diskseq;           /* of the device */
	const char *made;           /* guard_mark_of() what mkfs made */
	json_t *format;             /* format_read() of it; NULL for none */
	const char *format_unknown; /* why there is none, although mkfs was run */
	const char *point;          /* the mount point, or the directory that was made */
	uint64_t mount_id;          /* of the journal; 0 for none */

	const char *mkfs_line, *mkfs_version, *mount_line;
	struct knob *knobs;
	size_t knobs_written;

	int (*control)(void *context, struct error *err);
	void *control_context;
	bool settled, saw_initialiser;
	const char *warnings[WARNINGS_MOST + 1];
	size_t warning_count;
};

/* "dir", "fs" and so on that do not fit the kind of target: -EINVAL. */
int target_check_shape(const struct target_spec *spec, struct error *err) MUST_CHECK;

/* Whether a btrfs of this UUID is mounted; waits a moment for one that is being torn down. */
int target_refuse_twin(const struct target_spec *spec, struct error *err) MUST_CHECK;

/* With the size limit of a tmpfs before the user's own options. */
const char *target_mount_options(struct arena *arena, const struct target_spec *spec);

void target_warn(struct target *target, const char *warning);
