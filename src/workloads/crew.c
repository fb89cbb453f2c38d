// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/crew.h"

#include "core/auto.h"
#include "core/clock.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KILL_PATIENCE_MS = 5000, KILL_PAUSE_MS = 10, HEAR_BYTES = 65536 };

/* What a keeper and its head know. */
struct keeping {
	struct board *board;
	crew_head *head;
	void *context;
	const struct crew_ears *ears;
	pid_t caller, keeper, child;
	int head_end;                                  /* closed when the head has ended */
	int listen[CREW_STREAMS], speak[CREW_STREAMS]; /* the two ends; -1: nobody hears */
};

static void add_member(struct board *board)
{
	uint32_t at = atomic_fetch_add(&board->member_count, 1);

	if (at < BOARD_MEMBERS)
		atomic_store(&board->members[at], getpid());
}

static uint64_t timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_usec * NS_PER_US;
}

/* What exec and a new head should not inherit from the caller. */
static void reset_signals(void)
{
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		(void)signal(number, SIG_DFL); /* refused for SIGKILL, SIGSTOP and libc's own */
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static NORETURN void be_head(const struct keeping *k)
{
	struct board *board = k->board;
	struct error err = { 0 };

	(void)setpgid(0, 0); /* the keeper does it too: whoever is first */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != k->keeper)
		_exit(EXIT_FAILURE);
	reset_signals();
	add_member(board);
	(void)close(k->head_end);
	for (unsigned i = 0; k->ears && i < CREW_STREAMS; i++) {
		if (dup2(k->speak[i], STDOUT_FILENO + (int)i) < 0)
			_exit(EXIT_FAILURE);
	}
	int ret = k->head(k->context, board, &err);
	if (ret < 0)
		board->error = err;
	_exit(ret < 0 ? EXIT_FAILURE : EXIT_SUCCESS);
}

/*
 * /proc may be that of another PID namespace, as it is in a run's agent: its pids are not those
 * that kill() takes. 0 where the process is gone.
 */
static pid_t own_pid(long pid_of_proc)
{
	char path[64], status[4096];
	struct error err;

	(void)snprintf(path, sizeof(path), "/proc/%ld/status", pid_of_proc);
	if (io_read_small(path, status, sizeof(status), NULL, &err) < 0)
		return 0;
	char *line = strstr(status, "\nNSpid:");
	if (!line)
		return 0;
	line[1 + strcspn(line + 1, "\n")] = '\0';
	const char *last = strrchr(line, '\t'); /* from the outermost to the innermost */
	return last ? (pid_t)strtol(last, NULL, 10) : 0;
}

/* Those that left the group; where the kernel does not list them, they are waited for only. */
static void kill_adopted(void)
{
	char list[4096];
	struct error err;

	if (io_read_small("/proc/thread-self/children", list, sizeof(list), NULL, &err) < 0)
		return;
	for (char *p = list; *p;) {
		long child = strtol(p, &p, 10);
		pid_t pid = child > 0 ? own_pid(child) : 0;
		if (pid > 1)
			(void)kill(pid, SIGKILL);
		while (*p && (*p < '0' || *p > '9'))
			p++;
	}
}

/* Until nobody is left, for a while: one that hangs in the kernel cannot be waited for. How many
 * did not end by themselves. */
static uint32_t end_all(pid_t group)
{
	uint32_t killed = 0;

	for (int waited = 0; waited < KILL_PATIENCE_MS; waited += KILL_PAUSE_MS) {
		int status;
		pid_t pid;
		(void)kill(-group, SIGKILL); /* nobody may be left in it */
		kill_adopted();
		while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
			killed +=
				pid != group && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
		if (pid < 0)
			break;
		(void)poll(NULL, 0, KILL_PAUSE_MS);
	}
	return killed;
}

static void note_end(struct board *board, int status, const struct rusage *usage)
{
	board->ended_ns = clock_monotonic_ns();
	board->status = status;
	board->user_ns = timeval_ns(usage->ru_utime);
	board->sys_ns = timeval_ns(usage->ru_stime);
	board->max_rss = (uint64_t)usage->ru_maxrss * KIB;
	atomic_store(&board->state, BOARD_ENDED);
}

