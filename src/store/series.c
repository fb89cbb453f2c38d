// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/series.h"

#include "core/auto.h"
#include "core/varint.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOB_VERSION = 2,
	VALUE_BYTES = VARINT_BYTES, /* the longest in any coding */
	VALUES_MOST = 1 << 27,      /* in one blob: a constant series takes but a few bytes */
};

enum coding { CODING_XOR, CODING_STEPS, CODING_CHANGES, CODING_CONSTANT, CODINGS };

/* Whole numbers below it, their differences, and the differences of those fit into 64 bits. */
#define WHOLE_MOST 0x1p60

static uint64_t bits_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static double double_of(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static unsigned char *put_xor(unsigned char *p, uint64_t x)
{
	unsigned char *control = p++;
	unsigned zeros = 0, bytes = 0;

	for (; x && (x & 0xff) == 0; x >>= 8)
		zeros++;
	for (; x; x >>= 8, bytes++)
		*p++ = (unsigned char)x;
	*control = (unsigned char)(zeros << 4 | bytes);
	return p;
}

static bool take_xor(const unsigned char **p, const unsigned char *end, uint64_t *x)
{
	if (*p == end)
		return false;
	unsigned zeros = **p >> 4, bytes = **p & 15;
	(*p)++;
	if (zeros + bytes > sizeof(uint64_t) || (size_t)(end - *p) < bytes)
		return false;
	*x = 0;
	for (unsigned i = 0; i < bytes; i++)
		*x |= (uint64_t) * (*p)++ << 8 * (zeros + i);
	return true;
}

static unsigned char *put_signed(unsigned char *p, int64_t value)
{
	return varint_put(p, varint_zigzag((uint64_t)value));
}

static bool take_signed(const unsigned char **p, const unsigned char *end, int64_t *value)
{
	uint64_t taken;

	if (!varint_take(p, end, &taken))
		return false;
	*value = (int64_t)varint_unzigzag(taken);
	return true;
}

static bool is_constant(const double *values, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (bits_of(values[i]) != bits_of(values[0]))
			return false;
	}
	return count > 0;
}

/* What divides them all, at least 1; 0 where one of them is no whole number. */
static uint64_t divisor_of(const double *values, size_t count)
{
	uint64_t divisor = 0;

	for (size_t i = 0; i < count; i++) {
		/* a negative zero would come back as another one */
		if (!(fabs(values[i]) < WHOLE_MOST) || floor(values[i]) != values[i] ||
			(values[i] == 0 && signbit(values[i])))
			return 0;
		uint64_t a = divisor, b = (uint64_t)fabs(values[i]);
		while (b > 0) {
			uint64_t rest = a % b;
			a = b;
			b = rest;
		}
		divisor = a;
	}
	return divisor > 0 ? divisor : 1;
}

static unsigned char *put_values(unsigned char *p, enum coding coding, const double *values,
	size_t count, uint64_t divisor)
{
	int64_t before = 0, step_before = 0;
	uint64_t bits = 0;

	if (coding == CODING_CONSTANT) {
		bits = bits_of(values[0]);
		for (unsigned i = 0; i < sizeof(bits); i++)
			*p++ = (unsigned char)(bits >> 8 * i);
		return p;
	}
	if (coding != CODING_XOR)
		p = varint_put(p, divisor);
	for (size_t i = 0; i < count; i++) {
		if (coding == CODING_XOR) {
			p = put_xor(p, bits_of(values[i]) ^ bits);
			bits = bits_of(values[i]);
			continue;
		}
		int64_t value = (int64_t)values[i] / (int64_t)divisor, step = value - before;
		p = put_signed(p, i > 0 && coding == CODING_CHANGES ? step - step_before : step);
		before = value;
		step_before = i > 0 ? step : 0;
	}
	return p;
}

static bool take_values(const unsigned char **p, const unsigned char *end, uint64_t coding,
	double *values, size_t count)
{
	uint64_t bits = 0, divisor = 1, value = 0, step = 0;

	if (coding == CODING_CONSTANT) {
		if (end - *p < (ptrdiff_t)sizeof(bits))
			return false;
		for (unsigned i = 0; i < sizeof(bits); i++)
			bits |= (uint64_t) * (*p)++ << 8 * i;
		for (size_t i = 0; i < count; i++)
			values[i] = double_of(bits);
		return true;
	}
	if (coding != CODING_XOR && !varint_take(p, end, &divisor))
		return false;
	for (size_t i = 0; i < count; i++) {
		int64_t taken;
		if (coding == CODING_XOR) {
			uint64_t x;
			if (!take_xor(p, end, &x))
				return false;
			values[i] = double_of(bits ^= x);
			continue;
		}
		if (!take_signed(p, end, &taken))
			return false;
		/* modulo 2^64: what comes from elsewhere may be anything */
		uint64_t moved = (uint64_t)taken;
		if (coding == CODING_CHANGES && i > 0)
			moved += step;
		value += moved;
		step = i > 0 ? moved : 0;
		values[i] = (double)(int64_t)(value * divisor);
	}
	return true;
}

