// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_print.h"

#include "classic/lmdd_args.h"

#include <inttypes.h>
#include <stdio.h>

static const double KB = 1e3, MB = 1e6;

static double ratio(double amount, double per)
{
	return per > 0 ? amount / per : 0;
}

static void print_transfers(struct text *out, const struct lmdd_result *r, double seconds)
{
	double ms = ratio(seconds * 1e3, (double)r->blocks);
	double rate = ratio((double)r->bytes, seconds);
	const char *unit = r->blocks == 1 ? "millisecs" : "millisec/xfer";

	if (r->blocks == 1)
		text_printf(out, "%.1fKB in ", (double)r->bytes / KB);
	else
		text_printf(out, "%" PRIu64 " %" PRIu64 "KB xfers in %.2f secs, ", r->blocks,
			r->bs / 1000, seconds);
	text_printf(out, ms > 100 ? "%.0f %s, " : "%.4f %s, ", ms, unit);
	if (rate > MB)
		text_printf(out, "%.2f MB/sec\n", rate / MB);
	else
		text_printf(out, "%.2f KB/sec\n", rate / KB);
}

static void print_pair(struct text *out, double megabytes, double rate)
{
	text_printf(out, megabytes < 1 ? "%.6f " : "%.2f ", megabytes);
	text_printf(out, rate < 1 ? "%.6f\n" : "%.2f\n", rate);
}

void lmdd_print_result(struct text *out, uint64_t print, const struct lmdd_result *r)
{
	double bytes = (double)r->bytes, seconds = (double)r->ns / 1e9;
	double rate = ratio(bytes, seconds);

	switch (print) {
	case LMDD_PRINT_NOTHING:
		return;
	case LMDD_PRINT_TRANSFERS:
		print_transfers(out, r, seconds);
		return;
	case LMDD_PRINT_MICROSECONDS:
		text_printf(out, ": %.4f microseconds\n", ratio(seconds * 1e6, (double)r->blocks));
		return;
	case LMDD_PRINT_KB:
		text_printf(out, "%.0f KB/sec\n", rate / KB);
		return;
	case LMDD_PRINT_MB:
		text_printf(out, "%.2f MB/sec\n", rate / MB);
		return;
	case LMDD_PRINT_PAIR:
		print_pair(out, bytes / MB, rate / MB);
		return;
	}
	text_printf(out, "%.4f MB in %.4f secs, %.4f MB/sec\n", bytes / MB, seconds, rate / MB);
}

void lmdd_offset_text(uint64_t offset, char text[static LMDD_OFFSET_ROOM])
{
	static const char suffixes[] = " KMGTPE";
	double shown = (double)offset;
	size_t i = 0;

	for (; shown > 512; i++)
		shown /= 1024;
	if (offset == 0)
		(void)snprintf(text, LMDD_OFFSET_ROOM, "0");
	else
		(void)snprintf(text, LMDD_OFFSET_ROOM, shown < 100 ? "%.4f%c" : "%.2f%c", shown,
			suffixes[i]);
}
