// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "workloads/aim_client.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char entries_name[] = "entries";

static struct aim_strict *strict_of(const struct client *c)
{
	return &((struct aim_client *)c->state)->strict;
}

/* The first name of many, and the one after it: digits counted up in their place. */
static void first_name(char name[static AIM_STRICT_NAME_ROOM])
{
	(void)snprintf(name, AIM_STRICT_NAME_ROOM, "f0000000000"); /* fits */
}

static void next_name(char name[static AIM_STRICT_NAME_ROOM])
{
	char *digit = name + strlen(name) - 1;

	while (*digit == '9')
		*digit-- = '0';
	++*digit;
}

static int make_file(int dir, const char *name, struct error *err)
{
	int fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		return fail_errno(err, "create %s", name);
	return close(fd) < 0 ? fail_errno(err, "close %s", name) : 0;
}

/* How many entries a directory has besides . and .. */
static int count_entries(int dir, uint64_t *count, struct error *err)
{
	int again = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = again < 0 ? NULL : fdopendir(again);
	uint64_t found = 0;

	if (!entries) {
		int ret = fail_errno(err, "read the directory");
		auto_close(&again);
		return ret;
	}
	for (struct dirent *e; (e = readdir(entries));)
		found += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
	(void)closedir(entries); /* only for reading */
	*count = found;
	return 0;
}

int aim_strict_create_begin(struct client *c, struct error *err)
{
	const struct aim_config *config = c->config;
	struct aim_client *client = c->state;

	(void)err; /* nothing can fail */
	first_name(client->strict.name);
	client->strict.made = 0;
	client->left = config->files;
	return 0;
}

int aim_strict_create_step(struct client *c, struct operation *op, struct error *err)
{
	struct aim_client *client = c->state;
	struct aim_strict *s = &client->strict;

	if (!aim_take(c, client))
		return STEP_DONE;
	int ret = make_file(c->dir, s->name, err);
	next_name(s->name);
	s->made++;
	op->kind = AIM_OPERATION;
	return ret;
}

int aim_strict_create_end(struct client *c, struct error *err)
{
	struct aim_strict *s = strict_of(c);
	uint64_t found = 0;
	int ret = count_entries(c->dir, &found, err);

	if (ret == 0 && found != s->made)
		ret = fail(err, EIO, "%" PRIu64 " files are there instead of %" PRIu64, found,
			s->made);
	first_name(s->name);
	for (uint64_t i = 0; ret == 0 && i < s->made; i++) {
		if (unlinkat(c->dir, s->name, 0) < 0)
			ret = fail_errno(err, "unlink %s", s->name);
		next_name(s->name);
	}
	return ret;
}

static const char *const link_names[AIM_LINKS] = { "link0", "link1", "link2", "link3", "link4",
	"link5", "link6", "link7" };

static int make_link(const struct client *c, unsigned i, struct error *err)
{
	if (linkat(c->dir, link_names[0], c->dir, link_names[i], 0) == 0)
		return 0;
	if (errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS)
		return fail(err, EOPNOTSUPP, "link %s: this file system has no hard links",
			link_names[i]);
	return fail_errno(err, "link %s", link_names[i]);
}

int aim_strict_link_begin(struct client *c, struct error *err)
{
	struct aim_client *client = c->state;
	int ret = make_file(c->dir, link_names[0], err);

	for (unsigned i = 1; ret == 0 && i < AIM_LINKS; i++)
		ret = make_link(c, i, err);
	client->strict.made = 0;
	client->left = aim_work(c->config, AIM_LINK_PAIRS);
	return ret;
}

int aim_strict_link_step(struct client *c, struct operation *op, struct error *err)
{
	struct aim_client *client = c->state;

	if (!aim_take(c, client))
		return STEP_DONE;
	const unsigned i = 1 + (unsigned)(client->strict.made++ % (AIM_LINKS - 1));
	op->kind = AIM_OPERATION;
	if (unlinkat(c->dir, link_names[i], 0) < 0)
		return fail_errno(err, "unlink %s", link_names[i]);
	return make_link(c, i, err);
}

int aim_strict_link_end(struct client *c, struct error *err)
{
	struct stat st;

	if (fstatat(c->dir, link_names[0], &st, AT_SYMLINK_NOFOLLOW) < 0)
		return fail_errno(err, "look at %s", link_names[0]);
	if (st.st_nlink != AIM_LINKS)
		return fail(err, EIO, "%s has %ju links instead of %d", link_names[0],
			(uintmax_t)st.st_nlink, AIM_LINKS);
	for (unsigned i = 0; i < AIM_LINKS; i++) {
		if (unlinkat(c->dir, link_names[i], 0) < 0)
			return fail_errno(err, "unlink %s", link_names[i]);
	}
	return 0;
}

