// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/series.h"

#include "core/varint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOB_VERSION = 1,
	VALUE_BYTES = 1 + sizeof(uint64_t),
	LEAST_POINT_BYTES = 2, /* of a time and of a value */
};

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

int series_encode(const uint64_t *time_ns, const double *values, size_t count, unsigned char **blob,
	size_t *size, struct error *err)
{
	uint64_t time = 0, bits = 0;
	size_t room;

	if (__builtin_mul_overflow(count, (size_t)VARINT_BYTES + VALUE_BYTES, &room) ||
		__builtin_add_overflow(room, (size_t)2 * VARINT_BYTES, &room))
		return fail(err, E2BIG, "a series of %zu points is too long", count);
	unsigned char *data = malloc(room);
	if (!data)
		return fail(err, ENOMEM, "no memory for a series of %zu points", count);

	unsigned char *p = varint_put(varint_put(data, BLOB_VERSION), count);
	for (size_t i = 0; i < count; i++) {
		p = varint_put(p, varint_zigzag(time_ns[i] - time));
		p = put_xor(p, bits_of(values[i]) ^ bits);
		time = time_ns[i];
		bits = bits_of(values[i]);
	}
	*blob = data;
	*size = (size_t)(p - data);
	return 0;
}

int series_decode(const unsigned char *blob, size_t size, struct arena *arena, uint64_t **time_ns,
	double **values, size_t *count, struct error *err)
{
	const unsigned char *p = blob, *end = blob + size;
	uint64_t version, points, time = 0, bits = 0;

	if (!varint_take(&p, end, &version) || version != BLOB_VERSION ||
		!varint_take(&p, end, &points))
		return fail(err, EINVAL, "series: not a blob of version %d", BLOB_VERSION);
	/* before anything is allocated for them */
	if (points > (size_t)(end - p) / LEAST_POINT_BYTES)
		return fail(err, EINVAL, "series: %zu bytes are too few for %llu points", size,
			(unsigned long long)points);
	uint64_t *made_times = NEW(arena, uint64_t, points + 1);
	double *made_values = NEW(arena, double, points + 1);
	for (size_t i = 0; i < points; i++) {
		uint64_t step, x;
		if (!varint_take(&p, end, &step) || !take_xor(&p, end, &x))
			return fail(err, EINVAL, "series: cut or wrong at byte %zu",
				(size_t)(p - blob));
		time += varint_unzigzag(step);
		bits ^= x;
		made_times[i] = time;
		made_values[i] = double_of(bits);
	}
	if (p != end)
		return fail(err, EINVAL, "series: %zu bytes after its end", (size_t)(end - p));
	*time_ns = made_times;
	*values = made_values;
	*count = points;
	return 0;
}
