// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/mkfs.h"

#include "core/auto.h"
#include "core/units.h"
#include "target/sysfs.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

struct mkfs_kind {
	const char *fs;
	const char *package;              /* of Debian */
	uint64_t size_least;              /* bytes */
	const char *options;              /* always given */
	const char *uuid_flag, *uuid_key; /* how a UUID is given: -m uuid=... */
	const char *extended; /* what is given by -E, of which mke2fs takes only the last */
	const char *version_flag;
	const char *plain; /* letters of options without a value, which may stand before another */
	const char *files; /* letters of options whose value is a file that is read or written */
};

#define MKE2FS \
	.package = "e2fsprogs", .options = "-F -q", .uuid_flag = "-U", .uuid_key = "", \
	.version_flag = "-V", .extended = "nodiscard,lazy_itable_init=0,lazy_journal_init=0", \
	.plain = "cDFjnqSvV", .files = "dlz"

static const struct mkfs_kind mkfs_kinds[] = {
	{ .fs = "ext2", MKE2FS },
	{ .fs = "ext3", MKE2FS },
	{ .fs = "ext4", MKE2FS },
	{
		.fs = "xfs",
		.package = "xfsprogs",
		.size_least = 300 * MIB, /* mkfs.xfs since xfsprogs 5.19 */
		.options = "-f -q -K",
		.uuid_flag = "-m",
		.uuid_key = "uuid=",
		.version_flag = "-V",
		.plain = "fKNqV",
		.files = "cp",
	},
	{
		.fs = "btrfs",
		.package = "btrfs-progs",
		.options = "-f -q -K",
		.uuid_flag = "-U",
		.uuid_key = "",
		.version_flag = "-V",
		.plain = "fKqvV",
		.files = "r",
	},
	{ .fs = "bcachefs", .package = "bcachefs-tools", .options = "-f -q" },
	{ .fs = "exfat", .package = "exfatprogs" },
	{ .fs = "f2fs", .package = "f2fs-tools", .options = "-f -q -t 0", .files = "c" },
	{ .fs = "jfs", .package = "jfsutils", .options = "-q" },
	{ .fs = "minix", .package = "util-linux-extra" },
	{ .fs = "msdos", .package = "dosfstools" },
	{ .fs = "nilfs2", .package = "nilfs-tools", .options = "-f -q -K" },
	{ .fs = "ntfs", .package = "ntfs-3g", .options = "-F -q -f" },
	{ .fs = "reiserfs", .package = "reiserfsprogs", .options = "-q -ff" },
	{ .fs = "udf", .package = "udftools" },
	{ .fs = "vfat", .package = "dosfstools" },
	{ 0 },
};

static const struct mkfs_kind *kind_of_fs(const char *fs)
{
	const struct mkfs_kind *kind = mkfs_kinds;

	while (kind->fs && strcmp(kind->fs, fs) != 0)
		kind++;
	return kind; /* the last, which is empty, stands for all others */
}

bool mkfs_kernel_has(const char *fs)
{
	char line[128], name[64];
	AUTO_FCLOSE FILE *known = fopen("/proc/filesystems", "re");

	while (known && fgets(line, sizeof(line), known)) {
		/* "nodev" and a tab, or only a tab, come before the name */
		if (sscanf(strrchr(line, '\t') ? strrchr(line, '\t') : line, " %63s", name) == 1 &&
			strcmp(name, fs) == 0)
			return true;
	}
	return sysfs_has_module(fs);
}

/* Whether a part of an option is a device: by itself, or by a tag that mkfs or mount would look up.
 */
static bool names_device(const char *part)
{
	static const char *const tags[] = { "UUID=", "LABEL=", "PARTUUID=", "PARTLABEL=", NULL };
	struct stat st;

	for (const char *const *tag = tags; *tag; tag++) {
		if (strncmp(part, *tag, strlen(*tag)) == 0)
			return true;
	}
	return stat(part, &st) == 0 && S_ISBLK(st.st_mode);
}

