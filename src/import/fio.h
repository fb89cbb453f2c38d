// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"

/*
 * What fio says of one direction of one job, whichever way it was printed. NAN: not said.
 */
enum { FIO_PERCENTILES = 3 };
extern const double fio_percentiles[FIO_PERCENTILES]; /* the ones that are taken: 50, 99, 99.99 */

struct fio_latency {
	double mean, least, greatest;
	double count; /* of the I/Os behind them */
	double percentile[FIO_PERCENTILES];
	const char *unit; /* us up to 2.21, ns or us since; NULL: there are none */
};

struct fio_result {
	const char *version, *variant, *group, *job, *direction;
	const struct import_setting *settings;
	size_t setting_count;
	unsigned line;
	double data, bandwidth, iops, runtime_ms, ios;
	const char *data_unit, *bandwidth_unit;
	struct fio_latency clat, lat;
};

struct fio_result fio_nothing_said(void);
/* Its place in fio_percentiles, or -1. */
int fio_percentile_index(double percent);
/* A row for each number. One that did nothing gives none. True if it did something. */
bool fio_add(struct import *in, const struct fio_result *r);
/* A row of the job, or of the whole (job NULL), that has no number. */
void fio_add_without_value(struct import *in, const struct fio_result *r, const char *status);

/* The label that somebody wrote above line i, or the variant of the hints; "" where there is none.
 */
const char *fio_variant(struct import *in, size_t i);
/* Lines that fio prints before results: "fio-3.9", "Starting 2 processes", errors. */
bool fio_is_banner(const char *line);

/* The ways it prints, in the order in which they are looked for: the most exact first. */
int fio_read_json(struct import *in, struct error *err);
int fio_read_terse(struct import *in, struct error *err);
int fio_read_text(struct import *in, struct error *err);

/* What struct import_line.taken is for each of them. */
#define FIO_JSON  "fio json"
#define FIO_TERSE "fio terse"
#define FIO_TEXT  "fio text"
