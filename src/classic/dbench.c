// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/classic.h"
#include "classic/dbench_shared.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "core/log.h"
#include "io/file.h"
#include "workloads/dbench_default.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, PATIENCE_MS = 3000 };

struct controller {
	struct dbench_run run;
	pid_t *pids;
	unsigned started, gone;
	uint64_t shared_bytes, start_ns;
	unsigned seconds; /* ticks since the clients were released, and since the window began */
	unsigned executed;
	double last_megabytes; /* of the last line printed */
	bool failed;
	struct dbench_machine before, after; /* CPU time since the clients were released */
};

static int read_loads(struct dbench_run *run, struct arena *arena, struct error *err)
{
	const struct dbench_args *args = run->args;
	AUTO_TEXT struct text faults;
	int ret = 0;

	text_init(&faults, MIB);
	run->load_count = args->load_count ? args->load_count : 1;
	run->loads = NEW(arena, struct dbench_load, run->load_count);
	if (args->load_count == 0)
		return dbench_load_default(&run->loads[0], err);
	size_t i = 0;
	while (ret == 0 && i < args->load_count) {
		ret = dbench_load_read(&run->loads[i], args->loads[i], &faults, err);
		i++;
	}
	if (ret != -EINVAL || faults.length == 0)
		return ret;
	for (char *line = faults.data, *end; (end = strchr(line, '\n')); line = end + 1)
		log_error("dbench: %.*s", (int)(end - line), line);
	uint64_t count = run->loads[i - 1].faults;
	return fail(err, EINVAL, "%" PRIu64 " fault%s in the load", count, count == 1 ? "" : "s");
}

static int make_directory(struct dbench_run *run, struct error *err)
{
	const char *in = run->args->directory;

	if (snprintf(run->dir, sizeof(run->dir), "%s/dbench-XXXXXX", in) >= (int)sizeof(run->dir))
		return fail(err, ENAMETOOLONG, "directory: %.80s... is longer than %d bytes", in,
			PATH_MAX - 16);
	if (!mkdtemp(run->dir)) {
		int ret = fail_errno(err, "make a directory in %s", in);
		run->dir[0] = '\0';
		return ret;
	}
	return 0;
}

static void remove_directory(struct dbench_run *run)
{
	struct error err = { 0 };
	AUTO_CLOSE int in = open(run->args->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret = in < 0 ? fail_errno(&err, "open %s", run->args->directory)
			 : io_remove_tree(in, strrchr(run->dir, '/') + 1, &err);

	if (ret < 0)
		log_error("dbench: clean up %s: %s", run->dir, err.text);
}

static int share(struct controller *c, struct error *err)
{
	size_t bytes = sizeof(struct dbench_shared) + c->run.clients * sizeof(struct dbench_tally);
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return fail_errno(err, "no memory for %u clients", c->run.clients);
	c->run.shared = p;
	c->shared_bytes = bytes;
	return 0;
}

/* Signals of the terminal are the parent's business; it tells the clients. */
static void become_client(const struct dbench_run *run, unsigned process, pid_t parent)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)
		_exit(EXIT_FAILURE);
	(void)sigaction(SIGINT, &ignore, NULL); /* cannot fail with these signals */
	(void)sigaction(SIGTERM, &ignore, NULL);
	(void)sigaction(SIGHUP, &ignore, NULL);
	(void)sigaction(SIGPIPE, &ignore, NULL);
	_exit(dbench_process(run, process));
}

static int start_processes(struct controller *c, struct error *err)
{
	pid_t parent = getpid();

	for (unsigned i = 0; i < c->run.processes; i++) {
		pid_t pid = fork();
		if (pid == 0)
			become_client(&c->run, i, parent);
		if (pid < 0)
			return fail_errno(err, "start process %u", i);
		c->pids[c->started++] = pid;
	}
	return 0;
}

