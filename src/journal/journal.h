// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

/*
 * The undo journal: every change to a machine is written down, with its undo
 * step and the identity of what it touches, and synced, before it is made.
 *
 * One file per process, JSON lines, in one folder. The process that writes it
 * holds a POSIX record lock on it, which the kernel drops when that process
 * dies, however it dies (and which a fork does not inherit): a journal whose
 * lock can be taken belongs to nobody alive, and journal_clean() undoes it.
 * Undo runs in reverse order and acts only where the identity still matches.
 */
struct journal;

/* What is about to be changed, and how it is undone. */
enum change_kind {
	CHANGE_FILE, /* a file is made: unlink */
	CHANGE_TREE, /* a directory is made: remove it and all below it, on its own file system only
		      */
	CHANGE_LOOP, /* a loop device is attached: detach */
	CHANGE_MOUNT,  /* a file system is mounted: unmount */
	CHANGE_KNOB,   /* a file under /sys or /proc/sys is written: write the old value back */
	CHANGE_CGROUP, /* a cgroup directory is made: kill what is in it, remove it */
	CHANGE_SWAP,   /* a swap area is switched off: switch it on again */
};

struct change {
	enum change_kind kind;
	const char *path;  /* of the file, directory, loop node, mount point, knob, cgroup, area */
	const char *other; /* LOOP: the backing file; MOUNT: the source; KNOB: the value before;
			      SWAP: its priority */
	const char *value; /* KNOB: the value written */
};

/* Makes and locks a new journal in dir (made where missing, mode 0700). name is for people. */
int journal_open(struct journal **journal, const char *dir, const char *name,
	struct error *err) MUST_CHECK;

/*
 * Writes the intention down and syncs it: call this before the change. *id is for journal_done().
 * What must exist to be identified (the backing file of a loop) has its device and inode taken
 * here.
 */
int journal_intend(struct journal *journal, const struct change *change, uint64_t *id,
	struct error *err) MUST_CHECK;

/* Adds the identity of what was made, now that it exists: inode, diskseq, mount id. */
int journal_made(struct journal *journal, uint64_t id, struct error *err) MUST_CHECK;

/* Undoes one change now and writes that down; a change that is gone already is no error. */
int journal_undo(struct journal *journal, uint64_t id, struct error *err) MUST_CHECK;

/* Undoes everything that is left, in reverse; goes on after an error and returns the first. */
int journal_undo_all(struct journal *journal, struct error *err) MUST_CHECK;

/* Removes the journal's file where nothing is left to undo, else keeps it for journal_clean(). */
void journal_close(struct journal *journal);

/*
 * Undoes what dead processes left, every journal in dir. say (may be NULL) gets one line for each
 * thing undone or skipped ("is somebody else's by now"), and for what is called *.journal and is
 * none. Goes on after a failure, whose journal stays; the first is returned, with the names of
 * journal and change, and the others are said. *undone counts; a missing dir is no error.
 */
int journal_clean(const char *dir, void (*say)(void *context, const char *line), void *context,
	uint64_t *undone, struct error *err) MUST_CHECK;

/*
 * Gives up what the journal of that name in dir could not undo: says each change and removes the
 * journal. -EINVAL for a name that is none, -EBUSY for one in use, -EMEDIUMTYPE for what is no
 * journal.
 */
int journal_forget(const char *dir, const char *name, void (*say)(void *context, const char *line),
	void *context, struct error *err) MUST_CHECK;
