// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/aim7_mix.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct share {
	const char *name;
	unsigned weight;
};

struct standard {
	uint64_t filesize, poolsize; /* KiB */
	const struct share *shares;  /* ended by { 0 } */
};

static const struct share compute_shares[] = {
	{ "add_double", 50 },
	{ "add_int", 30 },
	{ "add_long", 30 },
	{ "array_rtns", 10 },
	{ "disk_cp", 10 },
	{ "disk_rd", 30 },
	{ "disk_src", 10 },
	{ "disk_wrt", 20 },
	{ "div_double", 40 },
	{ "div_int", 30 },
	{ "matrix_rtns", 50 },
	{ "mem_rtns_1", 40 },
	{ "mem_rtns_2", 40 },
	{ "mul_double", 50 },
	{ "mul_int", 30 },
	{ "mul_long", 30 },
	{ "new_raph", 40 },
	{ "num_rtns_1", 40 },
	{ "page_test", 50 },
	{ "series_1", 40 },
	{ "shared_memory", 10 },
	{ "sieve", 30 },
	{ "stream_pipe", 20 },
	{ "string_rtns", 30 },
	{ "trig_rtns", 40 },
	{ "udp_test", 20 },
	{ 0 },
};

static const struct share dbase_shares[] = {
	{ "add_int", 20 },
	{ "add_long", 20 },
	{ "add_short", 20 },
	{ "disk_rd", 40 },
	{ "disk_rr", 40 },
	{ "div_int", 10 },
	{ "div_long", 10 },
	{ "div_short", 10 },
	{ "jmp_test", 10 },
	{ "mem_rtns_1", 40 },
	{ "mem_rtns_2", 40 },
	{ "mul_int", 10 },
	{ "mul_long", 10 },
	{ "mul_short", 10 },
	{ "page_test", 40 },
	{ "ram_copy", 20 },
	{ "shared_memory", 40 },
	{ "sieve", 30 },
	{ "sort_rtns_1", 30 },
	{ "stream_pipe", 10 },
	{ "string_rtns", 30 },
	{ "sync_disk_rw", 30 },
	{ "sync_disk_update", 30 },
	{ 0 },
};

static const struct share fserver_shares[] = {
	{ "add_int", 20 },
	{ "add_long", 20 },
	{ "add_short", 20 },
	{ "creat-clo", 20 },
	{ "dir_rtns_1", 20 },
	{ "disk_cp", 30 },
	{ "disk_rd", 30 },
	{ "disk_rr", 30 },
	{ "disk_rw", 30 },
	{ "disk_src", 30 },
	{ "disk_wrt", 30 },
	{ "div_int", 10 },
	{ "div_long", 10 },
	{ "div_short", 10 },
	{ "jmp_test", 10 },
	{ "link_test", 20 },
	{ "mem_rtns_1", 40 },
	{ "mem_rtns_2", 10 },
	{ "misc_rtns_1", 20 },
	{ "mul_int", 10 },
	{ "mul_long", 10 },
	{ "mul_short", 10 },
	{ "ram_copy", 20 },
	{ "signal_test", 10 },
	{ "sort_rtns_1", 30 },
	{ "string_rtns", 30 },
	{ "sync_disk_cp", 5 },
	{ "sync_disk_rw", 5 },
	{ "sync_disk_wrt", 5 },
	{ "tcp_test", 10 },
	{ "udp_test", 40 },
	{ 0 },
};

static const struct share shared_shares[] = {
	{ "add_double", 30 },
	{ "add_float", 30 },
	{ "add_int", 30 },
	{ "add_long", 30 },
	{ "add_short", 30 },
	{ "array_rtns", 10 },
	{ "brk_test", 10 },
	{ "creat-clo", 10 },
	{ "dgram_pipe", 10 },
	{ "dir_rtns_1", 10 },
	{ "disk_cp", 20 },
	{ "disk_rd", 20 },
	{ "disk_rr", 20 },
	{ "disk_rw", 20 },
	{ "disk_src", 20 },
	{ "disk_wrt", 20 },
	{ "div_double", 10 },
	{ "div_float", 10 },
	{ "div_int", 10 },
	{ "div_long", 10 },
	{ "div_short", 10 },
	{ "exec_test", 20 },
	{ "fork_test", 10 },
	{ "jmp_test", 10 },
	{ "link_test", 10 },
	{ "matrix_rtns", 10 },
	{ "mem_rtns_1", 10 },
	{ "mem_rtns_2", 10 },
	{ "misc_rtns_1", 10 },
	{ "mul_double", 20 },
	{ "mul_float", 20 },
	{ "mul_int", 20 },
	{ "mul_long", 20 },
	{ "mul_short", 20 },
	{ "new_raph", 10 },
	{ "num_rtns_1", 10 },
	{ "page_test", 10 },
	{ "pipe_cpy", 10 },
	{ "ram_copy", 10 },
	{ "series_1", 10 },
	{ "shared_memory", 10 },
	{ "shell_rtns_1", 20 },
	{ "sieve", 10 },
	{ "signal_test", 10 },
	{ "sort_rtns_1", 10 },
	{ "stream_pipe", 10 },
	{ "string_rtns", 30 },
	{ "sync_disk_cp", 10 },
	{ "sync_disk_rw", 10 },
	{ "sync_disk_wrt", 10 },
	{ "tcp_test", 10 },
	{ "trig_rtns", 10 },
	{ "udp_test", 10 },
	{ 0 },
};

