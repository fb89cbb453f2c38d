// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/bench.h"

#include "bench/shared.h"
#include "core/auto.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TICK_MS = 500 };

/* What all clients did in one phase, over all loops. */
struct sums {
	uint64_t started_ns, wall_ns, user_ns, sys_ns, loops, clients;
	uint64_t bytes[MAX_OPERATIONS];
	uint64_t counters[MAX_COUNTERS];
	struct histogram *latency;
};

struct bench {
	const struct bench_job *job;
	struct arena *arena;
	struct bench_result *result;
	struct shared *shared;
	size_t shared_bytes;
	void *common;
	size_t common_bytes;
	unsigned kinds, clients, started;
	pid_t *pids;
	bool *gone; /* exited and waited for */
	int report;
	uint32_t gate;
	uint64_t deadline_ns; /* monotonic; UINT64_MAX for none */
	struct sums sums[MAX_PHASES];
	const char *phase; /* the running one, for messages */
	uint64_t phase_started_ns;
	uint64_t tick_due_ns, sample_due_ns; /* monotonic; of samples UINT64_MAX for never */
};

static void warn(struct bench *b, const char *text)
{
	*ARENA_PUSH(b->arena, b->result->logs, b->result->log_count) = (struct log_record){
		.time_ns = clock_utc_ns(),
		.level = RECORD_WARNING,
		.text = text,
	};
}

