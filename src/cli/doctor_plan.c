// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/doctor_plan.h"

#include "experiment/image.h"
#include "experiment/run.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void doctor_add_workload(struct arena *arena, struct plan_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		if (strcmp(lines->items[i].kind, "workload") == 0)
			return;
	}
	(void)plan_add_workload(arena, lines, "nothing");
}

struct place_list {
	struct arena *arena;
	struct place_request *list;
	size_t count;
};

static void add_place(struct place_list *p, const struct place_request *given)
{
	struct place_request new = *given, *place = &new;
	char resolved[PATH_MAX];

	if (realpath(given->path, resolved))
		new.path = arena_strdup(p->arena, resolved);
	for (size_t i = 0; i < p->count; i++) {
		struct place_request *old = &p->list[i];
		if (strcmp(old->path, place->path) != 0 || old->holds_image != place->holds_image)
			continue;
		old->bytes = max_u64(old->bytes, place->bytes);
		return;
	}
	*ARENA_PUSH(p->arena, p->list, p->count) = *place;
}

static uint64_t most_space(const struct plan *plan)
{
	uint64_t most = 0;

	for (size_t i = 0; i < plan->cell_count; i++)
		most = max_u64(most, plan->cells[i].space);
	return most;
}

static void add_variant(struct place_list *p, const struct plan *plan, const struct variant *v)
{
	struct place_request place = { .who = v->name, .path = v->target.path };
	struct stat st;

	switch (v->target.kind) {
	case TARGET_DIR:
		place.bytes = most_space(plan);
		break;
	case TARGET_IMAGE:
		place.holds_image = true;
		break;
	case TARGET_DEVICE:
		if (stat(place.path, &st) == 0 && S_ISBLK(st.st_mode))
			place.device = st.st_rdev;
		break;
	case TARGET_LOOP: /* on the scratch directory */
	case TARGET_TMPFS:
		return;
	}
	add_place(p, &place);
}

size_t doctor_places(const struct plan *plan, const char *directory, struct arena *arena,
	struct place_request **places)
{
	const struct place_request here = { .who = "here", .path = directory };
	struct place_list p = { .arena = arena };

	if (plan && image_bytes(plan) > 0) {
		const struct place_request scratch = { .who = "scratch",
			.path = plan->scratch,
			.bytes = image_bytes(plan),
			.holds_image = true };
		add_place(&p, &scratch);
	}
	for (size_t i = 0; plan && i < plan->variant_count; i++) {
		if (!plan->variants[i].hidden)
			add_variant(&p, plan, &plan->variants[i]);
	}
	if (!plan)
		add_place(&p, &here);
	*places = p.list;
	return p.count;
}

/* Messages name what is missing; this is what to do about it. */
static const char *remedy_for(int ret, const char *message, struct arena *arena)
{
	const char *install = strstr(message, "install the package ");

	if (install)
		return arena_strdup(arena, install);
	switch (ret) {
	case -EPERM:
		return "run it as root: sudo bakeoff ...";
	case -ENOSPC:
		return "make room, or name another place (scratch=, device=)";
	default:
		return "change the plan, or what it says is wrong";
	}
}

void doctor_check_plan(const struct plan *plan, const struct session *session,
	struct checkup *checkup)
{
	struct run_options options;
	struct error err;

	if (!plan)
		return;
	session_run_options(session, &options);
	for (size_t i = 0; i < plan->warning_count; i++)
		checkup_add(checkup, "plan", CHECK_WARNING,
			"change the plan, or mind it in reading", "%s: %s", plan->warnings[i].name,
			plan->warnings[i].value);
	/* each by itself, so that all that is wrong is said at once */
	for (size_t i = 0; i < plan->variant_count; i++) {
		struct plan one = *plan;
		if (plan->variants[i].hidden)
			continue;
		one.variants = &plan->variants[i];
		one.variant_count = 1;
		one.baseline = 0;
		int ret = experiment_check(&one, &options, NULL, NULL, &err);
		if (ret < 0)
			checkup_add(checkup, "plan", CHECK_BAD,
				remedy_for(ret, err.text, checkup->arena), "%s", err.text);
		else
			checkup_add(checkup, "plan", CHECK_OK, "", "[variant %s] can be made",
				plan->variants[i].name);
	}
}
