// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rng.h"
#include "io/pattern.h"
#include "workloads/dbench_load.h"

#include <stdatomic.h>

/*
 * Replays a load as one client: each operation becomes the system calls that a file server would
 * make for it, those of dbench 4.0's fileio. What differs between the generations of dbench is
 * chosen by compat; strict, the default, makes the calls of 4.0 and believes nothing: a call that
 * fails, succeeds or is short where the load says otherwise ends the replay.
 */
enum dbench_compat { DBENCH_STRICT, DBENCH_2, DBENCH_3, DBENCH_4, DBENCH_COMPATS };
/* How a name is looked up as a server that ignores case does it; DEFAULT: as the generation did. */
enum dbench_resolve {
	DBENCH_RESOLVE_DEFAULT,
	DBENCH_RESOLVE_OFF,
	DBENCH_RESOLVE_STAT,
	DBENCH_RESOLVE_SCAN,
};

extern const char *const dbench_compat_names[];  /* ended by NULL */
extern const char *const dbench_resolve_names[]; /* ended by NULL */

struct dbench_options {
	enum dbench_compat compat;
	enum dbench_resolve resolve;
	bool sync_open, sync_dirs, fsync_writes; /* -s -S -F */
	bool xattr, stat_check, one_byte_write_fix, fake_io, incompressible;
	uint64_t trunc_io; /* transfers are cut to so many bytes; 0: none */
	uint64_t rate;     /* bytes per second of this client; 0: as fast as it goes */
};

/* What all clients of a run share: where SETSP and WAITSP meet. */
struct dbench_points {
	_Atomic uint32_t
		reached[4096]; /* of each client: its point + 1; UINT32_MAX: it has ended */
};
enum { DBENCH_MOST_CLIENTS = 4096 };

struct dbench_handle {
	int fd_1; /* the descriptor + 1; 0: not open */
	uint32_t name;
	bool directory;
};

struct dbench_path {
	char *path, *parent; /* with -D in front of it, this client's */
	const char *leaf;
	bool wildcard;
};

struct dbench_loop {
	const struct dbench_op *first;
	uint64_t left;
};

/* One client. Its memory is what init allocates; a step allocates nothing (Deltree apart). */
struct dbench_replay {
	const struct dbench_load *load;
	const struct dbench_options *options;
	const struct dbench_generation *generation;
	enum dbench_resolve resolve;
	const char *dir;
	unsigned id, clients;
	struct dbench_points *points;
	/*
	 * What an operation is: the calls on the file system, unless whoever replays puts something
	 * else here. 0 or the bytes that were moved, -errno.
	 */
	int64_t (*call)(struct dbench_replay *r, const struct dbench_op *op);
	void *context; /* of call */
	/* Unexpected results that compat goes on after, as a line; NULL: only counted. */
	void (*say)(const char *line);

	const struct dbench_op *first, *at, *end, *last;
	uint64_t repeat_left;
	uint64_t wake_ns;         /* of the Sleep that goes on; 0: none does */
	struct dbench_op made[2]; /* a computed operation, and the one before */
	unsigned turn;
	struct dbench_loop loops[DBENCH_LOOPS];
	unsigned depth;
	struct dbench_handle *handles; /* by the load's own numbers */
	struct dbench_path *paths;     /* of load->names */
	char *path_room;
	struct dbench_path made_paths[2]; /* of names with $k */
	char *strings[DBENCH_STRINGS];
	char *buffer, *entries;
	char *written_room;
	const char *written; /* what WRITEPATTERN made; NULL: the pattern */
	bool paced;          /* rate or times make operations wait */
	struct pattern pattern;
	uint64_t writes;
	struct rng rng;

	uint64_t passes, mismatches, lines, bytes;
	uint64_t start_ns, pass_start_ns; /* for rate and times */
	uint64_t late_ns;                 /* of the operation last done, behind its time */
};

enum dbench_step {
	DBENCH_STEP_DONE,   /* an operation */
	DBENCH_STEP_WAITED, /* a piece (50 ms at most) of a pause that load or rate ask for */
	DBENCH_STEP_PASS,   /* the last operation of a pass was the one before */
};

/* load, options, dir and points must outlive it. say and call may be set afterwards. */
int dbench_replay_init(struct dbench_replay *r, const struct dbench_load *load,
	const struct dbench_options *options, const char *dir, unsigned id, unsigned clients,
	struct dbench_points *points, uint64_t seed, struct error *err) MUST_CHECK;
void dbench_replay_free(struct dbench_replay *r);

/*
 * The next operation: an enum dbench_step, or -errno with the line and the text of the operation.
 * *kind and *bytes are set for DBENCH_STEP_DONE.
 */
int dbench_replay_step(struct dbench_replay *r, unsigned *kind, uint64_t *bytes,
	struct error *err) MUST_CHECK;

/* The path of an operation's name, with -D in front and chance filled in. */
const struct dbench_path *dbench_path(const struct dbench_replay *r, const struct dbench_op *op,
	unsigned i);

/* Begins at the load's first line again, with nothing open. */
void dbench_replay_rewind(struct dbench_replay *r);

/* Closes what is open; wakes who waits for this client. */
void dbench_replay_end(struct dbench_replay *r);
