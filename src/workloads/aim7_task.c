// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/aim7_task.h"

#include <assert.h>
#include <math.h>

void aim7_task_start(struct aim7_task *task, const struct aim7_mix *mix)
{
	*task = (struct aim7_task){ .mix = mix, .left_all = mix->runs };
	for (size_t i = 0; i < mix->count; i++) {
		if (!mix->entries[i].test || mix->entries[i].runs == 0)
			continue;
		task->left[task->listed_count] = mix->entries[i].runs;
		task->listed[task->listed_count++] = i;
	}
}

static size_t pick_left(const struct aim7_task *task, uint32_t *random)
{
	size_t open = 0, i = 0;

	for (size_t k = 0; k < task->listed_count; k++)
		open += task->left[k] > 0;
	assert(open > 0); /* left_all is their sum */
	size_t skip = aim_random(random) % open;
	for (;; i++) {
		if (task->left[i] > 0 && skip-- == 0)
			return i;
	}
}

int aim7_task_next(struct aim7_task *task, uint32_t *random)
{
	if (task->left_all == 0)
		return -1;
	size_t i = aim_random(random) % task->listed_count;
	if (task->left[i] == 0)
		i = pick_left(task, random);
	task->left[i]--;
	task->left_all--;
	return (int)task->listed[i];
}

int aim7_jti(const uint64_t *times_ns, size_t count)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < count; i++)
		sum += (double)times_ns[i];
	if (count < 2 || sum == 0)
		return 100;
	const double mean = sum / (double)count;
	for (size_t i = 0; i < count; i++)
		squares += ((double)times_ns[i] - mean) * ((double)times_ns[i] - mean);
	return (int)((1 - sqrt(squares / (double)count) / mean) * 100);
}
