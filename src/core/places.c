// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/places.h"

#include "core/auto.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>

static const char *find_user(struct arena *arena, uid_t uid, gid_t *gid)
{
	const struct passwd *user = getpwuid(uid);

	if (!user)
		return NULL;
	*gid = user->pw_gid;
	return arena_strdup(arena, user->pw_dir);
}

static int read_id(const char *name, const char *text, unsigned *id, struct error *err)
{
	char *end;

	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	/* the greatest one means "leave it alone" to chown */
	if (text[0] < '0' || text[0] > '9' || *end || errno || value >= UINT32_MAX)
		return fail(err, EINVAL, "%s: '%s' is no user or group number", name, text);
	*id = (unsigned)value;
	return 0;
}

static bool is_under_sudo(const struct places_env *env)
{
	return env->euid == 0 && env->sudo_uid && *env->sudo_uid;
}

static const char *absolute(const char *path)
{
	return path && path[0] == '/' ? path : NULL;
}

static const char *folder_below(struct arena *arena, const char *base, const char *home,
	const char *rest)
{
	if (absolute(base))
		return arena_printf(arena, "%s/bakeoff", base);
	return arena_printf(arena, "%s/%s/bakeoff", home, rest);
}

void places_env_read(struct places_env *env)
{
	*env = (struct places_env){
		.home = getenv("HOME"),
		.data_home = getenv("XDG_DATA_HOME"),
		.state_home = getenv("XDG_STATE_HOME"),
		.sudo_uid = getenv("SUDO_UID"),
		.sudo_gid = getenv("SUDO_GID"),
		.euid = geteuid(),
		.find_user = find_user,
	};
}

int places_owner(const struct places_env *env, struct owner *owner, struct error *err)
{
	struct owner found = { .given = true };
	struct arena arena = { 0 };

	if (!is_under_sudo(env)) {
		*owner = (struct owner){ 0 };
		return 0;
	}
	int ret = read_id("SUDO_UID", env->sudo_uid, &found.uid, err);
	if (ret < 0)
		return ret;
	if (env->sudo_gid && *env->sudo_gid) {
		ret = read_id("SUDO_GID", env->sudo_gid, &found.gid, err);
		if (ret < 0)
			return ret;
	} else {
		(void)env->find_user(&arena, found.uid, &found.gid); /* unknown: root's group, 0 */
		arena_free(&arena);
	}
	*owner = found;
	return 0;
}

int places_find(const struct places_env *env, struct arena *arena, struct places *places,
	struct error *err)
{
	struct owner owner;
	gid_t gid;
	int ret = places_owner(env, &owner, err);

	if (ret < 0)
		return ret;
	const char *home = absolute(env->home), *data = env->data_home, *state = env->state_home;
	if (owner.given) {
		/* whatever root's environment says is not about the invoking user */
		data = state = NULL;
		home = absolute(env->find_user(arena, owner.uid, &gid));
		if (!home)
			return fail(err, ENOENT,
				"SUDO_UID: user %u has no home folder in the passwd database",
				owner.uid);
	}
	if (!home)
		home = absolute(env->find_user(arena, env->euid, &gid));
	if (!home && !(absolute(data) && absolute(state)))
		return fail(err, ENOENT,
			"no home folder: set HOME, or XDG_DATA_HOME and XDG_STATE_HOME");
	*places = (struct places){
		.data = folder_below(arena, data, home, ".local/share"),
		.state = folder_below(arena, state, home, ".local/state"),
		.owner = owner,
	};
	return 0;
}

int places_give(int fd, const struct owner *owner, const char *path, struct error *err)
{
	if (owner->given && fchown(fd, owner->uid, owner->gid) < 0)
		return fail_errno(err, "give %s to user %u", path, owner->uid);
	return 0;
}

static int make_dir(const char *path, const struct owner *owner, struct error *err)
{
	if (mkdir(path, 0700) < 0)
		return errno == EEXIST ? 0 : fail_errno(err, "make folder %s", path);
	if (!owner->given)
		return 0;
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return fail_errno(err, "open folder %s", path);
	return places_give(fd, owner, path, err);
}

int places_make_dirs(const char *path, const struct owner *owner, struct error *err)
{
	AUTO_FREE char *part = strdup(path);
	struct stat st;
	int ret = 0;

	if (!part)
		return fail(err, ENOMEM, "no memory for a path");
	for (char *p = part; ret == 0 && *p; p++) {
		/* at the slash that ends a name, not at the root's or a doubled one */
		if (*p != '/' || p == part || p[-1] == '/')
			continue;
		*p = '\0';
		ret = make_dir(part, owner, err);
		*p = '/';
	}
	if (ret == 0 && *path)
		ret = make_dir(path, owner, err);
	if (ret < 0)
		return ret;
	if (stat(path, &st) < 0)
		return fail_errno(err, "folder %s", path);
	if (!S_ISDIR(st.st_mode))
		return fail(err, ENOTDIR, "%s is there already and no folder", path);
	return 0;
}
