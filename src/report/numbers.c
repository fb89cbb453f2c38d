// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Rows of one unit go from the largest to the least; the last one serves everything below. */
struct unit_row {
	const char *unit;
	double at_least; /* in base units */
	struct scale scale;
};

static const struct unit_row unit_rows[] = {
	{ "bytes/s", 0.0995 * MIB, { "MiB/s", 1.0 / MIB, "MB/s", 1e-6 } },
	{ "bytes/s", 0, { "KiB/s", 1.0 / KIB, "kB/s", 1e-3 } },
	{ "bytes", 0.9995 * GIB, { "GiB", 1.0 / GIB, "GB", 1e-9 } },
	{ "bytes", 0.9995 * MIB, { "MiB", 1.0 / MIB, "MB", 1e-6 } },
	{ "bytes", 0, { "KiB", 1.0 / KIB, "kB", 1e-3 } },
	{ "s", 0.99995, { "s", 1, NULL, 0 } },
	{ "s", 0.99995e-3, { "ms", 1e3, NULL, 0 } },
	{ "s", 0.99995e-6, { "us", 1e6, NULL, 0 } },
	{ "s", 0, { "ns", 1e9, NULL, 0 } },
	{ "1/s", 0, { "ops/s", 1, NULL, 0 } },
	{ 0 },
};

/* Of Unicode 15 in coarse ranges: what takes no column or two. */
static const struct {
	uint32_t first, last;
	unsigned columns;
} wide_ranges[] = {
	{ 0x0300, 0x036f, 0 },
	{ 0x200b, 0x200f, 0 },
	{ 0xfe00, 0xfe0f, 0 },
	{ 0x1100, 0x115f, 2 },
	{ 0x2e80, 0xa4cf, 2 },
	{ 0xac00, 0xd7a3, 2 },
	{ 0xf900, 0xfaff, 2 },
	{ 0xfe30, 0xfe6f, 2 },
	{ 0xff00, 0xff60, 2 },
	{ 0x1f300, 0x1f64f, 2 },
	{ 0x1f900, 0x1f9ff, 2 },
	{ 0x20000, 0x3fffd, 2 },
};

struct scale scale_for(const char *unit, double largest)
{
	/* what says nothing of its size is shown in the customary unit, which is the first of its
	 * rows */
	double magnitude = isfinite(largest) && largest != 0 ? fabs(largest) : INFINITY;

	for (const struct unit_row *row = unit_rows; row->unit; row++) {
		if (strcmp(unit, row->unit) == 0 && magnitude >= row->at_least)
			return row->scale;
	}
	return (struct scale){ .unit = unit, .factor = 1 };
}

/* The power of ten of the leading digit, after rounding to `digits` significant ones. */
static int leading_power(double value, int digits)
{
	char text[40];

	(void)snprintf(text, sizeof(text), "%.*e", digits - 1, value);
	const char *e = strchr(text, 'e');
	return e ? (int)strtol(e + 1, NULL, 10) : 0;
}

static int clamp(int value, int least, int most)
{
	return value < least ? least : value > most ? most : value;
}

char *number_text(struct arena *arena, double value)
{
	if (!isfinite(value))
		return arena_strdup(arena, "-");
	if (value == 0)
		return arena_strdup(arena, "0");
	int power = leading_power(value, 4);
	if (power < -6 || power > 11)
		return arena_printf(arena, "%.3e", value);
	return arena_printf(arena, "%.*f", clamp(3 - power, 0, 9), value);
}

char *number_fixed(struct arena *arena, double value, double like)
{
	if (!isfinite(value))
		return arena_strdup(arena, "-");
	int power = like == 0 || !isfinite(like) ? 1 : leading_power(like, 4);
	if (power < -6 || power > 11)
		return arena_printf(arena, "%.3e", value);
	return arena_printf(arena, "%.*f", clamp(3 - power, 2, 9), value);
}

/* So many digits before the point that nobody counts them. */
static const double countable = 1e7;

static char *large_text(struct arena *arena, double value, const char *plus)
{
	return arena_printf(arena, "%s%.2e", value > 0 ? plus : "", value);
}

/* A ratio is never 0, however few decimals it deserves. */
static char *factor_text(struct arena *arena, double factor, int decimals)
{
	char *text = arena_printf(arena, "%.*f", decimals, factor);

	if (factor >= countable)
		return large_text(arena, factor, "");
	return strpbrk(text, "123456789") ? text : arena_printf(arena, "%.1g", factor);
}

/* A change always has its sign, and none has none. */
static char *change_text(struct arena *arena, double percent, int decimals)
{
	char *text = arena_printf(arena, "%+.*f", decimals, percent);

	if (fabs(percent) >= countable)
		return large_text(arena, percent, "+");
	return strpbrk(text, "123456789") ? text : text + 1;
}