int mkfs_refuse_devices(const char *what, const char *options, struct error *err)
{
	/* -Jdevice=/dev/sdb, -l logdev=/dev/sdb, /dev/sdb: each tail after a border is looked at */
	static const char borders[] = "=, \t\n'\"";
	char part[4096];

	for (const char *from = options; from && *from; from++) {
		bool at_start = from == options || strchr(borders, from[-1]);
		if (!at_start && *from != '/')
			continue;
		size_t length = strcspn(from, ", \t\n'\"");
		if (length == 0 || length >= sizeof(part))
			continue;
		memcpy(part, from, length);
		part[length] = '\0';
		if (names_device(part))
			return fail(err, EINVAL,
				"%s '%s': '%s' is a device, and only the one under test may be"
				" written",
				what, options, part);
	}
	return 0;
}

static int refuse_file(const char *fs, const char *word, const char *why, struct error *err)
{
	return fail(err, EINVAL,
		"mkfs options: '%s' %s, and mkfs.%s may touch nothing but the device under test",
		word, why, fs);
}

/* -d x, -dx, -Fd x */
static bool takes_file(const struct mkfs_kind *kind, const char *word)
{
	if (word[0] != '-' || word[1] == '-' || !kind->files)
		return false;
	word += 1 + strspn(word + 1, kind->plain ? kind->plain : "");
	return *word && strchr(kind->files, *word);
}

/* A key whose value is a file, also one that is not there yet. */
static bool is_file_key(const char *part)
{
	static const char *const keys[] = { "name=", "logdev=", "rtdev=", "device=", "file",
		"options=", "--rootdir", "--subvol", "--protofile", NULL };

	for (const char *const *key = keys; *key; key++) {
		size_t length = strlen(*key);
		if (strncmp(part, *key, length) == 0 &&
			(strchr("=", (*key)[length - 1]) || strchr("=", part[length])))
			return true;
	}
	return false;
}

/* One word of the user's, cut at commas and at equal signs: -l name=x,size=8m; -zx; x. */
static int refuse_word(const char *fs, const struct mkfs_kind *kind, const char *word,
	struct error *err)
{
	struct stat st;
	char part[4096];

	if (strlen(word) >= sizeof(part))
		return fail(err, EINVAL, "mkfs options: a word of %zu bytes", strlen(word));
	if (strchr(word, '/'))
		return refuse_file(fs, word, "names a path", err);
	if (takes_file(kind, word))
		return refuse_file(fs, word, "takes a file", err);
	for (const char *from = word; from; from = strpbrk(from, "=,")) {
		from += from == word ? 0 : 1;
		size_t length = strcspn(from, ",");
		memcpy(part, from, length);
		part[length] = '\0';
		if (is_file_key(part) ||
			(word[0] == '-' && word[1] && word[1] != '-' && from == word &&
				is_file_key(part + min_u64(2, length))))
			return refuse_file(fs, word, "names a file", err);
		if (*part && stat(part, &st) == 0)
			return refuse_file(fs, word, "is or has the name of a file here", err);
	}
	if (word[0] == '-' && word[1] && word[2] && stat(word + 2, &st) == 0)
		return refuse_file(fs, word, "has the name of a file here", err);
	return 0;
}

/* mkfs.btrfs a b makes one file system over both, mkfs.ext4 -z x writes x, mkfs.xfs -l name=x x. */
static int refuse_files(const char *fs, const struct mkfs_kind *kind, const struct arguments *args,
	struct error *err)
{
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < args->count; i++)
		ret = refuse_word(fs, kind, args->list[i], err);
	return ret;
}

/* Adds the user's words; those of -E are joined to ours, since mke2fs forgets all but the last. */
static const char *add_users(struct arena *arena, struct arguments *args,
	const struct arguments *users, const char *extended)
{
	for (size_t i = 0; i < users->count; i++) {
		const char *word = users->list[i];
		if (!extended || strncmp(word, "-E", 2) != 0) {
			arguments_add(arena, args, word);
			continue;
		}
		const char *more = word[2]                ? word + 2
				   : i + 1 < users->count ? users->list[++i]
							  : "";
		extended = arena_printf(arena, "%s,%s", extended, more);
	}
	return extended;
}

