// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/lmdd_args.h"

#include "core/param.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum lmdd_kind { TEXT, NUMBER, FLAG };

struct lmdd_option {
	const char *name;
	enum lmdd_kind kind;
	size_t offset;
	uint64_t fallback, least, most; /* of a text: least bytes */
	const char *help;
};

/* The greatest that one read(2) or write(2) moves. */
#define MOST_BLOCK  UINT64_C(0x7ffff000)
#define MOST_OFFSET ((uint64_t)INT64_MAX)

/* clang-format off */
#define FIELD(field) .name = #field, .offset = offsetof(struct lmdd_args, field)
#define MAYBE        .kind = NUMBER, .fallback = LMDD_ABSENT, .most = MOST_OFFSET
/* clang-format on */

static const struct lmdd_option options[] = {
	{ .name = "if",
		.kind = TEXT,
		.offset = offsetof(struct lmdd_args, input),
		.least = 1,
		.help = "read this file; internal: memory; - is stdin" },
	{ .name = "of",
		.kind = TEXT,
		.offset = offsetof(struct lmdd_args, output),
		.least = 1,
		.help = "overwrite this file, whatever it is, as dd does; internal:\n"
			"              nowhere; - is stdout, 2 is stderr" },
	{ FIELD(bs), .kind = NUMBER, .fallback = 8192, .least = 4, .most = MOST_BLOCK,
		.help = "bytes of a block (8192)" },
	{ FIELD(count), MAYBE, .help = "this many blocks (until the input's end)" },
	{ FIELD(move), MAYBE, .help = "this many bytes, in whole blocks, instead of count" },
	{ FIELD(skip), .kind = NUMBER, .most = MOST_OFFSET,
		.help = "begin after this many blocks of input and output" },
	{ FIELD(fsync), .kind = FLAG, .help = "fsync the output before the clock stops" },
	{ FIELD(sync), .kind = FLAG, .help = "sync before the clock stops" },
	{ FIELD(flush), .kind = FLAG,
		.help = "drop the output from the page cache before the clock stops" },
	{ FIELD(append), .kind = FLAG, .help = "write at the output's end" },
	{ FIELD(notrunc), .kind = FLAG, .help = "do not truncate the output" },
	{ FIELD(nocreate), .kind = FLAG, .help = "the output must exist" },
	{ FIELD(osync), .kind = FLAG, .help = "open the output with O_SYNC" },
	{ FIELD(direct), .kind = FLAG, .help = "open input and output with O_DIRECT" },
	{ FIELD(idirect), .kind = FLAG, .help = "open the input with O_DIRECT" },
	{ FIELD(odirect), .kind = FLAG, .help = "open the output with O_DIRECT" },
	{ FIELD(realtime), .kind = FLAG,
		.help = "the output goes to an XFS file system's realtime device" },
	{ FIELD(timeopen), .kind = FLAG, .help = "start the clock before the files are opened" },
	{ .name = "time",
		.kind = NUMBER,
		.offset = offsetof(struct lmdd_args, seconds),
		.most = UINT32_MAX,
		.help = "stop after this many seconds" },
	{ FIELD(usleep), .kind = NUMBER, .most = UINT32_MAX,
		.help = "microseconds to sleep after each block" },
	{ FIELD(padin), .kind = FLAG,
		.help = "the clock starts after a first block was read, which is left out" },
	{ FIELD(fork), .kind = FLAG,
		.help = "a child writes each block while the next one is read" },
	{ FIELD(touch), .kind = FLAG, .help = "touch each 4096 bytes of the block that was moved" },
	{ FIELD(ipat), .kind = FLAG, .help = "check that each word read is its own offset" },
	{ FIELD(opat), .kind = FLAG, .help = "write words that are their own offsets" },
	{ FIELD(mismatch), MAYBE, .least = 1, .help = "with ipat, stop after so many wrong words" },
	{ FIELD(rand), MAYBE, .help = "move blocks at random offsets in this many bytes" },
	{ FIELD(start), .kind = NUMBER, .most = MOST_OFFSET, .help = "with rand, add to offsets" },
	{ FIELD(end), MAYBE, .help = "with rand, by turns in this many bytes of both ends" },
	{ FIELD(srand), MAYBE, .help = "with rand, the seed" },
	{ FIELD(norepeat), .kind = FLAG,
		.help = "with rand, each block once, until all were moved" },
	{ FIELD(bufs), .kind = NUMBER, .fallback = 1, .least = 1, .most = LMDD_MOST_BUFS,
		.help = "buffers, used in turn (1)" },
	{ FIELD(hash), .kind = FLAG, .help = "print # for each block" },
	{ FIELD(poff), .kind = FLAG, .help = "print the offset of each block" },
	{ FIELD(rtmax), .kind = NUMBER, .fallback = LMDD_ABSENT, .most = UINT32_MAX,
		.help = "tell how long reads took, and each that took more milliseconds" },
	{ FIELD(rtmin), .kind = NUMBER, .fallback = LMDD_ABSENT, .most = UINT32_MAX,
		.help = "with rtmax, and each that took fewer (0)" },
	{ FIELD(wtmax), .kind = NUMBER, .fallback = LMDD_ABSENT, .most = UINT32_MAX,
		.help = "as rtmax, for writes" },
	{ FIELD(wtmin), .kind = NUMBER, .fallback = LMDD_ABSENT, .most = UINT32_MAX,
		.help = "as rtmin, for writes" },
	{ FIELD(rusage), .kind = FLAG, .help = "print what the copy used of the machine" },
	{ FIELD(label), .kind = TEXT, .help = "print this before the result" },
	{ FIELD(print), .kind = NUMBER, .fallback = LMDD_PRINT_BANDWIDTH, .most = MOST_OFFSET,
		.help = "result: 0 none, 1 transfers, 2 us, 3 KB/sec, 4 MB/sec, 5 pair" },
};

