// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/dry_run.h"

#include "cli/command.h"
#include "core/units.h"
#include "experiment/image.h"
#include "experiment/run.h"
#include "experiment/schedule.h"

#include <inttypes.h>
#include <stdio.h>

static void print_orders(const struct plan *plan, const struct schedule *schedule)
{
	printf("\nSchedule, from seed %" PRIu64 ":\n", plan->seed);
	for (uint64_t n = 0; n <= plan->rounds; n++) {
		const struct visit visit = schedule_round(schedule, n);
		if (n == 0)
			printf("  warm-up (discarded):");
		else
			printf("  round %" PRIu64 ":", n);
		for (size_t i = 0; i < plan->variant_count; i++)
			printf("%s %s", i ? "," : "", plan->variants[visit.variants[i]].name);
		if (plan->cell_count > 1) {
			printf("; each:");
			for (size_t i = 0; i < plan->cell_count; i++)
				printf("%s %s", i ? "," : "", plan->cells[visit.cells[i]].label);
		}
		printf("\n");
	}
	printf("  a round with a failed run is repeated whole at the end, at most %" PRIu64
	       " of them\n",
		schedule->attempts_allowed);
}

static void print_command(void *context, const char *variant, const char *command)
{
	const char **last = context;

	if (*last != variant)
		printf("  [%s]\n", variant);
	*last = variant;
	printf("    %s\n", command);
}

/*
 * What is known without running: the bytes to move and the times that were asked for. The speed of
 * the device is not; 100 MB/s stands for it, and is said.
 */
static void print_needs(const struct plan *plan, struct arena *arena)
{
	static const double assumed_bytes_per_s = 100e6;
	double seconds = 0, bytes = 0;

	for (size_t c = 0; c < plan->cell_count; c++) {
		const struct cell *cell = &plan->cells[c];
		double runs = (double)(plan->rounds + 1) * (double)plan->variant_count;
		double runtime =
			(double)(cell->shape.runtime + cell->shape.ramp_time) / (double)NS_PER_S;
		double moved = (double)cell->space / assumed_bytes_per_s;
		seconds += runs * (1 + (cell->shape.runtime && runtime < moved ? runtime : moved) *
						  (double)cell->shape.loops);
		bytes = cell->space > bytes ? (double)cell->space : bytes;
	}
	printf("\nSpace: %s for the image in %s; a run fills up to %s of its file system\n",
		units_human_size(arena, (double)image_bytes(plan)), plan->scratch,
		units_human_size(arena, bytes));
	printf("Time: %" PRIu64
	       " runs, about %s if the device does 100 MB/s and a run costs 1 s besides\n",
		experiment_run_count(plan), units_human_time(arena, seconds));
}

int dry_run(const struct session *session, const struct plan *plan, struct arena *arena)
{
	struct run_options options;
	struct schedule schedule;
	struct error err;
	const char *last = NULL;

	session_run_options(session, &options);
	printf("Plan %s (SHA-256 %s):\n\n%s", plan->name, plan->sha256, plan->text);
	for (size_t i = 0; i < plan->warning_count; i++)
		printf("\nwarning: %s: %s\n", plan->warnings[i].name, plan->warnings[i].value);
	schedule_draw(&schedule, plan, arena);
	print_orders(plan, &schedule);
	printf("\nFor each run%s:\n", session->root ? ", as root" : "");
	int ret = experiment_check(plan, &options, print_command, &last, &err);
	if (ret < 0)
		return say_failure(&err);
	print_needs(plan, arena);
	return EXIT_DONE;
}
