// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/privileges.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct identity {
	const char *name; /* of the user; NULL for a number that has none */
	uid_t uid;
	gid_t gid;
	bool own_groups; /* the user's, as no group was named */
};

/* Whole, below the number that means "leave it". */
static bool is_number(const char *text, unsigned *number)
{
	char *end;

	errno = 0;
	unsigned long n = strtoul(text, &end, 10);
	if (errno != 0 || end == text || *end || *text == '-' || n >= UINT32_MAX)
		return false;
	*number = (unsigned)n;
	return true;
}

static int find_user(const char *name, struct identity *who, struct error *err)
{
	unsigned number = 0;
	const struct passwd *p = getpwnam(name);

	if (!p && is_number(name, &number))
		p = getpwuid(number);
	if (!p && !is_number(name, &number))
		return fail(err, EINVAL, "no user '%s'", name);
	*who = (struct identity){
		.name = p ? p->pw_name : NULL,
		.uid = p ? p->pw_uid : number,
		.gid = p ? p->pw_gid : number,
		.own_groups = true,
	};
	return 0;
}

static int find_group(const char *name, struct identity *who, struct error *err)
{
	unsigned number = 0;
	const struct group *g = getgrnam(name);

	if (!g && !is_number(name, &number))
		return fail(err, EINVAL, "no group '%s'", name);
	who->gid = g ? g->gr_gid : number;
	who->own_groups = false;
	return 0;
}

static int become(const struct identity *who, struct error *err)
{
	const bool is_root = geteuid() == 0;
	int ret = 0;

	if (is_root && who->own_groups && who->name)
		ret = initgroups(who->name, who->gid);
	else if (is_root)
		ret = setgroups(1, &who->gid);
	if (ret == 0)
		ret = setresgid(who->gid, who->gid, who->gid);
	if (ret == 0)
		ret = setresuid(who->uid, who->uid, who->uid);
	if (ret < 0)
		return fail_errno(err, "become user %u and group %u", who->uid, who->gid);
	if (who->uid != 0 && (setuid(0) == 0 || seteuid(0) == 0))
		return fail(err, EPERM, "user %u could become root again", who->uid);
	return 0;
}

int privileges_drop(const char *user, const char *group, struct error *err)
{
	struct identity who = { .uid = getuid(), .gid = getgid() };
	char name[256];
	int ret = 0;

	if (user) {
		const size_t length = strcspn(user, ":");
		if (length >= sizeof(name))
			return fail(err, EINVAL, "no user '%s'", user);
		memcpy(name, user, length);
		name[length] = '\0';
		ret = find_user(name, &who, err);
		if (user[length] == ':' && !group)
			group = user + length + 1;
	}
	if (ret == 0 && group)
		ret = find_group(group, &who, err);
	return ret == 0 ? become(&who, err) : ret;
}
