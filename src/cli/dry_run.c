// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/dry_run.h"

#include "cli/command.h"
#include "core/units.h"
#include "experiment/image.h"
#include "experiment/run.h"
#include "experiment/schedule.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

static void print_names(const char *before, const struct plan *plan, const size_t *variants)
{
	printf("%s", before);
	for (size_t i = 0; i < plan->variant_count; i++)
		printf("%s %s", i ? "," : "", plan->variants[variants ? variants[i] : i].name);
}

static void print_cells(const struct plan *plan, const size_t *cells)
{
	for (size_t i = 0; plan->cell_count > 1 && i < plan->cell_count; i++)
		printf("%s %s", i ? "," : "; each:", plan->cells[cells ? cells[i] : i].label);
	printf("\n");
}

static void print_orders(const struct plan *plan, const struct schedule *schedule)
{
	printf("\nSchedule, from seed %" PRIu64 ":\n", plan->seed);
	if (plan->order == ORDER_SEQUENTIAL) {
		printf("  sequential: a warm-up (discarded) and %" PRIu64
		       " rounds of one variant,\n",
			plan->rounds);
		print_names("  then of the next:", plan, NULL);
		print_cells(plan, NULL);
	}
	for (uint64_t n = 0; plan->order == ORDER_RANDOM && n <= schedule->rounds_most; n++) {
		const struct visit visit = schedule_round(schedule, n);
		if (plan->cap && n == plan->rounds + 1)
			printf("  that was the pilot: its spread alone fixes, once, how many of "
			       "these follow:\n");
		if (n == 0)
			printf("  warm-up (discarded):");
		else
			printf("  round %" PRIu64 ":", n);
		print_names("", plan, visit.variants);
		print_cells(plan, visit.cells);
	}
	printf("  a round with a failed run is repeated whole at the end%s, at most %" PRIu64
	       " of them\n",
		plan->cap ? " of pilot or experiment" : "",
		schedule_attempts_allowed(schedule->rounds_most));
}

/* What the check says of the commands, kept until it is known that there is something to print. */
struct commands {
	struct arena *arena;
	const char *variant; /* the last one */
	char *text;
};

static void keep_command(void *context, const char *variant, const char *command)
{
	struct commands *c = context;

	c->text = arena_printf(c->arena, "%s%s%s%s    %s\n", c->text,
		c->variant == variant ? "" : "  [", c->variant == variant ? "" : variant,
		c->variant == variant ? "" : "]\n", command);
	c->variant = variant;
}

/* What stands around the runs. */
static void print_once(const struct plan *plan, struct arena *arena)
{
	const char *once = "";

	if (image_bytes(plan) > 0)
		once = arena_printf(arena,
			"    images of %s in all in a new folder of %s, every block written once\n",
			units_exact_size(arena, image_bytes(plan)), plan->scratch);
	for (size_t i = 0; i < plan->variant_count; i++) {
		const struct variant *v = &plan->variants[i];
		if (v->memory > 0)
			once = arena_printf(arena,
				"%s    a cgroup for the clients of %s, its memory limit %s\n", once,
				v->name, units_exact_size(arena, v->memory));
	}
	if (*once)
		printf("\nOnce, before the first run, and undone at the end:\n%s", once);
}

static void print_commands(const struct plan *plan, const char *commands, struct arena *arena)
{
	print_once(plan, arena);
	if (!*commands) {
		printf("\nNo command is run: the directories are taken as they are.\n");
		return;
	}
	printf("\nFor each run, as root:\n%s", commands);
	printf("  then for every variant, before what is timed and before a phase that starts "
	       "cold\n"
	       "    sync; echo 3 > /proc/sys/vm/drop_caches    (until the device is idle)\n"
	       "  and at the end, in reverse: umount, detach, every knob as it was before\n");
}

/*
 * What is known without running: the bytes to move and the times that were asked for. The speed of
 * the device is not; 100 MB/s stands for it, and is said.
 */
static double needed_seconds(const struct plan *plan, uint64_t rounds)
{
	static const double assumed_bytes_per_s = 100e6;
	double seconds = 0;

	for (size_t c = 0; c < plan->cell_count; c++) {
		const struct cell *cell = &plan->cells[c];
		double runs = (double)(rounds + 1) * (double)plan->variant_count;
		double runtime =
			(double)(cell->shape.runtime + cell->shape.ramp_time) / (double)NS_PER_S;
		double moved = (double)cell->space / assumed_bytes_per_s;
		seconds += runs * (1 + (cell->shape.runtime ? runtime : moved) *
						  (double)cell->shape.loops);
	}
	return seconds;
}

static void print_needs(const struct plan *plan, struct arena *arena)
{
	uint64_t bytes = 0;

	for (size_t c = 0; c < plan->cell_count; c++)
		bytes = max_u64(bytes, plan->cells[c].space);
	printf("\nSpace: ");
	if (image_bytes(plan) > 0)
		printf("%s for images in %s; ", units_human_size(arena, (double)image_bytes(plan)),
			plan->scratch);
	printf("a run fills up to %s of its file system\n", units_human_size(arena, (double)bytes));
	printf("Time: %" PRIu64 " runs, about %s", experiment_run_count(plan, plan->rounds),
		units_human_time(arena, needed_seconds(plan, plan->rounds)));
	if (plan->cap)
		printf(" (the pilot) to %" PRIu64 " runs, about %s (the cap),",
			experiment_run_count(plan, plan->cap),
			units_human_time(arena, needed_seconds(plan, plan->cap)));
	printf(" if the device does 100 MB/s and a run costs 1 s besides\n");
}

int dry_run(const struct session *session, const struct plan *plan, struct arena *arena)
{
	struct commands commands = { .arena = arena, .text = arena_strdup(arena, "") };
	struct run_options options;
	struct schedule schedule;
	struct error err;

	session_run_options(session, &options);
	int ret = experiment_check(plan, &options, keep_command, &commands, &err);
	if (ret < 0 && ret != -EPERM) /* what takes root can be looked at without */
		return say_failure(&err);
	printf("Plan %s (SHA-256 %s):\n\n%s", plan->name, plan->sha256, plan->text);
	for (size_t i = 0; i < plan->warning_count; i++)
		printf("\nwarning: %s: %s\n", plan->warnings[i].name, plan->warnings[i].value);
	schedule_draw(&schedule, plan, arena);
	print_orders(plan, &schedule);
	print_commands(plan, commands.text, arena);
	print_needs(plan, arena);
	return ret < 0 ? say_failure(&err) : EXIT_DONE;
}
