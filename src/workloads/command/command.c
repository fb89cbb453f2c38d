// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "core/clock.h"
#include "core/text.h"
#include "io/file.h"
#include "workloads/command/program.h"
#include "workloads/registry.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

struct command_config {
	const char *cmd, *prepare, *cleanup, *shell, *parse;
	bool cold;
};

static const struct param command_params[] = {
	PARAM(TEXT, struct command_config, cmd, .fallback = "", .not_empty = true,
		.value = "COMMAND",
		.help = "what is run and timed, in a new directory on the system under test"),
	PARAM(TEXT, struct command_config, prepare, .fallback = "", .value = "COMMAND",
		.help = "what is run there before, untimed"),
	PARAM(TEXT, struct command_config, cleanup, .fallback = "", .value = "COMMAND",
		.help = "what is run there afterwards, untimed, also where the others failed"),
	PARAM(TEXT, struct command_config, parse, .fallback = "wall", .not_empty = true,
		.value = "TOOL",
		.help = "whose output it is: its numbers are read by `bakeoff import`'s importer "
			"of "
			"that name; wall: only the times are taken"),
	PARAM(TEXT, struct command_config, shell, .fallback = "sh -c", .not_empty = true,
		.value = "SHELL",
		.help = "what the commands are the last argument of; none: they are split at "
			"blanks and run without a shell"),
	PARAM(BOOL, struct command_config, cold, .fallback = "no",
		.help = "write back and drop caches between prepare and cmd, as root"),
	{ 0 },
};

enum { COMMAND };
static const char *const command_operations[] = { [COMMAND] = "command", NULL };

enum { COMMANDS, MAX_RSS, LEFT_BEHIND };

static const struct metric command_metrics[] = {
	{
		.name = "time",
		.phase = "run",
		.kind = METRIC_TIME,
		.unit = "s",
		.better = BETTER_LOWER,
		.primary = true,
		.help = "from the first copy's start to the last one's end",
	},
	{
		.name = "user_time",
		.phase = "run",
		.kind = METRIC_USER_TIME,
		.unit = "s",
		.better = BETTER_LOWER,
		.help = "user CPU time of the command and the children it waited for, all copies",
	},
	{
		.name = "sys_time",
		.phase = "run",
		.kind = METRIC_SYS_TIME,
		.unit = "s",
		.better = BETTER_LOWER,
		.help = "system CPU time of the same",
	},
	{
		.name = "max_rss",
		.phase = "run",
		.kind = METRIC_QUOTIENT,
		.operation = MAX_RSS,
		.divisor = COMMANDS,
		.factor = 1,
		.unit = "bytes",
		.better = BETTER_LOWER,
		.help = "the most memory that one of its processes had at once; the mean of copies "
			"and loops",
	},
	{ 0 },
};

/* What the bench has to know of a client that is gone. */
struct visitor {
	_Atomic pid_t keeper;  /* of what it runs; 0: nothing */
	_Atomic bool to_clean; /* its cleanup has to be run */
	uint64_t seed;
};

struct common {
	struct printed printed;
	struct visitor visitors[]; /* of each client */
};

struct command_state {
	struct program program;
	struct crew crew;
	int go; /* writing to it lets the command begin */
	bool open, ran;
};

