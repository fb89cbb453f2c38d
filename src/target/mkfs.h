// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "target/command.h"

/*
 * Making file systems so that two variants differ only in what was asked for:
 * nothing is initialised later, nothing discarded, and UUID and hash seed are given.
 */
struct mkfs_request {
	const char *fs;
	const char *options; /* the user's, as typed; "" for none */
	const char *uuid;    /* "" leaves it to mkfs */
	const char *device;  /* node to write to */
	uint64_t size;       /* of the device, bytes; 0: not known yet, not checked */
};

struct mkfs_command {
	const char *program; /* path */
	struct arguments args;
	const char *version_flag; /* NULL where the program has none that is known */
};

/*
 * Checks a request and makes the command of it; runs nothing. -EINVAL for a file system whose
 * name is none, that this kernel has not, an option that names another device or file, a device
 * that is too small; -ENOENT where the program is missing, with the package that has it.
 */
int mkfs_plan(struct arena *arena, const struct mkfs_request *request, struct mkfs_command *command,
	struct error *err) MUST_CHECK;

int mkfs_run(const struct mkfs_command *command, struct error *err) MUST_CHECK;

/* The first line that the program says about its version; "" where it says none. */
const char *mkfs_version(struct arena *arena, const struct mkfs_command *command);

/* Whether the kernel knows this file system or has a module of that name. */
bool mkfs_kernel_has(const char *fs);

/* Refuses a text of options any part of which is a block device. what is for the message. */
int mkfs_refuse_devices(const char *what, const char *options, struct error *err) MUST_CHECK;
