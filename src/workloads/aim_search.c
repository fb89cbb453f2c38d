// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/aim_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As stdio reads a file: a look at it, then pieces of 4096 bytes until there are no more. */
static int read_list(struct aim_state *s, size_t *length, struct error *err)
{
	enum { PIECE = 4096 };
	struct stat st;
	size_t done = 0;
	ssize_t got;

	s->fds[0] = open("dirlist", O_RDONLY | O_CLOEXEC);
	if (s->fds[0] < 0)
		return fail_errno(err, "open %s/dirlist", s->tree.text);
	if (fstat(s->fds[0], &st) < 0)
		return fail_errno(err, "look at %s/dirlist", s->tree.text);
	do {
		if (done + PIECE >= AIM_LIST_ROOM)
			return fail(err, E2BIG, "%s/dirlist: more than %d bytes", s->tree.text,
				AIM_LIST_ROOM - PIECE);
		got = read(s->fds[0], s->search.list + done, PIECE);
		if (got < 0)
			return fail_errno(err, "read %s/dirlist", s->tree.text);
		done += (size_t)got;
	} while (got > 0);
	*length = done;
	return aim_close(s, 0, &s->tree, err);
}

/* A line's name into the next free slot; -E2BIG where there is none. */
static int add_slot(const struct aim_state *s, const char **slots, unsigned *used, const char *name,
	struct error *err)
{
	if (*used == AIM_SEARCH_SLOTS)
		return fail(err, E2BIG, "%s/dirlist: more than %d names of a kind", s->tree.text,
			AIM_SEARCH_SLOTS);
	slots[(*used)++] = name;
	return 0;
}

/* "s NAME" is to be looked at, "c NAME" to be made with the process's digits behind it. */
static int parse_list(struct aim_state *s, size_t length, struct error *err)
{
	unsigned looked = 0, made = 0;
	char *to = s->search.made, *const end = to + sizeof(s->search.made);
	char *line = s->search.list, *next;
	int ret = 0;

	memset(s->search.look, 0, sizeof(s->search.look));
	memset(s->search.make, 0, sizeof(s->search.make));
	s->search.list[length] = '\0';
	for (; ret == 0 && *line; line = next) {
		size_t size = strcspn(line, "\n");
		next = line + size + (line[size] == '\n');
		line[size] = '\0';
		if (strncmp(line, "s ", 2) == 0) {
			ret = add_slot(s, s->search.look, &looked, line + 2, err);
		} else if (strncmp(line, "c ", 2) == 0) {
			ret = add_slot(s, s->search.make, &made, to, err);
			int n = snprintf(to, (size_t)(end - to), "%s%05u", line + 2, s->process);
			if (ret == 0 && n >= end - to)
				ret = fail(err, E2BIG, "%s/dirlist: its names are too long",
					s->tree.text);
			if (ret == 0)
				to += n + 1;
		}
	}
	return ret;
}

static void shuffle(struct aim_state *s, const char **slots)
{
	for (unsigned pass = 0; pass < AIM_SEARCH_PASSES; pass++) {
		for (unsigned i = 0; i < AIM_SEARCH_SLOTS; i++) {
			unsigned other = aim_random(&s->random) % AIM_SEARCH_SLOTS;
			const char *kept = slots[i];
			slots[i] = slots[other];
			slots[other] = kept;
		}
	}
}

int aim_make_and_unmake(const struct aim_state *s, const char *name, struct error *err)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0777);

	if (fd < 0)
		return fail_errno(err, "open %s/%s", s->tree.text, name);
	int ret = close(fd) < 0 ? fail_errno(err, "close %s/%s", s->tree.text, name) : 0;
	if (unlink(name) < 0 && ret == 0)
		ret = fail_errno(err, "unlink %s/%s", s->tree.text, name);
	return ret;
}

static int visit(struct aim_state *s, struct error *err)
{
	struct stat st;
	int ret = 0;

	for (unsigned i = 0; ret == 0 && i < AIM_SEARCH_SLOTS; i++) {
		if (aim_is_stopped(s))
			return aim_stopped(&s->tree, err);
		if (s->search.look[i] && stat(s->search.look[i], &st) < 0)
			return fail_errno(err, "stat %s/%s", s->tree.text, s->search.look[i]);
		if (s->search.make[i])
			ret = aim_make_and_unmake(s, s->search.make[i], err);
	}
	return ret;
}

int aim_load_list(struct aim_state *s, struct error *err)
{
	size_t length = 0;
	int ret = read_list(s, &length, err);

	return ret == 0 ? parse_list(s, length, err) : ret;
}

int aim_go_home(struct aim_state *s, struct error *err)
{
	if (!s->search.home[0])
		return 0;
	int ret = chdir(s->search.home) < 0
			  ? fail_errno(err, "go back to directory %s", s->search.home)
			  : 0;
	s->search.home[0] = '\0';
	return ret;
}

int aim_disk_src(struct aim_state *s, struct error *err)
{
	if (!getcwd(s->search.home, sizeof(s->search.home))) {
		s->search.home[0] = '\0';
		return fail_errno(err, "the current directory");
	}
	if (chdir(s->tree.text) < 0) {
		s->search.home[0] = '\0'; /* never left */
		return fail_errno(err, "go to directory %s", s->tree.text);
	}
	int ret = aim_load_list(s, err);
	if (ret == 0) {
		shuffle(s, s->search.look);
		shuffle(s, s->search.make);
		ret = visit(s, err);
	}
	return ret == 0 ? aim_go_home(s, err) : ret;
}
