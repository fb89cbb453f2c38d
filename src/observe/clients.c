// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include "core/auto.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* /proc/PID/stat and /proc/PID/io of each client, its number as the instance. proc(5) */

/* Numbers after the name in brackets: the third of the manual's list is field 0 here. */
static const struct {
	const char *metric, *unit;
	unsigned field;
	bool is_ticks;
} stat_rows[] = {
	{ "proc.psinfo.minflt", "count", 7, false },
	{ "proc.psinfo.maj_flt", "count", 9, false },
	{ "proc.psinfo.utime", "ns", 11, true },
	{ "proc.psinfo.stime", "ns", 12, true },
	/* of children that have ended: what a client had others do */
	{ "proc.psinfo.cutime", "ns", 13, true },
	{ "proc.psinfo.cstime", "ns", 14, true },
};

static const struct number_row io_rows[] = {
	{ "rchar", 0, "proc.io.rchar", "B", READING_COUNTER, 1 },
	{ "wchar", 0, "proc.io.wchar", "B", READING_COUNTER, 1 },
	{ "syscr", 0, "proc.io.syscr", "count", READING_COUNTER, 1 },
	{ "syscw", 0, "proc.io.syscw", "count", READING_COUNTER, 1 },
	{ "read_bytes", 0, "proc.io.read_bytes", "B", READING_COUNTER, 1 },
	{ "write_bytes", 0, "proc.io.write_bytes", "B", READING_COUNTER, 1 },
	{ "cancelled_write_bytes", 0, "proc.io.cancelled_write_bytes", "B", READING_COUNTER, 1 },
	{ 0 },
};

struct clients {
	struct {
		struct source *stat, *io;
		size_t first;
	} * clients;
	unsigned count;
	double tick_ns;
};

/*
 * The number by which /proc knows a process: an agent in a PID namespace of its own has the
 * controller's /proc, where its children have other numbers. 0 where that cannot be told (Linux
 * before 5.3).
 */
static pid_t pid_in_proc(const struct observation *o, pid_t pid)
{
	static const char key[] = "Pid:";
	char path[64], line[256];

	if (*o->root)
		return pid;
	AUTO_CLOSE int fd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (fd < 0)
		return 0;
	(void)snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	AUTO_FCLOSE FILE *f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (strncmp(line, key, strlen(key)) == 0)
			return (pid_t)strtol(line + strlen(key), NULL, 10);
	}
	return 0;
}

static size_t add_channels(struct observation *o, const char *instance, bool ends_only)
{
	size_t first = o->channel_count;

	for (size_t i = 0; i < COUNT_OF(stat_rows); i++)
		(void)channel_add(o, stat_rows[i].metric, instance, stat_rows[i].unit,
			READING_COUNTER);
	(void)numbers_add(o, io_rows, instance);
	for (size_t i = first; i < o->channel_count; i++)
		o->channels[i].ends_only = ends_only;
	return first;
}

static void *clients_open(struct observation *o)
{
	struct clients *c = NEW(&o->arena, struct clients, 1);

	c->tick_ns = (double)NS_PER_S / (double)sysconf(_SC_CLK_TCK);
	c->count = o->clients < CLIENTS_MOST ? o->clients : CLIENTS_MOST;
	c->clients = arena_alloc(&o->arena, c->count + 1, sizeof(*c->clients));
	for (unsigned i = 0; i < c->count; i++) {
		char path[64];
		pid_t pid = pid_in_proc(o, o->pids[i]);
		(void)snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
		c->clients[i].stat = source_open(o, path);
		(void)snprintf(path, sizeof(path), "/proc/%d/io", (int)pid);
		c->clients[i].io = source_open(o, path);
		c->clients[i].first =
			add_channels(o, arena_printf(&o->arena, "%u", i), i >= CLIENT_SERIES_MOST);
	}
	return c;
}

static void sample_stat(struct observation *o, const struct clients *c, unsigned client)
{
	struct source *stat = c->clients[client].stat;
	size_t first = c->clients[client].first;
	const char *text = source_read(o, stat);
	const char *rest = text ? strrchr(text, ')') : NULL; /* there may be one in the name */

	for (size_t i = 0; i < COUNT_OF(stat_rows); i++) {
		uint64_t value;
		if (!text)
			channel_miss(o, first + i, stat->absent);
		else if (rest && line_number(rest + 1, stat_rows[i].field, &value))
			channel_set(o, first + i,
				(double)value * (stat_rows[i].is_ticks ? c->tick_ns : 1));
		else
			channel_miss(o, first + i, "this kernel does not count it");
	}
}

static void clients_sample(struct observation *o, void *state, bool at_end)
{
	struct clients *c = state;

	for (unsigned i = 0; i < c->count; i++) {
		if (i >= CLIENT_SERIES_MOST && !at_end)
			break;
		sample_stat(o, c, i);
		numbers_sample(o, c->clients[i].io, io_rows,
			c->clients[i].first + COUNT_OF(stat_rows));
	}
}

const struct observer clients_observer = { .name = "clients",
	.open = clients_open,
	.sample = clients_sample };
