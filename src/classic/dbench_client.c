// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/dbench_shared.h"
#include "core/log.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* One client of this process. */
struct player {
	struct dbench_replay replay;
	struct dbench_tally *tally;
	uint64_t pass_start; /* 0: before the window */
	bool done;
};

/* Ten lines of whatever kind; then one of each. */
static void say(const char *line)
{
	static unsigned said, opens, reads;
	unsigned *kind = *line == '[' ? &opens : &reads;

	if (said++ >= 10 && (*kind)++ > 0)
		return;
	(void)fprintf(stderr, "%s\n", line); /* nobody is left to tell where this fails */
}

static inline void add(_Atomic uint64_t *number, uint64_t more)
{
	/* Nobody else writes it: no locked instruction is needed. */
	atomic_store_explicit(number, atomic_load_explicit(number, memory_order_relaxed) + more,
		memory_order_relaxed);
}

/* The window begins for this client: what it did before is forgotten. */
static void begin_window(struct player *p, uint64_t now)
{
	struct dbench_tally *t = p->tally;

	atomic_store(&t->bytes, 0);
	atomic_store(&t->written, 0);
	atomic_store(&t->read, 0);
	atomic_store(&t->lines, 0);
	t->max_ns = 0;
	t->mismatches = 0;
	t->pass_squares = 0;
	t->passes = (struct histogram){ 0 };
	for (unsigned k = 0; k < DBENCH_OPERATIONS; k++) {
		if (t->latency[k].count > 0) /* what was not touched takes no memory */
			memset(&t->latency[k], 0, sizeof(t->latency[k]));
	}
	t->first_ticks = now;
	p->pass_start = 0;
	p->replay.mismatches = 0;
	atomic_store(&t->measuring, true);
}

static void end_pass(const struct dbench_run *run, struct player *p, uint64_t now)
{
	if (p->pass_start != 0) {
		uint64_t ns = clock_ns(&run->clock, now - p->pass_start);
		double seconds = (double)ns / (double)NS_PER_S;
		histogram_add(&p->tally->passes, ns);
		p->tally->pass_squares += seconds * seconds;
	}
	p->pass_start = now;
	p->done = run->one_pass;
}

static inline void count(struct dbench_tally *t, unsigned kind, uint64_t bytes, uint64_t ns)
{
	add(&t->all_lines, 1);
	add(&t->lines, 1);
	if (bytes > 0) {
		add(&t->bytes, bytes);
		add(kind == DBENCH_WRITEX ? &t->written : &t->read, bytes);
	}
	histogram_add(&t->latency[kind], ns);
	if (ns > atomic_load_explicit(&t->worst_ns, memory_order_relaxed))
		atomic_store_explicit(&t->worst_ns, ns, memory_order_relaxed);
	if (ns > t->max_ns)
		t->max_ns = ns;
}

/* One step of one client. What ends behind the window is not counted. False: it has failed. */
static inline bool play(const struct dbench_run *run, struct player *p, uint64_t *last)
{
	unsigned kind = 0;
	uint64_t bytes = 0;
	int ret = dbench_replay_step(&p->replay, &kind, &bytes, &p->tally->error);
	uint64_t now = clock_ticks(&run->clock);
	uint64_t ns = clock_ns(&run->clock, now - *last);

	*last = now;
	if (__builtin_expect(ret == DBENCH_STEP_DONE, 1)) {
		if (now <= run->shared->until_ticks)
			count(p->tally, kind, bytes, ns + p->replay.late_ns);
		p->replay.late_ns = 0;
	} else if (ret == DBENCH_STEP_PASS) {
		end_pass(run, p, now);
	} else if (ret < 0) {
		return false;
	}
	atomic_store_explicit(&p->tally->last_ticks, now, memory_order_relaxed);
	return true;
}

/* Each client a step in turn, until the time is over, all have had their pass, or one fails. */
static bool play_all(const struct dbench_run *run, struct player *players, unsigned count)
{
	struct dbench_shared *s = run->shared;
	uint64_t last = clock_ticks(&run->clock);
	unsigned left = count;

	for (unsigned i = 0; i < count; i++) {
		players[i].pass_start = players[i].tally->first_ticks = last;
		players[i].tally->last_ticks = last;
		if (s->from_ticks <= last)
			atomic_store(&players[i].tally->measuring, true);
	}
	while (left > 0 && last < s->until_ticks &&
		!atomic_load_explicit(&s->stop, memory_order_relaxed)) {
		for (unsigned i = 0; i < count; i++) {
			struct player *p = &players[i];
			if (__builtin_expect(p->done, 0))
				continue;
			if (!play(run, p, &last))
				return false;
			if (__builtin_expect(p->done, 0)) {
				p->tally->stop_ticks = last;
				left--;
			}
			if (__builtin_expect(last >= s->from_ticks, 1) &&
				__builtin_expect(!atomic_load_explicit(&p->tally->measuring,
							 memory_order_relaxed),
					0))
				begin_window(p, last);
		}
	}
	return true;
}

static void wait_gate(struct dbench_shared *s)
{
	while (atomic_load(&s->gate) == 0)
		(void)syscall(SYS_futex, &s->gate, FUTEX_WAIT, 0, NULL, NULL, 0); /* looked at */
}

static int prepare(const struct dbench_run *run, struct player *p, unsigned process, unsigned id)
{
	const struct dbench_args *args = run->args;
	struct error *err = &p->tally->error;
	int ret = dbench_replay_init(&p->replay, &run->loads[process % run->load_count],
		&args->options, run->dir, id, run->clients, &run->shared->points, args->seed + id,
		err);

	p->replay.say = say;
	if (ret == 0 && *args->tbench)
		ret = tbench_connect(&p->replay, args, err);
	return ret;
}

/* As many files as a load may have open, where the limit is a soft one. */
static void raise_files(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &files); /* an open says where it is not enough */
	}
}

int dbench_process(const struct dbench_run *run, unsigned process)
{
	unsigned each = (unsigned)run->args->clients_per_process, first = process * each;
	struct player *players = calloc(each, sizeof(*players));
	bool good = players != NULL;

	raise_files();
	for (unsigned i = 0; good && i < each; i++) {
		players[i].tally = &run->shared->tallies[first + i];
		good = prepare(run, &players[i], process, first + i) == 0;
	}
	if (good) {
		atomic_fetch_add(&run->shared->ready, 1);
		(void)syscall(SYS_futex, &run->shared->ready, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
		wait_gate(run->shared);
		good = play_all(run, players, each);
	}
	for (unsigned i = 0; players && i < each; i++) {
		struct player *p = &players[i];
		if (!p->tally)
			continue;
		p->tally->mismatches = p->replay.mismatches;
		tbench_close(&p->replay);
		dbench_replay_free(&p->replay);
		atomic_store(&p->tally->finished, true);
	}
	free(players);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
