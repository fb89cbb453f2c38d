// SPDX-License-Identifier: GPL-3.0-or-later
#include "place/place.h"

#include "core/auto.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct pipes {
	int to[2], from[2], errors[2];
};

static int make_pipes(struct pipes *p, struct error *err)
{
	int *const all[] = { p->to, p->from, p->errors };

	*p = (struct pipes){ { -1, -1 }, { -1, -1 }, { -1, -1 } };
	for (size_t i = 0; i < COUNT_OF(all); i++) {
		if (pipe2(all[i], O_CLOEXEC) < 0)
			return fail_errno(err, "make a pipe to the agent");
	}
	return 0;
}

static void close_pair(int pair[2])
{
	auto_close(&pair[0]);
	auto_close(&pair[1]);
}

static NORETURN void give_up(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	_exit(127);
}

/* Whether nobody can write to the pipe any more. */
static bool is_abandoned(int from)
{
	struct pollfd end = { .fd = from };

	return poll(&end, 1, 0) > 0 && (end.revents & POLLHUP);
}

/*
 * What exec hands on: no mask, no handlers, and of the ignored ones only those that the agent wants
 * ignored, whatever the controller was started with.
 */
static void reset_signals(void)
{
	static const int ignored[] = { SIGINT, SIGPIPE,
		SIGXFSZ }; /* a failed write says the same */
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		(void)signal(number, SIG_DFL); /* refused for SIGKILL, SIGSTOP and libc's own */
	for (size_t i = 0; i < COUNT_OF(ignored); i++)
		(void)signal(ignored[i], SIG_IGN);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Above the three that it is to become: dup2() would close another of the pipes there. */
static int move_up(int *fd)
{
	if (*fd > STDERR_FILENO)
		return 0;
	int above = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (above < 0)
		return -1;
	*fd = above;
	return 0;
}

/* In the child. Signals of the terminal go to the controller alone: a session of its own. */
static NORETURN void become_agent(struct pipes *p, const char *exe, bool isolated)
{
	char *const argv[] = { (char *)(uintptr_t)exe, (char *)(uintptr_t) "agent", NULL };

	if (move_up(&p->errors[1]) < 0 || move_up(&p->to[0]) < 0 || move_up(&p->from[1]) < 0 ||
		move_up(&p->to[1]) < 0)
		give_up("move the agent's pipes");
	if (dup2(p->errors[1], STDERR_FILENO) < 0 || dup2(p->to[0], STDIN_FILENO) < 0 ||
		dup2(p->from[1], STDOUT_FILENO) < 0)
		give_up("connect the agent's pipes");
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0)
		give_up("ask to die with the controller");
	/* One that had died before was not noticed; its parent's pid cannot be seen from here. */
	auto_close(&p->to[1]);
	if (is_abandoned(STDIN_FILENO))
		_exit(EXIT_FAILURE);
	if (setsid() < 0)
		give_up("start a session");
	/* Not private: what the user unmounts meanwhile must go from here, too. */
	if (isolated && mount("none", "/", NULL, MS_REC | MS_SLAVE, NULL) < 0)
		give_up(errno == EINVAL ? "keep mounts to itself: / is no mount point, as in a "
					  "chroot; mount --bind DIR DIR before chroot DIR mends it"
					: "keep mounts to itself");
	reset_signals();
	execv(exe, argv);
	give_up(exe);
}

int place_start(struct place_agent *agent, const char *exe, bool isolated, struct error *err)
{
	/* As fork(), with the child as the first process of a PID namespace and with mounts of its
	 * own. */
	unsigned long flags = SIGCHLD | (isolated ? CLONE_NEWPID | CLONE_NEWNS : 0);
	struct pipes p;
	int ret = make_pipes(&p, err);
	long pid = -1;

	if (ret == 0) {
		pid = syscall(SYS_clone, flags, NULL, NULL, NULL, NULL);
		if (pid == 0)
			become_agent(&p, exe, isolated);
		if (pid < 0)
			ret = fail_errno(err, "start an agent%s",
				isolated ? " in its own namespaces" : "");
	}
	auto_close(&p.to[0]);
	auto_close(&p.from[1]);
	auto_close(&p.errors[1]);
	if (ret < 0) {
		close_pair(p.to);
		close_pair(p.from);
		close_pair(p.errors);
		return ret;
	}
	*agent = (struct place_agent){ .pid = (pid_t)pid,
		.to = p.to[1],
		.from = p.from[0],
		.errors = p.errors[0] };
	return 0;
}

int place_end(struct place_agent *agent, bool kill_it, int *status, struct error *err)
{
	pid_t got;

	if (kill_it)
		(void)kill(agent->pid, SIGKILL); /* it may have ended by itself */
	auto_close(&agent->to);
	do
		got = waitpid(agent->pid, status, 0);
	while (got < 0 && errno == EINTR);
	int ret = got < 0 ? fail_errno(err, "wait for the agent") : 0;
	auto_close(&agent->from);
	auto_close(&agent->errors);
	return ret;
}
