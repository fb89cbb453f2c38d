// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/export/pcp_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

struct pcp_functions libpcp;

static int find(void *library, const char *name, void *function, struct error *err)
{
	void *found = dlsym(library, name);

	if (!found)
		return fail(err, ENOENT, "libpcp_import.so.1 has no %s", name);
	memcpy(function, &found, sizeof(found)); /* POSIX: a function's address fits */
	return 0;
}

int pcp_load(struct error *err)
{
	static void *library;
	int ret = 0;

	if (library)
		return 0;
	library = dlopen("libpcp_import.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return fail(err, ENOENT, "format pcp needs the package libpcp-import1: %s",
			dlerror());
#define PCP_FIND(function) \
	if (ret == 0) \
		ret = find(library, #function, &libpcp.function, err);
	PCP_FUNCTIONS(PCP_FIND)
#undef PCP_FIND
	return ret;
}
