// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/shared.h"
#include "core/auto.h"
#include "workloads/step_loop.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/resource.h>

/* One clock for the loop, read once between two operations. */
struct engine {
	const struct phase *phase;
	struct client *client;
	const struct clock *clock;
	struct shared *shared;
	struct tally *tally;
	struct in_flight *in_flight; /* NULL for one operation at a time */
	bool ends_phase;
};

static inline void count(struct tally *tally, const struct operation *op, uint64_t ns)
{
	histogram_add(&tally->latency[op->kind], ns);
	tally->bytes[op->kind] += op->bytes;
}

static inline bool is_over(const struct engine *e, uint64_t now, uint64_t deadline)
{
	if (now >= deadline)
		return true;
	return !e->ends_phase && atomic_load_explicit(&e->shared->stop, memory_order_relaxed);
}

/* One operation at a time, by the phase's step or its tail. */
static int one_by_one(const struct engine *e, bool tail, uint64_t deadline, uint64_t *last,
	uint64_t pass_start, struct error *err)
{
	const struct phase *phase = e->phase;
	struct step_loop loop = {
		.clock = e->clock,
		.deadline = deadline,
		.stop = e->ends_phase || tail ? NULL : &e->shared->stop,
		.last = *last,
		.pass_start = pass_start,
		.latency = e->tally->latency,
		.bytes = e->tally->bytes,
	};
	int ret = tail          ? step_loop_run(&loop, e->client, phase->tail, err)
		  : phase->loop ? phase->loop(&loop, e->client, err)
				: step_loop_run(&loop, e->client, phase->step, err);

	*last = loop.last;
	return ret;
}

enum { DEEPEST = 1024 };

struct in_flight {
	uint64_t started[DEEPEST];
	struct operation op[DEEPEST];
	unsigned free[DEEPEST];
};

/* Up to iodepth operations in flight; what is in flight when the time is over is waited for and
 * counted. */
static int queued(const struct engine *e, uint64_t deadline, uint64_t *last, struct error *err)
{
	struct in_flight *q = e->in_flight;
	unsigned depth = (unsigned)e->client->shape->iodepth, free_slots = depth, slot;
	bool more = true;

	for (unsigned i = 0; i < depth; i++)
		q->free[i] = depth - 1 - i;
	for (;;) {
		while (more && free_slots > 0) {
			slot = q->free[free_slots - 1];
			q->op[slot] = (struct operation){ 0 };
			q->started[slot] = clock_ticks(e->clock);
			int ret = e->phase->submit(e->client, slot, &q->op[slot], err);
			if (ret < 0)
				return ret;
			if (ret == STEP_DONE)
				more = false;
			else
				free_slots--;
		}
		if (free_slots == depth)
			return STEP_DONE;
		int ret = e->phase->reap(e->client, &slot, err);
		if (ret < 0)
			return ret;
		*last = clock_ticks(e->clock);
		count(e->tally, &q->op[slot], clock_ns(e->clock, *last - q->started[slot]));
		q->free[free_slots++] = slot;
		if (is_over(e, *last, deadline))
			more = false;
	}
}

/* The same work with its clock not yet started: what it counts is thrown away. */
static int ramp(const struct engine *e, uint64_t ticks, struct error *err)
{
	uint64_t last = clock_ticks(e->clock);
	uint64_t deadline = last + ticks;
	int ret = e->client->shape->iodepth > 1 ? queued(e, deadline, &last, err)
						: one_by_one(e, false, deadline, &last, last, err);

	if (ret == STEP_DONE && last < deadline)
		return fail(err, EINVAL,
			"ramp_time: all work was done before it was over: ask for more work or "
			"less ramp_time");
	return ret < 0 ? ret : 0;
}

static uint64_t timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_usec * NS_PER_US;
}

int engine_run(const struct phase *phase, struct client *client, bool ends_phase,
	const struct clock *clock, struct shared *shared, struct tally *tally, unsigned kinds,
	struct error *err)
{
	const struct run_shape *shape = client->shape;
	AUTO_FREE struct in_flight *q = shape->iodepth > 1 ? calloc(1, sizeof(*q)) : NULL;
	const struct engine e = { phase, client, clock, shared, tally, q, ends_phase };
	struct rusage before, after;
	int ret = 0;

	if (shape->iodepth > 1 && !q)
		return fail(err, ENOMEM, "no memory for %" PRIu64 " operations in flight",
			shape->iodepth);
	if (shape->ramp_time > 0) {
		ret = ramp(&e, clock_ticks_of_ns(clock, shape->ramp_time), err);
		if (ret < 0)
			return ret;
		tally_clear(tally, kinds);
	}
	(void)getrusage(RUSAGE_SELF, &before); /* cannot fail with these arguments */
	uint64_t last = clock_ticks(clock);
	uint64_t deadline = UINT64_MAX;
	if (shape->runtime > 0 && ends_phase)
		deadline = last + clock_ticks_of_ns(clock, shape->runtime);
	tally->start_ticks = last;

	ret = shape->iodepth > 1 ? queued(&e, deadline, &last, err)
				 : one_by_one(&e, false, deadline, &last,
					   shape->ramp_time > 0 ? 0 : last, err);
	if (ret >= 0 && phase->tail)
		ret = one_by_one(&e, true, UINT64_MAX, &last, 0, err);
	tally->stop_ticks = last;
	(void)getrusage(RUSAGE_SELF, &after);
	tally->user_ns = timeval_ns(after.ru_utime) - timeval_ns(before.ru_utime);
	tally->sys_ns = timeval_ns(after.ru_stime) - timeval_ns(before.ru_stime);
	if (ends_phase && atomic_fetch_sub(&shared->ending_left, 1) == 1)
		atomic_store(&shared->stop, true);
	return ret < 0 ? ret : 0;
}
