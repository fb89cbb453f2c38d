// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"
#include "core/error.h"

#include <stdio.h>

/*
 * A file, or a folder of files, that a command writes: under another name beside it, and given its
 * own only when all of it is there, so that a full disk leaves what was there before. "" and - are
 * standard output; what is no regular file (a pipe, /dev/stdout) is written to as it is.
 */
struct out_file {
	FILE *out;         /* NULL of a folder */
	const char *path;  /* as given, links followed; "" for standard output */
	const char *taken; /* the other name; NULL where there is none */
};

int out_file_open(struct out_file *f, const char *path, struct arena *arena,
	struct error *err) MUST_CHECK;
/* A new folder: the path must be free, or an empty folder. Its files are made in `taken`. */
int out_folder_open(struct out_file *f, const char *path, struct arena *arena,
	struct error *err) MUST_CHECK;
/* Closes it. Where ret is 0 everything is brought to the disk and gets its name, otherwise nothing
 * is left of it; returns ret, or the failure of that. */
int out_file_close(struct out_file *f, int ret, struct error *err) MUST_CHECK;
