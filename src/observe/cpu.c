// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* /proc/stat: what the CPUs did, context switches, interrupts. proc(5) */

static const struct {
	const char *all, *each;
} modes[] = {
	{ "kernel.all.cpu.user", "kernel.percpu.cpu.user" },
	{ "kernel.all.cpu.nice", "kernel.percpu.cpu.nice" },
	{ "kernel.all.cpu.sys", "kernel.percpu.cpu.sys" },
	{ "kernel.all.cpu.idle", "kernel.percpu.cpu.idle" },
	{ "kernel.all.cpu.wait.total", "kernel.percpu.cpu.wait.total" },
	{ "kernel.all.cpu.irq.hard", "kernel.percpu.cpu.irq.hard" },
	{ "kernel.all.cpu.irq.soft", "kernel.percpu.cpu.irq.soft" },
	{ "kernel.all.cpu.steal", "kernel.percpu.cpu.steal" },
};

static const struct number_row machine_rows[] = {
	{ "intr", 0, "kernel.all.intr", "count", READING_COUNTER, 1 },
	{ "ctxt", 0, "kernel.all.pswitch", "count", READING_COUNTER, 1 },
	{ "processes", 0, "kernel.all.sysfork", "count", READING_COUNTER, 1 },
	{ "procs_running", 0, "kernel.all.running", "count", READING_INSTANT, 1 },
	{ "procs_blocked", 0, "kernel.all.blocked", "count", READING_INSTANT, 1 },
	{ 0 },
};

struct cpu_line {
	const char *name; /* cpu for all of them, cpu0 */
	size_t first;     /* channel */
};

struct cpu {
	struct source *stat;
	struct cpu_line *lines;
	size_t count, machine;
	double tick_ns;
};

static size_t add_modes(struct observation *o, const char *name, bool is_all)
{
	size_t first = o->channel_count;

	for (size_t i = 0; i < COUNT_OF(modes); i++)
		(void)channel_add(o, is_all ? modes[i].all : modes[i].each, is_all ? "" : name,
			"ns", READING_COUNTER);
	return first;
}

/* CPUs that come later are in the sum only. */
static void *cpu_open(struct observation *o)
{
	struct cpu *cpu = NEW(&o->arena, struct cpu, 1);

	cpu->tick_ns = (double)NS_PER_S / (double)sysconf(_SC_CLK_TCK);
	cpu->stat = source_open(o, "/proc/stat");
	cpu->machine = numbers_add(o, machine_rows, "");
	const char *text = source_read(o, cpu->stat);
	for (const char *p = text; p && strncmp(p, "cpu", 3) == 0; p = strchr(p, '\n') + 1) {
		const char *name = arena_strndup(&o->arena, p, strcspn(p, " \n"));
		*ARENA_PUSH(&o->arena, cpu->lines, cpu->count) = (struct cpu_line){
			.name = name,
			.first = add_modes(o, name, strcmp(name, "cpu") == 0),
		};
		if (!strchr(p, '\n'))
			break;
	}
	if (cpu->count == 0) {
		cpu->lines = NEW(&o->arena, struct cpu_line, 1);
		cpu->lines[0] =
			(struct cpu_line){ .name = "cpu", .first = add_modes(o, "cpu", true) };
		cpu->count = 1;
	}
	return cpu;
}

static void cpu_sample(struct observation *o, void *state, bool at_end)
{
	struct cpu *cpu = state;

	(void)at_end;
	numbers_sample(o, cpu->stat, machine_rows, cpu->machine);
	if (cpu->stat->absent) {
		for (size_t i = 0; i < cpu->count; i++)
			channels_miss(o, cpu->lines[i].first, COUNT_OF(modes), cpu->stat->absent);
		return;
	}
	const char *from = o->text;
	for (size_t i = 0; i < cpu->count; i++) {
		const char *line = line_find(from, cpu->lines[i].name);
		for (size_t m = 0; m < COUNT_OF(modes); m++) {
			uint64_t ticks;
			if (!line)
				channel_miss(o, cpu->lines[i].first + m, "the CPU is offline");
			else if (line_number(line, (unsigned)m, &ticks))
				channel_set(o, cpu->lines[i].first + m,
					(double)ticks * cpu->tick_ns);
			else
				channel_miss(o, cpu->lines[i].first + m,
					"this kernel does not count it");
		}
		/* the lines are in their order; one that is gone is looked for up to the last */
		const char *end = line ? strchr(line, '\n') : NULL;
		from = end ? end + 1 : from;
	}
}

const struct observer cpu_observer = { .name = "cpu", .open = cpu_open, .sample = cpu_sample };
