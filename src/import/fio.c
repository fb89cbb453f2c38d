// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/fio.h"

#include "import/importers.h"
#include "import/rows.h"
#include "import/scan.h"

#include <math.h>
#include <string.h>

const double fio_percentiles[FIO_PERCENTILES] = { 50, 99, 99.99 };

/* Fewer I/Os beyond a percentile than this, and it is their longest by another name. */
enum { LEAST_BEYOND = 2 };

struct fio_result fio_nothing_said(void)
{
	static const struct fio_latency none = { NAN, NAN, NAN, NAN, { NAN, NAN, NAN }, NULL };

	return (struct fio_result){ .data = NAN,
		.bandwidth = NAN,
		.iops = NAN,
		.runtime_ms = NAN,
		.ios = NAN,
		.clat = none,
		.lat = none };
}

int fio_percentile_index(double percent)
{
	for (int i = 0; i < FIO_PERCENTILES; i++) {
		if (fabs(fio_percentiles[i] - percent) < 1e-6)
			return i;
	}
	return -1;
}

static struct row_identity identity_of(struct import *in, const struct fio_result *r)
{
	const char *workload = !r->job ? "fio"
			       : !r->direction
				       ? arena_printf(in->arena, "fio/%s", r->job)
				       : arena_printf(in->arena, "fio/%s/%s", r->job, r->direction);

	return (struct row_identity){ .tool = "fio",
		.tool_version = r->version,
		.workload = workload,
		.metric = "bandwidth",
		.variant = r->variant,
		.group = in->hints->group ? in->hints->group : r->group,
		.unit = r->bandwidth_unit ? r->bandwidth_unit : "",
		.better = BETTER_HIGHER,
		.settings = r->settings,
		.setting_count = r->setting_count,
		.line = r->line };
}

static struct import_row *add(struct import *in, struct row_identity id, const char *metric,
	const char *unit, enum better better, double value)
{
	id.metric = metric;
	id.unit = unit;
	id.better = better;
	return isfinite(value) && value >= 0 ? row_sample(in, &id, value) : NULL;
}

/* How many I/Os there were, as far as the numbers tell. */
static double count_of(const struct fio_result *r, const struct fio_latency *l)
{
	if (isfinite(l->count))
		return l->count;
	return isfinite(r->ios) ? r->ios : r->iops * r->runtime_ms / 1000;
}

static void widen(struct import_row *row, double least, double greatest)
{
	if (!row)
		return;
	row->least = fmin(row->least, least);
	row->greatest = fmax(row->greatest, greatest);
}

static void add_latency(struct import *in, const struct fio_result *r, struct row_identity id,
	const char *name, const struct fio_latency *l)
{
	double count = count_of(r, l);

	if (!l->unit || l->count == 0 || (l->mean == 0 && l->greatest == 0))
		return;
	struct import_row *row = add(in, id, arena_printf(in->arena, "%s_mean", name), l->unit,
		BETTER_LOWER, l->mean);
	widen(row, l->least, l->greatest);
	if (row && isfinite(l->count) && l->count < 1e18)
		row->runs = (uint64_t)l->count;
	for (int i = 0; i < FIO_PERCENTILES; i++) {
		double beyond = count * (1 - fio_percentiles[i] / 100);
		if (beyond < LEAST_BEYOND) /* never true of a count that is not known */
			continue;
		(void)add(in, id, arena_printf(in->arena, "%s_p%g", name, fio_percentiles[i]),
			l->unit, BETTER_LOWER, l->percentile[i]);
	}
}

bool fio_add(struct import *in, const struct fio_result *r)
{
	const struct row_identity id = identity_of(in, r);
	const struct fio_latency *l = &r->clat;

	if (!(r->bandwidth > 0 || r->data > 0 || r->ios > 0))
		return false;
	(void)add(in, id, "bandwidth", r->bandwidth_unit, BETTER_HIGHER, r->bandwidth);
	(void)add(in, id, "iops", "/s", BETTER_HIGHER, r->iops);
	(void)add(in, id, "runtime", "ms", BETTER_NEITHER, r->runtime_ms);
	(void)add(in, id, "data", r->data_unit, BETTER_NEITHER, r->data);
	if (!isfinite(l->count)) /* otherwise it is in the row of the mean */
		(void)add(in, id, "ios", "count", BETTER_NEITHER, r->ios);
	add_latency(in, r, id, "clat", l);
	/* One I/O is the longest, and after a ramp it may be one that was not counted. */
	if (l->unit && l->greatest > 0 && isfinite(r->ios) &&
		(!isfinite(l->count) || l->count == r->ios))
		(void)add(in, id, "clat_max", l->unit, BETTER_LOWER, l->greatest);
	add_latency(in, r, id, "lat", &r->lat);
	return true;
}

void fio_add_without_value(struct import *in, const struct fio_result *r, const char *status)
{
	struct row_identity id = identity_of(in, r);

	(void)row_without_value(in, &id, status);
}

bool fio_is_banner(const char *line)
{
	line += strspn(line, " ");
	return starts_with(line, "fio-") || starts_with(line, "Starting ") ||
	       starts_with(line, "fio: ") || strstr(line, ": (g=") ||
	       strstr(line, "Laying out IO file") || line[0] == '<';
}

enum { BANNER_LINES = 16 };

const char *fio_variant(struct import *in, size_t i)
{
	const struct import_line *lines = in->document.lines;
	const size_t first = i > BANNER_LINES ? i - BANNER_LINES : 0;

	while (i > first && !lines[i - 1].taken &&
		(fio_is_banner(lines[i - 1].text) || lines[i - 1].length == 0))
		i--;
	return scan_variant(in, i);
}

static int fio_read(struct import *in, struct error *err)
{
	int ret = fio_read_json(in, err);

	if (ret == 0)
		ret = fio_read_terse(in, err);
	return ret == 0 ? fio_read_text(in, err) : ret;
}

const struct importer fio_importer = {
	.name = "fio",
	.summary = "fio 2.x to 3.x: normal text, terse versions 3 to 5, JSON and JSON+",
	.read = fio_read,
};
