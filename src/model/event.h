// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "model/record.h"

/*
 * Events: what an agent says on its standard output, one JSON line each
 * (docs/protocol.md). Written by the agent, read by the controller; both
 * directions stand here, so that they cannot drift apart.
 */
enum event_type {
	EVENT_START,    /* facts of host and target */
	EVENT_COMMAND,  /* a command that is run as root, as typed in a shell */
	EVENT_IDENTITY, /* of a check: which device or image it is, for the spec of the runs */
	EVENT_PHASE,    /* a finished phase */
	EVENT_VALUE,    /* one value of a metric */
	EVENT_SERIES,   /* one observed series */
	EVENT_OUTPUT,   /* a part of what a program printed */
	EVENT_LOG,      /* a line for people, kept with the run */
	EVENT_PROGRESS, /* where the run is */
	EVENT_END,      /* always the last one */
	EVENT_UNKNOWN,  /* a later minor version's: ignored */
};

struct event {
	enum event_type type;
	uint64_t time_ns;  /* UTC */
	const char *facts; /* EVENT_START: a JSON object as text */
	const char *text;  /* EVENT_COMMAND, EVENT_IDENTITY, EVENT_LOG; EVENT_END: the reason */
	int level;         /* EVENT_LOG */
	struct phase_record phase;
	struct value_record value;
	struct series_record series;
	struct output_record output; /* EVENT_OUTPUT: the next part of that stream */
	const char
		*progress_phase; /* EVENT_PROGRESS; "making", "settling" before the first phase */
	double progress_share;   /* 0 to 1; negative where nobody knows */
	enum outcome outcome;    /* EVENT_END */
};

/* New JSON objects, stamped with the time. */
json_t *event_start(const json_t *facts);
json_t *event_command(const char *text);
json_t *event_identity(const char *text);
json_t *event_phase(const struct phase_record *phase);
json_t *event_value(const struct value_record *value);
json_t *event_series(const struct series_record *series);
/* size: at most EVENT_OUTPUT_MOST, so that a line holds it. */
enum { EVENT_OUTPUT_MOST = 512 << 10 };
json_t *event_output(const struct output_record *part);
json_t *event_log(const struct log_record *log);
json_t *event_progress(const char *phase, double share);
json_t *event_end(enum outcome outcome, const char *reason);

/*
 * One line, without its \n. -EINVAL, with the key, for what is no JSON object
 * or lacks what its type needs; an unknown type is EVENT_UNKNOWN and no error.
 * What the event holds is in the arena.
 */
int event_parse(const char *line, size_t length, struct arena *arena, struct event *event,
	struct error *err) MUST_CHECK;
