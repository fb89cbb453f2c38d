// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "io/file.h"
#include "workloads/bonnie.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

static const char tree_name[] = "files";

static struct bonnie_tree *tree_of(const struct client *c)
{
	struct bonnie_state *state = c->state;

	return &state->tree;
}

void bonnie_tree_let_go(struct bonnie_tree *tree)
{
	auto_close(&tree->walk);
	auto_close(&tree->dir);
	free(tree->names);
	free(tree->order);
	free(tree->dirs);
	free(tree->data);
	pattern_free(&tree->pattern);
}

static void close_dirs(const struct client *c)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);

	for (uint64_t i = 0; tree->dirs && i < config->dirs; i++)
		auto_close(&tree->dirs[i]);
}

/* Held open for their fsync after every file. */
static int open_dirs(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	char name[BONNIE_NAME_ROOM];

	if (!config->sync_every || config->dirs == 0)
		return 0;
	if (!tree->dirs) {
		tree->dirs = malloc(config->dirs * sizeof(int));
		if (!tree->dirs)
			return fail(err, ENOMEM, "no memory for %" PRIu64 " directories",
				config->dirs);
		for (uint64_t i = 0; i < config->dirs; i++)
			tree->dirs[i] = -1;
	}
	for (uint64_t i = 0; i < config->dirs; i++) {
		bonnie_dir_name(i, name);
		tree->dirs[i] = openat(tree->dir, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (tree->dirs[i] < 0)
			return fail_errno(err, "open directory %s", name);
	}
	return 0;
}

static int make_dirs(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	char name[BONNIE_NAME_ROOM];

	close_dirs(c);
	auto_close(&tree->dir);
	int ret = io_remove_tree(c->dir, tree_name, err);
	if (ret < 0)
		return ret;
	tree->there = 0;
	if (mkdirat(c->dir, tree_name, 0700) < 0)
		return fail_errno(err, "make directory %s", tree_name);
	tree->dir = openat(c->dir, tree_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (tree->dir < 0)
		return fail_errno(err, "open directory %s", tree_name);
	for (uint64_t i = 0; i < config->dirs; i++) {
		bonnie_dir_name(i, name);
		if (mkdirat(tree->dir, name, 0700) < 0)
			return fail_errno(err, "make directory %s", name);
	}
	return open_dirs(c, err);
}

static void start(struct client *c)
{
	struct bonnie_state *state = c->state;
	struct bonnie_tree *tree = tree_of(c);

	auto_close(&tree->walk);
	tree->next = tree->bytes = tree->rmdirs = 0;
	tree->walk_dir = 0;
	tree->walk_have = tree->walk_at = 0;
	state->synced = false;
}

static int create_begin(struct client *c, bool random, struct error *err)
{
	int ret = bonnie_names_make(c, random, err);

	if (ret == 0)
		ret = make_dirs(c, err);
	start(c);
	return ret;
}

int bonnie_seq_create_begin(struct client *c, struct error *err)
{
	return create_begin(c, false, err);
}

int bonnie_ran_create_begin(struct client *c, struct error *err)
{
	return create_begin(c, true, err);
}

static int sync_dir(struct client *c, uint64_t dir, struct error *err)
{
	const struct bonnie_config *config = c->config;
	const struct bonnie_tree *tree = tree_of(c);

	return io_sync(config->dirs ? tree->dirs[dir] : tree->dir, IO_SYNC_FSYNC, err);
}

static int make_file(struct client *c, uint64_t file, uint64_t size, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	AUTO_CLOSE int fd =
		openat(tree->dir, tree->names[file], O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	int ret = 0;

	if (fd < 0)
		return fail_errno(err, "create");
	for (uint64_t left = size; ret == 0 && left > 0;) {
		size_t part = min_u64(left, config->file_chunk);
		const void *data = pattern_block(&tree->pattern, 0, tree->written++, part);
		ret = io_write_all(fd, data, part, err);
		left -= part;
	}
	if (ret == 0 && config->sync_every)
		ret = io_sync(fd, IO_SYNC_FSYNC, err);
	if (ret == 0 && config->sync_every)
		ret = sync_dir(c, bonnie_dir_of(config, file), err);
	if (ret == 0 && close(fd_take(&fd)) < 0)
		ret = fail_errno(err, "close");
	return ret;
}

/* To the first file, which lies in the first sub-directory where there are any. */
static int make_link(struct client *c, uint64_t file, struct error *err)
{
	const struct bonnie_config *config = c->config;
	const struct bonnie_tree *tree = tree_of(c);
	char target[BONNIE_NAME_ROOM + 3];

	if (config->make == BONNIE_LINK) {
		if (linkat(tree->dir, tree->names[0], tree->dir, tree->names[file], 0) < 0)
			return fail_errno(err, "link");
	} else {
		(void)snprintf(target, sizeof(target), "%s%s", config->dirs ? "../" : "",
			tree->names[0]);
		if (symlinkat(target, tree->dir, tree->names[file]) < 0)
			return fail_errno(err, "symlink");
	}
	return config->sync_every ? sync_dir(c, bonnie_dir_of(config, file), err) : 0;
}

static int create_one(struct client *c, uint64_t file, uint64_t size, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	int ret = config->make == BONNIE_FILE || file == 0 ? make_file(c, file, size, err)
							   : make_link(c, file, err);

	if (ret < 0)
		return fail_in(err, ret, "%s/%s", tree_name, tree->names[file]);
	tree->there++;
	return 0;
}

int bonnie_create_step(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);

	if (tree->next == config->files)
		return STEP_DONE;
	uint64_t file = tree->next++;
	op->kind = BONNIE_CREATE;
	op->bytes = bonnie_file_size(c, file);
	return create_one(c, file, op->bytes, err);
}

/* Of the file system alone: bonnie++ waits for all the machine's others too. */
static int sync_all(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_state *state = c->state;

	if (!config->fsync || state->synced)
		return STEP_DONE;
	if (syncfs(c->dir) < 0)
		return fail_errno(err, "sync the file system");
	state->synced = true;
	op->kind = BONNIE_FSYNC;
	return STEP_GO;
}

int bonnie_create_tail(struct client *c, struct operation *op, struct error *err)
{
	return sync_all(c, op, err);
}

static int open_walk(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	char name[BONNIE_NAME_ROOM] = ".";

	if (config->dirs > 0)
		bonnie_dir_name(tree->walk_dir, name);
	tree->walk = openat(tree->dir, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	tree->walk_have = tree->walk_at = 0;
	tree->walk_left = bonnie_files_in(config, tree->walk_dir);
	return tree->walk >= 0 ? 0 : fail_errno(err, "open directory %s", name);
}

/* More entries: 1, or 0 at the end. A directory may leave out what others were removed beside. */
static int fill_walk(struct bonnie_tree *tree, bool again, struct error *err)
{
	ssize_t got = getdents64(tree->walk, tree->walk_entries, sizeof(tree->walk_entries));

	if (got == 0 && again && tree->walk_left > 0 && lseek(tree->walk, 0, SEEK_SET) == 0)
		got = getdents64(tree->walk, tree->walk_entries, sizeof(tree->walk_entries));
	if (got < 0)
		return fail_errno(err, "read directory");
	tree->walk_have = (size_t)got;
	tree->walk_at = 0;
	return got > 0;
}

static bool is_dots(const char *name)
{
	return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

/*
 * The next file in the order of the directories, and its name in tree->walk. 1, 0 at the end.
 * again: files are removed meanwhile.
 */
static int next_in_walk(struct client *c, bool again, const char **name, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	const uint64_t dirs = max_u64(config->dirs, 1);
	int ret = 0;

	while (tree->walk_dir < dirs) {
		if (tree->walk < 0)
			ret = open_walk(c, err);
		if (ret == 0 && tree->walk_at == tree->walk_have)
			ret = fill_walk(tree, again, err);
		if (ret < 0)
			return ret;
		if (tree->walk_at == tree->walk_have) {
			auto_close(&tree->walk);
			tree->walk_dir++;
			continue;
		}
		ret = 0;
		const struct dirent64 *entry = (const void *)(tree->walk_entries + tree->walk_at);
		tree->walk_at += entry->d_reclen;
		if (is_dots(entry->d_name))
			continue;
		tree->walk_left -= tree->walk_left > 0;
		*name = entry->d_name;
		return 1;
	}
	return 0;
}

int bonnie_create_end(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	const char *name = NULL;
	struct stat st;
	uint64_t found = 0;
	int ret;

	start(c);
	while ((ret = next_in_walk(c, false, &name, err)) > 0)
		found++;
	if (ret == 0 && found != config->files)
		ret = fail(err, EIO, "%s: %" PRIu64 " of %" PRIu64 " files are there", tree_name,
			found, config->files);
	if (ret < 0 || config->make != BONNIE_LINK)
		return ret;
	if (fstatat(tree->dir, tree->names[0], &st, 0) < 0)
		return fail_errno(err, "look at %s/%s", tree_name, tree->names[0]);
	if (st.st_nlink != config->files)
		return fail(err, EIO, "%s/%s has %" PRIu64 " links instead of %" PRIu64, tree_name,
			tree->names[0], (uint64_t)st.st_nlink, config->files);
	return 0;
}

/* What the phase works on, where an earlier pass over it has removed it. Untimed. */
static int make_again(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	int ret = 0;

	if (tree->there == config->files)
		return 0;
	ret = make_dirs(c, err);
	for (uint64_t i = 0; ret == 0 && i < config->files; i++)
		ret = create_one(c, i, bonnie_file_size(c, i), err);
	if (ret == 0 && config->fsync && syncfs(c->dir) < 0)
		ret = fail_errno(err, "sync the file system");
	return ret;
}

int bonnie_seq_begin(struct client *c, struct error *err)
{
	int ret = make_again(c, err);

	start(c);
	return ret;
}

int bonnie_ran_begin(struct client *c, struct error *err)
{
	int ret = make_again(c, err);

	bonnie_names_shuffle(c);
	start(c);
	return ret;
}

/* As much as stat says, in chunks. */
static int read_file(struct client *c, int dir, const char *name, uint64_t size, struct error *err)
{
	const struct bonnie_config *config = c->config;
	const struct bonnie_tree *tree = tree_of(c);
	AUTO_CLOSE int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
	int ret = 0;

	if (fd < 0)
		return fail_errno(err, "open");
	for (uint64_t left = size; ret == 0 && left > 0;) {
		size_t part = min_u64(left, config->file_chunk), got = 0;
		ret = io_read_some(fd, tree->data, part, &got, err);
		if (ret == 0 && got < part)
			ret = fail(err, ENODATA, "it ends %" PRIu64 " bytes early", left - got);
		left -= part;
	}
	return ret;
}

static int stat_one(struct client *c, int dir, const char *name, struct operation *op,
	struct error *err)
{
	struct bonnie_tree *tree = tree_of(c);
	struct stat st;
	int ret = 0;

	if (fstatat(dir, name, &st, 0) < 0)
		ret = fail_errno(err, "stat");
	else if (st.st_size > 0)
		ret = read_file(c, dir, name, (uint64_t)st.st_size, err);
	if (ret < 0)
		return fail_in(err, ret, "%s/%s", tree_name, name);
	tree->next++;
	tree->bytes += (uint64_t)st.st_size;
	op->kind = BONNIE_STAT;
	op->bytes = (uint64_t)st.st_size;
	return STEP_GO;
}

int bonnie_seq_stat_step(struct client *c, struct operation *op, struct error *err)
{
	const char *name = NULL;
	int ret = next_in_walk(c, false, &name, err);

	if (ret <= 0)
		return ret < 0 ? fail_in(err, ret, "%s", tree_name) : STEP_DONE;
	return stat_one(c, tree_of(c)->walk, name, op, err);
}

/* The next name in the shuffled order; NULL at the end. */
static const char *next_shuffled(const struct client *c)
{
	const struct bonnie_config *config = c->config;
	const struct bonnie_tree *tree = tree_of(c);

	return tree->next < config->files ? tree->names[tree->order[tree->next]] : NULL;
}

int bonnie_ran_stat_step(struct client *c, struct operation *op, struct error *err)
{
	const char *name = next_shuffled(c);

	return name ? stat_one(c, tree_of(c)->dir, name, op, err) : STEP_DONE;
}

int bonnie_stat_end(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	const struct bonnie_tree *tree = tree_of(c);
	uint64_t wanted = 0;

	for (uint64_t i = 0; i < config->files; i++)
		wanted += bonnie_file_size(c, i);
	if (tree->next != config->files || tree->bytes != wanted)
		return fail(err, EIO,
			"%s: %" PRIu64 " files of %" PRIu64 " bytes were found, where %" PRIu64
			" of %" PRIu64 " were made",
			tree_name, tree->next, tree->bytes, config->files, wanted);
	return 0;
}

static int delete_one(struct client *c, int dir, const char *name, uint64_t number,
	struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	int ret = 0;

	if (unlinkat(dir, name, 0) < 0)
		ret = fail_errno(err, "remove");
	else if (config->sync_every)
		ret = sync_dir(c, number, err);
	if (ret < 0)
		return fail_in(err, ret, "%s/%s", tree_name, name);
	tree->next++;
	tree->there--;
	op->kind = BONNIE_DELETE;
	return STEP_GO;
}

int bonnie_seq_delete_step(struct client *c, struct operation *op, struct error *err)
{
	struct bonnie_tree *tree = tree_of(c);
	const char *name = NULL;
	int ret = next_in_walk(c, true, &name, err);

	if (ret <= 0)
		return ret < 0 ? fail_in(err, ret, "%s", tree_name) : STEP_DONE;
	return delete_one(c, tree->walk, name, tree->walk_dir, op, err);
}

int bonnie_ran_delete_step(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	const struct bonnie_tree *tree = tree_of(c);
	const char *name = next_shuffled(c);

	if (!name)
		return STEP_DONE;
	return delete_one(c, tree->dir, name, bonnie_dir_of(config, tree->order[tree->next]), op,
		err);
}

int bonnie_delete_tail(struct client *c, struct operation *op, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	char name[BONNIE_NAME_ROOM];
	int dir = tree->dir;

	if (tree->rmdirs > config->dirs)
		return sync_all(c, op, err);
	if (tree->rmdirs < config->dirs) {
		bonnie_dir_name(tree->rmdirs, name);
	} else {
		memcpy(name, tree_name, sizeof(tree_name));
		dir = c->dir;
	}
	if (unlinkat(dir, name, AT_REMOVEDIR) < 0)
		return fail_errno(err, "remove directory %s", name);
	tree->rmdirs++;
	op->kind = BONNIE_RMDIR;
	return STEP_GO;
}

int bonnie_delete_end(struct client *c, struct error *err)
{
	const struct bonnie_config *config = c->config;
	struct bonnie_tree *tree = tree_of(c);
	struct stat st;

	close_dirs(c);
	auto_close(&tree->dir);
	if (tree->next != config->files)
		return fail(err, EIO, "%s: %" PRIu64 " of %" PRIu64 " files were removed",
			tree_name, tree->next, config->files);
	if (fstatat(c->dir, tree_name, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return fail(err, EIO, "%s: it was removed and is still there", tree_name);
	return 0;
}
