// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/libraries.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* How a library says its version. Asked by symbol: its header belongs to another room. */
enum say {
	SAY_FUNCTION, /* const char *symbol(void) */
	SAY_VARIABLE, /* const char *symbol */
	SAY_OUTPUT,   /* int symbol(const char **version), and what may follow */
	SAY_FILE,     /* not at all: the symbol is any of it, and its file is libNAME.so.VERSION */
};

static const struct library {
	const char *name, *symbol;
	enum say say;
} libraries[] = {
	{ "blkid", "blkid_get_library_version", SAY_OUTPUT },
	{ "glibc", "gnu_get_libc_version", SAY_FUNCTION },
	{ "gsl", "gsl_version", SAY_VARIABLE },
	{ "jansson", "jansson_version_str", SAY_FUNCTION },
	{ "liburing", "io_uring_submit", SAY_FILE },
	{ "mount", "mnt_get_library_version", SAY_OUTPUT },
	{ "sqlite", "sqlite3_libversion", SAY_FUNCTION },
	{ "zlib", "zlibVersion", SAY_FUNCTION },
};

/* liburing.so.2.3 of liburing.so.2 */
static const char *version_of_file(const void *symbol, char path[static PATH_MAX])
{
	static const char mark[] = ".so.";
	Dl_info info;

	if (dladdr(symbol, &info) == 0 || !info.dli_fname || !realpath(info.dli_fname, path))
		return NULL;
	const char *at = strstr(path, mark);
	return at ? at + sizeof(mark) - 1 : NULL;
}

static json_t *version_of(const struct library *library)
{
	void *symbol = dlsym(RTLD_DEFAULT, library->symbol);
	const char *version = NULL;
	char path[PATH_MAX];

	if (!symbol)
		return NULL;
	switch (library->say) {
	case SAY_FUNCTION:
		version = ((const char *(*)(void))(uintptr_t)symbol)();
		break;
	case SAY_VARIABLE:
		version = *(const char **)symbol;
		break;
	case SAY_OUTPUT:
		(void)((int (*)(const char **, const char **))(uintptr_t)symbol)(&version, NULL);
		break;
	case SAY_FILE:
		version = version_of_file(symbol, path);
		break;
	}
	return version ? json_text(version) : NULL;
}

int libraries_read(const struct source *source, const char *root, json_t **value, struct error *err)
{
	json_t *object = json_object();

	(void)source;
	(void)root;
	for (size_t i = 0; i < COUNT_OF(libraries); i++) {
		json_t *version = version_of(&libraries[i]);
		if (version)
			(void)json_object_set_new(object, libraries[i].name, version);
	}
	if (json_object_size(object) == 0) {
		json_decref(object);
		return fail(err, ENODATA, "the libraries are part of the program");
	}
	*value = object;
	return 0;
}

int compiler_read(const struct source *source, const char *root, json_t **value, struct error *err)
{
	(void)source;
	(void)root;
	(void)err;
#ifdef __clang__
	*value = json_text("clang " __clang_version__);
#else
	*value = json_text("gcc " __VERSION__);
#endif
	return 0;
}
