// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/agent.h"

#include "agent/cap.h"
#include "agent/doubts.h"
#include "agent/watch.h"
#include "bench/bench.h"
#include "core/json.h"
#include "core/units.h"
#include "io/line.h"
#include "model/event.h"
#include "model/protocol.h"
#include "model/spec.h"
#include "observe/host.h"
#include "observe/memory.h"
#include "target/target.h"
#include "workloads/registry.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum {
	SETTLE_SECONDS = 60,
	LONG_SETTLE_SECONDS = 3, /* a wait that a user should know of */
};

struct agent {
	int out;
	const char *version;
	struct arena arena;
	struct line_reader control;
	struct clock clock;
	struct run_spec spec;
	const struct workload *workload;
	void *config;
	struct target *target;
	struct watch watch;
	json_t *facts; /* to be said with the event `start`; NULL when that was done */
	struct doubts doubts;
	double memory_copy; /* bytes per second; 0: unknown */
	bool never_quiet;   /* the target never settled */
	bool mute;          /* nobody listens any more */
};

static void say(struct agent *a, json_t *event)
{
	struct error err;

	if (!a->mute && json_write_line(a->out, event, &err) < 0)
		a->mute = true; /* the controller is gone: undo and end */
	json_decref(event);
}

static void say_event(void *context, json_t *event)
{
	say(context, event);
}

static void say_command(void *context, const char *command)
{
	say(context, event_command(command));
}

static void say_warning(struct agent *a, const char *text)
{
	say(a, event_log(&(struct log_record){ .level = RECORD_WARNING, .text = text }));
}

static void say_progress(void *context, const char *phase, double share)
{
	say(context, event_progress(phase, share));
}

static void say_phase(void *context, const struct phase_record *phase)
{
	struct agent *a = context;
	struct phase_record observed = watch_phase(&a->watch, phase);

	observed = doubts_phase(&a->doubts, &observed);
	say(a, event_phase(&observed));
}

static uint64_t on_phase_begins(void *context, const char *phase, const pid_t *clients,
	unsigned count)
{
	struct agent *a = context;

	if (a->spec.observe > 0)
		doubts_phase_begins(&a->doubts, phase);
	return watch_phase_begins(&a->watch, phase, clients, count);
}

static uint64_t on_sample(void *context)
{
	struct agent *a = context;

	return watch_sample(&a->watch);
}

static void on_phase_ends(void *context)
{
	struct agent *a = context;

	watch_phase_ends(&a->watch);
}

static int read_spec(struct agent *a, struct error *err)
{
	const char *line;
	size_t length;
	json_error_t where;
	int ret = line_reader_wait(&a->control, &line, &length, err);

	if (ret < 0)
		return ret;
	if (ret == 0)
		return fail(err, EINVAL, "no run spec on standard input");
	AUTO_JSON json_t *json = json_loadb(line, length, JSON_REJECT_DUPLICATES, &where);
	if (!json)
		return fail(err, EINVAL, "run spec: no JSON: %s at byte %d", where.text,
			where.position);
	ret = spec_from_json(json, &a->arena, &a->spec, err);
	if (ret < 0)
		return fail_in(err, ret, "run spec");
	a->workload = workload_find(a->spec.workload);
	if (!a->workload)
		return fail(err, ENOENT, "no workload named '%s'", a->spec.workload);
	return workload_configure(a->workload, a->spec.params, a->spec.param_count, &a->spec.shape,
		&a->arena, &a->config, err);
}

/* Lines after the spec: stop, and the end of file. */
static int on_control(void *context, struct error *err)
{
	struct agent *a = context;
	const char *line;
	size_t length;
	int ret = line_reader_fill(&a->control, err);

	if (ret < 0)
		return ret;
	while ((ret = line_reader_next(&a->control, &line, &length, err)) > 0) {
		AUTO_JSON json_t *json = json_loadb(line, length, 0, NULL);
		const char *type = json_string_value(json_object_get(json, "type"));
		if (type && strcmp(type, "stop") == 0)
			return fail(err, ECANCELED, "stopped");
	}
	if (ret < 0)
		return ret;
	return a->control.at_end ? fail(err, ECANCELED, "the controller is gone") : 0;
}

/* As on_control(), at a time when nothing may have come. */
static int look_at_control(void *context, struct error *err)
{
	struct agent *a = context;
	struct pollfd control = { .fd = a->control.fd, .events = POLLIN };

	return poll(&control, 1, 0) > 0 ? on_control(a, err) : 0;
}