/* Others than the head are its orphans, who came here. True once the head itself has ended. */
static bool reap(struct board *board, pid_t head)
{
	struct rusage usage;
	int status;
	pid_t pid;

	while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0) {
		if (pid != head)
			continue;
		note_end(board, status, &usage);
		return true;
	}
	return false;
}

/* All that is there now; false where it is too much. */
static bool hear(struct keeping *k, unsigned stream)
{
	char bytes[HEAR_BYTES];
	int fd = k->listen[stream];

	while (fd >= 0) {
		ssize_t n = read(fd, bytes, sizeof(bytes));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return true;
		if (n <= 0) {
			auto_close(&k->listen[stream]);
			return true;
		}
		if (!k->ears->hear(k->ears->context, stream, bytes, (size_t)n))
			return false;
	}
	return true;
}

static bool is_told_to_stop(int signals)
{
	struct signalfd_siginfo info;
	bool told = false;

	while (read(signals, &info, sizeof(info)) == sizeof(info))
		told |= info.ssi_signo == SIGTERM;
	return told;
}

/* Hears what is printed until the head has ended, or the keeper is to stop. */
static void watch_head(struct keeping *k, int signals)
{
	for (;;) {
		struct pollfd fds[] = { { .fd = signals, .events = POLLIN },
			{ .fd = k->listen[CREW_STDOUT], .events = POLLIN },
			{ .fd = k->listen[CREW_STDERR], .events = POLLIN } };
		bool too_much = false;
		if (poll(fds, COUNT_OF(fds), -1) < 0)
			continue; /* EINTR */
		for (unsigned i = 0; i < CREW_STREAMS; i++)
			too_much |= fds[1 + i].revents && !hear(k, i);
		if (too_much)
			(void)kill(-k->child, SIGKILL); /* its end is seen below */
		if (fds[0].revents && (is_told_to_stop(signals) || reap(k->board, k->child)))
			return;
	}
}

static NORETURN void be_keeper(struct keeping *k)
{
	sigset_t awaited;

	(void)setpgid(0, 0); /* ^C of a terminal is the caller's affair */
	(void)sigemptyset(&awaited);
	(void)sigaddset(&awaited, SIGTERM);
	(void)sigaddset(&awaited, SIGCHLD);
	int signals = signalfd(-1, &awaited, SFD_CLOEXEC | SFD_NONBLOCK);
	if (signals < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 ||
		prctl(PR_SET_PDEATHSIG, SIGTERM) < 0 || getppid() != k->caller)
		_exit(EXIT_FAILURE);
	k->keeper = getpid();
	k->board->started_ns = clock_monotonic_ns();
	k->child = fork();
	if (k->child == 0)
		be_head(k);
	if (k->child < 0)
		_exit(EXIT_FAILURE);
	for (unsigned i = 0; i < CREW_STREAMS; i++)
		auto_close(&k->speak[i]);
	(void)setpgid(k->child, k->child); /* refused where it has done so and has exec'd */
	watch_head(k, signals);
	auto_close(&k->head_end);
	k->board->killed = end_all(k->child);
	for (unsigned i = 0; i < CREW_STREAMS; i++)
		(void)hear(k, i); /* too much is too much already, or will be seen by the caller */
	_exit(EXIT_SUCCESS);
}