static unsigned char *put_series(unsigned char *p, const struct series_values *s, size_t points,
	unsigned char *scratch)
{
	uint64_t divisor = divisor_of(s->values, points);
	size_t best_size = SIZE_MAX;
	enum coding best = CODING_XOR;

	p = varint_put(p, s->id);
	for (int c = 0; c < CODINGS; c++) {
		bool fits = c == CODING_CONSTANT ? is_constant(s->values, points)
						 : c == CODING_XOR || divisor > 0;
		if (!fits)
			continue;
		size_t size =
			(size_t)(put_values(scratch, (enum coding)c, s->values, points, divisor) -
				 scratch);
		if (size < best_size) {
			best_size = size;
			best = (enum coding)c;
		}
	}
	*p++ = (unsigned char)best;
	return put_values(p, best, s->values, points, divisor);
}

int series_encode(const uint64_t *time_ns, size_t points, const struct series_values *series,
	size_t count, unsigned char **blob, size_t *size, struct error *err)
{
	uint64_t before = 0, step_before = 0;
	size_t one, room;

	if (__builtin_mul_overflow(points + 4, (size_t)VALUE_BYTES, &one) ||
		__builtin_mul_overflow(one, count + 2, &room))
		return fail(err, E2BIG, "%zu series of %zu points are too long", count, points);
	AUTO_FREE unsigned char *scratch = malloc(one);
	unsigned char *data = malloc(room);
	if (!data || !scratch) {
		free(data);
		return fail(err, ENOMEM, "no memory for %zu series of %zu points", count, points);
	}
	unsigned char *p = varint_put(varint_put(data, BLOB_VERSION), points);
	for (size_t i = 0; i < points; i++) {
		uint64_t step = time_ns[i] - before;
		p = varint_put(p, varint_zigzag(step - step_before));
		before = time_ns[i];
		step_before = i > 0 ? step : 0;
	}
	p = varint_put(p, count);
	for (size_t i = 0; i < count; i++)
		p = put_series(p, &series[i], points, scratch);
	*blob = data;
	*size = (size_t)(p - data);
	return 0;
}

static int cut_at(const unsigned char *blob, const unsigned char *p, struct error *err)
{
	return fail(err, EINVAL, "series: cut or wrong at byte %zu", (size_t)(p - blob));
}

int series_decode(const unsigned char *blob, size_t size, struct arena *arena, uint64_t **time_ns,
	size_t *points, struct series_values **series, size_t *count, struct error *err)
{
	const unsigned char *p = blob, *end = blob + size;
	uint64_t version, n, many, time = 0, step = 0;

	if (!varint_take(&p, end, &version) || version != BLOB_VERSION || !varint_take(&p, end, &n))
		return fail(err, EINVAL, "series: not a blob of version %d", BLOB_VERSION);
	/* before anything is allocated for them */
	if (n > (size_t)(end - p))
		return fail(err, EINVAL, "series: %zu bytes are too few for %llu points", size,
			(unsigned long long)n);
	uint64_t *times = NEW(arena, uint64_t, n + 1);
	for (size_t i = 0; i < n; i++) {
		uint64_t taken;
		if (!varint_take(&p, end, &taken))
			return cut_at(blob, p, err);
		uint64_t moved = varint_unzigzag(taken) + step;
		time += moved;
		step = i > 0 ? moved : 0;
		times[i] = time;
	}
	/* an id and a coding take two bytes */
	if (!varint_take(&p, end, &many) || many > (size_t)(end - p) / 2 ||
		many > VALUES_MOST / (n + 1))
		return cut_at(blob, p, err);
	struct series_values *made = NEW(arena, struct series_values, many + 1);
	for (size_t i = 0; i < many; i++) {
		if (!varint_take(&p, end, &made[i].id) || p == end || *p >= CODINGS)
			return cut_at(blob, p, err);
		unsigned coding = *p++;
		double *values = NEW(arena, double, n + 1);
		if (!take_values(&p, end, coding, values, n))
			return cut_at(blob, p, err);
		made[i].values = values;
	}
	if (p != end)
		return fail(err, EINVAL, "series: %zu bytes after its end", (size_t)(end - p));
	*time_ns = times;
	*points = n;
	*series = made;
	*count = many;
	return 0;
}
