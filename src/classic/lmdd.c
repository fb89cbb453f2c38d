// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/classic.h"
#include "classic/lmdd_args.h"
#include "classic/lmdd_file.h"
#include "classic/lmdd_offset.h"
#include "classic/lmdd_print.h"
#include "classic/stop.h"
#include "core/clock.h"
#include "core/log.h"
#include "io/words.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, PAGE = 4096 };

struct lmdd_run {
	const struct lmdd_args *args;
	struct lmdd_file input, output;
	unsigned char *buffers[LMDD_MOST_BUFS];
	struct lmdd_offsets offsets;
	uint64_t offset; /* of the next block */
	uint64_t mismatches;
	bool mark_open; /* a line of hash= or poff= has no end yet */
	bool failed;
	struct lmdd_result result;
};

static volatile sig_atomic_t time_is_over;

static void note_alarm(int signal)
{
	(void)signal;
	time_is_over = 1;
}

/* Without SA_RESTART: a read that waits for a pipe is to end, too. */
static void catch_signals(void)
{
	struct sigaction alarm = { .sa_handler = note_alarm };
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	stop_catch();
	time_is_over = 0;
	(void)sigaction(SIGALRM, &alarm, NULL); /* cannot fail with these signals */
	(void)sigaction(SIGPIPE, &ignore, NULL);
}

static bool is_to_end(void)
{
	return time_is_over || stop_asked();
}

/* Again and again after the time is over: an alarm between the look at it and a read would be lost.
 */
static void set_alarm(uint64_t seconds)
{
	if (seconds == 0)
		return;
	const struct itimerval timer = {
		.it_value = { .tv_sec = (time_t)seconds },
		.it_interval = { .tv_usec = 50000 },
	};

	(void)setitimer(ITIMER_REAL, &timer, NULL); /* cannot fail with these values */
}

static int make_buffers(struct lmdd_run *run, struct error *err)
{
	size_t size = run->args->bs;

	for (uint64_t i = 0; i < run->args->bufs; i++) {
		if (posix_memalign((void **)&run->buffers[i], PAGE, size) != 0)
			return fail(err, ENOMEM, "no memory for a block of %zu bytes", size);
		memset(run->buffers[i], 0, size);
	}
	return 0;
}

/* An output that is a pipe has no offset, and needs none. */
static int seek_both(const struct lmdd_run *run, struct error *err)
{
	int ret = lmdd_seek(&run->input, run->offset, err);

	if (ret == 0 && run->output.storage && !run->args->append)
		ret = lmdd_seek(&run->output, run->offset, err);
	return ret;
}

static int open_files(struct lmdd_run *run, struct error *err)
{
	const struct lmdd_args *args = run->args;
	int ret = lmdd_open_input(args, &run->input, err);

	if (ret == 0)
		ret = lmdd_open_output(args, &run->input, &run->output, err);
	if (ret < 0 || args->skip == 0)
		return ret;
	run->offset = args->skip * args->bs;
	return seek_both(run, err);
}

/* To the next random offset, where there is one; says where. */
static int go_to_block(struct lmdd_run *run, struct error *err)
{
	int ret = 0;

	if (run->args->rand != LMDD_ABSENT) {
		run->offset = lmdd_next_offset(&run->offsets, run->args);
		ret = seek_both(run, err);
	}
	if (ret == 0 && run->args->poff) {
		run->mark_open = true;
		AUTO_TEXT struct text out;
		text_init(&out, PAGE);
		lmdd_print_offset(&out, run->offset);
		(void)fprintf(stderr, "%s ",
			out.data); /* nobody is left to tell where this fails */
	}
	return ret;
}

/* *got is 0 at the end of the input, and where a signal came while waiting. */
static int read_block(struct lmdd_run *run, void *block, size_t *got, struct error *err)
{
	ssize_t n = (ssize_t)run->args->bs;

	if (run->input.fd >= 0) {
		do
			n = read(run->input.fd, block, run->args->bs);
		while (n < 0 && errno == EINTR && !is_to_end());
	}
	if (n < 0 && errno == EINTR)
		n = 0;
	if (n < 0)
		return fail_errno(err, "%s: read %" PRIu64 " bytes at %" PRIu64, run->input.name,
			run->args->bs, run->offset);
	*got = (size_t)n;
	return 0;
}