/* Before settling, because it reads files. */
static void gather_facts(struct agent *a)
{
	const struct run_spec *s = &a->spec;
	json_t *host = host_facts("", a->version), *target = target_facts(a->target);
	struct error err; /* a rate that is unknown is null: why does not matter */

	bool measured = memory_copy_rate(&a->memory_copy, &err) == 0;
	(void)json_object_set_new(host, "memory_copy_bytes_per_second",
		measured ? json_u64((uint64_t)a->memory_copy) : json_null());
	(void)json_object_set_new(target, "memory_cap_bytes",
		s->memory ? json_u64(s->memory) : json_null());
	(void)json_object_set_new(target, "memory_cap_cgroup", json_text(s->cgroup_version));
	a->facts = json_pack("{s:o, s:o}", "host", host, "target", target);
	for (const char *const *w = target_warnings(a->target); *w; w++)
		say_warning(a, *w);
}

/* As soon as it is known what was waited for; or when it has come to nothing. */
static void say_start(struct agent *a, bool settled)
{
	if (!a->facts)
		return;
	if (settled)
		(void)json_object_set_new(json_object_get(a->facts, "target"),
			"waited_for_ext4lazyinit",
			json_boolean(target_waited_for_initialiser(a->target)));
	say(a, event_start(a->facts));
	json_decref(a->facts);
	a->facts = NULL;
}

static int settle(void *context, struct error *err)
{
	struct agent *a = context;

	uint64_t before = clock_monotonic_ns();

	say_progress(a, "settling", -1);
	int ret = target_settle(a->target, SETTLE_SECONDS * NS_PER_S, err);
	a->never_quiet |= ret == -ETIMEDOUT;
	say_start(a, ret == 0);
	uint64_t waited = clock_monotonic_ns() - before;
	if (waited > LONG_SETTLE_SECONDS * NS_PER_S)
		say(a, event_log(&(struct log_record){ .level = RECORD_INFO,
			       .text = arena_printf(&a->arena,
				       "waited %.1f s until the machine was quiet: something else "
				       "writes to its disks",
				       (double)waited / (double)NS_PER_S) }));
	return ret;
}

static uint64_t bytes_needed(const struct agent *a)
{
	return a->workload->space ? a->workload->space(a->config, &a->spec.shape) : 0;
}

/* Its first phase settles by itself, after the clients have prepared their files. */
static bool starts_cold(const struct agent *a)
{
	const struct phase *p = a->workload->phases;

	while (p->name && !phase_applies(p, a->config))
		p++;
	return p->name && phase_is_cold(p, a->config);
}

/* In parts that fit into a line each. */
static void say_output(struct agent *a, const struct output_record *output)
{
	for (size_t at = 0; at < output->size; at += EVENT_OUTPUT_MOST) {
		struct output_record part = *output;
		part.data += at;
		part.size = min_u64(output->size - at, EVENT_OUTPUT_MOST);
		say(a, event_output(&part));
	}
}

/* For programs that a workload starts. The agent is a new process for every run. */
static int export_spec(const struct run_spec *s, struct error *err)
{
	char round[24], attempt[24];
	const struct {
		const char *name, *value;
	} names[] = { { "BAKEOFF_EXPERIMENT", s->experiment }, { "BAKEOFF_VARIANT", s->variant },
		{ "BAKEOFF_CELL", s->cell }, { "BAKEOFF_ROUND", round },
		{ "BAKEOFF_ATTEMPT", attempt } };

	(void)snprintf(round, sizeof(round), "%" PRIu64, s->round);
	(void)snprintf(attempt, sizeof(attempt), "%" PRIu64, s->attempt);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (setenv(names[i].name, names[i].value, 1) < 0)
			return fail_errno(err, "set %s", names[i].name);
	}
	return 0;
}

static void say_doubts(struct agent *a)
{
	struct log_record *logs = NULL;
	size_t count = 0;

	doubts_all(&a->doubts, &logs, &count);
	for (size_t i = 0; i < count; i++)
		say(a, event_log(&logs[i]));
}

