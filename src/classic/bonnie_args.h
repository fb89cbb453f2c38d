// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "core/text.h"

/* The command lines of Bonnie (1996), Bonnie-64 and bonnie++ 2.00a. */
enum bonnie_tool { TOOL_BONNIE, TOOL_BONNIE64, TOOL_BONNIE_PLUS };

enum bonnie_csv { CSV_1_98, CSV_1_97, CSV_1_03 };

#define BONNIE_UNKNOWN UINT64_MAX

enum bonnie_make { MAKE_FILES, MAKE_LINKS, MAKE_SYMLINKS };

struct bonnie_args {
	enum bonnie_tool tool;
	const char *dir, *label;
	uint64_t size; /* bytes of the big file; BONNIE_UNKNOWN until the memory is known */
	uint64_t chunk, byte_size, seeks, seekers;
	bool random; /* Bonnie-64: incompressible data */
	bool html;
	/* bonnie++ only */
	uint64_t files; /* in units of 1024 */
	enum bonnie_make make;
	uint64_t max_size, min_size, dirs, file_chunk;
	uint64_t concurrency, times;
	uint64_t ram;  /* MiB, 0: not looked at, BONNIE_UNKNOWN: this machine's */
	uint64_t seed; /* BONNIE_UNKNOWN: drawn */
	const char *seed_file, *user, *group; /* NULL for none */
	bool quiet, sync_every, direct;
	/* bakeoff's own */
	enum bonnie_csv csv;
	const char *least_time; /* as typed */
};

/* 0; 1 for --help; -EINVAL, -ERANGE for wrong usage, in one line. Texts point into argv. */
int bonnie_args_parse(struct bonnie_args *args, int argc, char **argv,
	struct error *err) MUST_CHECK;

/* bonnie++'s size where none is given: at least 300 MiB, twice the memory of ram_mib. Bytes. */
uint64_t bonnie_default_size(uint64_t ram_mib);

void bonnie_help(struct text *out);