int lmdd_number(const char *text, uint64_t *value, struct error *err)
{
	static const struct {
		char letter;
		uint64_t factor;
	} suffixes[] = {
		{ 'k', KIB },
		{ 'm', MIB },
		{ 'g', GIB },
		{ 'K', 1000 },
		{ 'M', 1000000 },
		{ 'G', 1000000000 },
	};
	uint64_t number = 0, factor = 1;
	const char *p = text;

	for (; *p >= '0' && *p <= '9'; p++) {
		if (__builtin_mul_overflow(number, 10, &number) ||
			__builtin_add_overflow(number, (uint64_t)(*p - '0'), &number))
			return fail(err, ERANGE, "'%s' is above the most, %" PRIu64, text,
				MOST_OFFSET);
	}
	if (p == text)
		return fail(err, EINVAL, "'%s' is no number", text);
	for (size_t i = 0; *p && i < COUNT_OF(suffixes); i++) {
		if (p[0] == suffixes[i].letter && p[1] == '\0')
			factor = suffixes[i].factor;
	}
	if (*p && factor == 1)
		return fail(err, EINVAL,
			"'%s': '%s' is none of k m g (2^10 2^20 2^30) K M G (10^3 10^6 10^9)", text,
			p);
	if (__builtin_mul_overflow(number, factor, &number) || number > MOST_OFFSET)
		return fail(err, ERANGE, "'%s' is above the most, %" PRIu64, text, MOST_OFFSET);
	*value = number;
	return 0;
}

static const struct lmdd_option *find_option(const char *name, size_t length)
{
	for (size_t i = 0; i < COUNT_OF(options); i++) {
		if (strlen(options[i].name) == length &&
			strncmp(options[i].name, name, length) == 0)
			return &options[i];
	}
	return NULL;
}

