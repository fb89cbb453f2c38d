// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/param.h"
#include "workloads/contest/load.h"

/* contest's frame: one load beside one timed job. */
struct contest_config {
	const char *loads;
	const char *job, *clean; /* commands; "" for the tree's own */
	int job_kind, job_size;  /* enum tree_target, enum tree_size */
	uint64_t jobs;           /* at once, of make; 0: four for each CPU */
	uint64_t mem, file_size; /* 0: the memory cap, or RAM */
	uint64_t settle;         /* nanoseconds between the load's start and the job's */
	const char *list_dir, *other_dir;
};

/* What one job beside one load gave. */
struct figures {
	uint64_t job_ns, user_ns, sys_ns; /* of the job */
	uint64_t load_ns, load_cpu_ns;    /* while it ran */
	uint64_t amount, whole;           /* units of the load's work; of one pass, 0: unknown */
};

struct frame {
	const struct contest_config *config;
	int dir;                    /* the run's */
	int (*asked_to_stop)(void); /* not 0: end with -ECANCELED; NULL: nobody asks */
	int tree;                   /* where the job runs */
	bool own_tree;              /* made here, with a Makefile */
	uint64_t jobs;
	struct load_work work;   /* of the load that is prepared */
	const struct load *load; /* NULL: none is */
	int load_parent;         /* the directory that the load's is in */
	char load_name[64];
	struct crew crew; /* the load's */
	pid_t janitor;    /* of the load's directory elsewhere; 0: none */
};

/* -EINVAL where the set asks for what the others do not give: io_other without other_dir. */
int contest_check(const struct contest_config *config, struct error *err) MUST_CHECK;
/* Bytes that a run needs in its directory, as far as can be said without knowing memory. */
uint64_t contest_space(const struct contest_config *config);

/*
 * Looks for memory, space and programs, and makes the source tree in dir. -ENOENT names a program
 * that is missing, -ENOSPC what needs how much where.
 */
int frame_open(struct frame *f, const struct contest_config *config, int dir, uint64_t seed,
	struct error *err) MUST_CHECK;
/* Everything that still runs or lies about because of it. */
void frame_close(struct frame *f);

/* Makes what the load needs in a directory of its own: before caches are dropped. */
int frame_prepare(struct frame *f, enum load_id id, struct error *err) MUST_CHECK;
/* Drops what prepare() has left in the page cache, as far as anybody may. */
int frame_forget(struct frame *f, struct error *err) MUST_CHECK;
/* Starts it, waits until it says that it is ready, and lets it run for config->settle. */
int frame_start(struct frame *f, struct error *err) MUST_CHECK;
/* Runs the job. Fails where the job does, and by name where the load did not last or did nothing.
 */
int frame_job(struct frame *f, struct figures *figures, struct error *err) MUST_CHECK;
/* Kills the load, removes what it made, and cleans the tree. */
int frame_end(struct frame *f, struct error *err) MUST_CHECK;

/* "make -s -j8 compile" or the command, for people; at most room - 1 bytes. */
void frame_job_text(const struct frame *f, char *text, size_t room);
/* Bytes of the file or the memory that the load works on; 0 for one without. */
uint64_t frame_load_size(const struct frame *f, enum load_id id);

/* A process that removes name in dir when the caller ends, however it ends; or -errno. */
pid_t janitor_start(int dir, const char *name, struct error *err) MUST_CHECK;
/* Has it done now; -EIO where something is left. */
int janitor_end(pid_t janitor, struct error *err) MUST_CHECK;