static int measure(struct agent *a, int dir, struct error *err)
{
	const struct bench_job job = {
		.workload = a->workload,
		.config = a->config,
		.shape = a->spec.shape,
		.dir = dir,
		.seed = a->spec.seed,
		.cgroup_procs = a->spec.cgroup_procs,
		.timeout = a->spec.timeout,
		.clock = &a->clock,
		.hooks = {
			.context = a,
			.cold = settle,
			.control = on_control,
			.control_fd = a->control.fd,
			.progress = say_progress,
			.phase_begins = on_phase_begins,
			.sample = on_sample,
			.phase_ends = on_phase_ends,
			.phase_done = say_phase,
		},
	};
	struct bench_result result;
	int ret = export_spec(&a->spec, err);

	if (ret == 0 && !starts_cold(a))
		ret = settle(a, err);
	if (ret < 0)
		return ret;
	clock_calibrate(&a->clock);
	watch_target(&a->watch, dir);
	doubts_start(&a->doubts, a->workload, a->config, dir, a->spec.memory, a->memory_copy,
		&a->arena);
	ret = bench_run(&job, &a->arena, &result, err);
	watch_say_series(&a->watch);
	for (size_t i = 0; i < result.log_count; i++)
		say(a, event_log(&result.logs[i]));
	for (size_t i = 0; i < result.output_count; i++)
		say_output(a, &result.outputs[i]);
	if (ret < 0)
		return ret;
	say_doubts(a);
	for (size_t i = 0; i < result.value_count; i++)
		say(a, event_value(&result.values[i]));
	return 0;
}

/* Everything between making and unmaking; a failure to undo counts where nothing else failed. */
static int run_on_target(struct agent *a, struct error *err)
{
	struct error undo;
	int dir;

	watch_start(&a->watch, &a->spec, &a->arena, say_event, a);
	say_progress(a, "making", -1);
	int ret = target_make(&a->target, &a->spec.target, a->spec.journal_dir, say_command, a,
		&dir, err);
	if (ret < 0) {
		watch_end(&a->watch);
		return ret;
	}
	target_set_control(a->target, look_at_control, a);
	gather_facts(a);
	uint64_t killed_before = cap_kills(a->spec.cgroup_procs);
	ret = measure(a, dir, err);
	say_start(a, false);
	if (ret < 0 && cap_kills(a->spec.cgroup_procs) > killed_before)
		ret = fail_in(err, ret, "memory: a client needed more than the cap of %s",
			units_exact_size(&a->arena, a->spec.memory));
	int undone = target_unmake(a->target, &undo);
	watch_end(&a->watch);
	if (undone < 0 && ret < 0)
		say_warning(a, undo.text);
	if (undone < 0 && ret == 0) {
		*err = undo;
		ret = undone;
	}
	return ret;
}

static enum outcome outcome_of(const struct agent *a, int ret)
{
	if (a->never_quiet)
		return OUTCOME_INVALID;
	/* A check tells what nobody can do from what this user may not. */
	if (a->spec.mode == SPEC_CHECK && ret == -EPERM)
		return OUTCOME_UNSUPPORTED;
	switch (ret) {
	case 0:
		return OUTCOME_OK;
	case -EOPNOTSUPP:
		return OUTCOME_UNSUPPORTED;
	case -ESTALE: /* another device than the experiment's */
		return OUTCOME_INVALID;
	case -ECANCELED:
		return OUTCOME_INTERRUPTED;
	default:
		return OUTCOME_FAILED;
	}
}

static int check(struct agent *a, struct error *err)
{
	const char *identity = "";
	int ret = target_check(&a->spec.target, bytes_needed(a), say_command, a, &a->arena,
		&identity, err);

	if (*identity)
		say(a, event_identity(identity));
	return ret;
}

int agent_run(int in, int out, const char *version, struct error *err)
{
	struct agent a = { .out = out, .version = version };

	clock_start(&a.clock, clock_has_invariant_tsc());
	line_reader_init(&a.control, in, PROTOCOL_LINE_BYTES);
	int ret = read_spec(&a, err);
	if (ret == 0 && !a.spec.use_tsc)
		clock_start(&a.clock, false);
	if (ret == 0)
		ret = a.spec.mode == SPEC_CHECK ? check(&a, err) : run_on_target(&a, err);
	say(&a, event_end(outcome_of(&a, ret), ret == 0 ? "" : err->text));
	line_reader_free(&a.control);
	arena_free(&a.arena);
	return a.mute ? fail(err, EPIPE, "nobody listens to the agent's events") : 0;
}
