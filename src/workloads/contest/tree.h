// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base.h"
#include "core/error.h"

/*
 * What contest's job builds: a C program of many files, made from a seed. The same seed and size
 * give the same bytes everywhere, so that two kernels build the same thing. It needs nothing but a
 * C compiler, the C library's headers and make; its Makefile has the targets
 *
 *     compile     every file, with -O2, and the program
 *     preprocess  every file through the preprocessor only: reading, little CPU
 *     files       no compiler: copies, fsync and read back: writing and reading
 *     clean       all of that away again
 */
enum tree_size { TREE_SMALL, TREE_NORMAL, TREE_LARGE };
extern const char *const tree_size_names[]; /* ended by NULL */
enum tree_target { TREE_COMPILE, TREE_PREPROCESS, TREE_FILES };
extern const char *const tree_target_names[]; /* ended by NULL */

/* How many regular files it has. */
unsigned tree_files(enum tree_size size);
/* Bytes that the tree and what is built of it need on a file system, generously. */
uint64_t tree_space(enum tree_size size, enum tree_target target);

/* Makes it as directory `name` in dir; -EEXIST where there is something. */
int tree_make(int dir, const char *name, enum tree_size size, uint64_t seed,
	struct error *err) MUST_CHECK;