const char *const aim7_mix_names[] = { "compute", "dbase", "fserver", "shared", NULL };

/* In the order of the names. */
static const struct standard standards[] = {
	{ 100, 250 * KIB, compute_shares },
	{ 1 * KIB, 25 * KIB, dbase_shares },
	{ 10 * KIB, 20 * KIB, fserver_shares },
	{ 1 * KIB, 10 * KIB, shared_shares },
};

/* What the suites have beside the disk tests. */
static const char *const not_disk[] = { "add_double", "add_float", "add_int", "add_long",
	"add_short", "array_rtns", "brk_test", "dgram_pipe", "div_double", "div_float", "div_int",
	"div_long", "div_short", "exec_test", "fifo_test", "fork_test", "fun_cal", "fun_cal1",
	"fun_cal15", "fun_cal2", "jmp_test", "matrix_rtns", "mem_rtns_1", "mem_rtns_2",
	"misc_rtns_1", "mul_double", "mul_float", "mul_int", "mul_long", "mul_short", "new_raph",
	"num_rtns_1", "page_test", "pipe_cpy", "ram_copy", "series_1", "shared_memory",
	"shell_rtns_1", "shell_rtns_2", "shell_rtns_3", "sieve", "signal_test", "sort_rtns_1",
	"stream_pipe", "string_rtns", "tcp_test", "trig_rtns", "udp_test" };

static const char *find_not_disk(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(not_disk); i++) {
		if (strcmp(not_disk[i], name) == 0)
			return not_disk[i];
	}
	return NULL;
}

/* False where no suite has it. */
static bool add_entry(struct aim7_mix *mix, const char *name, uint64_t weight)
{
	const struct aim_test *test = aim_test_find(name);
	const char *kept = test ? test->name : find_not_disk(name);

	if (!kept)
		return false;
	mix->entries[mix->count++] =
		(struct aim7_entry){ .name = kept, .test = test, .weight = weight };
	return true;
}

/* A weight's share of 100, rounded half up; whatever has a weight is done at least once. */
static void share_out(struct aim7_mix *mix)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < mix->count; i++)
		sum += mix->entries[i].weight;
	for (size_t i = 0; i < mix->count; i++) {
		struct aim7_entry *e = &mix->entries[i];
		if (e->weight == 0)
			continue;
		e->runs = max_u64(1, (2 * e->weight * AIM7_TASK_RUNS + sum) / (2 * sum));
		mix->runs_all += e->runs;
		if (e->test)
			mix->runs += e->runs;
	}
}

int aim7_mix_of_name(const char *name)
{
	for (int i = 0; aim7_mix_names[i]; i++) {
		if (strcmp(aim7_mix_names[i], name) == 0)
			return i;
	}
	return -1;
}

void aim7_mix_standard(int index, struct aim7_mix *mix)
{
	const struct standard *s = &standards[index];

	*mix = (struct aim7_mix){ .filesize = s->filesize, .poolsize = s->poolsize };
	for (const struct share *share = s->shares; share->name; share++)
		(void)add_entry(mix, share->name, share->weight); /* our own names */
	share_out(mix);
}

/* Digits up to the end or a letter: where they end, or NULL where there is none or one too many. */
static const char *read_number(const char *text, uint64_t most, uint64_t *number)
{
	uint64_t value = 0;

	if (!isdigit((unsigned char)*text))
		return NULL;
	for (; isdigit((unsigned char)*text); text++) {
		value = value * 10 + (uint64_t)(*text - '0');
		if (value > most)
			return NULL;
	}
	*number = value;
	return text;
}

static int read_size(const char *key, const char *text, uint64_t *kib, struct error *err)
{
	uint64_t number = 0, unit = 1;
	const char *end = read_number(text, AIM7_MOST_KIB, &number);

	if (end && (*end == 'K' || *end == 'k'))
		end++;
	else if (end && (*end == 'M' || *end == 'm')) {
		unit = KIB;
		end++;
	}
	if (!end || *end != '\0' || number > AIM7_MOST_KIB / unit)
		return fail(err, EINVAL, "%s: '%s' is not a number with K or M, up to %dM", key,
			text, AIM7_MOST_KIB / 1024);
	*kib = number * unit;
	return 0;
}

static int read_entry(struct aim7_mix *mix, const char *weight_text, const char *name,
	struct error *err)
{
	uint64_t weight = 0;
	const char *end = read_number(weight_text, AIM7_MOST_WEIGHT, &weight);

	if (!end || *end != '\0')
		return fail(err, EINVAL, "weight: '%s' is not a number from 0 to %d", weight_text,
			AIM7_MOST_WEIGHT);
	if (mix->count == AIM7_MOST_ENTRIES)
		return fail(err, ERANGE, "more than %d tests", AIM7_MOST_ENTRIES);
	if (!add_entry(mix, name, weight))
		return fail(err, ENOENT, "'%s' is no test of the suite", name);
	return 0;
}

