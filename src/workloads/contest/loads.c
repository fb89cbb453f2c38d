// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/contest/load.h"

#include <errno.h>
#include <string.h>

static uint64_t whole_file(const struct load_work *w)
{
	return w->file_size;
}

static uint64_t half_file(const struct load_work *w)
{
	return w->file_size / 2;
}

/* The tree and its archive, or the archive and what is extracted of it. */
static uint64_t two_trees(const struct load_work *w)
{
	return 2 * tree_space(w->tree, TREE_COMPILE);
}

const struct load loads[LOAD_COUNT] = {
	[LOAD_NO] = {
		.name = "no_load",
		.old = { "noload" },
		.summary = "nothing: the base of every ratio",
	},
	[LOAD_CACHERUN] = {
		.name = "cacherun",
		.summary = "nothing, right after no_load and without a flush: caches are warm",
	},
	[LOAD_PROCESS] = {
		.name = "process_load",
		.old = { "processload", "process", "proc_load" },
		.unit = "hops",
		.summary = "a ring of programs joined by pipes, in which chunks travel round",
		.run = process_load_run,
	},
	[LOAD_CTAR] = {
		.name = "ctar_load",
		.old = { "ctarload", "ctar" },
		.unit = "entries",
		.summary = "make a tar archive of a source tree",
		.space = two_trees,
		.prepare = ctar_load_prepare,
		.run = ctar_load_run,
	},
	[LOAD_XTAR] = {
		.name = "xtar_load",
		.old = { "xtarload", "xtar" },
		.unit = "entries",
		.summary = "extract such an archive",
		.space = two_trees,
		.prepare = xtar_load_prepare,
		.run = xtar_load_run,
	},
	[LOAD_IO] = {
		.name = "io_load",
		.old = { "ioload", "ioloadfull", "io_fullmem" },
		.unit = "bytes",
		.summary = "write a new file as large as memory",
		.space = whole_file,
		.run = io_load_run,
	},
	[LOAD_IO_HALF] = {
		.name = "io_load_half",
		.old = { "ioloadhalf", "io_halfmem" },
		.unit = "bytes",
		.summary = "write a new file half as large as memory",
		.space = half_file,
		.run = io_load_half_run,
	},
	[LOAD_IO_OTHER] = {
		.name = "io_other",
		.old = { "ioother" },
		.unit = "bytes",
		.summary = "io_load in another directory, on another disk",
		.space = whole_file,
		.run = io_load_run,
	},
	[LOAD_READ] = {
		.name = "read_load",
		.old = { "readload" },
		.unit = "bytes",
		.summary = "read a file as large as memory",
		.space = whole_file,
		.prepare = read_load_prepare,
		.run = read_load_run,
	},
	[LOAD_LIST] = {
		.name = "list_load",
		.old = { "listload" },
		.unit = "entries",
		.summary = "list all directories, as ls -lRa / does",
		.run = list_load_run,
	},
	[LOAD_MEM] = {
		.name = "mem_load",
		.old = { "memload", "mem" },
		.unit = "pages",
		.summary = "touch 110 % of memory, as far as it can be had",
		.prepare = mem_load_prepare,
		.run = mem_load_run,
	},
	[LOAD_DBENCH] = {
		.name = "dbench_load",
		.old = { "dbenchload", "dbench" },
		.unit = "operations",
		.summary = "dbench's built-in load, 16 clients for each CPU",
		.space = dbench_load_space,
		.run = dbench_load_run,
	},
	[LOAD_CPU] = {
		.name = "cpuload",
		.old = { "cpu_load" },
		.unit = "rounds",
		.summary = "compute, a process for each CPU",
		.run = cpuload_run,
	},
};

static bool is_word(const char *word, const char *text, size_t length)
{
	return word && strlen(word) == length && memcmp(word, text, length) == 0;
}

enum load_id load_find(const char *name, size_t length)
{
	for (enum load_id id = 0; id < LOAD_COUNT; id++) {
		const struct load *l = &loads[id];
		bool found = is_word(l->name, name, length);
		for (size_t i = 0; i < COUNT_OF(l->old); i++)
			found |= is_word(l->old[i], name, length);
		if (found)
			return id;
	}
	return LOAD_COUNT;
}

int load_set_parse(const char *text, uint32_t *set, struct error *err)
{
	const uint32_t all = (UINT32_C(1) << LOAD_COUNT) - 1;
	const uint32_t not_in_all = UINT32_C(1) << LOAD_IO_HALF | UINT32_C(1) << LOAD_IO_OTHER;
	uint32_t found = UINT32_C(1) << LOAD_NO;

	for (const char *p = text;; p++) {
		size_t length = strcspn(p, "+");
		enum load_id id = load_find(p, length);
		if (is_word("all", p, length))
			found |= all & ~not_in_all;
		else if (id == LOAD_COUNT)
			return fail(err, EINVAL,
				"loads: '%.*s' is no load: %s is one, several are joined by +, all "
				"is a word for them",
				(int)min_u64(length, 64), p, loads[LOAD_IO].name);
		else
			found |= UINT32_C(1) << id;
		p += length;
		if (*p == '\0')
			break;
	}
	*set = found;
	return 0;
}
