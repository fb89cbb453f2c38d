// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/json_writer.h"

#include "core/json.h"
#include "core/shortest.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

static struct json_writer_level *level(struct json_writer *w)
{
	assert(w->depth > 0);
	return &w->levels[w->depth - 1];
}

static void new_line(struct json_writer *w)
{
	fputc('\n', w->out);
	for (unsigned i = 0; i < w->depth; i++)
		fputc(' ', w->out);
}

static void put_text(struct json_writer *w, const char *text)
{
	AUTO_JSON json_t *json = json_text(text);

	(void)json_dumpf(json, w->out, JSON_ENCODE_ANY); /* the caller looks at ferror() */
}

/* Everything that stands before a value. */
static void put_key(struct json_writer *w, const char *key)
{
	if (w->depth > 0) {
		struct json_writer_level *l = level(w);
		if (l->has_members)
			fputs(l->in_line ? ", " : ",", w->out);
		if (!l->in_line)
			new_line(w);
		l->has_members = true;
	}
	if (key) {
		put_text(w, key);
		fputs(": ", w->out);
	}
}

static void begin(struct json_writer *w, const char *key, const char *brackets, bool in_line)
{
	bool inherited = w->depth > 0 && level(w)->in_line;

	put_key(w, key);
	assert(w->depth < JSON_WRITER_DEPTH);
	fputc(brackets[0], w->out);
	w->levels[w->depth++] = (struct json_writer_level){
		.close = brackets[1],
		.in_line = in_line || inherited,
	};
}

void json_writer_object(struct json_writer *w, const char *key)
{
	begin(w, key, "{}", false);
}

void json_writer_array(struct json_writer *w, const char *key)
{
	begin(w, key, "[]", false);
}

void json_writer_object_line(struct json_writer *w, const char *key)
{
	begin(w, key, "{}", true);
}

void json_writer_array_line(struct json_writer *w, const char *key)
{
	begin(w, key, "[]", true);
}

void json_writer_end(struct json_writer *w)
{
	const struct json_writer_level l = *level(w);

	w->depth--;
	if (l.has_members && !l.in_line)
		new_line(w);
	fputc(l.close, w->out);
	if (w->depth == 0)
		fputc('\n', w->out);
}

void json_writer_text(struct json_writer *w, const char *key, const char *value)
{
	put_key(w, key);
	put_text(w, value);
}

void json_writer_u64(struct json_writer *w, const char *key, uint64_t value)
{
	AUTO_JSON json_t *json = json_u64(value);

	put_key(w, key);
	(void)json_dumpf(json, w->out, JSON_ENCODE_ANY); /* the caller looks at ferror() */
}

void json_writer_difference(struct json_writer *w, const char *key, uint64_t value)
{
	const int64_t exact = INT64_C(1) << 53, difference = (int64_t)value;
	const char *quote = difference >= exact || difference <= -exact ? "\"" : "";

	put_key(w, key);
	fprintf(w->out, "%s%" PRId64 "%s", quote, difference, quote);
}

void json_writer_real(struct json_writer *w, const char *key, double value)
{
	char text[SHORTEST_BYTES];

	put_key(w, key);
	if (!isfinite(value))
		fputs("null", w->out);
	else if (value == 0 && signbit(value))
		fputs("-0.0", w->out); /* readers make an integer of -0, and that has no sign */
	else
		fputs(shortest_text(text, value), w->out);
}

void json_writer_bool(struct json_writer *w, const char *key, bool value)
{
	put_key(w, key);
	fputs(value ? "true" : "false", w->out);
}

void json_writer_raw(struct json_writer *w, const char *key, const char *json)
{
	put_key(w, key);
	fputs(json, w->out);
}