/* Every name of the list, in an order of chance. */
static void deal_slots(struct client *c, struct aim_client *client)
{
	struct aim_strict *s = &client->strict;
	unsigned used = 0;

	for (unsigned i = 0; i < AIM_SEARCH_SLOTS; i++) {
		if (client->aim.search.look[i])
			s->slots[used++] = (struct aim_slot){ client->aim.search.look[i], false };
		if (client->aim.search.make[i])
			s->slots[used++] = (struct aim_slot){ client->aim.search.make[i], true };
	}
	rng_seed(&s->rng, c->seed);
	for (unsigned i = used; i > 1; i--) {
		unsigned other = (unsigned)rng_below(&s->rng, i);
		struct aim_slot kept = s->slots[i - 1];
		s->slots[i - 1] = s->slots[other];
		s->slots[other] = kept;
	}
	s->slot = 0;
}

/* The client stays in the tree for the phase: names are relative to it, as in the classic test. */
int aim_strict_search_begin(struct client *c, struct error *err)
{
	const struct aim_config *config = c->config;
	struct aim_client *client = c->state;
	int ret = aim_tree_make(".", config->separate_inodes, err);

	if (ret == 0 && chdir(client->aim.tree.text) < 0)
		ret = fail_errno(err, "go to directory %s", client->aim.tree.text);
	if (ret == 0)
		ret = aim_load_list(&client->aim, err);
	if (ret == 0)
		deal_slots(c, client);
	client->left = aim_work(config, AIM_STRICT_SLOTS);
	return ret;
}

int aim_strict_search_step(struct client *c, struct operation *op, struct error *err)
{
	struct aim_client *client = c->state;
	struct aim_strict *s = &client->strict;
	struct stat st;

	if (!aim_take(c, client))
		return STEP_DONE;
	const struct aim_slot *slot = &s->slots[s->slot];
	s->slot = (s->slot + 1) % AIM_STRICT_SLOTS;
	op->kind = slot->make ? AIM_MAKE : AIM_STAT;
	if (slot->make)
		return aim_make_and_unmake(&client->aim, slot->name, err);
	return stat(slot->name, &st) < 0 ? fail_errno(err, "stat %s", slot->name) : 0;
}

int aim_strict_search_end(struct client *c, struct error *err)
{
	const struct aim_config *config = c->config;
	const nlink_t wanted = config->separate_inodes ? 1 : AIM_TREE_NAMES;
	struct stat st;

	if (fchdir(c->dir) < 0)
		return fail_errno(err, "go back to the client's directory");
	if (stat("fakeh/fake00", &st) < 0)
		return fail_errno(err, "look at fakeh/fake00");
	if (st.st_nlink != wanted)
		return fail(err, EIO, "fakeh/fake00 has %ju links instead of %ju",
			(uintmax_t)st.st_nlink, (uintmax_t)wanted);
	return aim_tree_remove(".", err);
}

static int make_entries(struct client *c, struct error *err)
{
	const struct aim_config *config = c->config;
	char name[AIM_STRICT_NAME_ROOM];

	if (mkdirat(c->dir, entries_name, 0700) < 0)
		return fail_errno(err, "make directory %s", entries_name);
	AUTO_CLOSE int dir = openat(c->dir, entries_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret = dir < 0 ? fail_errno(err, "open directory %s", entries_name) : 0;
	first_name(name);
	for (uint64_t i = 0; ret == 0 && i < config->files; i++) {
		ret = make_file(dir, name, err);
		next_name(name);
	}
	return ret < 0 ? fail_in(err, ret, "%s", entries_name) : 0;
}

int aim_strict_list_begin(struct client *c, struct error *err)
{
	const struct aim_config *config = c->config;
	struct aim_client *client = c->state;
	const char *path = *config->listed ? config->listed : entries_name;
	int ret = *config->listed ? 0 : make_entries(c, err);

	if (ret < 0)
		return ret;
	client->strict.entries = opendir(path);
	if (!client->strict.entries)
		return fail_errno(err, "open directory %s", path);
	client->strict.made = 0;
	client->left = aim_work(config, AIM_ENTRIES);
	return 0;
}

/* At the end of a pass: the directory of our own has what was made in it, and . and .. */
static int begin_again(const struct aim_config *config, struct aim_strict *s, struct error *err)
{
	if (errno != 0)
		return fail_errno(err, "read directory");
	if (!*config->listed && s->made != config->files + 2)
		return fail(err, EIO, "%" PRIu64 " entries were read instead of %" PRIu64, s->made,
			config->files + 2);
	if (s->made == 0)
		return fail(err, ENODATA, "%s: it has no entries", config->listed);
	s->made = 0;
	rewinddir(s->entries);
	return 0;
}

int aim_strict_list_step(struct client *c, struct operation *op, struct error *err)
{
	struct aim_client *client = c->state;
	struct aim_strict *s = &client->strict;

	if (!aim_take(c, client))
		return STEP_DONE;
	op->kind = AIM_OPERATION;
	errno = 0;
	while (!readdir(s->entries)) {
		int ret = begin_again(c->config, s, err);
		if (ret < 0)
			return ret;
		errno = 0;
	}
	s->made++;
	return 0;
}

int aim_strict_list_end(struct client *c, struct error *err)
{
	const struct aim_config *config = c->config;
	struct aim_strict *s = strict_of(c);

	(void)closedir(s->entries); /* only for reading */
	s->entries = NULL;
	return *config->listed ? 0 : io_remove_tree(c->dir, entries_name, err);
}
