// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/dbench_args.h"

#include "core/options.h"
#include "core/units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PORT = 7003 };

#define OWNER struct dbench_args

static const struct param options[] = {
	PARAM_NAMED(TIME, OWNER, timelimit_ns, "timelimit", .letter = 't', .fallback = "600",
		.min = NS_PER_MS, .help = "how long to measure, after the warm-up"),
	PARAM(TEXT, OWNER, warmup, .fallback = "",
		.help = "how long to run before; default a fifth of the time"),
	PARAM_NAMED(BOOL, OWNER, run_once, "run-once",
		.help = "one pass of each client, whatever time it takes"),
	PARAM(TEXT, OWNER, loadfile, .letter = 'c', .fallback = "",
		.help = "load files, plain or gzip, for processes in turn; default the built-in "
			"load",
		.value = "FILE,..."),
	PARAM(TEXT, OWNER, directory, .letter = 'D', .fallback = ".", .not_empty = true,
		.help = "work in a new directory in this one"),
	PARAM_NAMED(REAL, OWNER, target_rate, "target-rate", .letter = 'R', .fallback = "0",
		.least = 0, .most = 1e9, .help = "MB/s of each client at most; 0: no limit"),
	PARAM(BOOL, OWNER, sync, .letter = 's', .help = "open files with O_SYNC"),
	PARAM_NAMED(BOOL, OWNER, sync_dir, "sync-dir", .letter = 'S',
		.help = "sync a directory after each change in it"),
	PARAM(BOOL, OWNER, fsync, .letter = 'F', .help = "fsync after each write"),
	PARAM(BOOL, OWNER, xattr, .letter = 'x',
		.help = "keep DOS attributes in an extended attribute"),
	PARAM_NAMED(BOOL, OWNER, no_resolve, "no-resolve",
		.help = "no look-ups as a server does that ignores case"),
	PARAM(CHOICE, OWNER, resolve, .fallback = "default", .choices = dbench_resolve_names,
		.help = "what such a look-up does"),
	PARAM(CHOICE, OWNER, compat, .fallback = "strict", .choices = dbench_compat_names,
		.help = "calls, checks and figure of that generation of dbench; strict: the calls "
			"of "
			"4, the true window, and nothing goes unnoticed"),
	PARAM_NAMED(COUNT, OWNER, clients_per_process, "clients-per-process", .fallback = "1",
		.min = 1, .max = DBENCH_MOST_CLIENTS,
		.help = "clients that each process plays, a line of each in turn"),
	PARAM_NAMED(BOOL, OWNER, one_byte_write_fix, "one-byte-write-fix",
		.help = "no writes of a byte that is there; beyond the end ftruncate"),
	PARAM_NAMED(BOOL, OWNER, stat_check, "stat-check",
		.help = "stat first, and leave out calls that would change nothing"),
	PARAM_NAMED(BOOL, OWNER, fake_io, "fake-io", .help = "reads and writes are only counted"),
	PARAM_NAMED(SIZE, OWNER, trunc_io, "trunc-io", .fallback = "0",
		.help = "cut reads and writes to so many bytes; 0: whole"),
	PARAM_NAMED(BOOL, OWNER, skip_cleanup, "skip-cleanup", .help = "leave the files behind"),
	PARAM(BOOL, OWNER, zeros, .help = "write zeros, as dbench does; strict writes random data"),
	PARAM_NAMED(BOOL, OWNER, per_client_results, "per-client-results",
		.help = "a table of each client, too"),
	PARAM_NAMED(BOOL, OWNER, machine_readable, "machine-readable",
		.help = "lines for programs, as dbench 5.0 has them"),
	PARAM(TEXT, OWNER, backend, .letter = 'B', .fallback = "fileio",
		.help = "fileio (as dbench) or sockio (as tbench)"),
	PARAM(TEXT, OWNER, tbench, .fallback = "", .value = "HOST",
		.help = "exchange messages with a server instead of touching files"),
	PARAM_NAMED(TEXT, OWNER, tcp_options, "tcp-options", .letter = 'T',
		.fallback = "TCP_NODELAY SO_REUSEADDR", .help = "of these two, those to set"),
	PARAM(BOOL, OWNER, server, .help = "be the server of tbench, until ^C"),
	PARAM(COUNT, OWNER, port, .fallback = "7003", .min = 1, .max = 65535,
		.help = "of server and tbench"),
	PARAM(COUNT, OWNER, seed, .fallback = "42", .help = "of what is left to chance"),
	PARAM_NAMED(BOOL, OWNER, make_load, "make-load", .help = "print a load file of our own"),
	PARAM(COUNT, OWNER, iterations, .fallback = "16", .min = 1, .max = DBENCH_MOST_ITERATIONS,
		.help = "of make-load: so many times some 3570 lines"),
	PARAM_NAMED(PERCENT, OWNER, miss_rate, "miss-rate", .fallback = "12.958%", .least = 0,
		.most = 0.9, .help = "of make-load: operations that look for what is not there"),
	PARAM_NAMED(SIZE, OWNER, working_set, "working-set", .fallback = "20M", .min = MIB,
		.max = GIB, .help = "of make-load: bytes of the files that stay"),
	PARAM(BOOL, OWNER, help, .letter = 'h', .help = "print this"),
	{ 0 },
};

