// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/importers.h"
#include "import/label.h"
#include "import/rows.h"
#include "import/scan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/*
 * dd's last line in every language: the bytes before a bracket, then a time and a rate, each with
 * its unit. dd marks no thousands, so that a comma is a decimal point. GNU's kB and MB are 10^3
 * and 10^6; BusyBox says "seconds" and means 2^20.
 *
 *     1073741824 Bytes (1,1 GB) kopiert, 7,86539 s, 137 MB/s
 */
enum { COMMAND_WORDS = 32, NUMBER_ROOM = 32, BYTES_LINES = 2 };

/* As they are spelt in front of "/s" and its translations. */
static const struct {
	const char *said, *unit, *busybox;
	double bytes;
} units[] = {
	{ "kB", "kB/s", "KiB/s", 1e3 },
	{ "KB", "kB/s", "KiB/s", 1e3 },
	{ "MB", "MB/s", "MiB/s", 1e6 },
	{ "GB", "GB/s", "GiB/s", 1e9 },
	{ "ko", "kB/s", "KiB/s", 1e3 },
	{ "Mo", "MB/s", "MiB/s", 1e6 },
	{ "Go", "GB/s", "GiB/s", 1e9 },
	{ "\xd0\xba\xd0\x91", "kB/s", "KiB/s", 1e3 }, /* Cyrillic */
	{ "\xd0\x9c\xd0\x91", "MB/s", "MiB/s", 1e6 },
	{ "\xd0\x93\xd0\x91", "GB/s", "GiB/s", 1e9 },
	{ "B", "B/s", "B/s", 1 },
};

static const char *const seconds[] = { "seconds", "s", "\xe7\xa7\x92", "\xec\xb4\x88", "\xd1\x81",
	"c" };

struct dd {
	struct import *in;
	const char *label, *file, *direction, *bs;
	double bytes; /* of the line that said them; NAN: none */
	size_t bytes_line;
};

struct result {
	double seconds, rate, scale;
	const char *unit;
};

/* A number whose point may be a comma, or an Arabic one; how many bytes it has. */
static size_t read_number(const char *text, double *value)
{
	static const char arabic[] = "\xd9\xab";
	char plain[NUMBER_ROOM];
	size_t n = 0, i = 0;

	while (n + 1 < sizeof(plain)) {
		bool mark = starts_with(text + i, arabic);
		if (isdigit((unsigned char)text[i]))
			plain[n++] = text[i++];
		else if ((mark || text[i] == ',' || text[i] == '.') &&
			 isdigit((unsigned char)text[i + 1 + mark])) {
			plain[n++] = '.';
			i += 1 + mark;
		} else if (text[i] == 'e' && n > 0 && strchr("+-", text[i + 1]) && text[i + 1]) {
			plain[n++] = text[i++];
			plain[n++] = text[i++];
		} else {
			break;
		}
	}
	return n > 0 && n + 1 < sizeof(plain) && scan_number(plain, n, value) ? i : 0;
}

static const char *skip(const char *p)
{
	while (*p == ' ' || starts_with(p, "\xe3\x80\x80")) /* an ideographic space */
		p += *p == ' ' ? 1 : 3;
	return p;
}

static const char *skip_comma(const char *p)
{
	static const char *const commas[] = { ",", "\xef\xbc\x8c", "\xe3\x80\x81" };

	p = skip(p);
	for (size_t i = 0; i < COUNT_OF(commas); i++) {
		if (starts_with(p, commas[i]))
			return skip(p + strlen(commas[i]));
	}
	return NULL;
}

static const char *skip_second(const char *p, bool *busybox)
{
	p = skip(p);
	for (size_t i = 0; i < COUNT_OF(seconds); i++) {
		if (!starts_with(p, seconds[i]))
			continue;
		*busybox = i == 0;
		return p + strlen(seconds[i]);
	}
	return NULL;
}

static bool read_unit(const char *p, bool busybox, struct result *r)
{
	bool rest;

	p = skip(p);
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		if (!starts_with(p, units[i].said))
			continue;
		p += strlen(units[i].said);
		r->unit = busybox ? units[i].busybox : units[i].unit;
		r->scale = units[i].bytes;
		return *p == '/' && skip_second(p + 1, &rest) != NULL;
	}
	return false;
}

/* ", T s, R MB/s" at p. */
static bool read_rate(const char *p, struct result *r)
{
	bool busybox = false;
	size_t n = read_number(p, &r->seconds);

	p = n > 0 ? skip_second(p + n, &busybox) : NULL;
	p = p ? skip_comma(p) : NULL;
	n = p ? read_number(p, &r->rate) : 0;
	return n > 0 && read_unit(p + n, busybox, r);
}

/* "1073741824 bytes transferred in 7.865 secs (136519000 bytes/sec)": BSD's. */
static bool read_bsd(const char *text, struct result *r)
{
	const char *p = strstr(text, "bytes transferred in ");
	double value;

	if (!p)
		return false;
	p += strlen("bytes transferred in ");
	size_t n = read_number(p, &r->seconds);
	const char *open = n > 0 ? strchr(p, '(') : NULL;
	if (!open || (n = read_number(open + 1, &value)) == 0 ||
		!starts_with(open + 1 + n, " bytes/sec"))
		return false;
	*r = (struct result){ r->seconds, value, 1, "B/s" };
	return true;
}

