// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/link.h"

#include "core/clock.h"
#include "io/line.h"
#include "model/protocol.h"
#include "place/place.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	TICK_MS = 500,
	GRACE_SECONDS = 180, /* beyond the run's own time-out: mkfs, settling, undoing */
	STOP_SECONDS = 15,   /* for an agent that was asked to stop */
	ERRORS_BYTES = 4096, /* of the agent's standard error that are kept: the last ones */
};

struct session {
	const struct link *link;
	struct arena *arena;
	struct run_record *record;
	struct place_agent agent;
	struct line_reader events;
	char errors[ERRORS_BYTES + 1];
	size_t errors_length;
	bool ended, stop_sent;
	uint64_t deadline_ns;
	const char *broken; /* why the agent has to be killed */
};

/* With the times of the series before, where it has none of its own. */
static void keep_series(struct session *s, const struct series_record *series)
{
	struct run_record *r = s->record;
	const struct series_record *before =
		r->series_count > 0 ? &r->series[r->series_count - 1] : NULL;
	struct series_record made = *series;

	if (!made.time_ns && (!before || before->count != made.count)) {
		s->broken = arena_printf(s->arena,
			"malformed event from the agent: series %s has no times, and the one "
			"before not as many",
			made.metric);
		return;
	}
	if (!made.time_ns)
		made.time_ns = before->time_ns;
	*ARENA_PUSH(s->arena, r->series, r->series_count) = made;
}

static void keep_event(struct session *s, const struct event *e)
{
	struct run_record *r = s->record;

	switch (e->type) {
	case EVENT_START:
		r->facts = e->facts;
		break;
	case EVENT_PHASE:
		*ARENA_PUSH(s->arena, r->phases, r->phase_count) = e->phase;
		break;
	case EVENT_VALUE:
		*ARENA_PUSH(s->arena, r->values, r->value_count) = e->value;
		break;
	case EVENT_SERIES:
		keep_series(s, &e->series);
		break;
	case EVENT_OUTPUT: /* parts: join_outputs() */
		*ARENA_PUSH(s->arena, r->outputs, r->output_count) = e->output;
		break;
	case EVENT_LOG:
		*ARENA_PUSH(s->arena, r->logs, r->log_count) =
			(struct log_record){ .time_ns = e->time_ns,
				.level = e->level,
				.text = e->text };
		break;
	case EVENT_END:
		s->ended = true;
		r->outcome = e->outcome;
		r->reason = e->outcome == OUTCOME_OK ? "" : e->text;
		break;
	case EVENT_COMMAND:
	case EVENT_IDENTITY:
	case EVENT_PROGRESS:
	case EVENT_UNKNOWN:
		break;
	}
}

/* Every whole line that has come; a malformed one breaks the session. */
static void take_events(struct session *s)
{
	struct error err;
	const char *line;
	size_t length;
	int ret;

	while (!s->broken && (ret = line_reader_next(&s->events, &line, &length, &err)) != 0) {
		struct event event;
		if (ret > 0)
			ret = s->ended ? fail(&err, EINVAL, "an event after the end event")
				       : event_parse(line, length, s->arena, &event, &err);
		if (ret < 0) {
			s->broken = arena_printf(s->arena, "malformed event from the agent: %s",
				err.text);
			return;
		}
		keep_event(s, &event);
		if (s->link->on_event)
			s->link->on_event(s->link->context, &event);
	}
}

static bool same_stream(const struct output_record *a, const struct output_record *b)
{
	return a->client == b->client && strcmp(a->stream, b->stream) == 0;
}

/* The parts of each stream become one. */
static void join_outputs(struct session *s)
{
	struct run_record *r = s->record;
	size_t streams = 0;

	for (size_t i = 0; i < r->output_count;) {
		struct output_record whole = r->outputs[i];
		size_t end = i;
		for (whole.size = 0; end < r->output_count && same_stream(&whole, &r->outputs[end]);
			end++)
			whole.size += r->outputs[end].size;
		unsigned char *data = NEW(s->arena, unsigned char, whole.size + 1);
		whole.data = data;
		for (; i < end; data += r->outputs[i++].size)
			memcpy(data, r->outputs[i].data, r->outputs[i].size);
		r->outputs[streams++] = whole;
	}
	r->output_count = streams;
}

