// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/param.h"
#include "model/metric.h"
#include "model/shape.h"

struct leavings;
struct setting;
struct step_loop;
struct text;

/* What a step has done: the bench counts and times it. */
struct operation {
	unsigned kind;  /* an index into the workload's operations[] */
	uint64_t bytes; /* moved for the application; 0 for what moves none */
};

/* One client process of a run, as its workload sees it. The bench owns everything in it. */
struct client {
	const void *config; /* the workload's own struct, filled from its params */
	const struct run_shape *shape;
	void *state;  /* state_size bytes, zeroed before prepare */
	int dir;      /* this client's own empty directory, on the system under test */
	int base;     /* the run's directory, in which each client has its own: client_path() */
	bool flat;    /* all clients work in the run's directory itself */
	void *common; /* common_size() bytes that all clients of the run share, zeroed; or NULL */
	uint64_t *counters; /* MAX_COUNTERS numbers of this phase, which the workload counts itself:
			       0 at its start, added up over clients and loops, for METRIC_COUNT */
	/* CPU time of the phase so far, the client's own: end() adds that of the programs that it
	   has started. */
	uint64_t *user_ns, *sys_ns;
	unsigned index; /* of this client, from 0 */
	unsigned count; /* of clients in the run */
	unsigned role;  /* an index into the workload's roles[]; 0 where it has none */
	uint64_t seed;  /* of this client, derived from the run's: the only source of chance */
};

/* What step, submit and tail return besides -errno. */
enum {
	STEP_GO = 0,   /* one operation was done (or submitted); there are more */
	STEP_DONE = 1, /* there was nothing left to do: *op is not counted */
	/* step only: no operation, but the end of a pass over the work. Counted as one of op->kind,
	   with the time since the pass before; of a pass that began in the ramp time nothing is. */
	STEP_PASS = 2,
};

enum phase_before {
	PHASE_AS_IS,
	PHASE_COLD, /* what was written is on the device and caches are dropped, where root allows
		       it */
};

/*
 * A timed part of a workload. The clock of a client starts before its first
 * step and stops after its last tail.
 *
 * step() does one operation and fills in its kind and bytes; the bench reads the
 * clock once between operations. submit() and reap() stand for it where more
 * than one operation is in flight: submit() starts one in a free slot (0 to
 * iodepth - 1), reap() waits until at least one is finished and returns its slot.
 * tail() steps through what belongs into the time after the work was done or
 * its time was over: an fsync.
 *
 * A step that fails ends the run as failed; it is never retried, never counted.
 */
struct phase {
	const char *name;
	const char *help;
	enum phase_before before;
	bool (*cold)(const void *config); /* PHASE_COLD or not by the configuration; NULL: before */
	bool (*when)(
		const void *config); /* whether this configuration has the phase; NULL: always */
	/* Whether that client works in this phase; the others wait, untimed. NULL: all do. */
	bool (*takes_part)(const void *config, unsigned index, unsigned count);
	int (*begin)(struct client *c, struct error *err); /* before the clock; may be NULL */
	int (*step)(struct client *c, struct operation *op, struct error *err);
	/* The same step compiled into the measured loop (workloads/step_loop.h); may be NULL. */
	int (*loop)(struct step_loop *loop, struct client *c, struct error *err);
	int (*submit)(struct client *c, unsigned slot, struct operation *op, struct error *err);
	int (*reap)(struct client *c, unsigned *slot, struct error *err);
	int (*tail)(struct client *c, struct operation *op, struct error *err); /* may be NULL */
	int (*end)(struct client *c, struct error *err); /* after the clock; may be NULL */
};

/* What some of the clients do: contest's job ends a phase, its load keeps going until then. */
struct role {
	const char *name;
	bool ends_phase;
};

/*
 * A workload: what one operation is, and what to measure of it.
 *
 * The bench owns the processes, the clock, the pace, the warm-up and when to
 * stop; a workload has none of these. Calls for one client come from its own
 * process, in the order below. Only step, submit, reap and tail are inside the
 * measured time; they allocate, print and lock nothing.
 *
 * All but finish() return 0 or a negative errno with *err set. -EOPNOTSUPP
 * from prepare() or begin() means that this file system cannot do it: the run is
 * stored as unsupported, not as failed.
 */
