// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/classic.h"
#include "classic/lmdd_alarm.h"
#include "classic/lmdd_copy.h"
#include "classic/lmdd_flush.h"
#include "classic/lmdd_rusage.h"
#include "classic/lmdd_write.h"
#include "classic/stop.h"
#include "core/clock.h"
#include "core/log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };

struct lmdd_run {
	struct lmdd_copy copy;
	struct rusage before, after;
	bool failed;
};

static void say_failure(struct lmdd_run *run, int ret, const struct error *err)
{
	if (ret == 0)
		return;
	run->failed = true;
	lmdd_copy_end_marks(&run->copy);
	log_error("lmdd: %s", err->text);
}

static void say_result(struct lmdd_run *run)
{
	const struct lmdd_args *args = run->copy.args;
	const struct lmdd_ledger *ledger = run->copy.ledger;
	AUTO_TEXT struct text out;

	lmdd_copy_end_marks(&run->copy);
	text_init(&out, 16 * MIB); /* a full log is 4 */
	lmdd_print_log(&out, &ledger->latency);
	if (args->rusage)
		lmdd_print_rusage(&out, &run->before, &run->after, ledger->result.ns);
	if (args->print != LMDD_PRINT_NOTHING)
		text_puts(&out, args->label);
	lmdd_print_result(&out, args->print, &ledger->result);
	(void)fputs(out.data, stderr); /* nobody is left to tell where this fails */
}

/* On stdout, as the original does, unless that is where the blocks went. */
static void say_histograms(struct lmdd_run *run)
{
	FILE *to = run->copy.output.fd == STDOUT_FILENO ? stderr : stdout;
	struct error err;
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	lmdd_print_histograms(&out, &run->copy.ledger->latency);
	if (fputs(out.data, to) < 0 || fflush(to) != 0)
		say_failure(run, fail_errno(&err, "print the latencies"), &err);
}

static void close_files(struct lmdd_run *run)
{
	struct error err;

	if (run->copy.output.fd >= 0 && close(run->copy.output.fd) < 0)
		say_failure(run, fail_errno(&err, "%s: close", run->copy.output.name), &err);
	if (run->copy.input.fd >= 0)
		(void)close(run->copy.input.fd); /* only for reading */
}

/* The timed part: from a start that timeopen= may have set before. */
static void copy_timed(struct lmdd_run *run, uint64_t start)
{
	struct lmdd_copy *copy = &run->copy;
	const struct lmdd_args *args = copy->args;
	struct error err = { 0 };
	int ret = args->padin ? lmdd_copy_pad_in(copy, &err) : 0;

	lmdd_rusage_now(&run->before);
	if (args->padin || !args->timeopen)
		start = clock_monotonic_ns();
	lmdd_set_alarm(args->seconds); /* behind the clock: time= is not over before its time */
	if (ret == 0)
		ret = lmdd_copy_run(copy, &err);
	say_failure(run, ret, &err);
	say_failure(run, lmdd_write_wait(copy, &err), &err);
	say_failure(run, lmdd_write_sync(copy, &err), &err);
	copy->ledger->result.ns = clock_monotonic_ns() - start;
	lmdd_rusage_now(&run->after);
}

/* A failure after the files are open still has its result: what was moved until then. */
static void run_copy(struct lmdd_run *run)
{
	struct error err = { 0 };
	uint64_t start = clock_monotonic_ns();

	lmdd_set_alarm(run->copy.args->seconds); /* a FIFO may wait for its other end for ever */
	int ret = lmdd_copy_open(&run->copy, &err);
	if (ret == -EINTR && stop_asked())
		return;
	if (ret == -EINTR && lmdd_time_is_over())
		ret = fail_in(&err, ret, "time: %" PRIu64 " s were over before the files were open",
			run->copy.args->seconds);
	if (ret < 0) {
		say_failure(run, ret, &err);
		return;
	}
	copy_timed(run, start);
	if (run->copy.args->flush)
		say_failure(run, lmdd_flush_check(&run->copy.output, &err), &err);
	close_files(run);
	say_result(run);
	say_histograms(run);
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
		return EXIT_USAGE;
	}
	struct lmdd_run run = { 0 };

	lmdd_catch_signals();
	ret = lmdd_copy_make(&run.copy, &args, &err);
	say_failure(&run, ret, &err);
	if (ret == 0)
		run_copy(&run);
	lmdd_copy_free(&run.copy);
	if (run.failed || run.copy.mismatches > 0)
		return EXIT_FAILURE;
	return stop_asked() ? stop_status(stop_asked()) : EXIT_SUCCESS;
}
