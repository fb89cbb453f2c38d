// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json.h"

#include "core/auto.h"
#include "core/units.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Above this, readers that hold numbers as doubles would round. */
#define EXACT_INTEGERS (INT64_C(1) << 53)

json_t *json_u64(uint64_t value)
{
	char text[24];

	if (value < EXACT_INTEGERS)
		return json_integer((json_int_t)value);
	(void)snprintf(text, sizeof(text), "%" PRIu64, value);
	return json_string(text);
}

json_t *json_double(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_text(const char *text)
{
	if (!text)
		return json_null();
	json_t *json = json_string(text);
	if (json)
		return json;
	AUTO_FREE char *ascii = strdup(text);
	if (!ascii)
		return json_string("");
	for (char *p = ascii; *p; p++) {
		if ((unsigned char)*p >= 0x80)
			*p = '?';
	}
	return json_string(ascii);
}

int json_read_u64(const json_t *json, const char *key, uint64_t *value, struct error *err)
{
	if (json_is_integer(json) && json_integer_value(json) >= 0) {
		if (json_integer_value(json) >= EXACT_INTEGERS)
			return fail(err, EINVAL, "\"%s\": from 2^53 on a count is a text of digits",
				key);
		*value = (uint64_t)json_integer_value(json);
		return 0;
	}
	const char *text = json_string_value(json);
	if (text && *text && strspn(text, "0123456789") == strlen(text)) {
		int ret = units_parse_count(text, value, err);
		return ret < 0 ? fail_in(err, ret, "\"%s\"", key) : 0;
	}
	return fail(err, EINVAL, "\"%s\": a count is expected", key);
}

int json_get_u64(const json_t *object, const char *key, uint64_t *value, struct error *err)
{
	return json_read_u64(json_object_get(object, key), key, value, err);
}

int json_get_double(const json_t *object, const char *key, double *value, struct error *err)
{
	const json_t *json = json_object_get(object, key);

	if (!json_is_number(json))
		return fail(err, EINVAL, "\"%s\": a number is expected", key);
	*value = json_number_value(json);
	return 0;
}

int json_get_bool(const json_t *object, const char *key, bool *value, struct error *err)
{
	const json_t *json = json_object_get(object, key);

	if (!json_is_boolean(json))
		return fail(err, EINVAL, "\"%s\": true or false is expected", key);
	*value = json_boolean_value(json);
	return 0;
}

int json_get_text(const json_t *object, const char *key, struct arena *arena, const char **text,
	struct error *err)
{
	const json_t *json = json_object_get(object, key);

	if (!json_is_string(json))
		return fail(err, EINVAL, "\"%s\": a text is expected", key);
	*text = arena_strdup(arena, json_string_value(json));
	return 0;
}

static bool is_absent(const json_t *object, const char *key)
{
	const json_t *json = json_object_get(object, key);

	return !json || json_is_null(json);
}

int json_opt_u64(const json_t *object, const char *key, uint64_t fallback, uint64_t *value,
	struct error *err)
{
	if (!is_absent(object, key))
		return json_get_u64(object, key, value, err);
	*value = fallback;
	return 0;
}

int json_opt_bool(const json_t *object, const char *key, bool fallback, bool *value,
	struct error *err)
{
	if (!is_absent(object, key))
		return json_get_bool(object, key, value, err);
	*value = fallback;
	return 0;
}

int json_opt_text(const json_t *object, const char *key, struct arena *arena, const char *fallback,
	const char **text, struct error *err)
{
	if (!is_absent(object, key))
		return json_get_text(object, key, arena, text, err);
	*text = fallback;
	return 0;
}

int json_write_line(int fd, const json_t *json, struct error *err)
{
	AUTO_FREE char *line = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));

	if (!line)
		return fail(err, ENOMEM, "no memory for a line of JSON");
	size_t length = strlen(line);
	line[length] = '\n'; /* over the zero byte: the length is known */
	for (size_t done = 0; done < length + 1;) {
		ssize_t n = write(fd, line + done, length + 1 - done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail_errno(err, "write a line of JSON");
		done += (size_t)n;
	}
	return 0;
}
