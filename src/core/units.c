// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct suffix {
	const char *name;
	uint64_t factor;
};

#define POW1000_1 UINT64_C(1000)
#define POW1000_2 (POW1000_1 * 1000)
#define POW1000_3 (POW1000_2 * 1000)
#define POW1000_4 (POW1000_3 * 1000)
#define POW1000_5 (POW1000_4 * 1000)

/* One letter in either case, as fio and mkfs take it; what follows the letter decides between 1024
 * and 1000. */
#define SIZE_SUFFIXES(lower, upper, exponent) \
	{ lower, UINT64_C(1) << (10 * (exponent)) }, { upper, UINT64_C(1) << (10 * (exponent)) }, \
		{ lower "i", UINT64_C(1) << (10 * (exponent)) }, \
		{ upper "i", UINT64_C(1) << (10 * (exponent)) }, \
		{ lower "iB", UINT64_C(1) << (10 * (exponent)) }, \
		{ upper "iB", UINT64_C(1) << (10 * (exponent)) }, \
		{ lower "B", POW1000_##exponent }, \
	{ \
		upper "B", POW1000_##exponent \
	}

static const struct suffix size_suffixes[] = {
	{ "", 1 },
	{ "B", 1 },
	SIZE_SUFFIXES("k", "K", 1),
	SIZE_SUFFIXES("m", "M", 2),
	SIZE_SUFFIXES("g", "G", 3),
	SIZE_SUFFIXES("t", "T", 4),
	SIZE_SUFFIXES("p", "P", 5),
	{ 0 },
};

static const struct suffix count_suffixes[] = {
	{ "", 1 },
	{ "k", POW1000_1 },
	{ "K", POW1000_1 },
	{ "M", POW1000_2 },
	{ "G", POW1000_3 },
	{ "T", POW1000_4 },
	{ 0 },
};

static const struct suffix time_suffixes[] = {
	{ "", NS_PER_S },
	{ "ns", 1 },
	{ "us", NS_PER_US },
	{ "ms", NS_PER_MS },
	{ "s", NS_PER_S },
	{ "m", 60 * NS_PER_S },
	{ "h", 3600 * NS_PER_S },
	{ "d", 86400 * NS_PER_S },
	{ 0 },
};

static int refuse_start(const char *text, struct error *err)
{
	if (!*text)
		return fail(err, EINVAL, "empty, where a number is expected");
	if (*text == '-')
		return fail(err, EINVAL, "'%s': negative", text);
	return fail(err, EINVAL, "'%s': a number is expected at position 1", text);
}

/* The digits after the point, as a numerator over a power of ten; more than 15 say nothing more. */
static const char *parse_fraction(const char *p, uint64_t *part, uint64_t *whole)
{
	*part = 0;
	*whole = 1;
	for (; isdigit((unsigned char)*p); p++) {
		if (*whole < 1000 * POW1000_4) {
			*part = *part * 10 + (uint64_t)(*p - '0');
			*whole *= 10;
		}
	}
	return p;
}

static int parse_scaled(const char *text, const struct suffix *suffixes, const char *expected,
	uint64_t *value, struct error *err)
{
	const char *p = text;
	uint64_t number = 0, part = 0, whole = 1, scaled, fraction;

	if (!isdigit((unsigned char)*p))
		return refuse_start(text, err);
	for (; isdigit((unsigned char)*p); p++) {
		if (__builtin_mul_overflow(number, 10, &number) ||
			__builtin_add_overflow(number, (uint64_t)(*p - '0'), &number))
			return fail(err, ERANGE, "'%s': too large", text);
	}
	if (*p == '.' && isdigit((unsigned char)p[1]))
		p = parse_fraction(p + 1, &part, &whole);

	const struct suffix *s = suffixes;
	while (s->name && strcmp(s->name, p) != 0)
		s++;
	if (!s->name)
		return fail(err, EINVAL, "'%s': unknown suffix '%s' at position %zu, expected %s",
			text, p, (size_t)(p - text) + 1, expected);
	if (__builtin_mul_overflow(part, s->factor, &fraction) || fraction % whole != 0) {
		/* The product may be too long for 64 bits and whole all the same: 0.5d in ns. */
		unsigned __int128 wide = (unsigned __int128)part * s->factor;
		if (wide % whole != 0)
			return fail(err, EINVAL, "'%s': not a whole number", text);
		fraction = (uint64_t)(wide / whole);
	} else {
		fraction /= whole;
	}
	if (__builtin_mul_overflow(number, s->factor, &scaled) ||
		__builtin_add_overflow(scaled, fraction, &scaled))
		return fail(err, ERANGE, "'%s': too large", text);
	*value = scaled;
	return 0;
}

int units_parse_size(const char *text, uint64_t *bytes, struct error *err)
{
	return parse_scaled(text, size_suffixes, "k, M, G, T (1024) or kB, MB, GB, TB (1000)",
		bytes, err);
}

int units_parse_count(const char *text, uint64_t *count, struct error *err)
{
	return parse_scaled(text, count_suffixes, "k, M, G, T (1000)", count, err);
}

int units_parse_time(const char *text, uint64_t *ns, struct error *err)
{
	return parse_scaled(text, time_suffixes, "ns, us, ms, s, m, h, d", ns, err);
}

int units_parse_real(const char *text, double *value, struct error *err)
{
	char *end;

	if (!*text)
		return refuse_start(text, err);
	size_t plain = strspn(text, "+-.0123456789eE");
	if (plain == 0 || !strpbrk(text, "0123456789"))
		return fail(err, EINVAL, "'%s': a number is expected at position 1", text);
	errno = 0;
	double number = strtod(text, &end); /* the C locale: setlocale is never called */
	if (*end || (size_t)(end - text) != plain) {
		/* strtod() knows hexadecimal numbers, too */
		size_t at = min_u64((size_t)(end - text), plain);
		return fail(err, EINVAL, "'%s': '%s' at position %zu is not part of a number", text,
			text + at, at + 1);
	}
	if (!isfinite(number))
		return fail(err, ERANGE, "'%s': too large", text);
	*value = number;
	return 0;
}

int units_parse_percent(const char *text, double *fraction, struct error *err)
{
	size_t length = strlen(text);
	char number[32];
	double percent = 0;

	if (length == 0 || text[0] == '-')
		return refuse_start(text, err);
	if (text[length - 1] != '%' || length > sizeof(number))
		return fail(err, EINVAL, "'%s': a percentage is expected, as in 5%%", text);
	memcpy(number, text, length - 1);
	number[length - 1] = '\0';
	int ret = units_parse_real(number, &percent, err);
	if (ret < 0)
		return ret;
	*fraction = percent / 100;
	return 0;
}

static char *exact(struct arena *arena, uint64_t value, const struct suffix *units)
{
	const struct suffix *s = units;

	while (s->factor > 1 && (value == 0 || value % s->factor != 0))
		s++;
	return arena_printf(arena, "%" PRIu64 "%s", value / s->factor, s->name);
}

char *units_exact_size(struct arena *arena, uint64_t bytes)
{
	static const struct suffix units[] = { { "T", UINT64_C(1) << 40 }, { "G", GIB },
		{ "M", MIB }, { "k", KIB }, { "", 1 } };

	return exact(arena, bytes, units);
}

char *units_exact_count(struct arena *arena, uint64_t count)
{
	static const struct suffix units[] = { { "G", POW1000_3 }, { "M", POW1000_2 },
		{ "k", POW1000_1 }, { "", 1 } };

	return exact(arena, count, units);
}

char *units_exact_time(struct arena *arena, uint64_t ns)
{
	static const struct suffix units[] = { { "h", 3600 * NS_PER_S }, { "m", 60 * NS_PER_S },
		{ "s", NS_PER_S }, { "ms", NS_PER_MS }, { "us", NS_PER_US }, { "ns", 1 } };

	return ns == 0 ? arena_strdup(arena, "0s") : exact(arena, ns, units);
}

/* Three significant digits, without an exponent. */
static char *three_digits(struct arena *arena, double value, const char *unit)
{
	int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;

	return arena_printf(arena, "%.*f %s", decimals, value, unit);
}

char *units_human_size(struct arena *arena, double bytes)
{
	static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB" };
	size_t i = 0;

	while (bytes >= 1023.5 && i + 1 < COUNT_OF(names)) {
		bytes /= 1024;
		i++;
	}
	return i == 0 ? arena_printf(arena, "%.0f B", bytes) : three_digits(arena, bytes, names[i]);
}

char *units_human_time(struct arena *arena, double seconds)
{
	if (seconds < 999.5e-9)
		return arena_printf(arena, "%.0f ns", seconds * 1e9);
	if (seconds < 999.5e-6)
		return three_digits(arena, seconds * 1e6, "us");
	if (seconds < 999.5e-3)
		return three_digits(arena, seconds * 1e3, "ms");
	if (seconds < 99.95)
		return three_digits(arena, seconds, "s");
	uint64_t whole = (uint64_t)(seconds + 0.5);
	if (whole < 3600)
		return arena_printf(arena, "%" PRIu64 " min %" PRIu64 " s", whole / 60, whole % 60);
	return arena_printf(arena, "%" PRIu64 " h %" PRIu64 " min", whole / 3600,
		whole % 3600 / 60);
}
