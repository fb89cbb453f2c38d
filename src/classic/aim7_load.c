// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim7_load.h"

#include "classic/stop.h"
#include "core/auto.h"
#include "core/clock.h"
#include "workloads/aim7_task.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { LOOK_MS = 100 }; /* for a signal that came just before the wait */

/* What a user writes, and the parent reads when he is gone. */
struct report {
	int ret; /* and the error, where it is below 0 */
	struct error error;
	uint64_t calls;
};

struct crowd {
	const struct aim7_job *job;
	void *memory;
	size_t memory_bytes;
	struct report *reports; /* of each user, as the next two */
	uint64_t *ended_ns;
	pid_t *pids; /* 0: ended and waited for */
	struct aim7_call *calls;
	uint64_t started, left;
	int ready[2], go[2]; /* pipes: a byte from each user; closed at the start */
};

static size_t rounded(size_t bytes)
{
	return (bytes + 63) / 64 * 64;
}

/* One piece of memory for all, so that a user only writes to what is there. */
static int make_memory(struct crowd *crowd, struct error *err)
{
	const struct aim7_job *job = crowd->job;
	const size_t users = job->users;
	const size_t reports = rounded(users * sizeof(*crowd->reports));
	const size_t ended = rounded(users * sizeof(*crowd->ended_ns));
	const size_t pids = rounded(users * sizeof(*crowd->pids));
	const size_t calls = job->times ? users * job->mix->runs * sizeof(*crowd->calls) : 0;
	char *memory;

	crowd->memory_bytes = reports + ended + pids + calls;
	memory = mmap(NULL, crowd->memory_bytes, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (memory == MAP_FAILED)
		return fail_errno(err, "%zu bytes of shared memory", crowd->memory_bytes);
	crowd->memory = memory;
	crowd->reports = (struct report *)(void *)memory;
	crowd->ended_ns = (uint64_t *)(void *)(memory + reports);
	crowd->pids = (pid_t *)(void *)(memory + reports + ended);
	if (calls > 0)
		crowd->calls = (struct aim7_call *)(void *)(memory + reports + ended + pids);
	return 0;
}

static uint64_t timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_usec * NS_PER_US;
}

/* The time until now, in the form of a call's. */
static void read_times(struct aim7_call *now)
{
	struct rusage usage;

	(void)getrusage(RUSAGE_SELF, &usage); /* cannot fail with these arguments */
	now->user_ns = timeval_ns(usage.ru_utime);
	now->sys_ns = timeval_ns(usage.ru_stime);
	now->real_ns = clock_monotonic_ns();
}

/* *last becomes what the clocks say now. */
static void note_call(struct aim7_call *call, size_t entry, struct aim7_call *last)
{
	struct aim7_call now;

	read_times(&now);
	*call = (struct aim7_call){
		.entry = entry,
		.real_ns = now.real_ns - last->real_ns,
		.user_ns = now.user_ns - last->user_ns,
		.sys_ns = now.sys_ns - last->sys_ns,
	};
	*last = now;
}

/* To the user's next directory: by turns. */
static int go_to_place(const struct aim7_places *places, size_t place, struct error *err)
{
	if (fchdir(places->items[place].fd) < 0)
		return fail_errno(err, "go to %s", places->items[place].path);
	return 0;
}

static int do_task(const struct crowd *crowd, struct aim7_task *task, struct aim_state *state,
	struct aim7_call *call, struct error *err)
{
	const struct aim7_places *places = crowd->job->places;
	size_t place = places->count > 1 ? aim_random(&state->random) % places->count : 0;
	struct aim7_call last = { 0 };
	int entry, ret = 0;

	if (call)
		read_times(&last);
	while ((entry = aim7_task_next(task, &state->random)) >= 0) {
		const struct aim_test *test = task->mix->entries[entry].test;
		if (places->count > 1)
			ret = go_to_place(places, place, err);
		if (ret == 0)
			ret = aim_call(state, test, err);
		if (ret < 0)
			return fail_in(err, ret, "%s in %s", test->name, places->items[place].path);
		if (call)
			note_call(call++, (size_t)entry, &last);
		place = (place + 1) % places->count;
	}
	return 0;
}

/* ^C goes to the parent, who ends the users; a file above the limit is an error with a reason. */
static void be_a_user(pid_t parent)
{
	static const int ignored[] = { SIGINT, SIGHUP, SIGTERM, SIGXFSZ };
	const struct sigaction ignore = { .sa_handler = SIG_IGN };

	for (size_t i = 0; i < COUNT_OF(ignored); i++)
		(void)sigaction(ignored[i], &ignore, NULL); /* cannot fail with these signals */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);             /* cannot fail */
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
}

