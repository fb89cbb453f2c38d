// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/readings.h"

#include "core/varint.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOB_VERSION = 1, READING_BYTES = 2 * VARINT_BYTES };

enum kind { KIND_WHOLE, KIND_DOUBLE, KIND_ABSENT, KINDS = 4 };

/* Whole numbers below it, their differences, and the differences of those fit into 64 bits. */
#define WHOLE_MOST 0x1p60

static bool is_whole(double value)
{
	return fabs(value) < WHOLE_MOST && floor(value) == value && !(value == 0 && signbit(value));
}

static size_t find_reason(const struct reading_value *readings, const size_t *reasons, size_t count,
	const char *text)
{
	size_t i = 0;

	while (i < count && strcmp(readings[reasons[i]].absent, text) != 0)
		i++;
	return i;
}

static unsigned char *put_bits(unsigned char *p, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	for (unsigned i = 0; i < sizeof(bits); i++)
		*p++ = (unsigned char)(bits >> 8 * i);
	return p;
}

static unsigned char *put_reading(unsigned char *p, const struct reading_value *r,
	uint64_t id_before, size_t reason)
{
	enum kind kind = *r->absent ? KIND_ABSENT : is_whole(r->value) ? KIND_WHOLE : KIND_DOUBLE;

	p = varint_put(p, varint_zigzag(r->id - id_before) * KINDS + kind);
	switch (kind) {
	case KIND_WHOLE:
		return varint_put(p, varint_zigzag((uint64_t)(int64_t)r->value));
	case KIND_DOUBLE:
		return put_bits(p, r->value);
	case KIND_ABSENT:
		return varint_put(p, reason);
	case KINDS:
		break;
	}
	return p;
}

int readings_encode(const struct reading_value *readings, size_t count, unsigned char **blob,
	size_t *size, struct error *err)
{
	struct arena arena = { 0 };
	size_t *reasons = NEW(&arena, size_t, count + 1), reason_count = 0;
	size_t room = (count + 2) * READING_BYTES;

	for (size_t i = 0; i < count; i++) {
		if (!*readings[i].absent || find_reason(readings, reasons, reason_count,
						    readings[i].absent) < reason_count)
			continue;
		room += VARINT_BYTES + strlen(readings[i].absent);
		reasons[reason_count++] = i;
	}
	unsigned char *data = malloc(room), *p = data;
	if (!data) {
		arena_free(&arena);
		return fail(err, ENOMEM, "no memory for %zu readings", count);
	}
	p = varint_put(varint_put(p, BLOB_VERSION), reason_count);
	for (size_t i = 0; i < reason_count; i++) {
		const char *text = readings[reasons[i]].absent;
		p = varint_put(p, strlen(text));
		memcpy(p, text, strlen(text));
		p += strlen(text);
	}
	p = varint_put(p, count);
	for (size_t i = 0; i < count; i++)
		p = put_reading(p, &readings[i], i > 0 ? readings[i - 1].id : 0,
			find_reason(readings, reasons, reason_count, readings[i].absent));
	arena_free(&arena);
	*blob = data;
	*size = (size_t)(p - data);
	return 0;
}

static bool take_reading(const unsigned char **p, const unsigned char *end,
	const char *const *reasons, uint64_t reason_count, struct reading_value *r)
{
	uint64_t head, taken = 0;

	if (!varint_take(p, end, &head))
		return false;
	r->id += varint_unzigzag(head / KINDS);
	r->absent = "";
	switch (head % KINDS) {
	case KIND_WHOLE:
		if (!varint_take(p, end, &taken))
			return false;
		r->value = (double)(int64_t)varint_unzigzag(taken);
		return true;
	case KIND_DOUBLE:
		if (end - *p < (ptrdiff_t)sizeof(taken))
			return false;
		for (unsigned i = 0; i < sizeof(taken); i++)
			taken |= (uint64_t) * (*p)++ << 8 * i;
		memcpy(&r->value, &taken, sizeof(taken));
		return true;
	case KIND_ABSENT:
		if (!varint_take(p, end, &taken) || taken >= reason_count)
			return false;
		r->value = NAN;
		r->absent = reasons[taken];
		return true;
	default:
		return false;
	}
}

int readings_decode(const unsigned char *blob, size_t size, struct arena *arena,
	struct reading_value **readings, size_t *count, struct error *err)
{
	const unsigned char *p = blob, *end = blob + size;
	uint64_t version, reason_count, n = 0, length;

	if (!varint_take(&p, end, &version) || version != BLOB_VERSION ||
		!varint_take(&p, end, &reason_count) || reason_count > (size_t)(end - p))
		return fail(err, EINVAL, "readings: not a blob of version %d", BLOB_VERSION);
	const char **reasons = NEW(arena, const char *, reason_count + 1);
	bool good = true;
	for (size_t i = 0; good && i < reason_count; i++) {
		good = varint_take(&p, end, &length) && length <= (size_t)(end - p);
		if (good)
			reasons[i] = arena_strndup(arena, (const char *)p, length);
		p += good ? length : 0;
	}
	/* each takes two bytes: before anything is allocated for them */
	good = good && varint_take(&p, end, &n) && n <= (size_t)(end - p) / 2;
	struct reading_value *made = NEW(arena, struct reading_value, good ? n + 1 : 1);
	for (size_t i = 0; good && i < n; i++) {
		made[i].id = i > 0 ? made[i - 1].id : 0;
		good = take_reading(&p, end, reasons, reason_count, &made[i]);
	}
	if (!good)
		return fail(err, EINVAL, "readings: cut or wrong at byte %zu", (size_t)(p - blob));
	if (p != end)
		return fail(err, EINVAL, "readings: %zu bytes after their end", (size_t)(end - p));
	*readings = made;
	*count = n;
	return 0;
}