static int command_check(const void *config, const struct run_shape *shape, struct error *err)
{
	const struct command_config *c = config;
	const struct {
		const char *what, *line;
	} lines[] = { { "cmd", c->cmd }, { "prepare", c->prepare }, { "cleanup", c->cleanup } };

	if (shape->runtime > 0 || shape->ramp_time > 0)
		return fail(err, EINVAL,
			"%s: a command is timed from its start to its end; `timeout` in cmd ends "
			"it "
			"earlier",
			shape->runtime > 0 ? "runtime" : "ramp_time");
	if (!*c->cmd)
		return fail(err, EINVAL, "cmd: none, where a command is expected");
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		int ret = *lines[i].line
				  ? program_check(lines[i].what, lines[i].line, c->shell, err)
				  : 0;
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int command_look(const void *config, struct error *err)
{
	const struct command_config *c = config;
	int ret = program_find("cmd", c->cmd, c->shell, err);

	if (ret == 0 && *c->prepare)
		ret = program_find("prepare", c->prepare, c->shell, err);
	if (ret == 0 && *c->cleanup)
		ret = program_find("cleanup", c->cleanup, c->shell, err);
	return ret;
}

static const char *command_importer(const void *config)
{
	const struct command_config *c = config;

	return strcmp(c->parse, "wall") == 0 ? "" : c->parse;
}

static size_t command_common_size(const void *config, const struct run_shape *shape)
{
	(void)config;
	return sizeof(struct common) + shape->numjobs * sizeof(struct visitor);
}

static struct program around(const struct command_config *config, const char *what,
	const char *line, enum printed_stream stream)
{
	return (struct program){
		.what = what,
		.line = line,
		.shell = config->shell,
		.streams = { stream, stream },
		.go = -1,
	};
}

static struct visitor *visitor_of(const struct client *c)
{
	struct common *common = c->common;

	return &common->visitors[c->index];
}

static void for_client(struct program *p, const struct client *c)
{
	struct common *common = c->common;

	p->keeper = &visitor_of(c)->keeper;
	p->dir = c->dir;
	p->seed = c->seed;
	p->client = c->index;
	p->clients = c->count;
	p->printed = &common->printed;
}

static int command_prepare(struct client *c, struct error *err)
{
	const struct command_config *config = c->config;
	struct command_state *s = c->state;
	struct visitor *visitor = visitor_of(c);
	/* "prepare:" is what the bench puts before it */
	struct program prepare = around(config, "", config->prepare, PRINTED_PREPARE);

	s->crew = CREW_NONE;
	s->go = -1;
	s->open = true;
	visitor->seed = c->seed;
	atomic_store(&visitor->to_clean, *config->cleanup != '\0');
	for_client(&prepare, c);
	return *config->prepare ? program_run(&prepare, -1, err) : 0;
}

/* The keeper is there, and the process that becomes the command: it waits for its start. */
static int command_begin(struct client *c, struct error *err)
{
	const struct command_config *config = c->config;
	struct command_state *s = c->state;
	int go[2];

	s->ran = false;
	if (pipe2(go, O_CLOEXEC) < 0)
		return fail_errno(err, "make a pipe to a process");
	s->program = around(config, "cmd", config->cmd, PRINTED_STDOUT);
	s->program.streams[CREW_STDERR] = PRINTED_STDERR;
	for_client(&s->program, c);
	s->program.go = go[0];
	s->go = go[1];
	int ret = program_start(&s->program, &s->crew, err);
	(void)close(go[0]); /* the command's own is another */
	return ret;
}

static int command_step(struct client *c, struct operation *op, struct error *err)
{
	struct command_state *s = c->state;

	if (s->ran)
		return STEP_DONE;
	s->ran = true;
	op->kind = COMMAND;
	if (write(s->go, "", 1) != 1)
		return fail_errno(err, "let the command begin");
	crew_await_head(&s->crew); /* how it ended is looked at by end() */
	return STEP_GO;
}

static int command_end(struct client *c, struct error *err)
{
	struct command_state *s = c->state;
	const struct board *board = s->crew.board;
	int ret = program_end(&s->program, &s->crew, err);

	*c->user_ns += board->user_ns;
	*c->sys_ns += board->sys_ns;
	c->counters[COMMANDS] = 1;
	c->counters[MAX_RSS] = board->max_rss;
	c->counters[LEFT_BEHIND] = board->killed;
	program_stop(&s->program, &s->crew);
	auto_close(&s->go);
	return ret;
}

static int command_verify(struct client *c, struct error *err)
{
	const struct command_config *config = c->config;
	struct program cleanup = around(config, "cleanup", config->cleanup, PRINTED_CLEANUP);

	if (!atomic_exchange(&visitor_of(c)->to_clean, false))
		return 0;
	for_client(&cleanup, c);
	return program_run(&cleanup, -1, err);
}

static void command_finish(struct client *c)
{
	struct command_state *s = c->state;

	if (!s->open)
		return;
	crew_stop(&s->crew);
	auto_close(&s->go);
}

static const char *command_remark(const struct phase *phase, const uint64_t *counters,
	unsigned clients)
{
	(void)phase; /* there is but one */
	(void)clients;
	return counters[LEFT_BEHIND] == 0
		       ? NULL
		       : "run: cmd ended and left processes behind, which were killed: what they "
			 "still had to do is in no figure";
}

/* What a killed client ran is killed by its keeper: until that has been done. */
static void await_keepers(const struct common *common, unsigned clients)
{
	const uint64_t end = clock_monotonic_ns() + 6 * NS_PER_S;

	for (unsigned i = 0; i < clients; i++) {
		pid_t keeper = atomic_load(&common->visitors[i].keeper);
		struct pollfd fd = { .fd = keeper > 0 ? pidfd_open(keeper, 0) : -1,
			.events = POLLIN };
		uint64_t now = clock_monotonic_ns();
		if (fd.fd >= 0)
			(void)poll(&fd, 1, now < end ? (int)((end - now) / NS_PER_MS) : 0);
		auto_close(&fd.fd);
	}
}

/* For clients that did not come to it, and not for long: somebody may have said stop. */
static int clean_up(const struct command_config *config, unsigned index, unsigned clients, int base,
	struct common *common, struct error *err)
{
	enum { PATIENCE_MS = 5000 };
	struct program cleanup = around(config, "cleanup", config->cleanup, PRINTED_CLEANUP);
	char name[CLIENT_NAME_ROOM];

	client_name(index, name);
	AUTO_CLOSE int dir = openat(base, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return fail_errno(err, "cleanup: open directory %s", name);
	cleanup.keeper = &common->visitors[index].keeper;
	cleanup.dir = dir;
	cleanup.seed = common->visitors[index].seed;
	cleanup.client = index;
	cleanup.clients = clients;
	cleanup.printed = &common->printed;
	return program_run(&cleanup, PATIENCE_MS, err);
}

static void command_tear_down(const void *config, const struct run_shape *shape, int base,
	void *shared, struct leavings *leavings)
{
	const unsigned clients = (unsigned)shape->numjobs;
	struct common *common = shared;
	struct error err;

	await_keepers(common, clients);
	for (unsigned i = 0; i < clients; i++) {
		if (!atomic_load(&common->visitors[i].to_clean) || leavings->warning)
			continue;
		if (clean_up(config, i, clients, base, common, &err) < 0)
			leavings->warning = arena_strdup(leavings->arena, err.text);
	}
	printed_collect(&common->printed, clients, leavings->arena, &leavings->outputs,
		&leavings->output_count);
}

static bool command_is_cold(const void *config)
{
	const struct command_config *c = config;

	return c->cold;
}

static void command_more_help(struct text *out)
{
	text_puts(out,
		"\n"
		"In the environment of the commands are BAKEOFF_DIR (where they run),\n"
		"BAKEOFF_SEED (the same for all variants of a round), BAKEOFF_CLIENT (from 0),\n"
		"BAKEOFF_CLIENTS, BAKEOFF_ROUND (0: the warm-up), BAKEOFF_ATTEMPT,\n"
		"BAKEOFF_VARIANT, BAKEOFF_CELL, BAKEOFF_EXPERIMENT, and LC_ALL=C.\n"
		"`bakeoff show EXPERIMENT/RUN --output` prints what cmd printed.\n");
}

static const struct phase command_phases[] = {
	{
		.name = "run",
		.help = "the command, from its start to its end",
		.cold = command_is_cold,
		.begin = command_begin,
		.step = command_step,
		.end = command_end,
	},
	{ 0 },
};

const struct workload command_workload = {
	.name = "command",
	.summary = "any program: its times, and what its output says",
	.source = "bakeoff's own, docs/workloads/command.md; compare hyperfine 1.15",
	.longer = "the work of cmd",
	.params = command_params,
	.metrics = command_metrics,
	.operations = command_operations,
	.phases = command_phases,
	.config_size = sizeof(struct command_config),
	.state_size = sizeof(struct command_state),
	.check = command_check,
	.common_size = command_common_size,
	.prepare = command_prepare,
	.verify = command_verify,
	.tear_down = command_tear_down,
	.importer = command_importer,
	.look = command_look,
	.remark = command_remark,
	.finish = command_finish,
	.more_help = command_more_help,
};
