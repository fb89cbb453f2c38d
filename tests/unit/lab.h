// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * A private folder for tests on real loop devices. A watcher outside of the test's process group
 * waits for its end, however it comes, and takes away every mount, swap, loop
 * device and file that has to do with the folder.
 */
struct lab {
	char dir[64];
	char journal[128]; /* for the undo journal */
	char uuid[37];     /* nobody else's, as mkfs.btrfs wants it */
	int alive;         /* the watcher's pipe */
	pid_t watcher;
};

static const char lab_cleanup[] =
	"cat >/dev/null; d=$0\n"
	"awk '{print $1}' /proc/swaps | while read -r s; do\n"
	"  case $s in \"$d\"/*) swapoff \"$s\";; /dev/loop*)\n"
	"    losetup -n -O BACK-FILE \"$s\" | grep -q \"^$d/\" && swapoff \"$s\";; esac; done\n"
	"awk -v d=\"$d/\" 'index($5, d) == 1 {print $5}' /proc/self/mountinfo | sort -r |\n"
	"  while read -r m; do umount \"$m\" || umount -l \"$m\"; done\n"
	"detach() { losetup -n -l -O NAME,BACK-FILE | while read -r n f; do\n"
	"  case $f in \"$1\"*) detach \"$n\"; losetup -d \"$n\" 2>/dev/null;; esac; done; }\n"
	"detach \"$d/\"\n"
	"rm -rf --one-file-system \"$d\"\n";

static inline void lab_start(struct lab *lab)
{
	int ends[2];

	strcpy(lab->dir, "/tmp/bakeoff-test-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(lab->dir));
	(void)snprintf(lab->journal, sizeof(lab->journal), "%s/state/journal", lab->dir);
	FILE *random = fopen("/proc/sys/kernel/random/uuid", "re");
	ck_assert_ptr_nonnull(random);
	ck_assert_ptr_nonnull(fgets(lab->uuid, sizeof(lab->uuid), random));
	(void)fclose(random);
	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	lab->watcher = fork();
	ck_assert_int_ge(lab->watcher, 0);
	if (lab->watcher == 0) {
		(void)setsid();
		(void)dup2(ends[0], 0);
		execl("/bin/sh", "sh", "-c", lab_cleanup, lab->dir, (char *)NULL);
		_exit(127);
	}
	close(ends[0]);
	lab->alive = ends[1];
}

static inline void lab_end(struct lab *lab)
{
	int status;
	struct stat st;

	close(lab->alive);
	ck_assert_int_eq(waitpid(lab->watcher, &status, 0), lab->watcher);
	ck_assert_int_ne(stat(lab->dir, &st), 0);
}

/* A test that needs root says so and ends. */
#define LAB_NEED_ROOT() \
	do { \
		if (geteuid() != 0) { \
			printf("# SKIP %s: needs root\n", __func__); \
			return; \
		} \
	} while (0)

/* Runs a command of the shell; its status. */
static inline int lab_shell(const char *fmt, ...)
{
	char command[4096];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(command, sizeof(command), fmt, args);
	va_end(args);
	int status = system(command);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The first line that a command prints. */
static inline char *lab_output(char *line, size_t room, const char *fmt, ...)
{
	char command[4096];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(command, sizeof(command), fmt, args);
	va_end(args);
	FILE *from = popen(command, "re");
	ck_assert_ptr_nonnull(from);
	line[0] = '\0';
	if (fgets(line, (int)room, from))
		line[strcspn(line, "\n")] = '\0';
	ck_assert_msg(pclose(from) == 0, "%s", command);
	return line;
}

/* An image in the lab's folder. */
static inline char *lab_image(const struct lab *lab, const char *name, const char *size, char *path)
{
	(void)snprintf(path, PATH_MAX, "%s/%s", lab->dir, name);
	ck_assert_int_eq(lab_shell("truncate -s %s %s", size, path), 0);
	return path;
}

static inline char *lab_attach(const char *image, char *node)
{
	return lab_output(node, 64, "losetup -f --show %s", image);
}

/* Loop devices that stand for something in the lab's folder. */
static inline int lab_loops(const struct lab *lab)
{
	char line[32];

	return atoi(lab_output(line, sizeof(line),
		"losetup -n -l -O BACK-FILE | grep -c '^%s/' || true", lab->dir));
}

static inline int lab_mounts(const struct lab *lab)
{
	char line[32];

	return atoi(lab_output(line, sizeof(line), "grep -c ' %s/' /proc/self/mountinfo || true",
		lab->dir));
}

/* Entries of a folder below the lab's; 0 where there is no such folder. */
static inline int lab_entries(const struct lab *lab, const char *below)
{
	char path[PATH_MAX];
	int count = 0;

	(void)snprintf(path, sizeof(path), "%s/%s", lab->dir, below);
	DIR *entries = opendir(path);
	if (!entries)
		return 0;
	for (struct dirent *e; (e = readdir(entries));)
		count += e->d_name[0] != '.';
	closedir(entries);
	return count;
}

static inline void lab_write(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");

	ck_assert_ptr_nonnull(f);
	ck_assert_int_ge(fputs(text, f), 0);
	ck_assert_int_eq(fclose(f), 0);
}

/* Appends each line to the text at context. */
static inline void lab_hear(void *context, const char *line)
{
	text_printf(context, "%s\n", line);
}