pid_t fork_deaf(void)
{
	sigset_t all, before;

	(void)sigfillset(&all);
	(void)sigprocmask(SIG_SETMASK, &all, &before);
	pid_t pid = fork();
	if (pid != 0)
		(void)sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

static int make_pipes(struct keeping *k, int *head_fd, struct error *err)
{
	int ends[2];

	for (unsigned i = 0; i < CREW_STREAMS; i++)
		k->listen[i] = k->speak[i] = -1;
	if (pipe2(ends, O_CLOEXEC) < 0)
		return fail_errno(err, "make a pipe to a process");
	*head_fd = ends[0];
	k->head_end = ends[1];
	for (unsigned i = 0; k->ears && i < CREW_STREAMS; i++) {
		if (pipe2(ends, O_CLOEXEC) < 0)
			return fail_errno(err, "make a pipe to a process");
		k->listen[i] = ends[0];
		k->speak[i] = ends[1];
		/* the programs' ends stay as programs expect them */
		if (fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0)
			return fail_errno(err, "make a pipe to a process");
	}
	return 0;
}

static void close_pipes(struct keeping *k)
{
	auto_close(&k->head_end);
	for (unsigned i = 0; i < CREW_STREAMS; i++) {
		auto_close(&k->listen[i]);
		auto_close(&k->speak[i]);
	}
}

static int start_keeper(struct crew *crew, struct keeping *k, struct error *err)
{
	crew->keeper = fork_deaf();
	if (crew->keeper == 0)
		be_keeper(k);
	crew->fd = crew->keeper > 0 ? pidfd_open(crew->keeper, 0) : -1;
	if (crew->fd >= 0)
		return 0;
	int ret = fail_errno(err, "start a process");
	if (crew->keeper > 0) {
		(void)kill(crew->keeper, SIGTERM);
		(void)waitpid(crew->keeper, NULL, 0);
	}
	return ret;
}

int crew_start(struct crew *crew, crew_head *head, void *context, const struct crew_ears *ears,
	struct error *err)
{
	struct crew made = CREW_NONE;
	struct keeping k = { .head = head,
		.context = context,
		.ears = ears,
		.caller = getpid(),
		.head_end = -1 };

	made.board = mmap(NULL, sizeof(*made.board), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (made.board == MAP_FAILED)
		return fail_errno(err, "no memory for what processes share");
	k.board = made.board;
	int ret = make_pipes(&k, &made.head_fd, err);
	if (ret == 0)
		ret = start_keeper(&made, &k, err);
	close_pipes(&k);
	if (ret < 0) {
		auto_close(&made.head_fd);
		(void)munmap(made.board, sizeof(*made.board)); /* what was mapped above */
		return ret;
	}
	*crew = made;
	return 0;
}

void crew_stop(struct crew *crew)
{
	if (crew->keeper > 0) {
		(void)kill(crew->keeper, SIGTERM); /* it may have ended */
		while (waitpid(crew->keeper, NULL, 0) < 0 && errno == EINTR)
			;
		(void)munmap(crew->board, sizeof(*crew->board)); /* mapped by crew_start() */
	}
	auto_close(&crew->fd);
	auto_close(&crew->head_fd);
	*crew = CREW_NONE;
}

void crew_await_head(const struct crew *crew)
{
	char nothing;

	/* nobody writes to it: this is its end, which also a keeper that is killed brings about */
	while (read(crew->head_fd, &nothing, 1) < 0 && errno == EINTR)
		;
}

int crew_why(const struct crew *crew, struct error *err)
{
	const struct board *board = crew->board;

	if (board->error.text[0])
		return fail(err, EIO, "%s", board->error.text);
	if (WIFSIGNALED(board->status))
		return fail(err, EIO, "killed by signal %d (%s)", WTERMSIG(board->status),
			strsignal(WTERMSIG(board->status)));
	if (board->ended_ns == 0)
		return fail(err, EIO, "its processes could not be started");
	return fail(err, EIO, "ended with status %d", WEXITSTATUS(board->status));
}

int crew_wait(const struct crew *crew, struct error *err)
{
	struct pollfd keeper = { .fd = crew->fd, .events = POLLIN };

	while (poll(&keeper, 1, -1) < 0 && errno == EINTR)
		;
	return crew->board->ended_ns > 0 && crew->board->status == 0 ? 0 : crew_why(crew, err);
}

bool crew_has_ended(const struct crew *crew)
{
	struct pollfd keeper = { .fd = crew->fd, .events = POLLIN };

	return atomic_load(&crew->board->state) == BOARD_ENDED || poll(&keeper, 1, 0) > 0;
}

uint64_t crew_cpu_ns(const struct crew *crew)
{
	uint64_t sum = 0;
	uint32_t count = atomic_load(&crew->board->member_count);

	for (uint32_t i = 0; i < count && i < BOARD_MEMBERS; i++) {
		struct timespec used;
		clockid_t clock;
		pid_t pid = atomic_load(&crew->board->members[i]);
		if (pid > 0 && clock_getcpuclockid(pid, &clock) == 0 &&
			clock_gettime(clock, &used) == 0)
			sum += (uint64_t)used.tv_sec * NS_PER_S + (uint64_t)used.tv_nsec;
	}
	return sum;
}

int board_fork(struct board *board, struct error *err)
{
	pid_t parent = getpid();
	pid_t pid = fork();

	if (pid < 0)
		return fail_errno(err, "start a process");
	if (pid > 0)
		return 1;
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)
		_exit(EXIT_FAILURE);
	add_member(board);
	return 0;
}