static int describe_death(const struct bench *b, unsigned client, int status, struct error *err)
{
	if (WIFSIGNALED(status))
		return fail(err, EIO, "%s, client %u: killed by signal %d (%s)", b->phase, client,
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	return fail(err, EIO, "%s, client %u: ended with status %d and no reason", b->phase, client,
		WEXITSTATUS(status));
}

/*
 * Whether a client has died without a word. What it had said is read before this is asked.
 * flags: WNOHANG, or 0 where all are known to be ending.
 */
static int find_dead(struct bench *b, int flags, struct error *err)
{
	for (unsigned i = 0; i < b->started; i++) {
		int status;
		if (b->gone[i] || waitpid(b->pids[i], &status, flags) != b->pids[i])
			continue;
		b->gone[i] = true;
		return describe_death(b, i, status, err);
	}
	return 0;
}

static void show_progress(const struct bench *b)
{
	const struct bench_hooks *hooks = &b->job->hooks;
	const struct run_shape *shape = &b->job->shape;
	double share = -1;

	if (!hooks->progress)
		return;
	if (shape->runtime > 0 && b->phase_started_ns > 0) {
		share = (double)(clock_monotonic_ns() - b->phase_started_ns) /
			(double)(shape->ramp_time + shape->runtime);
		share = share > 1 ? 1 : share;
	}
	hooks->progress(hooks->context, b->phase, share);
}

/* Until the next tick or sample, in whole milliseconds, rounded up. */
static int poll_ms(const struct bench *b)
{
	uint64_t now = clock_monotonic_ns(), due = min_u64(b->tick_due_ns, b->sample_due_ns);

	return due <= now ? 0 : (int)((due - now + NS_PER_MS - 1) / NS_PER_MS);
}

/* What is due by the clock: a sample, and a look at clients and progress about twice a second. */
static int look_at_clock(struct bench *b, struct error *err)
{
	const struct bench_hooks *hooks = &b->job->hooks;
	uint64_t now = clock_monotonic_ns();

	if (now >= b->sample_due_ns) {
		b->sample_due_ns = hooks->sample(hooks->context);
		return 0; /* a client may have said something meanwhile: that is read first */
	}
	if (now < b->tick_due_ns)
		return 0;
	b->tick_due_ns = now + TICK_MS * NS_PER_MS;
	show_progress(b);
	return find_dead(b, WNOHANG, err);
}

/* One message, or 0 messages after a tick: 1, 0 or -errno. */
static int next_message(struct bench *b, struct message *m, struct error *err)
{
	const struct bench_hooks *hooks = &b->job->hooks;
	struct pollfd fds[] = {
		{ .fd = b->report, .events = POLLIN },
		{ .fd = hooks->control ? hooks->control_fd : -1, .events = POLLIN },
	};

	int n = poll(fds, COUNT_OF(fds), poll_ms(b));
	if (n < 0 && errno != EINTR)
		return fail_errno(err, "wait for clients");
	if (n > 0 && fds[1].revents && hooks->control) {
		int ret = hooks->control(hooks->context, err);
		if (ret < 0)
			return ret;
	}
	if (n > 0 && fds[0].revents) {
		ssize_t got = read(b->report, m, sizeof(*m));
		if (got == (ssize_t)sizeof(*m))
			return 1;
		if (got != 0)
			return fail(err, EIO, "%s: a client sent half a message", b->phase);
		int ret = find_dead(b, 0, err); /* all have closed their ends */
		return ret < 0 ? ret : fail(err, EIO, "%s: all clients have ended early", b->phase);
	}
	if (clock_monotonic_ns() >= b->deadline_ns)
		return fail(err, ETIMEDOUT, "%s: not done within the run's %" PRIu64 " s", b->phase,
			b->job->timeout / NS_PER_S);
	return look_at_clock(b, err);
}

/* Until every client has said that it is at the next gate; the first one's failure ends it. */
static int await_all(struct bench *b, struct error *err)
{
	for (unsigned arrived = 0; arrived < b->clients;) {
		struct message m = { 0 };
		int ret = next_message(b, &m, err);
		if (ret < 0)
			return ret;
		if (ret == 0)
			continue;
		if (m.ret < 0) {
			*err = m.error;
			if (b->clients == 1)
				return fail_in(err, m.ret, "%s", b->phase);
			return fail_in(err, m.ret, "%s, client %" PRIu32, b->phase, m.client);
		}
		arrived++;
	}
	return 0;
}

static bool ends_phase(const struct bench *b, unsigned client)
{
	const struct workload *w = b->job->workload;
	unsigned role = w->role_of ? w->role_of(b->job->config, client, b->clients) : 0;

	return !w->roles || w->roles[role].ends_phase;
}

static bool takes_part(const struct bench *b, const struct phase *phase, unsigned client)
{
	return phase_takes(phase, b->job->config, client, b->clients);
}

static unsigned count_ending(const struct bench *b, const struct phase *phase)
{
	unsigned ending = 0;

	for (unsigned i = 0; i < b->clients; i++)
		ending += takes_part(b, phase, i) && ends_phase(b, i);
	return ending;
}

/* The readings of the phase's own clock and of CLOCK_MONOTONIC must tell the same time. */
static void compare_clocks(struct bench *b, uint64_t ticks, uint64_t monotonic_ns)
{
	double own = (double)clock_ns(b->job->clock, ticks), other = (double)monotonic_ns;
	double apart = own > other ? own - other : other - own;

	if (apart > 1e6 + other / 1000)
		warn(b, arena_printf(b->arena,
				"%s: the TSC says %.6f s and CLOCK_MONOTONIC %.6f s: this "
				"machine's TSC is no clock",
				b->phase, own / 1e9, other / 1e9));
}

/* From the first start to the last end, over the clients whose role ends the phase. */
static void add_tallies(struct bench *b, const struct phase *phase, struct sums *s)
{
	uint64_t first = UINT64_MAX, last = 0;

	for (unsigned i = 0; i < b->clients; i++) {
		const struct tally *t = shared_tally(b->shared, b->kinds, i);
		if (!takes_part(b, phase, i))
			continue;
		s->clients += s->loops == 0;
		if (ends_phase(b, i)) {
			first = min_u64(first, t->start_ticks);
			last = max_u64(last, t->stop_ticks);
		}
		s->user_ns += t->user_ns;
		s->sys_ns += t->sys_ns;
		for (unsigned k = 0; k < MAX_COUNTERS; k++)
			s->counters[k] += t->counters[k];
		for (unsigned k = 0; k < b->kinds; k++) {
			s->bytes[k] += t->bytes[k];
			histogram_merge(&s->latency[k], &t->latency[k]);
		}
	}
	s->wall_ns += clock_ns(b->job->clock, last - first);
	s->loops++;
}

static int run_phase(struct bench *b, const struct phase *phase, struct sums *s, struct error *err)
{
	const struct bench_hooks *hooks = &b->job->hooks;
	int ret = 0;

	b->phase = phase->name;
	b->phase_started_ns = 0;
	if (hooks->cold && phase_is_cold(phase, b->job->config))
		ret = hooks->cold(hooks->context, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", phase->name);
	gate_open(b->shared, ++b->gate);
	ret = await_all(b, err);
	if (ret < 0)
		return ret;

	atomic_store(&b->shared->stop, false);
	atomic_store(&b->shared->ending_left, count_ending(b, phase));
	if (hooks->phase_begins)
		b->sample_due_ns =
			hooks->phase_begins(hooks->context, phase->name, b->pids, b->started);
	b->phase_started_ns = clock_monotonic_ns();
	if (s->loops == 0)
		s->started_ns = clock_utc_ns();
	uint64_t ticks = clock_ticks(b->job->clock);
	gate_open(b->shared, ++b->gate);
	ret = await_all(b, err);
	b->sample_due_ns = UINT64_MAX;
	if (ret < 0)
		return ret;
	if (hooks->phase_ends)
		hooks->phase_ends(hooks->context);
	compare_clocks(b, clock_ticks(b->job->clock) - ticks,
		clock_monotonic_ns() - b->phase_started_ns);
	add_tallies(b, phase, s);
	return 0;
}

static int finish_phase(struct bench *b, const struct phase *phase, const struct sums *s,
	struct error *err)
{
	const char *const *names = b->job->workload->operations;
	struct phase_record *p = ARENA_PUSH(b->arena, b->result->phases, b->result->phase_count);
	unsigned used = 0;

	*p = (struct phase_record){
		.name = phase->name,
		.started_ns = s->started_ns,
		.wall_ns = s->wall_ns,
		.user_ns = s->user_ns,
		.sys_ns = s->sys_ns,
		.clients = s->clients,
		.kinds = NEW(b->arena, struct kind_record, b->kinds),
		.kind_count = b->kinds,
	};
	for (unsigned k = 0; k < b->kinds; k++) {
		p->kinds[k] = (struct kind_record){ .name = names[k],
			.operations = s->latency[k].count,
			.bytes = s->bytes[k] };
		p->operations += s->latency[k].count;
		p->bytes += s->bytes[k];
	}
	values_make(b->job, p, s->latency, s->counters, b->arena, b->result);
	for (unsigned k = 0; k < b->kinds; k++) {
		struct kind_record kind = p->kinds[k];
		unsigned char *blob;
		if (kind.operations == 0)
			continue;
		int ret = histogram_encode(&s->latency[k], &blob, &kind.histogram_size, err);
		if (ret < 0)
			return ret;
		kind.histogram = arena_copy(b->arena, blob, kind.histogram_size);
		free(blob);
		p->kinds[used++] = kind;
	}
	p->kind_count = used;
	const struct workload *w = b->job->workload;
	const char *remark = w->remark ? w->remark(phase, s->counters, b->clients) : NULL;
	if (remark)
		warn(b, remark);
	if (b->job->hooks.phase_done)
		b->job->hooks.phase_done(b->job->hooks.context, p);
	return 0;
}

/* Once, and again while it was too short to be timed. A phase that takes no time at all never ends
 * that way, and is done once. */
static int run_long_enough(struct bench *b, const struct phase *phase, struct sums *s,
	struct error *err)
{
	const struct workload *w = b->job->workload;
	const uint64_t least = w->least_time ? w->least_time(b->job->config) : 0;
	uint64_t before;
	int ret;

	atomic_store(&b->shared->again, false);
	do {
		before = s->wall_ns;
		ret = run_phase(b, phase, s, err);
		atomic_store(&b->shared->again,
			ret == 0 && s->wall_ns < least && s->wall_ns > before);
	} while (atomic_load(&b->shared->again));
	return ret;
}

/* One warning for all of them, without their length, which is in the phase: the same words for all
 * such runs. */
static void warn_of_short_phases(struct bench *b)
{
	const struct workload *w = b->job->workload;
	const char *names = NULL;

	for (size_t i = 0; i < b->result->phase_count; i++) {
		const struct phase_record *p = &b->result->phases[i];
		if (p->wall_ns < NS_PER_S)
			names = names ? arena_printf(b->arena, "%s, %s", names, p->name) : p->name;
	}
	if (names)
		warn(b, arena_printf(b->arena,
				"%s: a timed part below 1 s, in which start and end weigh too "
				"much: raise %s%sloops",
				names, w->longer ? w->longer : "", w->longer ? " or " : ""));
}

static int run_all(struct bench *b, struct error *err)
{
	const struct workload *w = b->job->workload;
	const uint64_t loops = b->job->shape.loops;

	b->phase = "prepare";
	int ret = await_all(b, err);
	for (uint64_t loop = 0; loop < loops; loop++) {
		for (unsigned i = 0; ret == 0 && w->phases[i].name; i++) {
			if (!phase_applies(&w->phases[i], b->job->config))
				continue;
			ret = run_long_enough(b, &w->phases[i], &b->sums[i], err);
			if (ret == 0 && loop + 1 == loops)
				ret = finish_phase(b, &w->phases[i], &b->sums[i], err);
		}
	}
	if (ret < 0)
		return ret;
	warn_of_short_phases(b);
	b->phase = "verify";
	b->phase_started_ns = 0;
	gate_open(b->shared, ++b->gate);
	return await_all(b, err);
}

/* A client's own directory, made new: leftovers of another run must not be measured. */
static int client_directory(const struct bench *b, unsigned index, int *dir, struct error *err)
{
	char name[CLIENT_NAME_ROOM];

	if (b->job->flat) {
		*dir = b->job->dir;
		return 0;
	}
	client_name(index, name);
	if (mkdirat(b->job->dir, name, 0700) < 0)
		return fail_errno(err, "make directory %s", name);
	*dir = openat(b->job->dir, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return *dir < 0 ? fail_errno(err, "open directory %s", name) : 0;
}

static int start_client(struct bench *b, unsigned index, const int report[2], struct error *err)
{
	struct client_job job = { .bench = b->job,
		.shared = b->shared,
		.index = index,
		.kinds = b->kinds,
		.dir = -1,
		.common = b->common,
		.report = report[1] };
	pid_t parent = getpid();
	int ret = client_directory(b, index, &job.dir, err);

	if (ret < 0)
		return ret;
	pid_t pid = fork();
	if (pid == 0) {
		/* Dies with the bench; where the bench has died in between, at once. */
		if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)
			_exit(EXIT_FAILURE);
		(void)close(report[0]); /* the bench's end */
		client_main(&job);
	}
	int failed = pid < 0 ? errno : 0;
	if (!b->job->flat)
		auto_close(&job.dir);
	if (failed) {
		errno = failed;
		return fail_errno(err, "start client %u", index);
	}
	b->pids[b->started++] = pid;
	return 0;
}

static void end_clients(struct bench *b, bool kill_them)
{
	for (unsigned i = 0; i < b->started; i++) {
		if (!b->gone[i] && kill_them)
			(void)kill(b->pids[i], SIGKILL); /* it may have ended by itself */
	}
	for (unsigned i = 0; i < b->started; i++) {
		while (!b->gone[i] && waitpid(b->pids[i], NULL, 0) < 0 && errno == EINTR)
			;
		b->gone[i] = true;
	}
}

static unsigned count_kinds(const struct workload *w)
{
	unsigned n = 0;

	while (n < MAX_OPERATIONS && w->operations[n])
		n++;
	return n;
}

/* Zeroed, and seen by all processes that are forked afterwards. */
static int share(size_t bytes, void **p, struct error *err)
{
	*p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (*p == MAP_FAILED) {
		*p = NULL;
		return fail_errno(err, "no memory for %zu bytes that the clients share", bytes);
	}
	return 0;
}

/* What the workload itself wants to have once for all its clients. */
static int set_up_workload(struct bench *b, struct error *err)
{
	const struct bench_job *job = b->job;
	const struct workload *w = job->workload;
	int ret = 0;

	b->common_bytes = w->common_size ? w->common_size(job->config, &job->shape) : 0;
	if (b->common_bytes > 0)
		ret = share(b->common_bytes, &b->common, err);
	if (ret == 0 && w->set_up)
		ret = w->set_up(job->config, &job->shape, job->seed, b->common, err);
	return ret;
}

static int set_up(struct bench *b, struct error *err)
{
	b->kinds = count_kinds(b->job->workload);
	b->clients = workload_clients(b->job->workload, b->job->config, &b->job->shape);
	b->pids = NEW(b->arena, pid_t, b->clients);
	b->gone = NEW(b->arena, bool, b->clients);
	for (unsigned i = 0; i < MAX_PHASES; i++)
		b->sums[i].latency = NULL;
	for (unsigned i = 0; i < MAX_PHASES && b->job->workload->phases[i].name; i++)
		b->sums[i].latency = NEW(b->arena, struct histogram, b->kinds);
	b->tick_due_ns = clock_monotonic_ns() + TICK_MS * NS_PER_MS;
	b->sample_due_ns = UINT64_MAX;
	b->deadline_ns = b->job->timeout ? clock_monotonic_ns() + b->job->timeout : UINT64_MAX;
	b->shared_bytes = sizeof(*b->shared) + b->clients * shared_tally_bytes(b->kinds);
	return share(b->shared_bytes, (void **)&b->shared, err);
}

/* Once no client is left. */
static void tear_down_workload(struct bench *b)
{
	const struct bench_job *job = b->job;
	struct leavings leavings = { .arena = b->arena };

	if (!job->workload->tear_down)
		return;
	job->workload->tear_down(job->config, &job->shape, job->dir, b->common, &leavings);
	b->result->outputs = leavings.outputs;
	b->result->output_count = leavings.output_count;
	if (leavings.warning)
		warn(b, leavings.warning);
}

static void tear_down(struct bench *b)
{
	(void)munmap(b->shared, b->shared_bytes); /* what set_up() has mapped */
	if (b->common)
		(void)munmap(b->common, b->common_bytes);
}

int bench_run(const struct bench_job *job, struct arena *arena, struct bench_result *result,
	struct error *err)
{
	struct bench *b = NEW(arena, struct bench, 1);
	AUTO_CLOSE int from = -1, to = -1;
	int report[2];

	*b = (struct bench){ .job = job, .arena = arena, .result = result, .phase = "prepare" };
	*result = (struct bench_result){ 0 };
	int ret = set_up(b, err);
	if (ret < 0)
		return ret;
	ret = set_up_workload(b, err);
	if (ret < 0)
		goto out;
	if (pipe2(report, O_CLOEXEC) < 0) {
		ret = fail_errno(err, "make a pipe for %u clients", b->clients);
		goto out;
	}
	from = report[0];
	to = report[1];
	b->report = from;
	for (unsigned i = 0; ret == 0 && i < b->clients; i++)
		ret = start_client(b, i, report, err);
	auto_close(&to);
	if (ret == 0)
		ret = run_all(b, err);
	end_clients(b, ret < 0);
	tear_down_workload(b);
out:
	tear_down(b);
	return ret;
}