/* Ready, wait for the start, the task. */
static int user_task(struct crowd *crowd, uint64_t user, struct error *err)
{
	const struct aim7_job *job = crowd->job;
	struct aim_state state;
	struct aim7_task task;
	struct aim7_call *calls = crowd->calls ? &crowd->calls[user * job->mix->runs] : NULL;
	const struct aim_settings set = {
		.path = ".",
		.listed = job->listed,
		.blocks = job->blocks,
		.seed = (uint32_t)user + 1,
	};
	char byte = 0;
	int ret = aim_init(&state, &set, err);

	if (ret == 0)
		ret = go_to_place(job->places, 0, err);
	if (ret < 0)
		return ret;
	aim7_task_start(&task, job->mix);
	if (write(crowd->ready[1], &byte, 1) != 1)
		return fail_errno(err, "say ready");
	while (read(crowd->go[0], &byte, 1) < 0 && errno == EINTR)
		;
	ret = do_task(crowd, &task, &state, calls, err);
	crowd->reports[user].calls = job->mix->runs - task.left_all;
	return ret;
}

NORETURN static void be_user(struct crowd *crowd, uint64_t user, pid_t parent)
{
	struct report *report = &crowd->reports[user];

	be_a_user(parent);
	(void)close(crowd->ready[0]); /* the parent's ends */
	(void)close(crowd->go[1]);
	report->ret = user_task(crowd, user, &report->error);
	_exit(report->ret < 0 ? EXIT_FAILURE : EXIT_SUCCESS);
}

static int fork_users(struct crowd *crowd, struct error *err)
{
	const pid_t parent = getpid();

	while (crowd->started < crowd->job->users) {
		pid_t pid = fork();
		if (pid < 0)
			return fail_errno(err, "start user %" PRIu64 " of %" PRIu64,
				crowd->started + 1, crowd->job->users);
		if (pid == 0)
			be_user(crowd, crowd->started, parent);
		crowd->pids[crowd->started++] = pid;
		crowd->left++;
		if (stop_asked())
			return fail(err, EINTR, "stopped");
	}
	return 0;
}

static int judge(const struct crowd *crowd, uint64_t user, int status, struct error *err)
{
	const struct report *report = &crowd->reports[user];

	if (WIFSIGNALED(status))
		return fail(err, EIO, "user %" PRIu64 ": killed by signal %d (%s)", user + 1,
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status) == EXIT_SUCCESS)
		return 0;
	if (report->ret == 0)
		return fail(err, EIO, "user %" PRIu64 ": ended without a reason", user + 1);
	*err = report->error;
	return fail_in(err, report->ret, "user %" PRIu64, user + 1);
}

/* One user who has ended, if there is one: 1; 0; -errno where he failed. */
static int reap_one(struct crowd *crowd, uint64_t start_ns, struct error *err)
{
	int status;
	const pid_t pid = waitpid(-1, &status, WNOHANG);
	uint64_t user = 0;

	if (pid < 0 && errno != EINTR)
		return fail_errno(err, "wait for users");
	if (pid <= 0)
		return 0;
	while (user < crowd->started && crowd->pids[user] != pid)
		user++;
	if (user == crowd->started)
		return 1; /* a child that the caller had before */
	crowd->pids[user] = 0;
	crowd->left--;
	crowd->ended_ns[user] = clock_monotonic_ns() - start_ns;
	int ret = judge(crowd, user, status, err);
	return ret < 0 ? ret : 1;
}

