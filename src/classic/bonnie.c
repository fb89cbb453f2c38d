// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/bonnie_run.h"
#include "classic/classic.h"
#include "classic/privileges.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "core/clock.h"
#include "core/log.h"
#include "io/file.h"
#include "version.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/utsname.h>

enum { EXIT_USAGE = 2 };

static uint64_t memory_mib(void)
{
	return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / MIB;
}

/* The size that is not given, and a word about one that measures memory. */
static void settle_size(struct bonnie_args *args)
{
	uint64_t ram = args->ram == BONNIE_UNKNOWN ? memory_mib() : args->ram;

	if (args->size == BONNIE_UNKNOWN)
		args->size = bonnie_default_size(ram);
	if (args->tool == TOOL_BONNIE_PLUS && args->size > 0 &&
		args->size * args->concurrency < 2 * ram * MIB)
		log_warning("bonnie: -s: %" PRIu64 " MiB are less than twice the memory of %" PRIu64
			    " MiB: what is read may come from there (-r 0: so be it)",
			args->size * args->concurrency / MIB, ram);
}

/* All bytes of the file have a part in it. */
static int seed_from_file(const char *path, uint64_t *seed, struct error *err)
{
	unsigned char block[4096];
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
	uint64_t hash = UINT64_C(0xcbf29ce484222325), bytes = 0; /* FNV-1a, 64 bits */
	size_t got = 0;

	if (fd < 0)
		return fail_errno(err, "-Z: open %s", path);
	do {
		int ret = io_read_some(fd, block, sizeof(block), &got, err);
		if (ret < 0)
			return fail_in(err, ret, "-Z: %s", path);
		for (size_t i = 0; i < got; i++)
			hash = (hash ^ block[i]) * UINT64_C(0x100000001b3);
		bytes += got;
	} while (got == sizeof(block));
	if (bytes == 0)
		return fail(err, EINVAL, "-Z: %s is empty", path);
	*seed = (hash ^ hash >> 32) & UINT32_MAX;
	return 0;
}

static int settle_seed(const struct bonnie_args *args, uint64_t *seed, struct error *err)
{
	if (args->seed_file)
		return seed_from_file(args->seed_file, seed, err);
	*seed = args->seed != BONNIE_UNKNOWN
			? args->seed
			: (clock_utc_ns() / NS_PER_US ^ (uint64_t)getpid() << 20) & UINT32_MAX;
	return 0;
}

/* Nobody is left to tell where standard error fails; standard output is looked at by main(). */
static void print(FILE *to, const struct text *text)
{
	(void)fputs(text->data, to);
	(void)fflush(to);
}

static void print_report(const struct bonnie_report *report)
{
	const struct bonnie_args *args = report->args;
	AUTO_TEXT struct text table, csv;

	text_init(&table, MIB);
	text_init(&csv, MIB);
	if (args->tool == TOOL_BONNIE_PLUS) {
		bonnie_plus_text(&table, report);
		bonnie_plus_csv(&csv, report);
	} else {
		bonnie_table(&table, report);
	}
	if (args->times == 1)
		print(args->quiet ? stderr : stdout, &table);
	print(stdout, &csv);
}

static void print_header(const struct bonnie_args *args)
{
	AUTO_TEXT struct text header;

	text_init(&header, MIB);
	bonnie_plus_csv_header(&header, args->csv);
	print(stdout, &header);
}

static int say_failed(const struct error *err)
{
	log_error("bonnie: %s", err->text);
	return EXIT_FAILURE;
}

static int run_all(const struct bonnie_args *args, struct bonnie_report *report)
{
	struct error err = { 0 };

	if (args->times > 1)
		print_header(args);
	for (uint64_t i = 0; i < args->times; i++) {
		int ret = bonnie_run(args, report, &err);
		if (ret < 0 && !(ret == -ECANCELED && stop_asked()))
			(void)say_failed(&err);
		if (stop_asked()) {
			log_error("bonnie: stopped by signal %d in run %" PRIu64 " of %" PRIu64
				  ", which has no result",
				stop_asked(), i + 1, args->times);
			return stop_status(stop_asked());
		}
		if (ret < 0)
			return EXIT_FAILURE;
		print_report(report);
	}
	return EXIT_SUCCESS;
}

static int help(void)
{
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	bonnie_help(&out);
	return fputs(out.data, stdout) < 0 || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int classic_bonnie(int argc, char **argv)
{
	struct error err = { 0 };
	struct bonnie_args args;
	struct utsname host;
	int ret = bonnie_args_parse(&args, argc, argv, &err);

	if (ret > 0)
		return help();
	if (ret < 0) {
		log_error("bonnie: %s", err.text);
		return EXIT_USAGE;
	}
	if (args.user || args.group) {
		ret = privileges_drop(args.user, args.group, &err);
		if (ret < 0) {
			(void)say_failed(&err);
			return ret == -EINVAL ? EXIT_USAGE : EXIT_FAILURE;
		}
		if (!args.quiet)
			(void)fprintf(stderr, "Using uid:%u, gid:%u.\n", geteuid(), getegid());
	}
	struct bonnie_report report = { .args = &args, .version = BAKEOFF_VERSION };
	ret = settle_seed(&args, &report.seed, &err);
	if (ret < 0)
		return say_failed(&err);
	settle_size(&args);
	report.machine = args.label ? args.label : uname(&host) == 0 ? host.nodename : "";
	stop_catch();
	return run_all(&args, &report);
}