static int fail_unknown(const char *name, size_t length, struct error *err)
{
	struct param names[COUNT_OF(options) + 1] = { 0 };
	char typed[64];

	for (size_t i = 0; i < COUNT_OF(options); i++)
		names[i] = (struct param){ .name = options[i].name, .type = PARAM_TEXT };
	length = min_u64(length, sizeof(typed) - 1);
	memcpy(typed, name, length);
	typed[length] = '\0';
	const char *nearest = param_nearest((const struct param *const[]){ names, NULL }, typed);
	if (nearest)
		return fail(err, EINVAL, "no argument named '%s'; the nearest is '%s='", typed,
			nearest);
	return fail(err, EINVAL, "no argument named '%s'; bakeoff lmdd --help names them", typed);
}

static int set_number(const struct lmdd_option *o, uint64_t *field, const char *value,
	struct error *err)
{
	uint64_t number = 0;
	int ret = lmdd_number(value, &number, err);

	if (ret < 0)
		return ret;
	if (number < o->least)
		return fail(err, ERANGE, "%s is below the least, %" PRIu64, value, o->least);
	if (number > o->most)
		return fail(err, ERANGE, "%s is above the most, %" PRIu64, value, o->most);
	*field = number;
	return 0;
}

/* `hash=` alone turns on, as it always did; `hash=0` turns off. */
static int set_flag(bool *field, const char *value, struct error *err)
{
	uint64_t number = 1;
	int ret = *value ? lmdd_number(value, &number, err) : 0;

	if (ret == 0)
		*field = number > 0;
	return ret;
}

static int set_option(const struct lmdd_option *o, struct lmdd_args *args, const char *value,
	struct error *err)
{
	void *field = (char *)args + o->offset;

	switch (o->kind) {
	case TEXT:
		if (strlen(value) < o->least)
			return fail(err, EINVAL, "empty");
		*(const char **)field = value;
		return 0;
	case NUMBER:
		return set_number(o, field, value, err);
	case FLAG:
		return set_flag(field, value, err);
	}
	return 0;
}

static int check_random(const struct lmdd_args *a, struct error *err)
{
	static const char *const names[] = { "start", "end", "srand", "norepeat" };
	const bool given[] = { a->start > 0, a->end != LMDD_ABSENT, a->srand != LMDD_ABSENT,
		a->norepeat };

	for (size_t i = 0; a->rand == LMDD_ABSENT && i < COUNT_OF(names); i++) {
		if (given[i])
			return fail(err, EINVAL, "%s: it needs rand", names[i]);
	}
	if (a->rand == LMDD_ABSENT)
		return 0;
	if (a->rand < 2 * a->bs)
		return fail(err, EINVAL,
			"rand: %" PRIu64 " is below the least, two blocks of %" PRIu64, a->rand,
			a->bs);
	if (a->rand > MOST_OFFSET - a->start)
		return fail(err, ERANGE,
			"start: %" PRIu64 " and rand %" PRIu64
			" together are above the most, %" PRIu64,
			a->start, a->rand, MOST_OFFSET);
	if (a->end != LMDD_ABSENT && (a->end > a->rand || a->end < a->bs))
		return fail(err, EINVAL,
			"end: %" PRIu64 " is not between bs %" PRIu64 " and rand %" PRIu64, a->end,
			a->bs, a->rand);
	if (a->norepeat && a->end != LMDD_ABSENT && a->end / a->bs > a->rand / a->bs / 2)
		return fail(err, EINVAL,
			"end: %" PRIu64 " is above half of rand, %" PRIu64
			": with norepeat the ends must not meet",
			a->end, a->rand);
	return 0;
}