static int check_name(const char *fs, struct error *err)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.-";

	if (*fs == '\0' || *fs == '.' || strspn(fs, letters) != strlen(fs) || strlen(fs) > 32)
		return fail(err, EINVAL, "fs: '%s' is no name of a file system", fs);
	return 0;
}

static int check_request(const struct mkfs_request *request, const struct mkfs_kind *kind,
	struct error *err)
{
	int ret = check_name(request->fs, err);

	if (ret < 0)
		return ret;
	if (!mkfs_kernel_has(request->fs))
		return fail(err, EINVAL,
			"fs: this kernel has no file system '%s' (see /proc/filesystems)",
			request->fs);
	if (request->size > 0 && request->size < kind->size_least) {
		struct arena arena = { 0 };
		ret = fail(err, EINVAL, "size: %s is too small for %s, which needs at least %s",
			units_human_size(&arena, (double)request->size), request->fs,
			units_human_size(&arena, (double)kind->size_least));
		arena_free(&arena);
		return ret;
	}
	return mkfs_refuse_devices("mkfs options", request->options, err);
}

static int find_program(struct arena *arena, const char *fs, const struct mkfs_kind *kind,
	const char **program, struct error *err)
{
	*program = command_find(arena, arena_printf(arena, "mkfs.%s", fs));
	if (*program)
		return 0;
	if (kind->package)
		return fail(err, ENOENT, "mkfs.%s is missing: install the package %s", fs,
			kind->package);
	return fail(err, ENOENT, "mkfs.%s is missing: file system '%s' cannot be made", fs, fs);
}

int mkfs_plan(struct arena *arena, const struct mkfs_request *request, struct mkfs_command *command,
	struct error *err)
{
	const struct mkfs_kind *kind = kind_of_fs(request->fs);
	struct arguments users = { 0 }, args = { 0 };
	const char *program = NULL;
	int ret = check_request(request, kind, err);

	if (ret == 0)
		ret = arguments_split(arena, &users, request->options, err);
	if (ret == 0)
		ret = refuse_files(request->fs, kind, &users, err);
	if (ret == 0)
		ret = find_program(arena, request->fs, kind, &program, err);
	if (ret < 0)
		return ret;

	arguments_add(arena, &args, arena_printf(arena, "mkfs.%s", request->fs));
	ret = arguments_split(arena, &args, kind->options, err);
	bool has_uuid = request->uuid && *request->uuid;
	if (ret == 0 && kind->uuid_flag && has_uuid) {
		arguments_add(arena, &args, kind->uuid_flag);
		arguments_add(arena, &args,
			arena_printf(arena, "%s%s", kind->uuid_key, request->uuid));
	}
	if (ret < 0)
		return ret;
	const char *extended = kind->extended;
	if (extended && has_uuid)
		extended = arena_printf(arena, "%s,hash_seed=%s", extended, request->uuid);
	extended = add_users(arena, &args, &users, extended);
	if (extended) {
		arguments_add(arena, &args, "-E");
		arguments_add(arena, &args, extended);
	}
	arguments_add(arena, &args, request->device);
	*command = (struct mkfs_command){
		.program = program,
		.args = args,
		.version_flag = kind->version_flag,
	};
	return 0;
}

int mkfs_run(const struct mkfs_command *command, struct error *err)
{
	char output[8192]; /* with its usage, which comes after the reason */

	return command_run(command->program, &command->args, output, sizeof(output), err);
}

const char *mkfs_version(struct arena *arena, const struct mkfs_command *command)
{
	struct arguments args = { 0 };
	struct error ignored = { 0 };
	char output[2048];

	if (!command->version_flag)
		return "";
	arguments_add(arena, &args, command->args.list[0]);
	arguments_add(arena, &args, command->version_flag);
	if (command_run(command->program, &args, output, sizeof(output), &ignored) < 0)
		return "";
	return arena_strndup(arena, output, strcspn(output, "\n"));
}
