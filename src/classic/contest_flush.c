// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/contest_flush.h"

#include "core/auto.h"
#include "io/file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/swap.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AREAS_MOST = 32 };

struct swap_area {
	char path[512];
	int priority;
};

/* "\040" is a blank in /proc/swaps. */
static void unescape(char *path)
{
	char *to = path;

	for (const char *p = path; *p; p++) {
		if (strncmp(p, "\\040", 4) == 0) {
			*to++ = ' ';
			p += 3;
		} else {
			*to++ = *p;
		}
	}
	*to = '\0';
}

static size_t read_areas(struct swap_area areas[static AREAS_MOST])
{
	AUTO_FCLOSE FILE *f = fopen("/proc/swaps", "re");
	char line[1024];
	size_t count = 0;

	while (f && count < AREAS_MOST && fgets(line, sizeof(line), f)) {
		struct swap_area *a = &areas[count];
		char priority[16];
		if (sscanf(line, "%511s %*s %*s %*s %15s", a->path, priority) != 2 ||
			a->path[0] != '/')
			continue; /* the heading */
		a->priority = (int)strtol(priority, NULL, 10);
		unescape(a->path);
		count++;
	}
	return count;
}

/* 0, or the errno of the first call that failed. */
static int cycle(const struct swap_area *areas, size_t count)
{
	int failed = 0;

	for (size_t i = 0; i < count; i++) {
		int flags = areas[i].priority >= 0
				    ? SWAP_FLAG_PREFER | (areas[i].priority & SWAP_FLAG_PRIO_MASK)
				    : 0;
		if (swapoff(areas[i].path) < 0 || swapon(areas[i].path, flags) < 0)
			failed = failed ? failed : errno;
	}
	return failed;
}

/* In a process that nothing but kill -9 at itself ends before swap is on again. */
static int cycle_apart(const struct swap_area *areas, size_t count)
{
	sigset_t all;
	int status;
	pid_t pid = fork();

	if (pid < 0)
		return errno;
	if (pid == 0) {
		(void)sigfillset(&all);
		(void)sigprocmask(SIG_BLOCK, &all, NULL);
		(void)setsid(); /* it leads no group: it is new */
		_exit(cycle(areas, count));
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}

static void say_swap(struct text *said)
{
	static struct swap_area areas[AREAS_MOST];
	size_t count = read_areas(areas);

	if (count == 0) {
		text_puts(said, "no swap");
		return;
	}
	int failed = cycle_apart(areas, count);
	if (failed)
		text_printf(said, "swap not emptied (%s)", strerror(failed));
	else
		text_puts(said, "swap off and on");
}

void contest_flush(struct text *said)
{
	struct error err;

	sync();
	text_puts(said, "synced, ");
	if (io_write_small("/proc/sys/vm/drop_caches", "3", &err) < 0)
		text_printf(said, "caches not dropped (%s), ", strerror(errno));
	else
		text_puts(said, "caches dropped, ");
	say_swap(said);
}
