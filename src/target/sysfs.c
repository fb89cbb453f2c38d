// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/sysfs.h"

#include "core/auto.h"
#include "io/disk.h"
#include "io/file.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>

const char *sysfs_folder(struct arena *arena, dev_t device)
{
	return disk_folder("", device, arena);
}

const char *sysfs_disk_folder(struct arena *arena, dev_t device)
{
	return disk_whole_folder("", device, arena);
}

const char *sysfs_name(const char *folder)
{
	const char *slash = strrchr(folder, '/');

	return slash ? slash + 1 : folder;
}

const char *sysfs_read(struct arena *arena, const char *folder, const char *file)
{
	struct error ignored = { 0 };
	char text[4096];

	if (io_read_small(arena_printf(arena, "%s/%s", folder, file), text, sizeof(text), NULL,
		    &ignored) < 0)
		return "";
	return arena_strdup(arena, text);
}

dev_t sysfs_number(const char *folder)
{
	return disk_number(folder);
}

int sysfs_node(struct arena *arena, dev_t device, const char *path, const char **node,
	struct error *err)
{
	const char *folder = sysfs_folder(arena, device);
	char resolved[PATH_MAX];
	struct stat st;

	if (folder) {
		char *usual = arena_printf(arena, "/dev/%s", sysfs_name(folder));
		/* cciss!c0d0 is cciss/c0d0 under /dev */
		for (char *p = usual; *p; p++)
			*p = *p == '!' ? '/' : *p;
		if (stat(usual, &st) == 0 && S_ISBLK(st.st_mode) && st.st_rdev == device) {
			*node = usual;
			return 0;
		}
	}
	if (!realpath(path, resolved))
		return fail_errno(err, "find %s", path);
	if (stat(resolved, &st) < 0 || !S_ISBLK(st.st_mode) || st.st_rdev != device)
		return fail(err, EINVAL, "%s is another device than a moment ago", path);
	*node = arena_strdup(arena, resolved);
	return 0;
}

bool sysfs_has_module(const char *name)
{
	struct utsname kernel;
	char path[PATH_MAX], line[PATH_MAX], wanted[128];

	(void)uname(&kernel); /* cannot fail with a valid address */
	(void)snprintf(path, sizeof(path), "/lib/modules/%s/modules.dep", kernel.release);
	(void)snprintf(wanted, sizeof(wanted), "/%s.ko", name);
	AUTO_FCLOSE FILE *modules = fopen(path, "re");
	while (modules && fgets(line, sizeof(line), modules)) {
		line[strcspn(line, ":")] = '\0';
		if (strstr(line, wanted))
			return true;
	}
	return false;
}
