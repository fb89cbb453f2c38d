// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "model/histogram.h"
#include "workloads/workload.h"

#include <stdatomic.h>

/*
 * The measured loop: one operation after the other, one reading of the clock between two. The
 * bench owns it and calls it; it stands here so that a workload can have its step compiled
 * into it (STEP_LOOP), which spares an indirect call that the processor cannot predict right
 * after a system call: about 5 ns of an operation.
 *
 * For the same reason operations are not counted one by one: right after a system call the pipeline
 * is empty and counting costs several times as much as in one go. The loop only notes what was done
 * and when, and counts every BATCH operations. Counting is in no operation's latency, since the
 * clock is read anew after it; it is in the phase's time, as it must be.
 */
enum { STEP_BATCH = 128 };

struct step_note {
	uint64_t end; /* ticks; and the next operation began */
	struct operation op;
};

struct step_loop {
	const struct clock *clock;
	uint64_t deadline;        /* ticks */
	const _Atomic bool *stop; /* looked at after each operation; NULL: nothing stops it */
	uint64_t last;            /* the clock's last reading: set before, and when the loop ends */
	uint64_t pass_start;      /* when the running pass began; 0: before the clock started */
	struct histogram *latency; /* of each kind of operation */
	uint64_t *bytes;           /* of each kind */
	struct step_note notes[STEP_BATCH];
};

static inline void step_loop_count(struct step_loop *l, unsigned n, uint64_t start)
{
	const struct clock clock = *l->clock;

	for (unsigned i = 0; i < n;) { /* a row of one kind, summed in registers */
		const unsigned kind = l->notes[i].op.kind, first = i;
		struct histogram *h = &l->latency[kind];
		uint64_t sum = 0, bytes = 0, least = UINT64_MAX, greatest = 0;
		for (; i < n && l->notes[i].op.kind == kind; i++) {
			uint64_t ns = clock_ns(&clock, l->notes[i].end - start);
			start = l->notes[i].end;
			histogram_add_bucket(h, ns);
			sum += ns;
			bytes += l->notes[i].op.bytes;
			least = ns < least ? ns : least;
			greatest = ns > greatest ? ns : greatest;
		}
		histogram_add_totals(h, i - first, sum, least, greatest);
		l->bytes[kind] += bytes;
	}
}

/* The end of a pass, which has a time if its start was seen. */
static inline void step_loop_pass(struct step_loop *l, unsigned kind, uint64_t now)
{
	if (l->pass_start != 0)
		histogram_add(&l->latency[kind], clock_ns(l->clock, now - l->pass_start));
	l->pass_start = now;
}

/* Until the step returns STEP_DONE or an error (which is returned), or its time is over (STEP_GO).
 */
static inline __attribute__((always_inline)) int step_loop_run(struct step_loop *l,
	struct client *c, int (*step)(struct client *, struct operation *, struct error *),
	struct error *err)
{
	const struct clock clock = *l->clock;
	const uint64_t deadline = l->deadline;
	const _Atomic bool *stop = l->stop;
	uint64_t start = l->last, now;
	unsigned n = 0;
	int ret;

	for (;;) {
		/* Filled in where it stays: a copy of what was just written in parts would stall.
		 */
		struct step_note *note = &l->notes[n];
		note->op = (struct operation){ 0 };
		ret = step(c, &note->op, err);
		now = clock_ticks(&clock);
		if (__builtin_expect(ret != STEP_GO, 0)) {
			if (ret != STEP_PASS)
				break;
			step_loop_pass(l, note->op.kind, now);
			if (now >= deadline)
				break;
			continue;
		}
		note->end = now;
		n++;
		if (__builtin_expect(now >= deadline || (stop && atomic_load_explicit(stop,
									 memory_order_relaxed)),
			    0))
			break;
		if (__builtin_expect(n == STEP_BATCH, 0)) {
			step_loop_count(l, n, start);
			n = 0;
			start = clock_ticks(&clock);
		}
	}
	step_loop_count(l, n, start);
	l->last = now;
	return ret;
}

/* Defines STEP_loop for a phase's .loop: the loop with this step compiled in. */
#define STEP_LOOP(step) \
	__attribute__((flatten)) static int step##_loop(struct step_loop *loop, struct client *c, \
		struct error *err) \
	{ \
		return step_loop_run(loop, c, step, err); \
	}
