// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/contest/frame.h"

#include "core/auto.h"
#include "core/clock.h"
#include "io/file.h"
#include "workloads/contest/job.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { JOBS_PER_CPU = 4, READY_SECONDS = 600, LOOK_MS = 20 };
static const char tree_name[] = "tree";

static bool has_load(uint32_t set, enum load_id id)
{
	return set >> id & 1;
}

int contest_check(const struct contest_config *c, struct error *err)
{
	uint32_t set;
	int ret = load_set_parse(c->loads, &set, err);

	if (ret < 0)
		return ret;
	if (has_load(set, LOAD_IO_OTHER) && !*c->other_dir)
		return fail(err, EINVAL, "other_dir: io_other needs a directory on another disk");
	if (*c->clean && !*c->job)
		return fail(err, EINVAL, "clean: '%s' goes with a job of your own", c->clean);
	return 0;
}

uint64_t contest_space(const struct contest_config *c)
{
	uint64_t space = *c->job ? 0 : tree_space(c->job_size, c->job_kind), most = 0;
	uint32_t set;
	struct error err;

	if (load_set_parse(c->loads, &set, &err) < 0)
		return 0; /* check() says why */
	const struct load_work w = { .file_size = c->file_size, .tree = c->job_size };
	for (enum load_id id = 0; id < LOAD_COUNT; id++) {
		if (has_load(set, id) && id != LOAD_IO_OTHER && loads[id].space)
			most = max_u64(most, loads[id].space(&w));
	}
	return space + most;
}

static unsigned count_cpus(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) < 0)
		return 1;
	int count = CPU_COUNT(&set);
	return count > 0 ? (unsigned)count : 1;
}

static int look_for_space(int dir, uint64_t needed, struct error *err)
{
	struct statvfs fs;

	if (fstatvfs(dir, &fs) < 0)
		return fail_errno(err, "look for free space");
	uint64_t there = (uint64_t)fs.f_bavail * fs.f_frsize;
	if (needed > there)
		return fail(err, ENOSPC,
			"needs %" PRIu64 " MiB of space and %" PRIu64
			" MiB are free: a smaller file_size, mem or job_size needs less",
			needed / MIB, there / MIB);
	return 0;
}

static int make_tree(struct frame *f, struct error *err)
{
	const struct contest_config *c = f->config;
	const char *kind = tree_target_names[c->job_kind];
	char what[48];

	(void)snprintf(what, sizeof(what), "the job %s", kind);
	int ret = job_program("make", what, err);
	if (ret == 0 && c->job_kind != TREE_FILES)
		ret = job_program("cc", what, err);
	if (ret < 0)
		return ret;
	ret = look_for_space(f->dir, tree_space(c->job_size, c->job_kind), err);
	if (ret < 0)
		return fail_in(err, ret, "%s", what);
	ret = tree_make(f->dir, tree_name, c->job_size, f->work.seed, err);
	if (ret < 0)
		return ret;
	f->own_tree = true;
	f->tree = openat(f->dir, tree_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return f->tree < 0 ? fail_errno(err, "open the source tree") : 0;
}

int frame_open(struct frame *f, const struct contest_config *c, int dir, uint64_t seed,
	struct error *err)
{
	unsigned cpus = count_cpus();

	*f = (struct frame){
		.config = c,
		.dir = dir,
		.tree = -1,
		.jobs = c->jobs ? c->jobs : (uint64_t)JOBS_PER_CPU * cpus,
		.work = { .dir = -1,
			.list_dir = c->list_dir,
			.tree = c->job_size,
			.seed = seed,
			.cpus = cpus },
		.load_parent = -1,
		.crew = CREW_NONE,
	};
	int ret = memory_look(&f->work.memory, err);
	if (ret < 0)
		return ret;
	f->work.mem = c->mem ? c->mem : f->work.memory.bytes;
	f->work.file_size = c->file_size ? c->file_size : f->work.mem;
	if (!*c->job)
		return make_tree(f, err);
	f->tree = fcntl(dir, F_DUPFD_CLOEXEC, 0);
	return f->tree < 0 ? fail_errno(err, "open the job's directory") : 0;
}

/* The directory for a load; the one elsewhere has a process that removes it whatever happens. */
static int make_place(struct frame *f, enum load_id id, struct error *err)
{
	const char *where = id == LOAD_IO_OTHER ? f->config->other_dir : NULL;

	f->load_parent = where ? open(where, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
			       : fcntl(f->dir, F_DUPFD_CLOEXEC, 0);
	if (f->load_parent < 0)
		return fail_errno(err, "open %s", where ? where : "the run's directory");
	(void)snprintf(f->load_name, sizeof(f->load_name), "bakeoff-%s-%d", loads[id].name,
		getpid());
	if (mkdirat(f->load_parent, f->load_name, 0700) < 0)
		return fail_errno(err, "make directory %s", f->load_name);
	f->work.dir = openat(f->load_parent, f->load_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (f->work.dir < 0)
		return fail_errno(err, "open directory %s", f->load_name);
	if (!where)
		return 0;
	pid_t janitor = janitor_start(f->load_parent, f->load_name, err);
	f->janitor = janitor > 0 ? janitor : 0;
	return janitor > 0 ? 0 : janitor;
}

int frame_prepare(struct frame *f, enum load_id id, struct error *err)
{
	const struct load *load = &loads[id];
	uint64_t whole = f->work.whole;

	f->load = load;
	if (!load->run)
		return 0;
	f->work.whole = 0;
	int ret = memory_look(&f->work.memory, err); /* it has changed since */
	if (ret == 0)
		ret = make_place(f, id, err);
	if (ret == 0 && load->space)
		ret = look_for_space(f->work.dir, load->space(&f->work), err);
	if (ret == 0 && load->prepare)
		ret = load->prepare(&f->work, err);
	if (ret == 0)
		return 0;
	f->work.whole = whole;
	return fail_in(err, ret, "%s", load->name);
}

static int forget_file(const char *path, struct error *err)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);

	if (fd < 0)
		return fail_errno(err, "open %s", path);
	if (fsync(fd) < 0)
		return fail_errno(err, "fsync %s", path);
	(void)posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED); /* advice */
	return 0;
}