char *effect_text(struct arena *arena, double ratio, double lo, double hi)
{
	bool factor = ratio >= 2 || ratio <= 0.5;
	double scale = factor ? 1 : 100, shift = factor ? 0 : 1;
	double point = (ratio - shift) * scale, from = (lo - shift) * scale;
	double to = (hi - shift) * scale;
	double half = (to - from) / 2;

	if (!isfinite(ratio))
		return arena_strdup(arena, "");
	if (!isfinite(half))
		return factor ? arena_printf(arena, "x%s", factor_text(arena, point, 2))
			      : arena_printf(arena, "%s%%", change_text(arena, point, 1));
	int decimals = half > 0 ? clamp(1 - leading_power(half, 2), 0, 4) : 4;
	if (factor)
		return arena_printf(arena, "x%s [%s, %s]", factor_text(arena, point, decimals),
			factor_text(arena, from, decimals), factor_text(arena, to, decimals));
	return arena_printf(arena, "%s%% [%s, %s]", change_text(arena, point, decimals),
		change_text(arena, from, decimals), change_text(arena, to, decimals));
}

char *statistic_text(struct arena *arena, double t)
{
	return fabs(t) >= countable ? large_text(arena, t, "") : arena_printf(arena, "%.2f", t);
}

char *spread_text(struct arena *arena, double percent)
{
	if (percent == 0)
		return arena_strdup(arena, "0");
	if (percent < 0.0001)
		return arena_strdup(arena, "<.0001");
	if (percent >= countable)
		return large_text(arena, percent, "");
	return arena_printf(arena, "%.*f", clamp(1 - leading_power(percent, 2), 0, 5), percent);
}

char *p_text(struct arena *arena, double p)
{
	if (!isfinite(p))
		return arena_strdup(arena, "=?");
	if (p < 0.0001)
		return arena_strdup(arena, "<.0001");
	if (p >= 0.995)
		return arena_strdup(arena, "=1.0");
	char digits[32];
	(void)snprintf(digits, sizeof(digits), "%.*f", clamp(1 - leading_power(p, 2), 2, 4), p);
	return arena_printf(arena, "=%s", digits + 1);
}

char *percent_text(struct arena *arena, double fraction)
{
	return arena_printf(arena, "%.4g%%", fraction * 100);
}

char *utc_text(struct arena *arena, uint64_t utc_ns)
{
	time_t seconds = (time_t)(utc_ns / NS_PER_S);
	struct tm tm;
	char text[40];

	if (utc_ns == 0 || !gmtime_r(&seconds, &tm) ||
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
		return arena_strdup(arena, "-");
	return arena_strdup(arena, text);
}

/* Bytes of the character that starts here; what is no UTF-8 is a character of one byte. */
static size_t next_character(const char *text, uint32_t *character)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t length = s[0] < 0x80             ? 1
			: (s[0] & 0xe0) == 0xc0 ? 2
			: (s[0] & 0xf0) == 0xe0 ? 3
			: (s[0] & 0xf8) == 0xf0 ? 4
						: 0;

	*character = length > 1 ? s[0] & (0x7fu >> length) : s[0];
	for (size_t i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)
			length = 0;
		else
			*character = *character << 6 | (s[i] & 0x3f);
	}
	if (length == 0)
		*character = '?';
	return length > 0 ? length : 1;
}

static unsigned character_columns(uint32_t character)
{
	for (size_t i = 0; i < COUNT_OF(wide_ranges); i++) {
		if (character >= wide_ranges[i].first && character <= wide_ranges[i].last)
			return wide_ranges[i].columns;
	}
	return 1;
}

size_t display_width(const char *text)
{
	size_t width = 0;
	uint32_t character;

	while (*text) {
		text += next_character(text, &character);
		width += character_columns(character);
	}
	return width;
}

/* Bytes of the longest beginning that takes at most so many columns. */
static size_t bytes_of_columns(const char *text, size_t columns)
{
	size_t bytes = 0, width = 0;
	uint32_t character;

	while (text[bytes]) {
		size_t length = next_character(text + bytes, &character);
		width += character_columns(character);
		if (width > columns)
			break;
		bytes += length;
	}
	return bytes;
}

char *shorten_middle(struct arena *arena, const char *text, size_t width)
{
	size_t whole = display_width(text);

	if (whole <= width)
		return arena_strdup(arena, text);
	size_t tail = width > 1 ? (width - 1) / 2 : 0;
	size_t head = width > 0 ? width - 1 - tail : 0;
	size_t end = bytes_of_columns(text, whole - tail);
	/* a wide character across the cut would make the tail one column too long */
	while (text[end] && display_width(text + end) > tail) {
		uint32_t character;
		end += next_character(text + end, &character);
	}
	return arena_printf(arena, "%.*s~%s", (int)bytes_of_columns(text, head), text, text + end);
}
