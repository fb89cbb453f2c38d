// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "journal/journal.h"

/*
 * What tells one thing from another of the same name. Which of these are used
 * depends on the kind; 0 is unknown.
 */
struct identity {
	uint64_t dev, ino; /* of a file, a directory, a loop's backing file; dev alone of a mount */
	uint64_t birth_ns; /* of a file or directory, UTC */
	uint64_t seq;      /* the diskseq of a block device, the id of a mount */
};

/* One change of a journal, as written and read back. */
struct entry {
	uint64_t id;
	struct change change;
	uint64_t time_ns;     /* UTC, when it was intended */
	bool this_boot;       /* the machine has not been started anew since */
	struct identity then; /* when it was intended */
	struct identity now;  /* of what was made, where made is set */
	bool made;
	bool undone;
};

enum undo_result {
	UNDO_DONE,
	UNDO_GONE,    /* nothing was left to do */
	UNDO_FOREIGN, /* what is there now is somebody else's: not touched */
};

/* How a kind of change is identified and undone; one row each in kinds[]. */
struct kind {
	const char *name;
	bool outlives_boot; /* what was made is still there after a restart of the machine */
	int (*before)(const struct change *change, struct identity *id, struct error *err);
	int (*after)(const struct change *change, struct identity *id, struct error *err);
	/* *result is set on success. */
	int (*undo)(const struct entry *entry, enum undo_result *result, struct error *err);
};

extern const struct kind file_kind, tree_kind, cgroup_kind; /* kind_file.c, kind_cgroup.c */
extern const struct kind loop_kind, mount_kind, knob_kind, swap_kind;

/* By enum change_kind. */
const struct kind *kind_of(enum change_kind kind);
/* -1 for a name that is none. */
int kind_of_name(const char *name);

/* Whether path is there: 0 and its identity, or -ENOENT without a text, or an error. */
int identity_of_path(const char *path, struct identity *id, struct error *err) MUST_CHECK;
/* Whether what is at a path now is what the entry made. */
bool identity_is_ours(const struct entry *entry, const struct identity *present);
/* before() of what must not be there yet: -EEXIST. */
int identity_must_be_new(const struct change *change, struct identity *id,
	struct error *err) MUST_CHECK;
/* after() of a file or directory. */
int identity_of_made(const struct change *change, struct identity *id,
	struct error *err) MUST_CHECK;

/* Sleeps between two looks at something that takes its time. */
void kind_pause(void);
enum { KIND_PAUSE_MS = 10, KIND_PATIENCE_MS = 2000 };
