// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim9_workfile.h"

#include "core/param.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* The tests of Suite IX that have nothing to do with a disk. */
static const char *const other_tests[] = { "add_double", "add_float", "add_long", "add_int",
	"add_short", "page_test", "brk_test", "jmp_test", "signal_test", "exec_test", "fork_test",
	"div_double", "div_float", "div_long", "div_int", "div_short", "fun_cal", "fun_cal1",
	"fun_cal2", "fun_cal15", "sieve", "mul_double", "mul_float", "mul_long", "mul_int",
	"mul_short", "num_rtns_1", "new_raph", "trig_rtns", "matrix_rtns", "array_rtns",
	"string_rtns", "mem_rtns_1", "mem_rtns_2", "sort_rtns_1", "misc_rtns_1", "shell_rtns_1",
	"shell_rtns_2", "shell_rtns_3", "series_1", "shared_memory", "tcp_test", "udp_test",
	"fifo_test", "stream_pipe", "dgram_pipe", "pipe_cpy", "ram_copy" };

static const char *nearest_test(const char *name)
{
	struct param names[AIM9_MOST_TESTS + 1] = { 0 };

	for (size_t i = 0; aim_tests[i].name; i++)
		names[i] = (struct param){ .name = aim_tests[i].name, .type = PARAM_TEXT };
	const char *nearest = param_nearest((const struct param *const[]){ names, NULL }, name);
	return nearest;
}

int aim9_workfile_add(struct aim9_workfile *w, const char *name, struct arena *arena,
	struct error *err)
{
	const struct aim_test *test = aim_test_find(name);

	if (test) {
		w->wanted[test - aim_tests] = true;
		return 0;
	}
	for (size_t i = 0; i < COUNT_OF(other_tests); i++) {
		if (strcmp(other_tests[i], name) == 0) {
			*ARENA_PUSH(arena, w->not_run, w->not_run_count) = other_tests[i];
			return 0;
		}
	}
	const char *nearest = nearest_test(name);
	return fail(err, EINVAL, "no test named '%.64s'%s%s", name,
		nearest ? "; the nearest is " : "", nearest ? nearest : "");
}

/* "5M", "10K": what stands behind FILESIZE: in KiB. */
static int parse_filesize(const char *text, uint64_t *blocks, struct error *err)
{
	enum { KIB_OF_A_MIB = 1024 };
	static const uint64_t most = UINT64_C(1) << 40; /* KiB */
	const char *at = text + strspn(text, " \t");
	const char *digits = at;
	uint64_t number = 0;

	for (; isdigit((unsigned char)*at); at++) {
		if (number > most)
			return fail(err, ERANGE, "FILESIZE: %.32s is above the most, 1048576G",
				digits);
		number = 10 * number + (uint64_t)(*at - '0');
	}
	const char suffix = (char)toupper((unsigned char)*at);
	if (at == digits || (suffix != 'K' && suffix != 'M') || at[1])
		return fail(err, EINVAL, "FILESIZE: '%.32s' where a number with K or M is expected",
			digits);
	if (suffix == 'M')
		number *= KIB_OF_A_MIB;
	if (number < AIM_LEAST_BLOCKS)
		return fail(err, ERANGE, "FILESIZE: %.32s is below the least, %dK", digits,
			AIM_LEAST_BLOCKS);
	if (number > most)
		return fail(err, ERANGE, "FILESIZE: %.32s is above the most, 1048576G", digits);
	*blocks = number;
	return 0;
}

static int parse_line(struct aim9_workfile *w, const char *line, struct arena *arena,
	struct error *err)
{
	static const char filesize[] = "FILESIZE:";

	if (!*line || *line == '#')
		return 0;
	if (strncmp(line, filesize, sizeof(filesize) - 1) != 0)
		return aim9_workfile_add(w, line, arena, err);
	if (w->blocks)
		return fail(err, EINVAL, "FILESIZE is there twice");
	return parse_filesize(line + sizeof(filesize) - 1, &w->blocks, err);
}

int aim9_workfile_parse(const char *text, size_t length, struct arena *arena,
	struct aim9_workfile *w, struct error *err)
{
	struct aim9_workfile made = { 0 };
	const char *const end = text + length;
	unsigned number = 1;

	if (memchr(text, '\0', length))
		return fail(err, EINVAL, "a zero byte, where a text is expected");
	for (const char *next; text < end; text = next, number++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *last = newline ? newline : end;
		next = newline ? newline + 1 : end;
		while (last > text && isspace((unsigned char)last[-1]))
			last--;
		char *line = arena_strndup(arena, text, (size_t)(last - text));
		int ret = parse_line(&made, line, arena, err);
		if (ret < 0)
			return fail_in(err, ret, "line %u", number);
	}
	*w = made;
	return 0;
}

size_t aim9_count(const struct aim9_workfile *w)
{
	size_t count = 0;

	for (size_t i = 0; i < AIM9_MOST_TESTS; i++)
		count += w->wanted[i];
	return count;
}