enum { MOST_WORDS = 3, LINE_ROOM = 256 };

/* Cuts the line, which is written to, into words: how many, MOST_WORDS for any number above. */
static size_t split(char *line, char *words[static MOST_WORDS])
{
	size_t count = 0;
	char *rest = NULL;

	for (char *word = strtok_r(line, " \t\r", &rest); word && count < MOST_WORDS;
		word = strtok_r(NULL, " \t\r", &rest))
		words[count++] = word;
	return count;
}

struct seen {
	bool filesize, poolsize;
};

static int read_key(const char *key, const char *value, bool *seen, uint64_t *kib,
	struct error *err)
{
	if (*seen)
		return fail(err, EINVAL, "%s stands there twice", key);
	*seen = true;
	return read_size(key, value, kib, err);
}

static int read_line(struct aim7_mix *mix, char *line, struct seen *seen, struct error *err)
{
	char *words[MOST_WORDS] = { 0 };

	line[strcspn(line, "#")] = '\0';
	const size_t count = split(line, words);
	if (count == 0)
		return 0;
	if (count != 2)
		return fail(err, EINVAL, "'%s': a line is a weight and a test", words[0]);
	if (strcmp(words[0], "FILESIZE:") == 0)
		return read_key("FILESIZE", words[1], &seen->filesize, &mix->filesize, err);
	if (strcmp(words[0], "POOLSIZE:") == 0)
		return read_key("POOLSIZE", words[1], &seen->poolsize, &mix->poolsize, err);
	return read_entry(mix, words[0], words[1], err);
}

static int take_line(struct aim7_mix *mix, const char *text, size_t length, struct seen *seen,
	struct error *err)
{
	char line[LINE_ROOM];

	if (length >= sizeof(line))
		return fail(err, E2BIG, "a line of %zu bytes: the most is %d", length,
			LINE_ROOM - 1);
	if (memchr(text, '\0', length))
		return fail(err, EINVAL, "a zero byte: this is no text");
	memcpy(line, text, length);
	line[length] = '\0';
	return read_line(mix, line, seen, err);
}

static int check_mix(const struct aim7_mix *mix, const struct seen *seen, struct error *err)
{
	if (!seen->filesize && !seen->poolsize)
		return fail(err, EINVAL, "neither FILESIZE nor POOLSIZE is given");
	if (mix->runs == 0)
		return fail(err, ENOENT,
			"not one of its %zu tests is a disk test with a weight: nothing would be "
			"run",
			mix->count);
	return 0;
}

int aim7_mix_parse(const char *text, size_t length, struct aim7_mix *mix, struct error *err)
{
	struct aim7_mix made = { 0 };
	struct seen seen = { 0 };
	unsigned line = 0;

	while (length > 0) {
		const char *newline = memchr(text, '\n', length);
		const size_t part = newline ? (size_t)(newline - text) : length;
		line++;
		int ret = take_line(&made, text, part, &seen, err);
		if (ret < 0)
			return fail_in(err, ret, "line %u", line);
		text += part + (newline != NULL);
		length -= part + (newline != NULL);
	}
	share_out(&made);
	int ret = check_mix(&made, &seen, err);
	if (ret == 0)
		*mix = made;
	return ret;
}

void aim7_mix_resize(struct aim7_mix *mix, uint64_t filesize, uint64_t poolsize)
{
	mix->filesize = filesize;
	mix->poolsize = poolsize;
}

uint64_t aim7_mix_blocks(const struct aim7_mix *mix, uint64_t users)
{
	return mix->filesize + mix->poolsize / users;
}

/* One word more of a paragraph that is indented by two. */
static void add_word(struct text *out, size_t *column, const char *word)
{
	enum { WIDTH = 80 };
	const size_t length = strlen(word);

	if (*column == 0 || *column + 1 + length > WIDTH) {
		text_puts(out, *column ? "\n  " : "  ");
		*column = 2;
	} else {
		text_puts(out, " ");
		(*column)++;
	}
	text_puts(out, word);
	*column += length;
}

void aim7_mix_tell(const struct aim7_mix *mix, const char *name, struct text *out)
{
	size_t column = 0;

	text_printf(out, "%s: %" PRIu64 " of the %" PRIu64 " tests of a task are run", name,
		mix->runs, mix->runs_all);
	if (mix->runs == mix->runs_all) {
		text_puts(out, ".\n");
		return;
	}
	text_printf(out, ".\nNot run, since not disk tests (weight, tests of a task):\n");
	for (size_t i = 0; i < mix->count; i++) {
		const struct aim7_entry *e = &mix->entries[i];
		char word[64];
		if (e->test || e->runs == 0)
			continue;
		(void)snprintf(word, sizeof(word), "%s (%" PRIu64 ", %" PRIu64 ")", e->name,
			e->weight, e->runs); /* the names are ours: it fits */
		add_word(out, &column, word);
	}
	text_puts(out, "\n");
}