/* The end of what the agent says on its standard error: the words of a crash. */
static void take_errors(struct session *s)
{
	char bytes[ERRORS_BYTES];
	ssize_t n = read(s->agent.errors, bytes, sizeof(bytes));

	if (n <= 0) {
		(void)close(s->agent.errors);
		s->agent.errors = -1;
		return;
	}
	size_t got = (size_t)n;
	if (s->errors_length + got > ERRORS_BYTES) {
		size_t drop = s->errors_length + got - ERRORS_BYTES;
		memmove(s->errors, s->errors + drop, s->errors_length - drop);
		s->errors_length -= drop;
	}
	memcpy(s->errors + s->errors_length, bytes, got);
	s->errors_length += got;
	s->errors[s->errors_length] = '\0';
}

static void ask_to_stop(struct session *s)
{
	static const char stop[] = "{\"type\":\"stop\"}\n";

	if (s->stop_sent)
		return;
	s->stop_sent = true;
	s->deadline_ns = clock_monotonic_ns() + STOP_SECONDS * NS_PER_S;
	(void)write(s->agent.to, stop,
		sizeof(stop) - 1); /* an agent that has ended needs no asking */
}

static void look_around(struct session *s)
{
	if (*s->link->interrupts > 0)
		ask_to_stop(s);
	if (*s->link->interrupts > 1)
		s->broken = "interrupted";
	else if (!s->broken && clock_monotonic_ns() > s->deadline_ns)
		s->broken = s->stop_sent ? "interrupted, and the agent did not stop"
					 : "timed out: the agent did not end";
}

/* Until the agent closes its end, or has to be killed. */
static void listen(struct session *s, struct error *err)
{
	uint64_t last_tick_ns = 0;

	while (!s->broken && !s->events.at_end) {
		struct pollfd fds[] = {
			{ .fd = s->agent.from, .events = POLLIN },
			{ .fd = s->agent.errors, .events = POLLIN },
		};
		int n = poll(fds, COUNT_OF(fds), TICK_MS);
		if (n > 0 && fds[1].revents)
			take_errors(s);
		if (n > 0 && fds[0].revents) {
			if (line_reader_fill(&s->events, err) < 0)
				s->broken = arena_strdup(s->arena, err->text);
			take_events(s);
		}
		look_around(s);
		uint64_t now = clock_monotonic_ns();
		if (s->link->on_tick && now - last_tick_ns >= TICK_MS * NS_PER_MS) {
			last_tick_ns = now;
			s->link->on_tick(s->link->context);
		}
	}
	while (s->agent.errors >= 0 && !s->broken)
		take_errors(s);
}

static const char *last_words(struct session *s)
{
	char *end = s->errors + s->errors_length;

	while (end > s->errors && (end[-1] == '\n' || end[-1] == ' '))
		*--end = '\0';
	for (char *p = s->errors; *p; p++) {
		if ((unsigned char)*p < ' ')
			*p = ' ';
	}
	return s->errors;
}

/* What is to be said of an agent that did not say its end itself. */
static void explain(struct session *s, int status)
{
	const char *words = last_words(s), *how;

	if (s->broken)
		how = s->broken;
	else if (WIFSIGNALED(status))
		how = arena_printf(s->arena, "the agent was killed by signal %d (%s)",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		how = arena_printf(s->arena, "the agent ended with status %d without an end event",
			WEXITSTATUS(status));
	s->record->outcome = *s->link->interrupts > 0 ? OUTCOME_INTERRUPTED : OUTCOME_FAILED;
	s->record->reason = *words ? arena_printf(s->arena, "%s: %s", how, words) : how;
}

static int send_spec(struct session *s, const struct run_spec *spec, struct error *err)
{
	AUTO_JSON json_t *json = spec_to_json(spec);

	return json_write_line(s->agent.to, json, err);
}

int link_run(const struct link *link, const struct run_spec *spec, struct arena *arena,
	struct run_record *record, bool *died, struct error *err)
{
	struct session s = { .link = link, .arena = arena, .record = record };
	int status = 0;

	record->started_ns = clock_utc_ns();
	record->facts = "{}";
	record->reason = "";
	int ret = place_start(&s.agent, link->exe, link->isolated, err);
	if (ret < 0)
		return ret;
	line_reader_init(&s.events, s.agent.from, PROTOCOL_LINE_BYTES);
	s.deadline_ns = clock_monotonic_ns() + spec->timeout + GRACE_SECONDS * NS_PER_S;
	/* An agent that has died already does not read it: what it died of is told below. */
	if (send_spec(&s, spec, err) < 0)
		s.errors_length = 0;
	listen(&s, err);
	ret = place_end(&s.agent, s.broken != NULL, &status, err);
	*died = s.broken || !s.ended || !WIFEXITED(status);
	if (*died)
		explain(&s, status);
	join_outputs(&s);
	record->ended_ns = clock_utc_ns();
	line_reader_free(&s.events);
	return ret;
}