/* The first client that has said why it failed; else how a process ended. */
static int why_failed(const struct controller *c, int status, struct error *err)
{
	for (unsigned i = 0; i < c->run.clients; i++) {
		const struct dbench_tally *t = &c->run.shared->tallies[i];
		if (*t->error.text)
			return fail(err, EIO, "client %u: %s", i, t->error.text);
	}
	if (WIFSIGNALED(status))
		return fail(err, EIO, "a client was killed by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	return fail(err, EIO, "a client ended with status %d", WEXITSTATUS(status));
}

/* Which processes have ended; the first that failed makes the run fail, and the others stop. */
static void reap(struct controller *c)
{
	struct error err = { 0 };
	int status;

	for (unsigned i = 0; i < c->started; i++) {
		if (c->pids[i] <= 0 || waitpid(c->pids[i], &status, WNOHANG) != c->pids[i])
			continue;
		c->pids[i] = 0;
		c->gone++;
		if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
			continue;
		atomic_store(&c->run.shared->stop, true);
		if (!c->failed && why_failed(c, status, &err) < 0)
			log_error("dbench: %s", err.text);
		c->failed = true;
	}
}

/* Who waits at the gate or for a point comes out; who does not come in time is killed. */
static void end_processes(struct controller *c)
{
	struct dbench_shared *s = c->run.shared;
	const struct timespec nap = { .tv_nsec = 5000000 };

	atomic_store(&s->stop, true);
	atomic_store(&s->gate, 1);
	(void)syscall(SYS_futex, &s->gate, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); /* cannot fail */
	for (int waited = 0; c->gone < c->started; waited += 5) {
		reap(c);
		if (waited == PATIENCE_MS) {
			for (unsigned i = 0; i < c->started; i++) {
				if (c->pids[i] > 0)
					(void)kill(c->pids[i], SIGKILL); /* or has just ended */
			}
		}
		if (c->gone < c->started)
			(void)nanosleep(&nap, NULL); /* a signal may cut it short */
	}
}

/* All are set up, or one has failed. */
static bool wait_ready(struct controller *c)
{
	const struct timespec most = { .tv_nsec = 100000000 };
	uint32_t ready;

	while ((ready = atomic_load(&c->run.shared->ready)) < c->run.processes && !c->failed &&
		!stop_asked()) {
		(void)syscall(SYS_futex, &c->run.shared->ready, FUTEX_WAIT, ready, &most, NULL, 0);
		reap(c);
	}
	return !c->failed && !stop_asked();
}

static uint64_t warmup_ns(const struct dbench_args *args)
{
	if (args->has_warmup)
		return args->warmup_ns;
	return args->compat == DBENCH_STRICT ? args->timelimit_ns / 5
					     : args->timelimit_ns / NS_PER_S / 5 * NS_PER_S;
}

static void release(struct controller *c)
{
	struct dbench_run *run = &c->run;
	struct dbench_shared *s = run->shared;
	const struct clock *clock = &run->clock;
	uint64_t now = clock_ticks(clock);

	s->from_ticks = now;
	s->until_ticks = UINT64_MAX;
	if (!run->one_pass) {
		s->from_ticks = now + clock_ticks_of_ns(clock, warmup_ns(run->args));
		s->until_ticks = s->from_ticks + clock_ticks_of_ns(clock, run->args->timelimit_ns);
	}
	dbench_machine_read(&c->before, run->dir);
	c->start_ns = clock_monotonic_ns();
	atomic_store(&s->gate, 1);
	(void)syscall(SYS_futex, &s->gate, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); /* cannot fail */
}

/* The worst of the second: of the operations that ended, or the age of one that goes on. */
static double take_latency(struct controller *c)
{
	uint64_t worst = 0, now = clock_ticks(&c->run.clock);

	for (unsigned i = 0; i < c->run.clients; i++) {
		struct dbench_tally *t = &c->run.shared->tallies[i];
		uint64_t last = atomic_load(&t->last_ticks);
		worst = max_u64(worst, atomic_exchange(&t->worst_ns, 0));
		if (last > 0 && now > last && !atomic_load(&t->finished))
			worst = max_u64(worst, clock_ns(&c->run.clock, now - last));
	}
	return (double)worst / (double)NS_PER_MS;
}

static void tick(struct controller *c, double window_s)
{
	uint64_t bytes = 0, lines = 0;
	bool measuring = window_s > 0;

	for (unsigned i = 0; i < c->run.clients; i++) {
		const struct dbench_tally *t = &c->run.shared->tallies[i];
		measuring = measuring && atomic_load(&t->measuring);
		bytes += atomic_load(&t->bytes);
		lines += atomic_load(&t->all_lines);
	}
	double seconds = measuring
				 ? window_s
				 : (double)(clock_monotonic_ns() - c->start_ns) / (double)NS_PER_S;
	if (measuring)
		c->executed = (unsigned)(window_s + 0.5);
	c->last_megabytes = (double)bytes / seconds / 1e6;
	dbench_print_progress(c->run.args, measuring ? DBENCH_EXECUTE : DBENCH_WARMUP,
		c->run.processes - c->gone, lines / max_u64(c->run.clients, 1), c->last_megabytes,
		measuring ? c->executed : c->seconds, take_latency(c));
}

static void sleep_to(uint64_t due_ns)
{
	uint64_t now = clock_monotonic_ns();

	if (now >= due_ns)
		return;
	uint64_t left = min_u64(due_ns - now, 20 * NS_PER_MS);
	const struct timespec nap = { .tv_nsec = (long)left };
	(void)nanosleep(&nap, NULL); /* a signal may cut it short */
}

/* What the device does in the window; CPU time is known of whole processes only. */
static void read_device_again(struct controller *c)
{
	struct dbench_machine now;

	dbench_machine_read(&now, c->run.dir);
	c->before.device_read = now.device_read;
	c->before.device_written = now.device_written;
}

/* Until all clients have ended, told to or not; a line each second. */
static void watch(struct controller *c)
{
	struct dbench_run *run = &c->run;
	uint64_t from = c->start_ns + (run->one_pass ? 0 : warmup_ns(run->args));
	uint64_t until = run->one_pass ? UINT64_MAX : from + run->args->timelimit_ns;
	uint64_t next = c->start_ns + NS_PER_S;
	bool begun = false;

	while (c->gone < c->started && !stop_asked() && !c->failed) {
		uint64_t now = clock_monotonic_ns();
		if (!begun && now >= from) {
			begun = true;
			read_device_again(c);
			next = from + NS_PER_S; /* the window's seconds */
		}
		if (now >= next && now < until) {
			c->seconds++;
			tick(c, begun ? (double)(now - from) / (double)NS_PER_S : 0);
			next += NS_PER_S;
		}
		sleep_to(min_u64(min_u64(next, until), begun ? UINT64_MAX : from));
		reap(c);
	}
}

/* Bytes of the window by its length; of one pass by the slowest; or what the last line said. */
static double throughput(const struct controller *c, struct dbench_figures *sum)
{
	const struct dbench_run *run = &c->run;

	if (!run->one_pass)
		sum->window_ns = run->args->timelimit_ns;
	if (run->args->compat == DBENCH_4 && !run->one_pass)
		return c->executed > 0 ? c->last_megabytes : 0;
	return sum->window_ns ? (double)sum->bytes / (double)sum->window_ns * 1e3 : 0;
}

static void report(struct controller *c)
{
	struct dbench_figures *sum = calloc(1, sizeof(*sum));

	if (!sum)
		abort(); /* as an arena does */
	dbench_add_up(&c->run, 0, c->run.clients, sum);
	double megabytes = throughput(c, sum);
	dbench_print_results(&c->run, sum, &c->before, &c->after, megabytes);
	free(sum);
}

static void say_start(const struct dbench_run *run)
{
	const struct dbench_args *args = run->args;

	if (args->machine_readable)
		return;
	printf("Running for %.3g seconds with load '%s' and minimum warmup %.3g secs\n",
		run->one_pass ? 0 : (double)args->timelimit_ns / (double)NS_PER_S,
		args->load_count ? args->loadfile : "built-in",
		run->one_pass ? 0 : (double)warmup_ns(args) / (double)NS_PER_S);
	printf("%u of %u processes prepared for launch   0 sec\nreleasing clients\n",
		run->processes, run->processes);
	(void)fflush(stdout); /* main() says where it could not be printed */
}

static int run_clients(struct controller *c, struct error *err)
{
	int ret = start_processes(c, err);

	if (ret == 0 && wait_ready(c)) {
		say_start(&c->run);
		release(c);
		watch(c);
		dbench_machine_read(&c->after, c->run.dir);
	}
	end_processes(c);
	return ret;
}

static int run_dbench(const struct dbench_args *args, struct arena *arena, struct error *err)
{
	struct controller c = { .run = { .args = args,
					.processes = (unsigned)args->processes,
					.one_pass = args->run_once || args->compat == DBENCH_2 } };

	c.run.clients = c.run.processes * (unsigned)args->clients_per_process;
	c.pids = NEW(arena, pid_t, c.run.processes);
	clock_start(&c.run.clock, clock_has_invariant_tsc());
	int ret = read_loads(&c.run, arena, err);
	clock_calibrate(&c.run.clock);
	if (ret == 0)
		ret = share(&c, err);
	if (ret == 0 && !*args->tbench)
		ret = make_directory(&c.run, err);
	if (ret == 0)
		ret = run_clients(&c, err);
	bool good = ret == 0 && !c.failed && !stop_asked();
	unsigned seconds = good ? (unsigned)((clock_monotonic_ns() - c.start_ns) / NS_PER_S) : 0;
	if (good && *c.run.dir && !args->skip_cleanup)
		dbench_print_progress(args, DBENCH_CLEANUP, c.run.processes, 0, 0, seconds, 0);
	if (*c.run.dir && args->skip_cleanup)
		log_info("dbench: the files stay in %s", c.run.dir);
	else if (*c.run.dir)
		remove_directory(&c.run);
	if (good && *c.run.dir && !args->skip_cleanup)
		dbench_print_progress(args, DBENCH_CLEANUP, 0, 0, 0, seconds, 0);
	if (good)
		report(&c);
	for (size_t i = 0; i < c.run.load_count; i++)
		dbench_load_free(&c.run.loads[i]);
	if (c.run.shared)
		(void)munmap(c.run.shared, c.shared_bytes); /* mmap gave it */
	if (ret < 0)
		return ret;
	return c.failed ? -EIO : 0;
}

static int make_load(const struct dbench_args *args, struct error *err)
{
	const struct dbench_make how = {
		.seed = args->seed,
		.iterations = args->iterations,
		.miss_rate = args->miss_rate,
		.working_set = args->working_set,
	};
	AUTO_TEXT struct text text;

	text_init(&text, 4 * GIB);
	dbench_make(&how, &text);
	int ret = text_check(&text, "the load", err);
	if (ret == 0 && fputs(text.data, stdout) < 0)
		ret = fail_errno(err, "write the load to standard output");
	return ret;
}

static int run_tool(int argc, char **argv, bool as_tbench)
{
	const char *tool = as_tbench ? "tbench" : "dbench";
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct dbench_args args;
	int status = EXIT_SUCCESS;

	stop_catch();
	int ret = dbench_args_parse(&args, as_tbench, argc, argv, &arena, &err);
	if (ret < 0)
		status = EXIT_USAGE;
	else if (args.help)
		(void)fputs(dbench_args_help(&arena, as_tbench), stdout); /* main() asks */
	else if (args.server)
		status = tbench_serve(&args);
	else if (args.make_load)
		ret = make_load(&args, &err);
	else
		ret = run_dbench(&args, &arena, &err);
	if (ret < 0 && *err.text)
		log_error("%s: %s", tool, err.text);
	if (ret < 0 && status == EXIT_SUCCESS)
		status = ret == -EINVAL ? EXIT_USAGE : EXIT_FAILURE;
	arena_free(&arena);
	return stop_asked() && status == EXIT_SUCCESS ? stop_status(stop_asked()) : status;
}

int classic_dbench(int argc, char **argv)
{
	return run_tool(argc, argv, false);
}

int classic_tbench(int argc, char **argv)
{
	return run_tool(argc, argv, true);
}
