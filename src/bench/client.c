// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/shared.h"
#include "core/auto.h"
#include "core/rng.h"
#include "io/file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

static void tell(const struct client_job *job, int ret, const struct error *error)
{
	struct message m = { .client = job->index, .ret = ret, .error = *error };

	if (write(job->report, &m, sizeof(m)) != sizeof(m)) /* less than PIPE_BUF: all or nothing */
		_exit(EXIT_FAILURE); /* the bench is gone, and nobody is left to hear why */
}

/* Client 0 has the run's own seed, so that a single client does what the classic tool does. */
static uint64_t client_seed(uint64_t seed, unsigned index)
{
	uint64_t state = seed + index;

	return index == 0 ? seed : splitmix64(&state);
}

/* From behind the gate at which begin() may be called to behind the next such gate. */
static int one_phase(const struct client_job *job, const struct phase *phase, struct client *c,
	uint32_t *gate, struct error *err)
{
	const struct bench_job *bench = job->bench;
	const struct role *roles = bench->workload->roles;
	struct tally *tally = shared_tally(job->shared, job->kinds, job->index);
	const bool takes_part = phase_takes(phase, c->config, c->index, c->count);

	tally_clear(tally, job->kinds);
	int ret = takes_part && phase->begin ? phase->begin(c, err) : 0;
	tell(job, ret, err);
	if (ret < 0)
		return ret;

	gate_wait(job->shared, ++*gate);
	if (takes_part) {
		bool ends_phase = !roles || roles[c->role].ends_phase;
		ret = engine_run(phase, c, ends_phase, bench->clock, job->shared, tally, job->kinds,
			err);
	}
	if (takes_part && ret == 0 && phase->end)
		ret = phase->end(c, err);
	tell(job, ret, err);
	if (ret == 0)
		gate_wait(job->shared, ++*gate);
	return ret;
}

static int whole_run(const struct client_job *job, struct client *c, struct error *err)
{
	const struct workload *w = job->bench->workload;
	uint32_t gate = 1;
	int ret = 0;

	gate_wait(job->shared, gate);
	for (uint64_t loop = 0; ret == 0 && loop < job->bench->shape.loops; loop++) {
		for (const struct phase *p = w->phases; ret == 0 && p->name; p++) {
			if (!phase_applies(p, c->config))
				continue;
			do
				ret = one_phase(job, p, c, &gate, err);
			while (ret == 0 && atomic_load(&job->shared->again));
		}
	}
	if (ret < 0)
		return ret;
	ret = w->verify ? w->verify(c, err) : 0;
	tell(job, ret, err);
	return ret;
}

static int join_and_prepare(const struct client_job *job, struct client *c, struct error *err)
{
	const struct bench_job *bench = job->bench;
	int ret = 0;

	if (bench->cgroup_procs && *bench->cgroup_procs)
		ret = io_write_small(bench->cgroup_procs, "0", err);
	if (ret == 0 && bench->workload->prepare)
		ret = bench->workload->prepare(c, err);
	tell(job, ret, err);
	return ret;
}

void client_main(const struct client_job *job)
{
	const struct bench_job *bench = job->bench;
	const struct workload *w = bench->workload;
	const unsigned count = workload_clients(w, bench->config, &bench->shape);
	struct error err = { 0 };
	struct client c = {
		.config = bench->config,
		.shape = &bench->shape,
		.state = calloc(1, w->state_size ? w->state_size : 1),
		.dir = job->dir,
		.base = bench->dir,
		.flat = bench->flat,
		.common = job->common,
		.index = job->index,
		.count = count,
		.role = w->role_of ? w->role_of(bench->config, job->index, count) : 0,
		.seed = client_seed(bench->seed, job->index),
	};
	struct tally *tally = shared_tally(job->shared, job->kinds, job->index);
	int ret = -ENOMEM;

	c.counters = tally->counters;
	c.user_ns = &tally->user_ns;
	c.sys_ns = &tally->sys_ns;
	if (!c.state) {
		ret = fail(&err, ENOMEM, "no memory for a client's state of %zu bytes",
			w->state_size);
		tell(job, ret, &err);
		_exit(EXIT_FAILURE);
	}
	ret = join_and_prepare(job, &c, &err);
	if (ret == 0)
		ret = whole_run(job, &c, &err);
	if (w->finish)
		w->finish(&c);
	_exit(ret == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}
