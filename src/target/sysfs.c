// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/sysfs.h"

#include "core/auto.h"
#include "io/file.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>

const char *sysfs_folder(struct arena *arena, dev_t device)
{
	char link[64], folder[PATH_MAX];

	(void)snprintf(link, sizeof(link), "/sys/dev/block/%u:%u", major(device), minor(device));
	return realpath(link, folder) ? arena_strdup(arena, folder) : NULL;
}

const char *sysfs_disk_folder(struct arena *arena, dev_t device)
{
	const char *folder = sysfs_folder(arena, device);

	if (!folder || access(arena_printf(arena, "%s/partition", folder), F_OK) < 0)
		return folder;
	return arena_strndup(arena, folder, (size_t)(strrchr(folder, '/') - folder));
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
	struct error ignored = { 0 };
	char path[PATH_MAX], text[32];

	(void)snprintf(path, sizeof(path), "%s/dev", folder);
	if (io_read_small(path, text, sizeof(text), NULL, &ignored) < 0)
		return 0;
	char *colon = strchr(text, ':');
	return colon ? makedev(strtoul(text, NULL, 10), strtoul(colon + 1, NULL, 10)) : 0;
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
