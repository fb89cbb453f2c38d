// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/aim7_places.h"

#include "core/auto.h"
#include "io/file.h"
#include "workloads/aim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char common_name[] = "tmpa.common", tree_name[] = "fakeh";

static int make_one(struct aim7_place *place, struct arena *arena, struct error *err)
{
	char *path = arena_printf(arena, "%s/aim7-XXXXXX", place->dir);

	place->parent = open(place->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (place->parent < 0)
		return fail_errno(err, "%s", place->dir);
	if (!mkdtemp(path))
		return fail_errno(err, "make a directory in %s", place->dir);
	place->path = path;
	place->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return place->fd >= 0 ? 0 : fail_errno(err, "open %s", path);
}

static int remove_one(struct aim7_place *place, struct error *err)
{
	int ret = 0;

	if (place->path)
		ret = io_remove_tree(place->parent, strrchr(place->path, '/') + 1, err);
	if (ret < 0)
		ret = fail_in(err, ret, "remove %s", place->path);
	auto_close(&place->fd);
	auto_close(&place->parent);
	place->path = NULL;
	return ret;
}

int aim7_places_make(struct aim7_places *places, const char *const *dirs, size_t count, bool tree,
	struct arena *arena, struct error *err)
{
	struct aim7_places made = { NEW(arena, struct aim7_place, count), count };
	struct error ignored;
	int ret = 0;

	for (size_t i = 0; i < count; i++)
		made.items[i] = (struct aim7_place){ .dir = dirs[i], .parent = -1, .fd = -1 };
	for (size_t i = 0; ret == 0 && i < count; i++) {
		ret = make_one(&made.items[i], arena, err);
		if (ret == 0 && tree)
			ret = aim_tree_make(made.items[i].path, false, err);
	}
	if (ret == 0)
		*places = made;
	else if (aim7_places_remove(&made, &ignored) < 0)
		return ret; /* the first failure says more */
	return ret;
}

int aim7_places_fill(const struct aim7_places *places, uint64_t blocks,
	const volatile sig_atomic_t *stop, struct error *err)
{
	for (size_t i = 0; i < places->count; i++) {
		const struct aim7_place *place = &places->items[i];
		int ret = aim_common_remove(place->path, err);
		if (ret == 0)
			ret = aim_common_make(place->path, blocks, AIM_FILL_NUMBER, stop, err);
		if (ret < 0)
			return ret;
	}
	return 0;
}

int aim7_places_sync(const struct aim7_places *places, struct error *err)
{
	for (size_t i = 0; i < places->count; i++) {
		if (syncfs(places->items[i].fd) < 0)
			return fail_errno(err, "sync %s", places->items[i].dir);
	}
	return 0;
}

static int check_common(const struct aim7_place *place, uint64_t blocks, struct error *err)
{
	struct stat st;

	if (fstatat(place->fd, common_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return fail_errno(err, "%s/%s", place->path, common_name);
	if ((uint64_t)st.st_size != blocks * AIM_BLOCK)
		return fail(err, EBADMSG, "%s/%s has %" PRIu64 " bytes: it had %" PRIu64,
			place->path, common_name, (uint64_t)st.st_size, blocks * AIM_BLOCK);
	return 0;
}

static bool belongs(const char *name)
{
	static const char *const names[] = { ".", "..", common_name, tree_name };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (strcmp(names[i], name) == 0)
			return true;
	}
	return false;
}

static int check_names(const struct aim7_place *place, struct error *err)
{
	DIR *dir = opendir(place->path);
	const struct dirent *entry;
	int ret = 0;

	if (!dir)
		return fail_errno(err, "open %s", place->path);
	while (ret == 0 && (entry = readdir(dir))) {
		if (!belongs(entry->d_name))
			ret = fail(err, EBADMSG, "%s/%s: a test has left it", place->path,
				entry->d_name);
	}
	(void)closedir(dir); /* only for reading */
	return ret;
}

int aim7_places_check(const struct aim7_places *places, uint64_t blocks, struct error *err)
{
	for (size_t i = 0; i < places->count; i++) {
		int ret = check_common(&places->items[i], blocks, err);
		if (ret == 0)
			ret = check_names(&places->items[i], err);
		if (ret < 0)
			return ret;
	}
	return 0;
}

int aim7_places_remove(struct aim7_places *places, struct error *err)
{
	struct error later;
	int ret = 0;

	for (size_t i = 0; i < places->count; i++) {
		int one = remove_one(&places->items[i], ret == 0 ? err : &later);
		ret = ret == 0 ? one : ret;
	}
	places->count = 0;
	return ret;
}
