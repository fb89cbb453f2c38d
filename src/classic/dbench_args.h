// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/param.h"
#include "workloads/dbench_make.h"
#include "workloads/dbench_replay.h"

/* The options of dbench 4.0 and 5.0, and ours. */
struct dbench_args {
	uint64_t timelimit_ns, warmup_ns;
	bool has_warmup;
	const char *loadfile, *directory, *tcp_options, *backend, *tbench, *warmup;
	double target_rate; /* MB/s of each client; 0: none */
	bool sync, sync_dir, fsync, xattr, no_resolve;
	uint64_t clients_per_process, trunc_io;
	bool one_byte_write_fix, stat_check, fake_io, skip_cleanup, per_client_results;
	bool run_once, machine_readable, zeros;
	int compat, resolve;
	uint64_t seed;
	bool server;
	uint64_t port;
	bool make_load;
	uint64_t iterations, working_set;
	double miss_rate;
	bool help;
	uint64_t processes;

	struct dbench_options options; /* of the replay, from those above */
	const char **loads;            /* the files of loadfile; none: the built-in load */
	size_t load_count;
};

/*
 * as_tbench: the operands are the number of clients and the server's host. -EINVAL, -ENOENT,
 * -ERANGE name the argument, the value and the limit. Texts lie in the arena.
 */
int dbench_args_parse(struct dbench_args *args, bool as_tbench, int argc, char **argv,
	struct arena *arena, struct error *err) MUST_CHECK;
char *dbench_args_help(struct arena *arena, bool as_tbench);
