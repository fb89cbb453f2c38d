// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/aim7_task.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Whatever the mix, a task does each disk test as often as it stands there, and nothing else. */
static void do_task(const struct aim7_mix *mix)
{
	static uint64_t done[AIM7_MOST_ENTRIES];
	static struct aim7_task task;
	uint32_t random = 1;
	int entry;

	memset(done, 0, sizeof(done));
	aim7_task_start(&task, mix);
	while ((entry = aim7_task_next(&task, &random)) >= 0)
		done[entry]++;
	for (size_t i = 0; i < mix->count; i++) {
		const struct aim7_entry *e = &mix->entries[i];
		if (done[i] != (e->test ? e->runs : 0))
			abort();
	}
}

/* A workfile that is taken has something to run and can be told; one that is not says why. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = { 0 };
	struct aim7_mix mix;
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	if (aim7_mix_parse((const char *)data, size, &mix, &err) < 0) {
		if (!err.text[0])
			abort();
		return 0;
	}
	if (mix.count > AIM7_MOST_ENTRIES || mix.runs == 0 || mix.runs > mix.runs_all ||
		mix.runs_all > AIM7_TASK_RUNS + AIM7_MOST_ENTRIES)
		abort();
	aim7_mix_tell(&mix, "fuzz", &out);
	if (out.overflow)
		abort();
	do_task(&mix);
	return 0;
}
