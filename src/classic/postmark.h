// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/base.h"
#include "workloads/postmark_pool.h"

#include <stdio.h>

/* Which PostMark's report is printed: what each mended of the one before,
 * docs/workloads/postmark.md. */
enum postmark_version { POSTMARK_1_51, POSTMARK_1_53, POSTMARK_1_54 };

/* What `set` sets. */
struct postmark_settings {
	uint32_t low, high; /* bytes of a new file */
	uint32_t number, transactions, seed, subdirectories;
	uint32_t read_block, write_block; /* bytes */
	int bias_read, bias_create;
	bool buffering, terse;
	const char **locations; /* in an arena */
	uint32_t *weights;      /* of each of them */
	size_t location_count;
};

/* One session of the command language. */
struct postmark_session {
	struct arena *arena;
	enum postmark_version version;
	struct postmark_settings settings;
	const char *source; /* where the command stands, for messages */
	uint64_t line;
	bool interactive;   /* at the prompt: there are ? and exit as well */
	unsigned depth;     /* of files that load one another */
	bool quit;          /* this source is not read further */
	bool misunderstood; /* there was a command that could not be done as it stands */
	bool failed;        /* there was a run that failed */
};

/* One line of the language; what is wrong with it is told on stderr. */
void postmark_obey(struct postmark_session *s, const char *line);

/* Reads commands from a descriptor, with prompts or without. */
void postmark_read_commands(struct postmark_session *s, const char *source, int fd, bool prompt);

/*
 * One run with these settings. The report goes to the file, appended; to stdout for NULL.
 * 0; -errno with why, everything that was made being removed; -EINTR where a signal stopped it.
 */
struct error;
int postmark_run(const struct postmark_settings *settings, enum postmark_version version,
	const char *report_file, struct error *err) MUST_CHECK;

/* What a run did. */
struct postmark_result {
	uint32_t number, transactions; /* as asked for */
	uint32_t created, deleted;     /* all */
	uint32_t deleted_alone;        /* in the last part of the run */
	uint64_t read, appended;       /* files */
	uint64_t bytes_read, bytes_written;
	float volume_read, volume_written; /* the same, summed up in single precision */
	/* Nanoseconds of one clock: before the first file, at the beginning and the end of the
	 * transactions, after the last file. */
	uint64_t start, created_at, transacted_at, end;
};

/* Adds one finished operation, in their order: single precision rounds each sum. */
void postmark_count(struct postmark_result *r, const struct postmark_op *op);

/* Appends the report to the stream; of a terse one, the exact figures are told on stderr. */
void postmark_report(FILE *out, const struct postmark_result *r, enum postmark_version version,
	bool terse);
