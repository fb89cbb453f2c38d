// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/contest/job.h"

#include "core/auto.h"
#include "io/file.h"
#include "io/program.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { TAIL_BYTES = 256 };

int job_output(struct error *err)
{
	int fd = memfd_create("bakeoff job", MFD_CLOEXEC);

	return fd < 0 ? fail_errno(err, "make a file in memory") : fd;
}

/* The same work whatever make or compiler cache bakeoff itself was started under. */
static int set_environment(uint64_t jobs)
{
	static const char *const unset[] = { "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "GNUMAKEFLAGS" };
	char number[24];

	for (size_t i = 0; i < COUNT_OF(unset); i++) {
		if (unsetenv(unset[i]) < 0)
			return -1;
	}
	(void)snprintf(number, sizeof(number), "%" PRIu64, jobs);
	return setenv("LC_ALL", "C", 1) | setenv("CCACHE_DISABLE", "1", 1) |
	       setenv("JOBS", number, 1);
}

int job_head(void *context, struct board *board, struct error *err)
{
	const struct job_command *line = context;
	char jobs[32];
	AUTO_CLOSE int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

	(void)board; /* it counts nothing */
	if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
		dup2(line->output, STDOUT_FILENO) < 0 || dup2(line->output, STDERR_FILENO) < 0)
		return fail_errno(err, "connect the job's output");
	if (fchdir(line->dir) < 0)
		return fail_errno(err, "enter the job's directory");
	if (set_environment(line->jobs) < 0)
		return fail_errno(err, "set the job's environment");
	if (line->command) {
		(void)execl("/bin/sh", "sh", "-c", line->command, (char *)NULL);
		return fail_errno(err, "start /bin/sh");
	}
	(void)snprintf(jobs, sizeof(jobs), "-j%" PRIu64, line->jobs);
	(void)execlp("make", "make", "-s", jobs, line->target, (char *)NULL);
	return fail_errno(err, "start make");
}

/* The last line that is not empty, without control characters. */
static char *last_line(char *text)
{
	size_t length = strlen(text);

	while (length > 0 && isspace((unsigned char)text[length - 1]))
		text[--length] = '\0';
	char *newline = strrchr(text, '\n');
	char *line = newline ? newline + 1 : text;
	for (char *p = line; *p; p++) {
		if (iscntrl((unsigned char)*p))
			*p = ' ';
	}
	return line;
}

int job_failed(int output, int ret, struct error *err)
{
	char tail[TAIL_BYTES + 1];
	struct error ignored, told = *err;
	struct stat st;
	size_t got = 0;

	if (fstat(output, &st) < 0 || st.st_size == 0)
		return ret;
	off_t from = st.st_size > TAIL_BYTES ? st.st_size - TAIL_BYTES : 0;
	if (lseek(output, from, SEEK_SET) < 0 ||
		io_read_some(output, tail, TAIL_BYTES, &got, &ignored) < 0)
		return ret;
	tail[got] = '\0';
	return fail(err, -ret, "%s: %s", told.text, last_line(tail));
}

int job_run(struct job_command *line, struct error *err)
{
	struct crew crew = CREW_NONE;
	AUTO_CLOSE int output = job_output(err);

	if (output < 0)
		return output;
	line->output = output;
	int ret = crew_start(&crew, job_head, line, NULL, err);
	if (ret == 0)
		ret = crew_wait(&crew, err);
	crew_stop(&crew);
	return ret < 0 ? job_failed(output, ret, err) : 0;
}

int job_program(const char *program, const char *for_what, struct error *err)
{
	struct error missing;

	if (io_find_program(program, &missing) == 0)
		return 0;
	return fail(err, ENOENT, "%s, and %s needs it", missing.text, for_what);
}