int frame_forget(struct frame *f, struct error *err)
{
	char path[64];
	char *const paths[] = { path, NULL };
	int ret = 0;

	if (f->work.dir < 0)
		return 0;
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d/.", f->work.dir);
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	if (!walk)
		return fail_errno(err, "%s: walk its directory", f->load->name);
	for (FTSENT *e; ret == 0 && (e = fts_read(walk));)
		ret = e->fts_info == FTS_F ? forget_file(e->fts_path, err) : 0;
	(void)fts_close(walk); /* only for reading */
	return ret;
}

static int look_at_stop(const struct frame *f, struct error *err)
{
	return f->asked_to_stop && f->asked_to_stop() ? fail(err, ECANCELED, "stopped") : 0;
}

/* The load has ended, which no load does. */
static int load_is_gone(const struct frame *f, const char *when, struct error *err)
{
	struct crew crew = f->crew;
	int ret = crew_wait(&crew, err); /* the keeper is at its end, too */

	if (ret == 0)
		return fail(err, EIO, "%s: %s: it has nothing left to do", f->load->name, when);
	return fail_in(err, ret, "%s: %s", f->load->name, when);
}

static int head_of_load(void *context, struct board *board, struct error *err)
{
	struct frame *f = context;

	return f->load->run(&f->work, board, err);
}

/* Until the load is in that state, or for that long. */
static int wait_for_load(struct frame *f, uint64_t ns, bool ready, const char *when,
	struct error *err)
{
	const uint64_t end = clock_monotonic_ns() + ns;

	for (;;) {
		uint32_t state = atomic_load(&f->crew.board->state);
		int ret = look_at_stop(f, err);
		if (ret < 0)
			return ret;
		if (crew_has_ended(&f->crew))
			return load_is_gone(f, when, err);
		if (ready && state == BOARD_READY)
			return 0;
		uint64_t now = clock_monotonic_ns();
		if (now >= end)
			return ready ? fail(err, ETIMEDOUT, "%s: not ready within %d s",
					       f->load->name, READY_SECONDS)
				     : 0;
		(void)poll(NULL, 0, (int)min_u64(LOOK_MS, (end - now) / NS_PER_MS + 1));
	}
}

int frame_start(struct frame *f, struct error *err)
{
	if (!f->load->run)
		return 0;
	int ret = crew_start(&f->crew, head_of_load, f, NULL, err);
	if (ret == 0)
		ret = wait_for_load(f, READY_SECONDS * NS_PER_S, true, "did not start", err);
	if (ret == 0)
		ret = wait_for_load(f, f->config->settle, false, "stopped early", err);
	return ret;
}

struct snapshot {
	uint64_t ns, cpu_ns, amount;
};

static struct snapshot take_snapshot(const struct frame *f)
{
	if (!f->crew.board)
		return (struct snapshot){ .ns = clock_monotonic_ns() };
	return (struct snapshot){ .ns = clock_monotonic_ns(),
		.cpu_ns = crew_cpu_ns(&f->crew),
		.amount = atomic_load(&f->crew.board->amount) };
}

