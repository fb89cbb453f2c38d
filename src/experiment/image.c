// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/image.h"

#include "core/auto.h"
#include "core/units.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

/* Whether variant i is the first with its loop:SIZE. */
static bool needs_image(const struct plan *plan, size_t i)
{
	const struct target_spec *t = &plan->variants[i].target;

	if (t->kind != TARGET_LOOP)
		return false;
	for (size_t j = 0; j < i; j++) {
		const struct target_spec *before = &plan->variants[j].target;
		if (before->kind == TARGET_LOOP && before->size == t->size)
			return false;
	}
	return true;
}

uint64_t image_bytes(const struct plan *plan)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < plan->variant_count; i++)
		bytes += needs_image(plan, i) ? plan->variants[i].target.size : 0;
	return bytes;
}

const char *image_path(const char *folder, uint64_t size, struct arena *arena)
{
	return arena_printf(arena, "%s/image-%s", folder, units_exact_size(arena, size));
}

int image_check(const struct plan *plan, struct arena *arena, struct error *err)
{
	const char *dir = plan->scratch;
	uint64_t bytes = image_bytes(plan);
	struct statvfs vfs;

	if (bytes == 0)
		return 0;
	if (statvfs(dir, &vfs) < 0)
		return fail_errno(err, "scratch: %s", dir);
	uint64_t free_bytes = (uint64_t)vfs.f_bavail * vfs.f_frsize;
	if (free_bytes < bytes)
		return fail(err, ENOSPC, "scratch: %s has %s free, the images need %s", dir,
			units_human_size(arena, (double)free_bytes),
			units_human_size(arena, (double)bytes));
	return 0;
}

/* A name that nobody can guess, made anew. */
static int make_folder(const char *scratch, struct journal *journal, struct arena *arena,
	const char **folder, uint64_t *change, struct error *err)
{
	uint64_t chance;

	if (getrandom(&chance, sizeof(chance), 0) != (ssize_t)sizeof(chance))
		return fail_errno(err, "draw a name");
	const char *path = arena_printf(arena, "%s/bakeoff-%016" PRIx64, scratch, chance);
	int ret = journal_intend(journal, &(struct change){ .kind = CHANGE_TREE, .path = path },
		change, err);
	if (ret < 0)
		return ret;
	if (mkdir(path, 0700) < 0)
		return fail_errno(err, "scratch: make %s", path);
	ret = journal_made(journal, *change, err);
	if (ret == 0)
		*folder = path;
	return ret;
}

static int make_image(const char *path, uint64_t size, const volatile sig_atomic_t *stop,
	struct error *err)
{
	AUTO_CLOSE int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		return fail_errno(err, "scratch: make %s", path);
	int ret = io_fill_image(fd, size, stop, err);
	return ret < 0 && ret != -ECANCELED ? fail_in(err, ret, "scratch: %s", path) : ret;
}

int image_make(const struct plan *plan, struct journal *journal, struct arena *arena,
	const volatile sig_atomic_t *stop, const char **folder, uint64_t *change, struct error *err)
{
	int ret = image_check(plan, arena, err);

	if (ret == 0)
		ret = make_folder(plan->scratch, journal, arena, folder, change, err);
	for (size_t i = 0; ret == 0 && i < plan->variant_count; i++) {
		uint64_t size = plan->variants[i].target.size;
		if (needs_image(plan, i))
			ret = make_image(image_path(*folder, size, arena), size, stop, err);
	}
	return ret;
}
