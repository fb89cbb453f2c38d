// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/metric.h"
#include "model/outcome.h"

/* What is known of a run afterwards: made by bench and agent, sent as events, kept by the store. */

/* One kind of operation in one phase, over all clients. */
struct kind_record {
	const char *name; /* write, fsync */
	uint64_t operations;
	uint64_t bytes;
	const unsigned char *histogram; /* histogram_encode() of its latencies */
	size_t histogram_size;
};

/* How the numbers of something observed are to be read. */
enum reading_kind {
	READING_COUNTER, /* only grows: what counts is the difference */
	READING_INSTANT, /* how it is now */
};

/*
 * What was observed of the machine in one phase. metric and instance are PCP's names
 * (disk.dev.write_bytes of vda; "" where there is but one), the unit is a base unit.
 */
struct counter_record {
	const char *metric, *instance, *unit;
	enum reading_kind reading;
	double value; /* of a counter what it grew by in the phase, else how it was at its end;
			 NaN where it is absent */
	const char *absent; /* why there is no value; "" where there is one */
};

struct phase_record {
	const char *name;
	uint64_t started_ns; /* UTC */
	uint64_t wall_ns; /* from the first client's start to the last one's end, loops added up */
	uint64_t user_ns, sys_ns; /* of all clients */
	uint64_t clients;
	uint64_t operations, bytes;
	struct kind_record *kinds;
	size_t kind_count;
	struct counter_record *counters;
	size_t counter_count;
};

/* Where a number was read that another tool has measured, and what is said of it there. */
struct import_record {
	const char *file;
	uint64_t line;              /* from 1 */
	const char *tool, *version; /* version: "" where the text does not say */
	const char *name;           /* as the importer calls it: "bonnie/seq_out_char rate" */
	const char *unit;           /* before it became the value's: "KiB/s" */
	const char *said;           /* beside the number: "about", "*"; "" for nothing */
	double mean, sd;            /* of a summary, in the value's unit; mean is NaN of a sample */
	uint64_t n;                 /* of a summary; 0: not said */
};

/* A text that numbers were read from. */
struct import_text {
	const char *file;   /* as it was named, or "standard input" */
	const char *sha256; /* of all its bytes, in hexadecimal */
};

/* What was taken to be so, or was not read or not trusted. */
struct import_note {
	bool is_warning;
	const char *text;
};

struct value_record {
	const char *phase, *metric, *unit;
	enum better better;
	bool primary; /* by the workload's own table; the plan may have said otherwise */
	double value; /* in base units; NaN of a summary */
	const struct import_record *import; /* NULL: measured here */
};

enum { RECORD_WARNING = 1, RECORD_INFO = 2 };

struct log_record {
	uint64_t time_ns; /* UTC */
	int level;        /* RECORD_... */
	const char *text;
};

/* What a program printed in a run, byte by byte. */
struct output_record {
	uint64_t client;
	const char *stream; /* stdout, stderr, ... */
	const unsigned char *data;
	size_t size;
};

/* A series of numbers at times, as one thing: an observed metric beside the phases. */
struct series_record {
	const char *metric, *instance, *unit;
	enum reading_kind reading;
	size_t count;
	const uint64_t *time_ns; /* UTC; of an event NULL: those of the series event before it */
	const double *values;    /* as read: of a counter not the differences; NaN where absent */
};

struct run_record {
	uint64_t round, attempt;
	uint64_t position;    /* in the order in which runs were started, from 0 */
	size_t variant, cell; /* indices in the plan */
	uint64_t seed;
	uint64_t started_ns, ended_ns; /* UTC */
	enum outcome outcome;
	const char *reason; /* "" where the outcome is ok */
	const char *facts;  /* host facts and target facts, a JSON object as text; "{}" where none
			       came */
	struct phase_record *phases;
	size_t phase_count;
	struct value_record *values;
	size_t value_count;
	struct log_record *logs;
	size_t log_count;
	struct series_record *series;
	size_t series_count;
	struct output_record *outputs; /* one for each stream of each client that had any */
	size_t output_count;
};
