// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/pattern.h"
#include "workloads/postmark_pool.h"

#include <limits.h>

/* The files of a struct postmark_pool on a file system: LOCATION/sSUBDIRECTORY/NUMBER. */

/* What is on the device before an operation is over. PostMark itself syncs nothing. */
enum postmark_sync {
	POSTMARK_SYNC_NONE,
	POSTMARK_SYNC_FILE,      /* what was created or appended to */
	POSTMARK_SYNC_DIRECTORY, /* that, and the directory after a create or a delete */
};

struct postmark_files_config {
	int dir; /* what paths are relative to; AT_FDCWD for the current directory */
	const char *const *locations;
	uint32_t location_count; /* 0: the files are in dir itself, and paths have no location */
	uint32_t subdirectories; /* of each location; below 2: none */
	bool buffering;          /* the calls of stdio with its 4096 bytes; else block by block */
	uint32_t read_block, write_block; /* bytes */
	uint32_t high;                    /* the most bytes of a file */
	enum postmark_sync sync;
	bool incompressible; /* what is written is random and nowhere the same; else the text */
	uint64_t seed;       /* of that */
};

struct postmark_files {
	struct postmark_files_config config;
	bool *alias; /* of each location: it is the same directory as an earlier one */
	uint32_t subdirectories_made; /* in all locations */
	char *buffer;                 /* read into */
	struct pattern pattern;       /* for incompressible data */
	uint64_t chunks;              /* of it that were written */
	char path[PATH_MAX];
	size_t prefix; /* of path: location and subdirectory, with a slash at their end */
	uint32_t location, subdirectory; /* which ones */
};

/* -ENOMEM; -ENAMETOOLONG where the path of a file could become longer than PATH_MAX. */
int postmark_files_init(struct postmark_files *f, const struct postmark_files_config *config,
	struct error *err) MUST_CHECK;
/* Also of one that is all zeros. */
void postmark_files_release(struct postmark_files *f);

/*
 * That each location is a directory that can be written to, and that none of the files 1 to last
 * and no subdirectory is there already: the run would take them for its own and delete them.
 * -errno.
 */
int postmark_files_check(struct postmark_files *f, uint32_t last, struct error *err) MUST_CHECK;

/* Makes s0, s1 ... in each location; nothing to do for less than two. */
int postmark_files_make_directories(struct postmark_files *f, struct error *err) MUST_CHECK;
/* Removes those that were made. The first failure is told, the others are tried all the same. */
int postmark_files_remove_directories(struct postmark_files *f, struct error *err) MUST_CHECK;

/*
 * Does one operation whole. -errno with the path, what failed and the number. Nothing is
 * allocated. text: the pool's.
 */
int postmark_files_do(struct postmark_files *f, const char *text, const struct postmark_op *op,
	struct error *err) MUST_CHECK;

/*
 * That there are as many files as the pool says, and of the sizes that it says: all sizes of
 * up to POSTMARK_MOST_SIZES files, of more so many, evenly spread. -EIO with both numbers.
 */
enum { POSTMARK_MOST_SIZES = 10000 };
int postmark_files_verify(struct postmark_files *f, const struct postmark_pool *p,
	struct error *err) MUST_CHECK;

/*
 * Deletes whatever the pool says is there, and the file of the operation that failed, untimed. A
 * missing file is no error. The first failure is told with the number of files that are left; the
 * others are tried all the same.
 */
int postmark_files_remove(struct postmark_files *f, const struct postmark_pool *p,
	const struct postmark_op *failed, struct error *err) MUST_CHECK;

/* For the files above: the path of a file, of a subdirectory (or the location itself, "." for the
 * directory that paths are relative to); valid until the next call. */
const char *postmark_files_path(struct postmark_files *f, const struct postmark_op *op);
const char *postmark_files_directory(struct postmark_files *f, uint32_t location,
	uint32_t subdirectory);
int postmark_files_open_location(const struct postmark_files *f, uint32_t location);
uint32_t postmark_files_locations(const struct postmark_files *f);
uint32_t postmark_files_subdirectories(const struct postmark_files *f);
/* How many of the files 1 to last are in the directories; *found is the path of one of them. */
int postmark_files_count(struct postmark_files *f, uint32_t last, uint64_t *count,
	struct error *err) MUST_CHECK;
/* "WHAT 'PATH': why (errno N)", the end of a long path only. code is an errno. */
int postmark_files_fail(struct error *err, int code, const char *what, const char *path,
	const char *why) MUST_CHECK;
