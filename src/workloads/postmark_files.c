// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/postmark_files.h"

#include "core/auto.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { STDIO_BYTES = 4096, DIGITS = 10 };

int postmark_files_fail(struct error *err, int code, const char *what, const char *path,
	const char *why)
{
	enum { MOST_SHOWN = 256 };
	const size_t length = strlen(path);
	const bool is_long = length > MOST_SHOWN;

	return fail(err, code, "%s '%s%s': %s (errno %d)", what, is_long ? "..." : "",
		is_long ? path + length - MOST_SHOWN : path, why, code);
}

static int fail_now(struct error *err, const char *what, const char *path)
{
	return postmark_files_fail(err, errno, what, path, strerror(errno));
}

uint32_t postmark_files_locations(const struct postmark_files *f)
{
	return f->config.location_count > 0 ? f->config.location_count : 1;
}

uint32_t postmark_files_subdirectories(const struct postmark_files *f)
{
	return f->config.subdirectories > 1 ? f->config.subdirectories : 1;
}

static char *put_number(char *at, uint32_t number)
{
	char digits[DIGITS];
	unsigned count = 0;

	do {
		digits[count++] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	while (count > 0)
		*at++ = digits[--count];
	return at;
}

static size_t longest_path(const struct postmark_files_config *c, uint32_t location)
{
	size_t length = DIGITS;

	if (c->location_count > 0)
		length += strlen(c->locations[location]) + 1;
	if (c->subdirectories > 1)
		length += sizeof("s/") - 1 + DIGITS;
	return length;
}

static void put_prefix(struct postmark_files *f, uint32_t location, uint32_t subdirectory)
{
	char *at = f->path;

	f->location = location;
	f->subdirectory = subdirectory;
	if (f->config.location_count > 0) {
		at = stpcpy(at, f->config.locations[location]);
		*at++ = '/';
	}
	if (f->config.subdirectories > 1) {
		*at++ = 's';
		at = put_number(at, subdirectory);
		*at++ = '/';
	}
	f->prefix = (size_t)(at - f->path);
}

const char *postmark_files_path(struct postmark_files *f, const struct postmark_op *op)
{
	if (op->location != f->location || op->subdirectory != f->subdirectory)
		put_prefix(f, op->location, op->subdirectory);
	*put_number(f->path + f->prefix, op->number) = '\0';
	return f->path;
}

/* The slash at the prefix's end stays away: stat(2) and rmdir(2) do not need it. */
const char *postmark_files_directory(struct postmark_files *f, uint32_t location,
	uint32_t subdirectory)
{
	put_prefix(f, location, subdirectory);
	if (f->prefix == 0)
		return ".";
	f->path[f->prefix - 1] = '\0';
	f->location = UINT32_MAX; /* the prefix is no longer whole */
	return f->prefix > 1 ? f->path : "/";
}

static int check_lengths(const struct postmark_files_config *c, struct error *err)
{
	for (uint32_t i = 0; i < c->location_count; i++) {
		size_t length = longest_path(c, i);
		if (length >= PATH_MAX)
			return fail(err, ENAMETOOLONG,
				"location %" PRIu32
				": the path of a file in it may have %zu bytes, "
				"above the most, %d",
				i + 1, length, PATH_MAX - 1);
	}
	return 0;
}

int postmark_files_init(struct postmark_files *f, const struct postmark_files_config *config,
	struct error *err)
{
	const size_t read_most = max_u64(min_u64(config->read_block, config->high), STDIO_BYTES);
	const size_t write_most = max_u64(min_u64(config->write_block, config->high), STDIO_BYTES);
	int ret = check_lengths(config, err);

	*f = (struct postmark_files){ .config = *config };
	if (ret < 0)
		return ret;
	f->alias = calloc(postmark_files_locations(f), sizeof(*f->alias));
	/* Not malloc(): with the memset() below it would become a calloc(), which touches nothing.
	 */
	if (!f->alias || posix_memalign((void **)&f->buffer, STDIO_BYTES, read_most) != 0) {
		postmark_files_release(f);
		return fail(err, ENOMEM, "no memory for a block of %zu bytes to read into",
			read_most);
	}
	memset(f->buffer, 0, read_most); /* so that no page fault is timed */
	if (config->incompressible)
		ret = pattern_init(&f->pattern, write_most, 1, true, config->seed, err);
	if (ret < 0)
		postmark_files_release(f);
	put_prefix(f, 0, 0);
	return ret;
}

void postmark_files_release(struct postmark_files *f)
{
	free(f->alias);
	free(f->buffer);
	pattern_free(&f->pattern);
	f->alias = NULL;
	f->buffer = NULL;
}

static int check_location(struct postmark_files *f, uint32_t location, struct stat *st,
	struct error *err)
{
	static const char what[] = "cannot use location";
	const char *path = f->config.location_count > 0 ? f->config.locations[location] : ".";

	if (fstatat(f->config.dir, path, st, 0) < 0)
		return fail_now(err, what, path);
	if (!S_ISDIR(st->st_mode))
		return postmark_files_fail(err, ENOTDIR, what, path, strerror(ENOTDIR));
	if (faccessat(f->config.dir, path, R_OK | W_OK | X_OK, AT_EACCESS) < 0)
		return fail_now(err, what, path);
	return 0;
}

/* Two names of one directory: what is in it is counted, and its subdirectories are made, once. */
static int find_aliases(struct postmark_files *f, struct error *err)
{
	const uint32_t count = postmark_files_locations(f);
	AUTO_FREE struct stat *seen = calloc(count, sizeof(*seen));
	int ret = 0;

	if (!seen)
		return fail(err, ENOMEM, "no memory for %" PRIu32 " locations", count);
	for (uint32_t i = 0; ret == 0 && i < count; i++) {
		ret = check_location(f, i, &seen[i], err);
		for (uint32_t k = 0; k < i && !f->alias[i]; k++)
			f->alias[i] = seen[k].st_dev == seen[i].st_dev &&
				      seen[k].st_ino == seen[i].st_ino;
	}
	return ret;
}

int postmark_files_check(struct postmark_files *f, uint32_t last, struct error *err)
{
	const bool subdirectories = f->config.subdirectories > 1;
	struct stat st;
	uint64_t count = 0;
	int ret = find_aliases(f, err);

	for (uint32_t l = 0; ret == 0 && l < postmark_files_locations(f); l++) {
		for (uint32_t s = 0; subdirectories && s < f->config.subdirectories; s++) {
			const char *path = postmark_files_directory(f, l, s);
			if (fstatat(f->config.dir, path, &st, AT_SYMLINK_NOFOLLOW) == 0)
				return postmark_files_fail(err, EEXIST, "cannot make directory",
					path, strerror(EEXIST));
		}
	}
	if (ret == 0 && !subdirectories)
		ret = postmark_files_count(f, last, &count, err);
	if (ret == 0 && count > 0)
		return postmark_files_fail(err, EEXIST, "cannot make file", f->path,
			"it is there already, and would be overwritten and deleted");
	return ret;
}

int postmark_files_open_location(const struct postmark_files *f, uint32_t location)
{
	const char *path = f->config.location_count > 0 ? f->config.locations[location] : ".";

	return openat(f->config.dir, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* A subdirectory's name in its location. */
static const char *subdirectory_name(struct postmark_files *f, uint32_t location,
	uint32_t subdirectory)
{
	const char *path = postmark_files_directory(f, location, subdirectory);
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int make_in(struct postmark_files *f, uint32_t location, struct error *err)
{
	AUTO_CLOSE int fd = postmark_files_open_location(f, location);

	for (uint32_t s = 0; s < f->config.subdirectories; s++) {
		if (mkdirat(fd, subdirectory_name(f, location, s), 0700) < 0)
			return fail_now(err, "cannot make directory", f->path);
		f->subdirectories_made++;
	}
	return 0;
}

int postmark_files_make_directories(struct postmark_files *f, struct error *err)
{
	int ret = 0;

	if (f->config.subdirectories < 2)
		return 0;
	for (uint32_t l = 0; ret == 0 && l < postmark_files_locations(f); l++) {
		if (!f->alias[l])
			ret = make_in(f, l, err);
	}
	return ret;
}

static int remove_from(struct postmark_files *f, uint32_t location, struct error *err)
{
	AUTO_CLOSE int fd = postmark_files_open_location(f, location);
	int ret = 0;

	for (uint32_t s = 0; s < f->config.subdirectories && f->subdirectories_made > 0; s++) {
		f->subdirectories_made--;
		const char *name = subdirectory_name(f, location, s);
		if (unlinkat(fd, name, AT_REMOVEDIR) < 0 && ret == 0)
			ret = fail_now(err, "cannot remove directory", f->path);
	}
	return ret;
}

int postmark_files_remove_directories(struct postmark_files *f, struct error *err)
{
	struct error other;
	int ret = 0;

	for (uint32_t l = 0; l < postmark_files_locations(f); l++) {
		if (!f->alias[l] && remove_from(f, l, ret == 0 ? err : &other) < 0 && ret == 0)
			ret = -ENOTEMPTY; /* whatever it was, the words tell */
	}
	return ret;
}

int postmark_files_remove(struct postmark_files *f, const struct postmark_pool *p,
	const struct postmark_op *failed, struct error *err)
{
	struct error first;
	uint64_t left = 0;
	int ret = 0;

	for (uint32_t slot = 0; slot <= p->slots; slot++) {
		struct postmark_op op;
		if (slot < p->slots && p->size[slot] > 0)
			op = postmark_pool_file(p, slot, POSTMARK_DELETE);
		else if (slot == p->slots && failed && failed->number > 0)
			op = *failed;
		else
			continue;
		const char *path = postmark_files_path(f, &op);
		if (unlinkat(f->config.dir, path, 0) == 0 || errno == ENOENT)
			continue;
		if (left++ == 0)
			ret = fail_now(&first, "cannot delete", path);
	}
	return left > 0 ? fail(err, -ret, "%" PRIu64 " files are left: %s", left, first.text) : 0;
}
