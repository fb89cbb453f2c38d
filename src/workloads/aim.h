// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

#include <limits.h>
#include <signal.h>

/*
 * The disk tests that AIM Suite VII and Suite IX share, call for call.
 *
 * A test is a function; a suite calls it again and again, whole, and credits a number of operations
 * (the test's factor) for each call. The system calls of one call, their order, flags and sizes are
 * the originals'; docs/workloads/aim9.md has the table. Nothing is allocated in a call.
 *
 * Everything of one process is in its struct aim_state, as it was in static variables there: the
 * generator goes on from call to call and from test to test, and so does the one buffer.
 */

enum {
	AIM_BLOCK = 1024,     /* bytes of every read and write */
	AIM_LEAST_BLOCKS = 2, /* the sync tests use half of a file */
	AIM_CREATIONS = 1000, /* of one call of creat-clo */
	AIM_LINKS = 8,        /* names of link_test: the smallest LINK_MAX that POSIX allows */
	AIM_LINK_ROUNDS = 9,
	AIM_LINK_PAIRS = AIM_LINK_ROUNDS * (AIM_LINKS - 1),
	AIM_SEARCH_SLOTS = 75, /* of disk_src, some of them empty */
	AIM_SEARCH_PASSES = 5, /* of its shuffle */
	AIM_ENTRIES = 10000,   /* readdir calls of dir_rtns_1 */
	AIM_RANDOM_MOST = 32767,
	AIM_PATH_ROOM = PATH_MAX,
	AIM_LIST_ROOM = 16384, /* fakeh/dirlist has less */
};

struct aim_settings {
	const char *path;   /* where the files are; "." for the current directory */
	const char *listed; /* the directory that dir_rtns_1 reads; the originals' is /bin */
	uint64_t blocks;    /* N, FILESIZE in KiB: at least AIM_LEAST_BLOCKS */
	uint32_t seed;      /* Suite IX: 1; Suite VII: the user's number */
	const volatile sig_atomic_t
		*stop; /* no longer 0: calls end early with -EINTR; NULL: never */
};

/* A path that starts with the settings' one; only what stands behind it changes. */
struct aim_path {
	char text[AIM_PATH_ROOM];
	size_t prefix;
	bool there; /* made by the call that goes on */
};

struct aim_state {
	struct aim_settings set;
	uint32_t random;  /* state of the generator: aim_random() */
	unsigned process; /* five digits of the process id */
	unsigned names;   /* counter of names, below 100000 */
	int fds[2];       /* what the call has open, or -1 */
	struct aim_path common, tree, file, links[AIM_LINKS];
	struct {
		char list[AIM_LIST_ROOM]; /* fakeh/dirlist, cut into names */
		char made[AIM_LIST_ROOM]; /* names to create, with the process's digits */
		const char *look[AIM_SEARCH_SLOTS],
			*make[AIM_SEARCH_SLOTS]; /* NULL: an empty slot */
		char home[AIM_PATH_ROOM];        /* the directory to come back to; "" when there */
	} search;
	_Alignas(16) unsigned char buffer[AIM_BLOCK]; /* zeros, then what was read last */
};

/* What one call is credited with. */
enum aim_rule {
	AIM_FIXED,      /* the factor itself */
	AIM_BLOCKS,     /* N */
	AIM_HALF_BLOCKS /* N div 2: names that begin with "sync" */
};

/* What has to be there before a test is called. */
enum aim_needs {
	AIM_NOTHING = 0,
	AIM_COMMON = 1, /* tmpa.common: aim_common_make() */
	AIM_TREE = 2,   /* fakeh: aim_tree_make() */
};

struct aim_test {
	const char *name; /* as a workfile has it: creat-clo */
	const char *unit; /* as the originals print it, without "/second" */
	const char *what; /* what one credited operation truly is */
	enum aim_rule rule;
	uint64_t factor; /* for AIM_FIXED */
	enum aim_needs needs;
	bool only_suite7; /* not in Suite IX's own list */
	int (*call)(struct aim_state *, struct error *);
};

/* In the order in which the suites register them, ended by { 0 }. */
extern const struct aim_test aim_tests[];

/* NULL where there is none of that name. Suite VII's re-implementations spell it creat_clo. */
const struct aim_test *aim_test_find(const char *name);
/* Operations credited for one call with files of so many blocks. */
uint64_t aim_factor(const struct aim_test *test, uint64_t blocks);

/* Makes nothing on disk. The paths stay the caller's. -ENAMETOOLONG, -ERANGE (blocks), with the
 * value and the limit. */
int aim_init(struct aim_state *s, const struct aim_settings *set, struct error *err) MUST_CHECK;
/*
 * One whole call of the test. -errno names the path and the call that failed; -EINTR where *stop
 * ended it. Whatever it returns, nothing of the call is open or left behind.
 */
int aim_call(struct aim_state *s, const struct aim_test *test, struct error *err) MUST_CHECK;

/*
 * The suites' generator: ANSI C's example, 15 bits, and so the same numbers everywhere. From state
 * 1: 16838, 5758, 10113, 17515 ...
 */
static inline unsigned aim_random(uint32_t *state)
{
	*state = *state * UINT32_C(1103515245) + 12345;
	return (*state >> 16) & AIM_RANDOM_MOST;
}

enum aim_fill {
	AIM_FILL_LETTER, /* Suite IX: every byte an 'a'; mode 0777 */
	AIM_FILL_NUMBER, /* Suite VII: byte i of a block is i mod 127; mode 0666 */
};

/* PATH/tmpa.common anew, of so many blocks; nothing is synced. A failed one is removed again. */
int aim_common_make(const char *path, uint64_t blocks, enum aim_fill fill,
	const volatile sig_atomic_t *stop, struct error *err) MUST_CHECK;
/* A missing file is no error. */
int aim_common_remove(const char *path, struct error *err) MUST_CHECK;

/* PATH/fakeh: 24 directories and 320 names, which disk_src searches and lists in fakeh/dirlist. */
enum {
	AIM_TREE_DIRECTORIES = 24,
	AIM_TREE_NAMES = 320,
	AIM_TREE_LINES = 382, /* of dirlist: */
	AIM_TREE_LOOKED = 57, /* names to stat */
	AIM_TREE_MADE = 43,   /* names to create */
};

/*
 * Makes the tree, all names links to one empty file, or as many files where `separate`. -EEXIST
 * where there is one already; -EOPNOTSUPP on a file system without hard links. A failed one is
 * removed again.
 */
int aim_tree_make(const char *path, bool separate, struct error *err) MUST_CHECK;
/* A missing tree is no error. */
int aim_tree_remove(const char *path, struct error *err) MUST_CHECK;