static int set_operand(struct dbench_args *args, const char *value, unsigned *operands,
	bool as_tbench, struct error *err)
{
	struct error why;

	++*operands;
	if (*operands == 1) {
		if (units_parse_count(value, &args->processes, &why) < 0 || args->processes == 0)
			return fail(err, EINVAL, "'%s' is no number of processes above 0", value);
		return 0;
	}
	bool host = as_tbench || strcmp(args->backend, "sockio") == 0;
	if (*operands > 2 || !host)
		return fail(err, EINVAL, "'%s' is one operand too many", value);
	if (!*value)
		return fail(err, EINVAL, "the host has no name");
	args->tbench = value;
	return 0;
}

/* No name may be empty: it would quietly be one load less, or the built-in one. */
static int split_loads(struct dbench_args *args, struct arena *arena, struct error *err)
{
	char *rest = *args->loadfile ? arena_strdup(arena, args->loadfile) : NULL;

	while (rest) {
		const char *one = strsep(&rest, ",");
		if (!*one)
			return fail(err, EINVAL, "loadfile: '%s' has an empty name",
				args->loadfile);
		*ARENA_PUSH(arena, args->loads, args->load_count) = one;
	}
	return 0;
}

static int check_all(struct dbench_args *args, unsigned operands, struct error *err)
{
	int ret = 0;

	if (strcmp(args->backend, "fileio") != 0 && strcmp(args->backend, "sockio") != 0)
		return fail(err, EINVAL, "backend: '%s' is not one of fileio, sockio",
			args->backend);
	if (strcmp(args->backend, "sockio") == 0 && !*args->tbench)
		args->tbench = "localhost";
	if (args->no_resolve)
		args->resolve = DBENCH_RESOLVE_OFF;
	args->has_warmup = *args->warmup != '\0';
	if (args->has_warmup)
		ret = units_parse_time(args->warmup, &args->warmup_ns, err);
	if (ret < 0)
		return fail_in(err, ret, "warmup");
	if (operands == 0 && !args->server && !args->make_load && !args->help)
		return fail(err, EINVAL, "how many clients? bakeoff dbench [OPTION...] N");
	if (args->server || args->make_load)
		return operands > 0 ? fail(err, EINVAL, "%s takes no operand",
					      args->server ? "server" : "make-load")
				    : 0;
	if (args->processes > DBENCH_MOST_CLIENTS / args->clients_per_process)
		return fail(err, EINVAL,
			"%" PRIu64 " processes of %" PRIu64
			" clients are more than the most, %d clients",
			args->processes, args->clients_per_process, DBENCH_MOST_CLIENTS);
	return 0;
}

static void set_options(struct dbench_args *args)
{
	args->options = (struct dbench_options){
		.compat = (enum dbench_compat)args->compat,
		.resolve = (enum dbench_resolve)args->resolve,
		.sync_open = args->sync,
		.sync_dirs = args->sync_dir,
		.fsync_writes = args->fsync,
		.xattr = args->xattr,
		.stat_check = args->stat_check,
		.one_byte_write_fix = args->one_byte_write_fix,
		.fake_io = args->fake_io,
		.incompressible = args->compat == DBENCH_STRICT && !args->zeros,
		.trunc_io = args->trunc_io,
		.rate = (uint64_t)(args->target_rate * 1e6),
	};
}

int dbench_args_parse(struct dbench_args *args, bool as_tbench, int argc, char **argv,
	struct arena *arena, struct error *err)
{
	struct option_scan scan;
	struct option_hit hit;
	unsigned operands = 0;

	*args = (struct dbench_args){ 0 };
	int ret = param_defaults(options, arena, args, err);
	option_scan_init(&scan, argc, argv);
	(void)option_scan_add(&scan, options);
	while (ret == 0 && (ret = option_scan_next(&scan, &hit, err)) > 0)
		ret = hit.param ? param_set_one(hit.param, arena, args, hit.value, err)
				: set_operand(args, hit.value, &operands, as_tbench, err);
	if (ret == 0 && as_tbench && !*args->tbench)
		args->tbench = "localhost";
	if (ret == 0)
		ret = check_all(args, operands, err);
	if (ret == 0)
		ret = split_loads(args, arena, err);
	if (ret == 0)
		set_options(args);
	return ret;
}

char *dbench_args_help(struct arena *arena, bool as_tbench)
{
	return arena_printf(arena,
		"usage: bakeoff %s\n"
		"%s\n\n%s",
		as_tbench ? "tbench [OPTION...] N [HOST]" : "dbench [OPTION...] N",
		as_tbench ? "Exchange the messages of a load with a server (bakeoff dbench "
			    "--server), and\n"
			    "print MB/sec as tbench does."
			  : "Replay a load as N clients of a file server, and print MB/sec as "
			    "dbench does.",
		options_help(arena, options, true));
}