/* Until the job has ended. */
static int watch(struct frame *f, const struct crew *job, struct error *err)
{
	struct pollfd fds[] = {
		{ .fd = job->fd, .events = POLLIN },
		{ .fd = f->crew.fd, .events = POLLIN }, /* -1 where there is no load */
	};

	for (;;) {
		int ret = look_at_stop(f, err);
		if (ret < 0)
			return ret;
		if (poll(fds, COUNT_OF(fds), -1) < 0) {
			if (errno == EINTR)
				continue;
			return fail_errno(err, "wait for the job");
		}
		if (fds[1].revents)
			return load_is_gone(f, "stopped early", err);
		if (fds[0].revents)
			return 0;
	}
}

static int time_job(struct frame *f, struct job_command *line, struct figures *figures,
	struct error *err)
{
	struct snapshot before = take_snapshot(f);
	struct crew job = CREW_NONE;
	int ret = crew_start(&job, job_head, line, NULL, err);

	if (ret == 0)
		ret = watch(f, &job, err);
	struct snapshot after = take_snapshot(f);
	if (ret == 0) {
		ret = crew_wait(&job, err);
		if (ret < 0)
			ret = job_failed(line->output, fail_in(err, ret, "job"), err);
	}
	if (ret == 0)
		*figures = (struct figures){
			.job_ns = job.board->ended_ns - job.board->started_ns,
			.user_ns = job.board->user_ns,
			.sys_ns = job.board->sys_ns,
			.load_ns = after.ns - before.ns,
			.load_cpu_ns = after.cpu_ns - before.cpu_ns,
			.amount = after.amount - before.amount,
			.whole = f->crew.board ? atomic_load(&f->crew.board->whole) : 0,
		};
	crew_stop(&job);
	return ret;
}

static struct job_command line_of(const struct frame *f, const char *command, const char *target)
{
	return (struct job_command){
		.dir = f->tree,
		.command = *command ? command : NULL,
		.target = target,
		.jobs = f->jobs,
		.output = -1,
	};
}

int frame_job(struct frame *f, struct figures *figures, struct error *err)
{
	struct job_command line =
		line_of(f, f->config->job, tree_target_names[f->config->job_kind]);
	AUTO_CLOSE int output = job_output(err);

	if (output < 0)
		return output;
	line.output = output;
	int ret = time_job(f, &line, figures, err);
	if (ret < 0)
		return ret;
	if (f->load->run && crew_has_ended(&f->crew))
		return load_is_gone(f, "stopped early", err);
	if (f->load->run && figures->amount == 0)
		return fail(err, EIO, "%s: did nothing while the job ran", f->load->name);
	return 0;
}

static int end_load(struct frame *f, struct error *err)
{
	int ret = 0;

	crew_stop(&f->crew);
	auto_close(&f->work.dir);
	if (f->janitor > 0)
		ret = janitor_end(f->janitor, err);
	else if (f->load_parent >= 0 && f->load_name[0])
		ret = io_remove_tree(f->load_parent, f->load_name, err);
	f->janitor = 0;
	f->load_name[0] = '\0';
	auto_close(&f->load_parent);
	return ret;
}

int frame_end(struct frame *f, struct error *err)
{
	struct job_command line = line_of(f, f->config->clean, "clean");
	int ret = end_load(f, err);

	if (ret == 0 && (f->own_tree || line.command)) {
		ret = job_run(&line, err);
		if (ret < 0)
			ret = fail_in(err, ret, "clean");
	}
	return ret;
}

void frame_close(struct frame *f)
{
	struct error err;

	(void)end_load(f, &err); /* a failure before it has its own words */
	auto_close(&f->tree);
}

void frame_job_text(const struct frame *f, char *text, size_t room)
{
	if (*f->config->job)
		(void)snprintf(text, room, "%s", f->config->job);
	else
		(void)snprintf(text, room, "make -s -j%" PRIu64 " %s in a %s tree of %u files",
			f->jobs, tree_target_names[f->config->job_kind],
			tree_size_names[f->config->job_size], tree_files(f->config->job_size));
}

uint64_t frame_load_size(const struct frame *f, enum load_id id)
{
	if (id == LOAD_MEM)
		return mem_load_bytes(&f->work);
	if (id == LOAD_CTAR || id == LOAD_XTAR || id == LOAD_DBENCH)
		return 0;
	return loads[id].space ? loads[id].space(&f->work) : 0;
}