/* The time may stand after any comma behind the bracket; the first that is followed by a rate. */
static bool find_rate(const char *text, struct result *r)
{
	if (read_bsd(text, r))
		return true;
	for (const char *p = text; *p; p++) {
		const char *after = skip_comma(p);
		if (after && read_rate(after, r))
			return true;
		p = after ? after - 1 : p;
	}
	return false;
}

/* The digits before the first bracket that opens with a digit: the bytes. */
static bool read_bytes(const char *text, double *bytes)
{
	const char *open = strchr(text, '('), *end = open;

	if (!open || !isdigit((unsigned char)open[1]))
		return false;
	while (end > text && !isdigit((unsigned char)end[-1]))
		end--;
	const char *start = end;
	while (start > text && isdigit((unsigned char)start[-1]))
		start--;
	return end > start && scan_number(start, (size_t)(end - start), bytes) && *bytes >= 1;
}

/* "dd if=/dev/zero of=f bs=1M": what is measured, and where. */
static bool read_command(struct dd *d, const char *text)
{
	struct word w[COMMAND_WORDS], from = { 0 }, to = { 0 }, bs = { 0 };
	size_t n = scan_words(text, w, COUNT_OF(w));
	bool any = false, dd = false;

	for (size_t i = 0; i < n && i < COUNT_OF(w); i++) {
		struct word value = { w[i].text + 3, w[i].length >= 3 ? w[i].length - 3 : 0, 0 };
		dd |= word_is(&w[i], "dd") ||
		      (w[i].length > 3 && memcmp(w[i].text + w[i].length - 3, "/dd", 3) == 0);
		if (!dd)
			continue;
		if (starts_with(w[i].text, "if="))
			from = value;
		else if (starts_with(w[i].text, "of="))
			to = value;
		else if (starts_with(w[i].text, "bs="))
			bs = value;
		else
			continue;
		any = true;
	}
	if (!any)
		return false;
	bool reads = to.length == 0 || word_is(&to, "/dev/null");
	bool writes = from.length == 0 || starts_with(from.text, "/dev/zero") ||
		      starts_with(from.text, "/dev/urandom") ||
		      starts_with(from.text, "/dev/random");
	const struct word *file = reads ? &from : &to;
	d->direction = reads ? "read" : writes ? "write" : "copy";
	d->file = file->length > 0 ? name_copy(d->in, file) : NULL;
	d->bs = bs.length > 0 ? name_copy(d->in, &bs) : NULL;
	return true;
}

static void add_result(struct dd *d, const struct result *r, double bytes, unsigned line)
{
	struct import *in = d->in;
	struct import_setting settings[2] = { { "bytes", arena_printf(in->arena, "%.0f", bytes) },
		{ "bs", d->bs } };
	struct row_identity id = { .tool = "dd",
		.workload = arena_printf(in->arena, "dd/%s", d->direction ? d->direction : "copy"),
		.metric = "throughput",
		.variant = label_or_hint(in, d->label ? d->label : d->file),
		.group = in->hints->group,
		.unit = r->unit,
		.better = BETTER_HIGHER,
		.settings = settings,
		.setting_count = d->bs ? 2 : 1,
		.line = line };

	if (!d->direction)
		import_warn(in, line,
			"dd: its command is not shown: whether it reads or writes is unknown");
	double rate = r->seconds > 0 ? bytes / r->seconds : NAN;
	struct import_row *row = row_sample(in, &id, r->rate);
	/* a tenth covers the rounding, and 2^20 for 10^6 */
	if (isfinite(rate) && fabs(rate - r->rate * r->scale) > 0.1 * rate) {
		row->status = IMPORT_INCONSISTENT;
		import_warn(in, line, "dd: %.0f bytes in %g s are not %g %s", bytes, r->seconds,
			r->rate, r->unit);
	}
}

static void read_line(struct dd *d, size_t line)
{
	const struct import_line *l = &d->in->document.lines[line];
	struct result r;
	double bytes;

	if (read_command(d, l->text))
		return;
	bool bsd = strstr(l->text, "bytes transferred in ") != NULL;
	bool here = bsd ? word_number(&(struct word){ l->text + strspn(l->text, " "),
					      strcspn(l->text + strspn(l->text, " "), " "), 0 },
				  &bytes)
			: read_bytes(l->text, &bytes);
	if (here) {
		d->bytes = bytes;
		d->bytes_line = line;
	}
	/* another program may have written into the line: then the rest is in the next */
	bool near = isfinite(d->bytes) && line - d->bytes_line < BYTES_LINES;
	if (!near || l->length > 512 || !find_rate(l->text, &r)) {
		size_t count;
		const char *label = here ? NULL : label_at(d->in, line, &count);
		if (label)
			d->label = label;
		return;
	}
	bool cut = l->cut && !ends_with(l->text, "s");
	if (!cut)
		add_result(d, &r, d->bytes, l->number);
	d->bytes = NAN;
	d->direction = d->file = d->bs = NULL;
	take_lines(d->in, line, line, "dd");
}

static int dd_read(struct import *in, struct error *err)
{
	struct dd d = { .in = in, .bytes = NAN };

	(void)err;
	for (size_t i = 0; i < in->document.count; i++) {
		if (!in->document.lines[i].taken)
			read_line(&d, i);
	}
	return 0;
}

const struct importer dd_importer = {
	.name = "dd",
	.summary = "dd of GNU in every language, of BusyBox and of BSD",
	.read = dd_read,
};
