// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/schedule.h"

#include "core/hash.h"
#include "stats/order.h"

enum { ALLOWED_PERCENT = 20 };

uint64_t schedule_attempts_allowed(uint64_t rounds)
{
	return max_u64(rounds * ALLOWED_PERCENT / 100, 1);
}

void schedule_draw(struct schedule *schedule, const struct plan *plan, struct arena *arena)
{
	uint64_t most = plan->cap ? plan->cap : plan->rounds;
	uint64_t count = 1 + most + schedule_attempts_allowed(most);
	uint32_t cell_seed = (uint32_t)(hash_seed(plan->seed, 0, "workload orders") | 1);

	*schedule = (struct schedule){
		.plan = plan,
		.rounds_most = most,
		.order_count = count,
		.variant_orders =
			draw_orders(arena, (uint32_t)plan->seed, plan->variant_count, count),
		.cell_orders = draw_orders(arena, cell_seed, plan->cell_count, count),
	};
	if (plan->order == ORDER_RANDOM)
		return;
	for (size_t i = 0; i < count * plan->variant_count; i++)
		schedule->variant_orders[i] = i % plan->variant_count;
	for (size_t i = 0; i < count * plan->cell_count; i++)
		schedule->cell_orders[i] = i % plan->cell_count;
}

static struct visit visit_at(const struct schedule *s, uint64_t order, uint64_t round,
	uint64_t attempt)
{
	return (struct visit){
		.round = round,
		.attempt = attempt,
		.variants = &s->variant_orders[order * s->plan->variant_count],
		.cells = &s->cell_orders[order * s->plan->cell_count],
	};
}

struct visit schedule_round(const struct schedule *schedule, uint64_t round)
{
	return visit_at(schedule, round, round, 0);
}

struct visit schedule_repeat(const struct schedule *schedule, uint64_t repeat, uint64_t round,
	uint64_t attempt)
{
	return visit_at(schedule, 1 + schedule->rounds_most + repeat, round, attempt);
}

uint64_t schedule_run_seed(const struct plan *plan, uint64_t round, const struct cell *cell)
{
	return hash_seed(plan->seed, round, cell->label);
}

void schedule_uuid(const struct plan *plan, uint64_t round, char uuid[37])
{
	hash_uuid(plan->seed, round, "file system", uuid);
}