struct workload {
	const char *name;    /* as typed; never changed once released */
	const char *summary; /* one line, no full stop */
	/* Whose behaviour it stands for, and the page under docs/workloads/ that lists what
	 * differs.
	 */
	const char *source;
	/* What to raise where a phase is too short to be timed ("raise LONGER or loops");
	 * NULL: loops alone. */
	const char *longer;
	const struct param *params; /* ended by { 0 } */
	/* Keys that all workloads share whose default is another one here; ended by { 0 }. NULL:
	   none. */
	const struct setting *shape;
	const struct metric *metrics;  /* ended by { 0 } */
	const char *const *operations; /* the kinds, ended by NULL; at most MAX_OPERATIONS */
	const struct phase *phases;    /* in their order, ended by { 0 } */
	const struct role *roles;      /* ended by { 0 }; NULL: one role that ends the phase */
	unsigned (*role_of)(const void *config, unsigned index, unsigned count); /* NULL: 0 */
	bool for_caches; /* its files are meant to fit into memory: that they do is no doubt */
	size_t config_size;
	size_t state_size;

	/* Of params and shape together; may be NULL. */
	int (*check)(const void *config, const struct run_shape *shape, struct error *err);
	/* How many client processes a run has; NULL: numjobs. */
	unsigned (*clients)(const void *config, const struct run_shape *shape);
	/* Bytes that the clients share; NULL: none. */
	size_t (*common_size)(const void *config, const struct run_shape *shape);
	/*
	 * Once, before the clients are forked: what is drawn or parsed once for all of them. The
	 * seed is the run's own. May be NULL.
	 */
	int (*set_up)(const void *config, const struct run_shape *shape, uint64_t seed,
		void *common, struct error *err);
	/*
	 * Nanoseconds that the timed part of a phase has to last: one that was shorter is done
	 * again from its begin() on, work and time added up, until it is. NULL or 0: once.
	 */
	uint64_t (*least_time)(const void *config);
	/* Bytes on the file system that one run needs, all clients; may be NULL. */
	uint64_t (*space)(const void *config, const struct run_shape *shape);
	int (*prepare)(struct client *c, struct error *err); /* once per client; may be NULL */
	int (*verify)(struct client *c, struct error *err);  /* was it really done? may be NULL */
	/*
	 * Once, in the process that has called set_up(), when the last client has ended, however it
	 * has: what it left is put in order, and handed over for the record. base is the run's
	 * directory. May be NULL.
	 */
	void (*tear_down)(const void *config, const struct run_shape *shape, int base, void *common,
		struct leavings *leavings);
	/* Which importer makes values of what the clients have printed; "": none. NULL: none. */
	const char *(*importer)(const void *config);
	/* Whether this machine has the programs that it needs, as far as can be told without
	 * running them: -ENOENT names the first that is missing. May be NULL. */
	int (*look)(const void *config, struct error *err);
	/*
	 * What a reader of the phase's figures should know, as a constant text, or NULL. counters
	 * are those of all clients and loops. May itself be NULL.
	 */
	const char *(
		*remark)(const struct phase *phase, const uint64_t *counters, unsigned clients);
	void (*finish)(struct client *c); /* also after a failed prepare; may be NULL */
	/*
	 * What `workloads NAME` says at its end, in lines of at most 80 columns: paragraphs, and
	 * words further in. Both are filled anew where they are in the manual. May be NULL.
	 */
	void (*more_help)(struct text *out);
};

/* What clients leave for the record besides figures. In the arena. */
struct leavings {
	struct arena *arena;
	struct output_record *outputs;
	size_t output_count;
	const char *warning; /* NULL: none */
};

enum { MAX_OPERATIONS = 24, MAX_PHASES = 16, MAX_COUNTERS = 16 };

enum { CLIENT_NAME_ROOM = 32 };

/* The name of a client's own directory in the run's. */
void client_name(unsigned index, char name[static CLIENT_NAME_ROOM]);
/*
 * Where another client's file is, from the run's directory (base): "client-0/data", and "data" in a
 * flat run. Text that does not fit into room is cut: PATH_MAX is always enough.
 */
void client_path(const struct client *c, unsigned index, const char *name, char *path, size_t room);

/* How many client processes a run of it has. */
static inline unsigned workload_clients(const struct workload *w, const void *config,
	const struct run_shape *shape)
{
	return w->clients ? w->clients(config, shape) : (unsigned)shape->numjobs;
}

/* Whether this configuration has the phase. */
static inline bool phase_applies(const struct phase *phase, const void *config)
{
	return !phase->when || phase->when(config);
}

/* Whether caches are dropped before it. */
static inline bool phase_is_cold(const struct phase *phase, const void *config)
{
	return phase->cold ? phase->cold(config) : phase->before == PHASE_COLD;
}

/* Whether that client of the run works in the phase. */
static inline bool phase_takes(const struct phase *phase, const void *config, unsigned index,
	unsigned count)
{
	return !phase->takes_part || phase->takes_part(config, index, count);
}
