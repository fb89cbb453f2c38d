// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"
#include "workloads/contest/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Others may still be dying, and write: until nothing is left, for a while. */
static NORETURN void be_janitor(int dir, const char *name, pid_t caller)
{
	enum { PATIENCE_MS = 10000, PAUSE_MS = 20 };
	sigset_t awaited;
	struct error err;
	int ret = -EBUSY, signal;

	(void)setpgid(0, 0);
	/* What the caller has open must not be kept from being unmounted. */
	int own = fcntl(dir, F_DUPFD, 3);
	if (own > 3)
		(void)close_range(3, (unsigned)own - 1, 0);
	(void)close_range((unsigned)own + 1, ~0U, 0);
	(void)sigemptyset(&awaited);
	(void)sigaddset(&awaited, SIGTERM);
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == caller)
		(void)sigwait(&awaited, &signal);
	for (int waited = 0; ret < 0 && waited < PATIENCE_MS; waited += PAUSE_MS) {
		ret = io_remove_tree(own, name, &err);
		if (ret < 0)
			(void)poll(NULL, 0, PAUSE_MS);
	}
	_exit(ret < 0 ? EXIT_FAILURE : EXIT_SUCCESS);
}

pid_t janitor_start(int dir, const char *name, struct error *err)
{
	pid_t caller = getpid();
	pid_t pid = fork_deaf();

	if (pid < 0)
		return fail_errno(err, "start a process");
	if (pid == 0)
		be_janitor(dir, name, caller);
	return pid;
}

int janitor_end(pid_t janitor, struct error *err)
{
	int status;

	(void)kill(janitor, SIGTERM); /* not waited for: it exists */
	while (waitpid(janitor, &status, 0) < 0) {
		if (errno != EINTR)
			return fail_errno(err, "wait for the clean-up");
	}
	return status == 0 ? 0 : fail(err, EIO, "what was made could not be removed");
}