/* Ten buckets of whole milliseconds. */
static int check_latencies(struct lmdd_args *a, struct error *err)
{
	enum { LEAST = 10 };
	const struct {
		const char *min_name, *max_name, *file, *side, *other;
		uint64_t min, *max;
	} sides[] = {
		{ "rtmin", "rtmax", a->input, "input", "wtmax is for the output", a->rtmin,
			&a->rtmax },
		{ "wtmin", "wtmax", a->output, "output", "rtmax is for the input", a->wtmin,
			&a->wtmax },
	};

	for (size_t i = 0; i < COUNT_OF(sides); i++) {
		uint64_t min = sides[i].min == LMDD_ABSENT ? 0 : sides[i].min;
		if (*sides[i].max == LMDD_ABSENT && sides[i].min != LMDD_ABSENT)
			return fail(err, EINVAL, "%s: it needs %s", sides[i].min_name,
				sides[i].max_name);
		if (*sides[i].max == LMDD_ABSENT)
			continue;
		if (strcmp(sides[i].file, "internal") == 0)
			return fail(err, EINVAL, "%s: there is no %s file; %s", sides[i].max_name,
				sides[i].side, sides[i].other);
		*sides[i].max = max_u64(*sides[i].max, LEAST);
		if (min + LEAST > *sides[i].max)
			return fail(err, EINVAL,
				"%s: %" PRIu64 " is not %d below %s, %" PRIu64
				": there are ten buckets of whole milliseconds",
				sides[i].min_name, min, LEAST, sides[i].max_name, *sides[i].max);
	}
	return 0;
}

static int check_together(struct lmdd_args *a, struct error *err)
{
	bool has_file = strcmp(a->input, "internal") != 0 || strcmp(a->output, "internal") != 0;

	if ((a->ipat || a->opat) && a->bs % sizeof(uint32_t) != 0)
		return fail(err, EINVAL,
			"bs: %" PRIu64 " is no multiple of 4, as ipat and opat need", a->bs);
	if (a->count != LMDD_ABSENT && a->move != LMDD_ABSENT)
		return fail(err, EINVAL, "count and move: only one of them");
	if (a->move != LMDD_ABSENT)
		a->count = a->move / a->bs;
	if (a->skip > MOST_OFFSET / a->bs)
		return fail(err, ERANGE,
			"skip: %" PRIu64 " blocks of %" PRIu64 " are above the most, %" PRIu64
			" bytes",
			a->skip, a->bs, MOST_OFFSET);
	if (a->mismatch != LMDD_ABSENT && !a->ipat)
		return fail(err, EINVAL, "mismatch: it needs ipat=1");
	if (!has_file && a->count == LMDD_ABSENT && a->seconds == 0)
		return fail(err, EINVAL, "nothing to do: no if=, of=, count=, move= or time=");
	if (a->realtime && strcmp(a->output, "internal") == 0)
		return fail(err, EINVAL, "realtime: there is no output file");
	int ret = check_latencies(a, err);
	return ret == 0 ? check_random(a, err) : ret;
}

int lmdd_args_parse(struct lmdd_args *args, int argc, char **argv, struct error *err)
{
	struct lmdd_args a = { .input = "internal", .output = "internal", .label = "" };
	bool given[COUNT_OF(options)] = { 0 };

	for (size_t i = 0; i < COUNT_OF(options); i++) {
		if (options[i].kind == NUMBER)
			*(uint64_t *)(void *)((char *)&a + options[i].offset) = options[i].fallback;
	}
	for (int i = 1; i < argc; i++) {
		size_t length = strcspn(argv[i], "=");
		const struct lmdd_option *o = find_option(argv[i], length);
		if (!o)
			return fail_unknown(argv[i], length, err);
		if (argv[i][length] != '=')
			return fail(err, EINVAL, "%s: it needs a value, %s=VALUE", o->name,
				o->name);
		if (given[o - options])
			return fail(err, EINVAL, "%s: given twice", o->name);
		given[o - options] = true;
		int ret = set_option(o, &a, argv[i] + length + 1, err);
		if (ret < 0)
			return fail_in(err, ret, "%s", o->name);
	}
	int ret = check_together(&a, err);
	if (ret == 0)
		*args = a;
	return ret;
}

/* What stands for the value in help. */
static const char *value_word(const struct lmdd_option *o)
{
	if (o->kind == TEXT)
		return o->least > 0 ? "FILE" : "TEXT";
	return o->kind == FLAG ? "1" : "N";
}

void lmdd_help(struct text *out)
{
	char left[32];

	for (size_t i = 0; i < COUNT_OF(options); i++) {
		(void)snprintf(left, sizeof(left), "%s=%s", options[i].name,
			value_word(&options[i]));
		text_printf(out, "  %-11s %s\n", left, options[i].help);
	}
}