static int await_ready(struct crowd *crowd, struct error *err)
{
	struct pollfd fd = { .fd = crowd->ready[0], .events = POLLIN };
	char bytes[256];

	for (uint64_t ready = 0; ready < crowd->job->users;) {
		if (stop_asked())
			return fail(err, EINTR, "stopped");
		if (poll(&fd, 1, LOOK_MS) > 0) {
			ssize_t got = read(fd.fd, bytes, sizeof(bytes));
			ready += got > 0 ? (uint64_t)got : 0;
			if (got > 0)
				continue;
		}
		int ret = reap_one(crowd, 0, err);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int await_end(struct crowd *crowd, uint64_t start_ns, struct error *err)
{
	const struct timespec look = { .tv_nsec = (long)LOOK_MS * (long)NS_PER_MS };
	sigset_t child;

	(void)sigemptyset(&child); /* cannot fail, nor the next with this signal */
	(void)sigaddset(&child, SIGCHLD);
	while (crowd->left > 0) {
		if (stop_asked())
			return fail(err, EINTR, "stopped");
		int ret = reap_one(crowd, start_ns, err);
		if (ret < 0)
			return ret;
		if (ret == 0)
			(void)sigtimedwait(&child, NULL, &look); /* either way: look again */
	}
	return 0;
}

/* Nobody is left when it returns. */
static void end_users(const struct crowd *crowd)
{
	for (uint64_t i = 0; i < crowd->started; i++) {
		if (crowd->pids[i] > 0)
			(void)kill(crowd->pids[i], SIGKILL); /* ours, and not yet waited for */
	}
	for (uint64_t i = 0; i < crowd->started; i++) {
		while (crowd->pids[i] > 0 && waitpid(crowd->pids[i], NULL, 0) < 0 && errno == EINTR)
			;
	}
}

static uint64_t children_cpu_ns(void)
{
	struct rusage usage;

	(void)getrusage(RUSAGE_CHILDREN, &usage); /* cannot fail with these arguments */
	return timeval_ns(usage.ru_utime) + timeval_ns(usage.ru_stime);
}

static int check_work(const struct crowd *crowd, struct error *err)
{
	const uint64_t wanted = crowd->job->users * crowd->job->mix->runs;
	uint64_t done = 0;

	for (uint64_t i = 0; i < crowd->job->users; i++)
		done += crowd->reports[i].calls;
	if (done != wanted)
		return fail(err, EBADMSG, "%" PRIu64 " tests were done of the %" PRIu64 " to do",
			done, wanted);
	return 0;
}

static int run_crowd(struct crowd *crowd, struct aim7_point *point, struct error *err)
{
	const struct aim7_job *job = crowd->job;
	const uint64_t cpu_ns = children_cpu_ns();
	uint64_t real_ns = 0;
	int ret = fork_users(crowd, err);

	if (ret == 0)
		ret = await_ready(crowd, err);
	if (ret < 0)
		return ret;
	const uint64_t start_ns = clock_monotonic_ns();
	auto_close(&crowd->go[1]);
	ret = await_end(crowd, start_ns, err);
	if (ret == 0)
		ret = check_work(crowd, err);
	if (ret < 0)
		return ret;
	for (uint64_t i = 0; i < job->users; i++)
		real_ns = max_u64(real_ns, crowd->ended_ns[i]);
	*point = (struct aim7_point){
		.users = job->users,
		.real_s = (double)real_ns / (double)NS_PER_S,
		.cpu_s = (double)(children_cpu_ns() - cpu_ns) / (double)NS_PER_S,
		.jti = aim7_jti(crowd->ended_ns, job->users),
	};
	point->jobs_per_min = (double)(job->mix->runs * job->users) * 60 / point->real_s;
	return 0;
}

static int open_pipes(struct crowd *crowd, struct error *err)
{
	if (pipe2(crowd->ready, O_CLOEXEC) < 0 || pipe2(crowd->go, O_CLOEXEC) < 0)
		return fail_errno(err, "make a pipe");
	return 0;
}

static void close_pipes(struct crowd *crowd)
{
	for (size_t i = 0; i < 2; i++) {
		auto_close(&crowd->ready[i]);
		auto_close(&crowd->go[i]);
	}
}

int aim7_level_run(const struct aim7_job *job, struct aim7_level *level, struct error *err)
{
	const struct sigaction usual = { .sa_handler = SIG_DFL };
	struct crowd crowd = { .job = job, .ready = { -1, -1 }, .go = { -1, -1 } };
	struct aim7_point point = { 0 };
	sigset_t child, before;
	int ret = make_memory(&crowd, err);

	if (ret < 0)
		return ret;
	(void)sigemptyset(&child); /* none of these can fail with this signal */
	(void)sigaddset(&child, SIGCHLD);
	(void)sigprocmask(SIG_BLOCK, &child, &before);
	(void)sigaction(SIGCHLD, &usual, NULL); /* where it is ignored nobody can be waited for */
	ret = open_pipes(&crowd, err);
	if (ret == 0)
		ret = run_crowd(&crowd, &point, err);
	if (ret < 0)
		end_users(&crowd);
	close_pipes(&crowd);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	*level = (struct aim7_level){
		.point = point,
		.ended_ns = crowd.ended_ns,
		.calls = crowd.calls,
		.memory = crowd.memory,
		.memory_bytes = crowd.memory_bytes,
	};
	if (ret < 0)
		aim7_level_free(level);
	return ret;
}

void aim7_level_free(struct aim7_level *level)
{
	(void)munmap(level->memory, level->memory_bytes); /* cannot fail: it was mapped so */
	*level = (struct aim7_level){ 0 };
}
