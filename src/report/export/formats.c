// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/export.h"

const struct export_format export_formats[] = {
	{ "json", "everything there is, and the one that import reads back", false, export_json },
	{ "csv", "a row for each value (RFC 4180)", false, export_csv },
	{ "benchfmt", "Go's benchmark format, for benchstat", false, export_benchfmt },
	{ "openmetrics", "OpenMetrics text, for Prometheus and its kin", false,
		export_openmetrics },
	{ "markdown", "a table of means with their verdicts", false, export_markdown },
	{ "pcp", "an archive of Performance Co-Pilot for each run", true, export_pcp },
	{ 0 },
};

const char *const export_format_names[] = { "json", "csv", "benchfmt", "openmetrics", "markdown",
	"pcp", NULL };
