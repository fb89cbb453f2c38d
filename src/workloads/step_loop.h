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
	const _Atomic bool *stop; /* looked at after each operation */
	uint64_t last;            /* the clock's last reading: set before, and when the loop ends */
	struct histogram *latency; /* of each kind of operation */
	uint64_t *bytes;           /* of each kind */
	struct step_note notes[STEP_BATCH];
};

static inline void step_loop_count(struct step_loop *l, unsigned n, uint64_t start)
{
	for (unsigned i = 0; i < n; i++) {
		const struct step_note *note = &l->notes[i];
		histogram_add(&l->latency[note->op.kind], clock_ns(l->clock, note->end - start));
		l->bytes[note->op.kind] += note->op.bytes;
		start = note->end;
	}
}

/* Until the step returns STEP_DONE or an error (which is returned), or its time is over (STEP_GO).
 */
static inline __attribute__((always_inline)) int step_loop_run(struct step_loop *l,
	struct client *c, int (*step)(struct client *, struct operation *, struct error *),
	struct error *err)
{
	const struct clock clock = *l->clock;
	const uint64_t deadline = l->deadline;
	uint64_t start = l->last, now;
	unsigned n = 0;
	int ret;

	for (;;) {
		struct operation op = { 0 };
		ret = step(c, &op, err);
		now = clock_ticks(&clock);
		if (__builtin_expect(ret != STEP_GO, 0))
			break;
		l->notes[n].op = op;
		l->notes[n++].end = now;
		if (__builtin_expect(now >= deadline ||
					     atomic_load_explicit(l->stop, memory_order_relaxed),
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
	static int step##_loop(struct step_loop *loop, struct client *c, struct error *err) \
	{ \
		return step_loop_run(loop, c, step, err); \
	}
