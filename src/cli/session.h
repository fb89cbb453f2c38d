// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "core/places.h"
#include "store/store.h"

#define DB_HELP "the results database; $XDG_DATA_HOME/bakeoff/bakeoff.db where there is none"

/*
 * What most commands need of the place they are started in: the database, the folders, who runs it,
 * and the right to measure on this machine, which only one has at a time.
 */
struct session {
	struct places places;
	const char *db, *exe;
	const char *directory; /* the current one; NULL before session_find_directory() */
	struct store *store;
	bool root;
	int measuring; /* the lock's descriptor while this process measures, else -1 */
	int machine;   /* likewise the machine's, which only root takes */
};

/* db: the path given by --db, or "". Opens no database. */
int session_start(struct session *session, struct arena *arena, const char *db,
	struct error *err) MUST_CHECK;
/* For commands whose paths start there: the others need none, and do where it was removed. */
int session_find_directory(struct session *session, struct arena *arena,
	struct error *err) MUST_CHECK;
/* Opens the database, which is made where there is none; experiments that say "running" and whose
 * controller is dead become interrupted. */
int session_open_store(struct session *session, struct error *err) MUST_CHECK;
/* The same for a command that only reads: -ENOENT where there is no database, and none is made. */
int session_open_results(struct session *session, struct error *err) MUST_CHECK;
/*
 * -EBUSY where another bakeoff is measuring: both would measure each other. Locks the file
 * `measuring` in the user's state folder and, for root, in /run/bakeoff, or in the folder that
 * BAKEOFF_RUN_DIR names: for tests, which run side by side.
 */
int session_measure(struct session *session, struct error *err) MUST_CHECK;
void session_end(struct session *session);

/* Progress and ^C for commands that measure: the counter that a handler raises. */
struct run_options;
void session_run_options(const struct session *session, struct run_options *options);