static int fail_write(const struct lmdd_run *run, size_t size, size_t done, struct error *err)
{
	if (done > 0)
		return fail_errno(err, "%s: write: wanted=%zu got=%zu", run->output.name, size,
			done);
	return fail_errno(err, "%s: write %zu bytes at %" PRIu64, run->output.name, size,
		run->offset);
}

/* What a short write left is written, too: where that fails, the reason comes out. */
static int write_block(struct lmdd_run *run, const char *block, size_t size, struct error *err)
{
	size_t done = run->output.fd >= 0 ? 0 : size;

	while (done < size) {
		ssize_t n = write(run->output.fd, block + done, size - done);
		if (n < 0 && errno != EINTR)
			return fail_write(run, size, done, err);
		if (n == 0)
			return fail(err, EIO, "%s: write at %" PRIu64 " wrote nothing",
				run->output.name, run->offset);
		if (n > 0) {
			done += (size_t)n;
			run->result.bytes += (uint64_t)n;
		}
		if (is_to_end())
			break;
	}
	if (run->output.fd < 0)
		run->result.bytes += size;
	run->result.blocks += done == size;
	return 0;
}

/* Says each wrong word as lmdd does; -EBADMSG once there are as many as mismatch= allows. */
static int check_block(struct lmdd_run *run, const void *block, size_t size, struct error *err)
{
	struct bad_word bad;
	size_t at = 0;

	while (words_next_bad(block, size, run->offset, &at, &bad)) {
		(void)fprintf(stderr, "off=%u want=%x got=%x\n", (unsigned)run->offset, bad.want,
			bad.got);
		run->mismatches++;
		if (run->mismatches >= run->args->mismatch)
			return fail(err, EBADMSG, "%s: stopped after %" PRIu64 " wrong words",
				run->input.name, run->mismatches);
	}
	return 0;
}

/* Every page of the block, without changing what is copied. */
static void touch_block(unsigned char *block, size_t size)
{
	for (size_t at = 0; at < size; at += PAGE) {
		volatile unsigned char *byte = &block[at];
		unsigned char kept = *byte;
		*byte = kept;
	}
}

static int move_block(struct lmdd_run *run, unsigned char *block, size_t *moved, struct error *err)
{
	const struct lmdd_args *args = run->args;
	int ret = go_to_block(run, err);

	if (ret == 0)
		ret = read_block(run, block, moved, err);
	if (ret < 0 || *moved == 0)
		return ret;
	if (args->ipat)
		ret = check_block(run, block, *moved, err);
	if (ret < 0)
		return ret;
	if (args->touch)
		touch_block(block, *moved);
	if (args->opat)
		words_fill(block, *moved, run->offset);
	ret = write_block(run, (const char *)block, *moved, err);
	if (args->touch)
		touch_block(block, *moved);
	run->offset += *moved;
	return ret;
}

static int move_blocks(struct lmdd_run *run, struct error *err)
{
	const struct lmdd_args *args = run->args;
	uint64_t left = args->count;
	unsigned turn = 0;

	while (left > 0 && !is_to_end()) {
		size_t moved = 0;
		int ret = move_block(run, run->buffers[turn], &moved, err);
		if (ret < 0 || moved == 0)
			return ret;
		if (args->hash) {
			run->mark_open = true;
			(void)fputc('#', stderr); /* nobody is left to tell where this fails */
		}
		if (args->usleep > 0)
			(void)usleep((useconds_t)args->usleep); /* a signal may cut it short */
		if (left != LMDD_ABSENT)
			left--;
		turn = (turn + 1) % (unsigned)args->bufs;
	}
	return 0;
}

