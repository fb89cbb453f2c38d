// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/auto.h"
#include "workloads/postmark_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The number that a name is, as a run would write it: no sign, no 0 in front. 0: it is none. */
static uint64_t number_of(const char *name)
{
	enum { MOST_DIGITS = 10 };
	char *end;

	if (name[0] < '1' || name[0] > '9' || strlen(name) > MOST_DIGITS)
		return 0;
	uint64_t number = strtoull(name, &end, 10);
	return *end == '\0' ? number : 0;
}

static int count_in(struct postmark_files *f, uint32_t location, uint32_t subdirectory,
	uint32_t last, uint64_t *count, struct error *err)
{
	const char *path = postmark_files_directory(f, location, subdirectory);
	const char *name = f->config.subdirectories > 1 ? basename(path) : ".";
	AUTO_CLOSE int above = postmark_files_open_location(f, location);
	int fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = fd < 0 ? NULL : fdopendir(fd);
	uint64_t found = 0;

	if (!entries) {
		int ret = postmark_files_fail(err, errno, "cannot read directory", path,
			strerror(errno));
		auto_close(&fd);
		return ret;
	}
	for (struct dirent *e; (e = readdir(entries));) {
		uint64_t number = number_of(e->d_name);
		if (number == 0 || number > last)
			continue;
		found++;
		if (*count + found == 1) /* its path, for whoever asks what there is */
			(void)postmark_files_path(f,
				&(struct postmark_op){ .number = (uint32_t)number,
					.location = location,
					.subdirectory = subdirectory });
	}
	(void)closedir(entries); /* only for reading */
	*count += found;
	return 0;
}

int postmark_files_count(struct postmark_files *f, uint32_t last, uint64_t *count,
	struct error *err)
{
	int ret = 0;

	*count = 0;
	for (uint32_t l = 0; ret == 0 && l < postmark_files_locations(f); l++) {
		for (uint32_t s = 0; s < postmark_files_subdirectories(f) && !f->alias[l]; s++) {
			ret = count_in(f, l, s, last, count, err);
			if (ret < 0)
				break;
		}
	}
	return ret;
}

static int verify_size(struct postmark_files *f, const struct postmark_pool *p, uint32_t slot,
	struct error *err)
{
	const struct postmark_op op = postmark_pool_file(p, slot, POSTMARK_READ);
	const char *path = postmark_files_path(f, &op);
	struct stat st;
	char why[128];

	if (fstatat(f->config.dir, path, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return postmark_files_fail(err, errno, "cannot find", path, strerror(errno));
	if ((uint64_t)st.st_size == p->size[slot])
		return 0;
	(void)snprintf(why, sizeof(why), "it has %" PRIu64 " bytes instead of %" PRIu32,
		(uint64_t)st.st_size, p->size[slot]);
	return postmark_files_fail(err, EIO, "wrong size of", path, why);
}

int postmark_files_verify(struct postmark_files *f, const struct postmark_pool *p,
	struct error *err)
{
	const uint32_t files = postmark_pool_files(p);
	const uint32_t stride = files / POSTMARK_MOST_SIZES + 1;
	uint64_t count = 0;
	int ret = postmark_files_count(f, p->created, &count, err);

	if (ret == 0 && count != files)
		return fail(err, EIO, "%" PRIu64 " files are there instead of %" PRIu32, count,
			files);
	uint32_t seen = 0;
	for (uint32_t slot = 0; ret == 0 && slot < p->slots; slot++) {
		if (p->size[slot] > 0 && seen++ % stride == 0)
			ret = verify_size(f, p, slot, err);
	}
	return ret;
}
