// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/kernel_log.h"

#include "core/auto.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

enum { RECORD_BYTES = 8192 }; /* the kernel's CONSOLE_EXT_LOG_MAX */

/* What the kernel and its file systems say when something goes wrong. */
static const char *const complaints[] = {
	/* block layer and disks */
	"I/O error",
	"I/O Error",
	"critical medium error",
	"critical target error",
	"critical space allocation error",
	"lost page write",
	"lost async page write",
	"timing out command",
	"timeout, aborting",
	"resetting controller",
	"hard resetting link",
	"controller is down",
	/* file systems */
	"EXT2-fs error",
	"EXT3-fs error",
	"EXT4-fs error",
	"EXT4-fs: failed to convert",
	"JBD2: Error",
	"Aborting journal",
	"Remounting filesystem read-only",
	"Metadata corruption",
	"Corruption of in-memory data",
	"Filesystem has been shut down",
	"Internal error",
	"BTRFS error",
	"BTRFS critical",
	"not responding", /* nfs: server ... */
	/* tasks, the kernel itself */
	"blocked for more than",
	"WARNING:",
	"BUG:",
	"Oops",
	"general protection fault",
	"soft lockup",
	"hard LOCKUP",
	"self-detected stall",
	"detected stalls",
	"possible recursive locking",
	"possible circular locking",
	/* memory */
	"Out of memory",
	"out of memory",
	"page allocation failure",
	NULL,
};

bool kernel_log_complains(const char *text)
{
	for (const char *const *c = complaints; *c; c++) {
		if (strstr(text, *c))
			return true;
	}
	return false;
}

void kernel_log_open(struct kernel_log *log, const char *root, struct arena *arena,
	void (*say)(void *context, const char *text), void *context)
{
	char path[PATH_MAX];

	*log = (struct kernel_log){ .arena = arena, .say = say, .context = context };
	(void)snprintf(path, sizeof(path), "%s/dev/kmsg", root);
	log->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (log->fd >= 0 && lseek(log->fd, 0, SEEK_END) >= 0)
		return;
	log->absent = arena_printf(arena, "/dev/kmsg: %s", strerror(errno));
	auto_close(&log->fd);
}

/* "PRIORITY,NUMBER,MICROSECONDS,FLAGS;TEXT"; of other programs' lines the facility is not 0. */
static const char *text_of(const char *line)
{
	const char *semicolon = strchr(line, ';');
	uint64_t priority = 0;

	if (!semicolon || *line < '0' || *line > '9')
		return NULL;
	for (const char *p = line; *p >= '0' && *p <= '9' && priority < 1000; p++)
		priority = 10 * priority + (uint64_t)(*p - '0');
	return priority < 8 ? semicolon + 1 : NULL;
}

static void take_line(struct kernel_log *log, const char *line)
{
	const char *text = text_of(line);

	if (!text || !kernel_log_complains(text))
		return;
	if (log->told == KERNEL_LINES_MOST) {
		log->left_out++;
		return;
	}
	log->told++;
	log->say(log->context, arena_printf(log->arena, "kernel: %s", text));
}

void kernel_log_look(struct kernel_log *log)
{
	char record[RECORD_BYTES + 1];

	while (log->fd >= 0) {
		ssize_t n = read(log->fd, record, RECORD_BYTES);
		if (n < 0 && (errno == EPIPE || errno == EINTR))
			continue; /* EPIPE: some were overwritten; it goes on behind them */
		if (n <= 0)
			return;
		record[n] = '\0';
		/* a record's further lines begin with a blank: details for machines */
		char *rest = record, *line;
		while ((line = strsep(&rest, "\n")))
			take_line(log, line);
	}
}

void kernel_log_close(struct kernel_log *log)
{
	kernel_log_look(log);
	if (log->left_out > 0)
		log->say(log->context,
			arena_printf(log->arena, "kernel: %zu more complaints", log->left_out));
	log->left_out = 0;
	auto_close(&log->fd);
}
