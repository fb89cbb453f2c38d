// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/mount.h"

#include "core/auto.h"
#include "target/mkfs.h"
#include "target/sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <libmount.h>
#include <string.h>
#include <sys/mount.h>

/* Options as mount(2) wants them. */
struct split {
	char *user, *vfs, *fs;
	unsigned long flags;
};

static void free_split(struct split *split)
{
	free(split->user);
	free(split->vfs);
	free(split->fs);
}

#define AUTO_SPLIT __attribute__((cleanup(free_split)))

static int split_options(const char *options, struct split *split, struct error *err)
{
	if (!options || *options == '\0')
		return 0;
	int ret = mnt_split_optstr(options, &split->user, &split->vfs, &split->fs, 0, 0);
	if (ret == 0 && split->vfs)
		ret = mnt_optstr_get_flags(split->vfs, &split->flags,
			mnt_get_builtin_optmap(MNT_LINUX_MAP));
	return ret == 0 ? 0 : fail(err, EINVAL, "mount options '%s' cannot be read", options);
}

int mount_check_options(const char *options, struct error *err)
{
	const unsigned long others = MS_REMOUNT | MS_BIND | MS_MOVE | MS_REC | MS_SHARED |
				     MS_PRIVATE | MS_SLAVE | MS_UNBINDABLE | MS_RDONLY;
	AUTO_SPLIT struct split split = { 0 };
	int ret = split_options(options, &split, err);

	if (ret < 0)
		return ret;
	if (split.user && *split.user)
		return fail(err, EINVAL,
			"mount options '%s': '%s' is for the mount program, not for a file"
			" system",
			options, split.user);
	if (split.flags & others)
		return fail(err, EINVAL,
			"mount options '%s': a fresh file system is mounted to be written to;"
			" ro, bind, remount, move and propagation cannot be had",
			options);
	return mkfs_refuse_devices("mount options", options, err);
}

bool mount_knows_option(const char *fs, const char *flag)
{
	AUTO_CLOSE int context = fsopen(fs, FSOPEN_CLOEXEC);

	return context >= 0 && fsconfig(context, FSCONFIG_SET_FLAG, flag, NULL, 0) == 0;
}

const char *mount_line(struct arena *arena, const struct mount_request *request)
{
	struct arguments args = { 0 };

	arguments_add(arena, &args, "mount");
	arguments_add(arena, &args, "-t");
	arguments_add(arena, &args, request->fs);
	if (request->options && *request->options) {
		arguments_add(arena, &args, "-o");
		arguments_add(arena, &args, request->options);
	}
	arguments_add(arena, &args, request->source);
	arguments_add(arena, &args, request->dir);
	return arguments_text(arena, &args);
}

/*
 * mount(2) says only "invalid argument"; asked option by option, the newer
 * calls say which one it was. false: they do not know either.
 */
static bool explain(const struct mount_request *request, const char *options, char *why,
	size_t room)
{
	AUTO_CLOSE int fs = fsopen(request->fs, FSOPEN_CLOEXEC);
	char *name = NULL, *value = NULL;
	size_t name_length, value_length;
	const char *rest = options;

	if (fs < 0 || !options ||
		(request->source &&
			fsconfig(fs, FSCONFIG_SET_STRING, "source", request->source, 0) < 0))
		return false;
	/* libmount moves *rest along and takes it as char **, but writes nothing */
	while (mnt_optstr_next_option((char **)(uintptr_t)&rest, &name, &name_length, &value,
		       &value_length) == 0) {
		char key[256], text[256];
		(void)snprintf(key, sizeof(key), "%.*s", (int)name_length, name);
		(void)snprintf(text, sizeof(text), "%.*s", (int)value_length, value ? value : "");
		int ret = value ? fsconfig(fs, FSCONFIG_SET_STRING, key, text, 0)
				: fsconfig(fs, FSCONFIG_SET_FLAG, key, NULL, 0);
		if (ret == 0)
			continue;
		/* "e " before the text means an error */
		char text_read[256];
		ssize_t n = read(fs, text_read, sizeof(text_read) - 1);
		text_read[n > 0 ? n : 0] = '\0';
		text_read[strcspn(text_read, "\n")] = '\0';
		(void)snprintf(why, room, "%s", n > 2 ? text_read + 2 : key);
		return true;
	}
	return false;
}

int mount_try_options(const char *fs, const char *options, struct error *err)
{
	const struct mount_request request = { .fs = fs, .options = options };
	AUTO_SPLIT struct split split = { 0 };
	char why[256];
	int ret = mount_check_options(options, err);

	if (ret == 0)
		ret = split_options(options, &split, err);
	if (ret == 0 && explain(&request, split.fs, why, sizeof(why)))
		ret = fail(err, EINVAL, "mount options '%s': %s", options, why);
	return ret;
}

int mount_fs(struct journal *journal, const struct mount_request *request, uint64_t *id,
	struct error *err)
{
	const struct change change = {
		.kind = CHANGE_MOUNT,
		.path = request->dir,
		.other = request->source,
	};
	AUTO_SPLIT struct split split = { 0 };
	int ret = split_options(request->options, &split, err);

	if (ret == 0)
		ret = journal_intend(journal, &change, id, err);
	if (ret < 0)
		return ret;
	if (mount(request->source, request->dir, request->fs, split.flags, split.fs) == 0)
		return journal_made(journal, *id, err);

	int code = errno;
	char why[256];
	if (code == ENODEV)
		return fail(err, ENODEV, "this kernel has no file system '%s'", request->fs);
	if (code == EINVAL && explain(request, split.fs, why, sizeof(why)))
		return fail(err, EINVAL, "mount options '%s': %s", request->options, why);
	errno = code;
	return fail_errno(err, "mount %s as %s with options '%s'", request->source, request->fs,
		request->options ? request->options : "");
}

const char *mount_options_in_force(struct arena *arena, const char *dir)
{
	struct libmnt_table *table = mnt_new_table_from_file("/proc/self/mountinfo");
	struct libmnt_fs *fs = table ? mnt_table_find_target(table, dir, MNT_ITER_BACKWARD) : NULL;
	const char *options = fs ? mnt_fs_get_options(fs) : NULL;
	char *copy = arena_strdup(arena, options ? options : "");

	mnt_unref_table(table);
	return copy;
}

const char *mount_driver(struct arena *arena, const char *fs, dev_t device)
{
	const char *folder = sysfs_folder(arena, device);

	/* Only the driver of ext4 makes a folder there, for each file system that it serves. */
	if (folder && access(arena_printf(arena, "/sys/fs/ext4/%s", sysfs_name(folder)), F_OK) == 0)
		return "ext4";
	return fs;
}
