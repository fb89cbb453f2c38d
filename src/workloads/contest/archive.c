// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/contest/archive.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

struct archive_functions libarchive;

static int find(void *library, const char *name, void *function, struct error *err)
{
	void *found = dlsym(library, name);

	if (!found)
		return fail(err, ENOENT, "libarchive has no %s", name);
	memcpy(function, &found, sizeof(found)); /* POSIX: a function's address fits */
	return 0;
}

int archive_load(struct error *err)
{
	static void *library;
	int ret = 0;

	if (library)
		return 0;
	library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return fail(err, ENOENT, "the tar loads need libarchive: %s", dlerror());
#define ARCHIVE_FIND(function) \
	if (ret == 0) \
		ret = find(library, #function, &libarchive.function, err);
	ARCHIVE_FUNCTIONS(ARCHIVE_FIND)
#undef ARCHIVE_FIND
	return ret;
}
