// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/session.h"

#include "cli/progress.h"
#include "core/auto.h"
#include "experiment/run.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile sig_atomic_t interrupts;

static void on_interrupt(int number)
{
	(void)number;
	interrupts = interrupts + 1;
}

int session_start(struct session *session, struct arena *arena, const char *db, struct error *err)
{
	struct places_env env;
	char path[PATH_MAX];

	*session = (struct session){ .root = geteuid() == 0, .measuring = -1, .machine = -1 };
	places_env_read(&env);
	int ret = places_find(&env, arena, &session->places, err);
	if (ret < 0)
		return ret;
	session->db = *db ? db : arena_printf(arena, "%s/bakeoff.db", session->places.data);
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path));
	if (n <= 0 || n == (ssize_t)sizeof(path))
		return fail_errno(err, "find the program itself: /proc/self/exe");
	session->exe = arena_strndup(arena, path, (size_t)n);
	return 0;
}

int session_find_directory(struct session *session, struct arena *arena, struct error *err)
{
	char path[PATH_MAX];

	if (!getcwd(path, sizeof(path)))
		return fail_errno(err, "find the current directory");
	session->directory = arena_strdup(arena, path);
	return 0;
}

/* Open and lock: 0 with *fd, or -EBUSY while another process has it. The file stays; the lock goes
 * with the process. */
static int take_lock(const char *folder, const struct owner *owner, int *fd, struct error *err)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	char path[PATH_MAX];
	int ret = places_make_dirs(folder, owner, err);

	if (ret < 0)
		return ret;
	(void)snprintf(path, sizeof(path), "%s/measuring", folder);
	AUTO_CLOSE int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (file < 0)
		return fail_errno(err, "open %s", path);
	ret = places_give(file, owner, path, err);
	if (ret < 0)
		return ret;
	if (fcntl(file, F_OFD_SETLK, &lock) < 0) {
		if (errno == EAGAIN || errno == EACCES)
			return fail(err, EBUSY,
				"another bakeoff is measuring on this machine (%s is locked)",
				path);
		return fail_errno(err, "lock %s", path);
	}
	*fd = fd_take(&file);
	return 0;
}

/* One for the machine, whatever folders each root says: they would measure each other. */
static int take_machine(int *fd, struct error *err)
{
	const struct owner root = { 0 };
	const char *folder = getenv("BAKEOFF_RUN_DIR");

	return take_lock(folder && *folder == '/' ? folder : "/run/bakeoff", &root, fd, err);
}

/* Experiments that were running when their controller died: nobody has the lock that it had. */
static int mark_dead(struct session *session, struct error *err)
{
	struct arena arena = { 0 };
	struct stored_experiment *list;
	size_t count;
	AUTO_CLOSE int lock = -1;
	int ret = store_list(session->store, &arena, &list, &count, err);

	for (size_t i = 0; ret == 0 && i < count; i++) {
		if (strcmp(list[i].state, "running") != 0)
			continue;
		if (session->measuring < 0 && lock < 0) {
			ret = take_lock(session->places.state, &session->places.owner, &lock, err);
			if (ret == -EBUSY) { /* it is alive */
				ret = 0;
				break;
			}
		}
		if (ret == 0)
			ret = store_set_state(session->store, list[i].id, "interrupted",
				"the controller was killed", err);
	}
	arena_free(&arena);
	return ret;
}

int session_open_store(struct session *session, struct error *err)
{
	int ret = store_open(&session->store, session->db, err);

	return ret < 0 ? ret : mark_dead(session, err);
}

int session_open_results(struct session *session, struct error *err)
{
	if (access(session->db, F_OK) < 0 && (errno == ENOENT || errno == ENOTDIR))
		return fail(err, ENOENT, "%s: no experiment is stored yet; `bakeoff run` makes one",
			session->db);
	return session_open_store(session, err);
}

/* Undoing needs files, too: with too few it would fail half-way. */
static int check_open_files(struct error *err)
{
	enum { LEAST = 64, USUAL = 1024 };
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return fail_errno(err, "read the limit of open files");
	if (limit.rlim_cur >= LEAST)
		return 0;
	if (limit.rlim_max < LEAST)
		return fail(err, EMFILE,
			"open files: the limit of %llu is below the least, %d (ulimit -n)",
			(unsigned long long)limit.rlim_max, LEAST);
	limit.rlim_cur = min_u64(limit.rlim_max, USUAL);
	return setrlimit(RLIMIT_NOFILE, &limit) < 0
		       ? fail_errno(err, "raise the limit of open files")
		       : 0;
}

int session_measure(struct session *session, struct error *err)
{
	int ret = check_open_files(err);

	if (ret == 0)
		ret = take_lock(session->places.state, &session->places.owner, &session->measuring,
			err);
	return ret == 0 && session->root ? take_machine(&session->machine, err) : ret;
}

void session_end(struct session *session)
{
	if (session->store)
		store_close(session->store);
	auto_close(&session->machine);
	auto_close(&session->measuring);
}

void session_run_options(const struct session *session, struct run_options *options)
{
	/* Without SA_RESTART, so that a wait is woken. */
	const struct sigaction action = { .sa_handler = on_interrupt };
	/* every one that would end the program without an undo, but for those of a crash */
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM,
		SIGVTALRM, SIGPROF, SIGXCPU };

	struct sigaction before;

	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		(void)sigaction(ends[i], NULL, &before); /* cannot fail for these signals */
		/* nohup; an ignored SIGINT is only what a shell gives to all in the background */
		if (ends[i] != SIGHUP || before.sa_handler != SIG_IGN)
			(void)sigaction(ends[i], &action, NULL);
	}
	(void)signal(SIGCHLD, SIG_DFL); /* ignored, it would take the agents' ends away */
	(void)signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit says EFBIG */
	(void)signal(SIGPIPE, SIG_IGN); /* an agent that has died is told by its end, not by this */
	*options = (struct run_options){
		.exe = session->exe,
		.state_dir = session->places.state,
		.root = session->root,
		.use_tsc = true,
		.interrupts = &interrupts,
		.progress = progress_show,
		.run_done = progress_run_done,
	};
}
