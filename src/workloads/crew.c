// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/crew.h"

#include "core/auto.h"
#include "core/clock.h"
#include "io/file.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

enum { KILL_PATIENCE_MS = 5000, KILL_PAUSE_MS = 10 };

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

static NORETURN void be_head(struct board *board, crew_head *head, void *context, pid_t keeper)
{
	struct error err = { 0 };

	(void)setpgid(0, 0); /* the keeper does it too: whoever is first */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != keeper)
		_exit(EXIT_FAILURE);
	reset_signals();
	add_member(board);
	int ret = head(context, board, &err);
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

/* Until nobody is left, for a while: one that hangs in the kernel cannot be waited for. */
static void end_all(pid_t group)
{
	for (int waited = 0; waited < KILL_PATIENCE_MS; waited += KILL_PAUSE_MS) {
		pid_t pid;
		(void)kill(-group, SIGKILL); /* nobody may be left in it */
		kill_adopted();
		while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
			;
		if (pid < 0)
			return;
		(void)poll(NULL, 0, KILL_PAUSE_MS);
	}
}

static void note_end(struct board *board, int status, const struct rusage *usage)
{
	board->ended_ns = clock_monotonic_ns();
	board->status = status;
	board->user_ns = timeval_ns(usage->ru_utime);
	board->sys_ns = timeval_ns(usage->ru_stime);
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

static NORETURN void be_keeper(struct board *board, crew_head *head, void *context, pid_t caller)
{
	sigset_t awaited;
	int signal = 0;

	(void)setpgid(0, 0); /* ^C of a terminal is the caller's affair */
	(void)sigemptyset(&awaited);
	(void)sigaddset(&awaited, SIGTERM);
	(void)sigaddset(&awaited, SIGCHLD);
	if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 || prctl(PR_SET_PDEATHSIG, SIGTERM) < 0 ||
		getppid() != caller)
		_exit(EXIT_FAILURE);
	pid_t keeper = getpid();
	board->started_ns = clock_monotonic_ns();
	pid_t child = fork();
	if (child == 0)
		be_head(board, head, context, keeper);
	if (child < 0)
		_exit(EXIT_FAILURE);
	(void)setpgid(child, child); /* refused where it has done so and has exec'd */
	do
		signal = sigwaitinfo(&awaited, NULL);
	while (signal != SIGTERM && !reap(board, child));
	end_all(child);
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

int crew_start(struct crew *crew, crew_head *head, void *context, struct error *err)
{
	struct board *board = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t caller = getpid();
	int ret = 0;

	if (board == MAP_FAILED)
		return fail_errno(err, "no memory for what processes share");
	pid_t keeper = fork_deaf();
	if (keeper == 0)
		be_keeper(board, head, context, caller);
	int fd = keeper > 0 ? pidfd_open(keeper, 0) : -1;
	if (fd < 0) {
		ret = fail_errno(err, "start a process");
		if (keeper > 0) {
			(void)kill(keeper, SIGTERM);
			(void)waitpid(keeper, NULL, 0);
		}
		(void)munmap(board, sizeof(*board)); /* what was mapped above */
		return ret;
	}
	*crew = (struct crew){ .keeper = keeper, .fd = fd, .board = board };
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
	*crew = CREW_NONE;
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

int crew_wait(struct crew *crew, struct error *err)
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