static int sync_output(const struct lmdd_run *run, struct error *err)
{
	const struct lmdd_file *output = &run->output;

	if (run->args->sync)
		sync();
	if (!run->args->fsync || output->fd < 0 || fsync(output->fd) == 0)
		return 0;
	if (!output->storage && errno == EINVAL)
		return 0; /* a pipe, a terminal, /dev/null: nothing to sync */
	return fail_errno(err, "%s: fsync", output->name);
}

static void end_marks(struct lmdd_run *run)
{
	if (run->mark_open)
		(void)fputc('\n', stderr); /* nobody is left to tell where this fails */
	run->mark_open = false;
}

static void say_failure(struct lmdd_run *run, int ret, const struct error *err)
{
	if (ret == 0)
		return;
	run->failed = true;
	end_marks(run);
	log_error("lmdd: %s", err->text);
}

static void say_result(struct lmdd_run *run)
{
	const struct lmdd_args *args = run->args;
	AUTO_TEXT struct text out;

	end_marks(run);
	text_init(&out, MIB);
	if (args->print != LMDD_PRINT_NOTHING)
		text_puts(&out, args->label);
	lmdd_print_result(&out, args->print, &run->result);
	(void)fputs(out.data, stderr); /* nobody is left to tell where this fails */
}

static void close_files(struct lmdd_run *run)
{
	struct error err;

	if (run->output.fd >= 0 && close(run->output.fd) < 0)
		say_failure(run, fail_errno(&err, "%s: close", run->output.name), &err);
	if (run->input.fd >= 0)
		(void)close(run->input.fd); /* only for reading */
}

/* A failure after the files are open still has its result: what was moved until then. */
static void run_timed(struct lmdd_run *run)
{
	struct error err = { 0 };
	uint64_t start = clock_monotonic_ns();

	set_alarm(run->args->seconds); /* a FIFO may wait for its other end for ever */
	int ret = open_files(run, &err);
	if (ret == -EINTR && stop_asked())
		return;
	if (ret == -EINTR && time_is_over)
		ret = fail_in(&err, ret, "time: %" PRIu64 " s were over before the files were open",
			run->args->seconds);
	if (ret < 0) {
		say_failure(run, ret, &err);
		return;
	}
	set_alarm(run->args->seconds);
	if (!run->args->timeopen)
		start = clock_monotonic_ns();
	ret = move_blocks(run, &err);
	say_failure(run, ret, &err);
	say_failure(run, sync_output(run, &err), &err);
	run->result.ns = clock_monotonic_ns() - start;
	close_files(run);
	say_result(run);
}

static int help(void)
{
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	text_puts(&out,
		"usage: bakeoff lmdd NAME=VALUE...\n"
		"Move blocks from a file to another and say how fast, as lmbench's lmdd does.\n\n");
	lmdd_help(&out);
	text_puts(&out, "\nNumbers: k m g are 2^10 2^20 2^30; K M G are 10^3 10^6 10^9.\n"
			"On or off: NAME=1, NAME=0.\n");
	return fputs(out.data, stdout) < 0 || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int classic_lmdd(int argc, char **argv)
{
	struct error err = { 0 };
	struct lmdd_args args;

	if (argc == 2 && strcmp(argv[1], "--help") == 0)
		return help();
	int ret = lmdd_args_parse(&args, argc, argv, &err);
	if (ret < 0) {
		log_error("lmdd: %s", err.text);
		return ret == -ENOSYS ? EXIT_FAILURE : EXIT_USAGE;
	}
	struct lmdd_run run = {
		.args = &args,
		.input = { .fd = -1 },
		.output = { .fd = -1 },
		.result = { .bs = args.bs },
	};

	lmdd_offsets_init(&run.offsets, &args);
	catch_signals();
	ret = make_buffers(&run, &err);
	say_failure(&run, ret, &err);
	if (ret == 0)
		run_timed(&run);
	for (size_t i = 0; i < COUNT_OF(run.buffers); i++)
		free(run.buffers[i]);
	if (run.failed || run.mismatches > 0)
		return EXIT_FAILURE;
	return stop_asked() ? stop_status(stop_asked()) : EXIT_SUCCESS;
}
