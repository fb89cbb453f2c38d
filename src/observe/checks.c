// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/checks.h"

#include "core/units.h"
#include "observe/checks_storage.h"
#include "observe/kernel_config.h"

#include <math.h>
#include <string.h>

/* A value from here on is a warning, or makes results worthless. */
struct threshold {
	double warning, bad;
};

/* Shares of all CPUs' time; of the memory; pages a second. Reasons: docs/doctor.md */
static const struct threshold load_limits = { 0.05, 0.25 };
static const struct threshold steal_limits = { 0.01, 0.05 };
static const struct threshold memory_limits = { 0.90, 0.98 };

static enum check_grade grade_of(const struct threshold *limits, double value)
{
	return value >= limits->bad       ? CHECK_BAD
	       : value >= limits->warning ? CHECK_WARNING
					  : CHECK_OK;
}

static const char *text_fact(const struct machine *m, const char *name)
{
	return json_string_value(json_object_get(m->facts, name));
}

/* NaN where it is not known. */
static double number_fact(const struct machine *m, const char *name)
{
	const json_t *value = json_object_get(m->facts, name);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *why_unknown(const struct machine *m, const char *name)
{
	const char *why =
		json_string_value(json_object_get(json_object_get(m->facts, "unknown"), name));

	return why ? why : "not recorded";
}

static void check_root(const struct machine *m, struct checkup *c)
{
	if (m->is_root)
		checkup_add(c, "root", CHECK_OK, "", "may mount, write knobs and drop caches");
	else
		checkup_add(c, "root", CHECK_WARNING, "run it as root: sudo bakeoff ...",
			"not root: no mkfs, mount, knob or memory cap, and caches are not dropped "
			"between runs");
}

static void check_load(const struct machine *m, struct checkup *c)
{
	if (isnan(m->rates.busy)) {
		checkup_add(c, "load", CHECK_UNKNOWN, "", "/proc/stat cannot be read");
		return;
	}
	enum check_grade grade = grade_of(&load_limits, m->rates.busy);
	checkup_add(c, "load", grade, grade == CHECK_OK ? "" : "end what else runs (top shows it)",
		"others used %.1f %% of all CPUs' time in %.2g s", 100 * m->rates.busy,
		m->rates.seconds);
}

static void check_steal(const struct machine *m, struct checkup *c)
{
	bool is_guest = json_is_true(json_object_get(m->facts, "virtual_machine"));

	if (isnan(m->rates.steal)) {
		checkup_add(c, "steal", CHECK_UNKNOWN, "", "/proc/stat cannot be read");
		return;
	}
	enum check_grade grade = grade_of(&steal_limits, m->rates.steal);
	if (grade != CHECK_OK)
		checkup_add(c, "steal", grade, "measure on a machine, or a host, of its own",
			"the host kept %.1f %% of the CPUs' time for others in %.2g s",
			100 * m->rates.steal, m->rates.seconds);
	else if (is_guest)
		checkup_add(c, "steal", CHECK_NOTE, "",
			"a virtual machine: nothing was stolen now, but neighbours may come");
	else
		checkup_add(c, "steal", CHECK_OK, "", "no time was stolen");
}

static void check_governor(const struct machine *m, struct checkup *c)
{
	const char *governor = text_fact(m, "governor");

	if (!governor)
		checkup_add(c, "governor", CHECK_UNKNOWN, "", "%s", why_unknown(m, "governor"));
	else if (strcmp(governor, "performance") == 0)
		checkup_add(c, "governor", CHECK_OK, "", "performance");
	else
		checkup_add(c, "governor", CHECK_WARNING,
			"cpupower frequency-set --governor performance",
			"%s: the clock rate follows the load, and so do short phases", governor);
}

static void check_turbo(const struct machine *m, struct checkup *c)
{
	double off = number_fact(m, "turbo_off"), boost = number_fact(m, "boost");

	if (isnan(off) && isnan(boost))
		checkup_add(c, "turbo", CHECK_UNKNOWN, "", "%s", why_unknown(m, "boost"));
	else if (off == 1 || boost == 0)
		checkup_add(c, "turbo", CHECK_OK, "", "off");
	else
		checkup_add(c, "turbo", CHECK_WARNING,
			isnan(off) ? "echo 0 > /sys/devices/system/cpu/cpufreq/boost"
				   : "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo",
			"on: the clock rate depends on temperature and on idle neighbours");
}

static bool has_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list; (at = strstr(at, word)); at += length) {
		bool starts = at == list || at[-1] == ' ';
		if (starts && (at[length] == '\0' || at[length] == ' '))
			return true;
	}
	return false;
}

static void check_clock(const struct machine *m, struct checkup *c)
{
	const char *source = text_fact(m, "clock_source"), *sources = text_fact(m, "clock_sources");
	const char *machine = text_fact(m, "machine");
	bool is_x86 = machine && (strcmp(machine, "x86_64") == 0 || strcmp(machine, "i686") == 0);
	bool has_tsc = json_is_true(json_object_get(m->facts, "tsc_constant"));

	if (!source)
		checkup_add(c, "clock", CHECK_UNKNOWN, "", "%s", why_unknown(m, "clock_source"));
	else if (is_x86 && has_tsc && sources && !has_word(sources, "tsc"))
		checkup_add(c, "clock", CHECK_BAD,
			"dmesg | grep -i tsc says why; a newer firmware, or another machine",
			"%s: the kernel has found the TSC unstable, and times rest on it", source);
	else if (is_x86 && strcmp(source, "tsc") != 0)
		checkup_add(c, "clock", CHECK_WARNING,
			"boot with clocksource=tsc, if dmesg does not say that it is unstable",
			"%s: slower to read than the TSC", source);
	else
		checkup_add(c, "clock", CHECK_OK, "", "%s", source);
}

static void check_memory(const struct machine *m, struct checkup *c)
{
	double all = number_fact(m, "memory_bytes"),
	       left = number_fact(m, "memory_available_bytes");

	if (isnan(all) || isnan(left)) {
		checkup_add(c, "memory", CHECK_UNKNOWN, "", "%s",
			why_unknown(m, "memory_available_bytes"));
		return;
	}
	enum check_grade grade = grade_of(&memory_limits, 1 - left / all);
	checkup_add(c, "memory", grade,
		grade == CHECK_OK ? "" : "end what uses it: the page cache has what is left",
		"%s of %s available", units_human_size(c->arena, left),
		units_human_size(c->arena, all));
}

static void check_swap(const struct machine *m, struct checkup *c)
{
	double all = number_fact(m, "swap_bytes"), left = number_fact(m, "swap_free_bytes");

	if (m->rates.swapped > 0)
		checkup_add(c, "swap", CHECK_BAD, "end what uses the memory, or swapoff -a",
			"%.0f pages a second go in or out", m->rates.swapped);
	else if (isnan(all) || isnan(left))
		checkup_add(c, "swap", CHECK_UNKNOWN, "", "%s", why_unknown(m, "swap_bytes"));
	else if (all > left)
		checkup_add(c, "swap", CHECK_WARNING, "swapoff -a && swapon -a",
			"%s in use: what comes back from it comes in the middle of a phase",
			units_human_size(c->arena, all - left));
	else
		checkup_add(c, "swap", CHECK_OK, "", all > 0 ? "none in use" : "none");
}

static const char *options_text(struct arena *arena, const struct machine *m, enum config_harm harm)
{
	const json_t *config = json_object_get(m->facts, "kernel_config");
	const char *line = text_fact(m, "kernel_command_line"), *text = "";

	for (const struct config_option *o = config_options; o->name; o++) {
		if (o->harm == harm && config_is_on(o, config, line ? line : ""))
			text = arena_printf(arena, "%s%s%s", text, *text ? ", " : "", o->name);
	}
	return text;
}

static void check_kernel(const struct machine *m, struct checkup *c)
{
	const char *ruins = options_text(c->arena, m, CONFIG_RUINS);
	const char *slows = options_text(c->arena, m, CONFIG_SLOWS);
	static const char other[] = "boot a kernel that is built without them";

	if (!json_is_object(json_object_get(m->facts, "kernel_config")))
		checkup_add(c, "kernel", CHECK_UNKNOWN, "", "%s", why_unknown(m, "kernel_config"));
	else if (*ruins)
		checkup_add(c, "kernel", CHECK_BAD, other,
			"debugging is measured, not work: %s%s%s", ruins, *slows ? ", " : "",
			slows);
	else if (*slows)
		checkup_add(c, "kernel", CHECK_WARNING, other, "debugging that costs time: %s",
			slows);
	else
		checkup_add(c, "kernel", CHECK_OK, "", "no option that debugs at every step");
}

/* Documentation/admin-guide/tainted-kernels.rst */
static void check_tainted(const struct machine *m, struct checkup *c)
{
	enum { DIED = 1 << 7, WARNED = 1 << 9, SOFT_LOCKUP = 1 << 14 };
	double tainted = number_fact(m, "kernel_tainted");
	static const char remedy[] = "dmesg says what it was; restart the machine";

	if (isnan(tainted)) {
		checkup_add(c, "oops", CHECK_UNKNOWN, "", "%s", why_unknown(m, "kernel_tainted"));
		return;
	}
	unsigned long bits = (unsigned long)tainted;
	if (bits & (DIED | SOFT_LOCKUP))
		checkup_add(c, "oops", CHECK_BAD, remedy, "the kernel has had an oops or a lockup");
	else if (bits & WARNED)
		checkup_add(c, "oops", CHECK_WARNING, remedy,
			"the kernel has warned since it was booted");
	else
		checkup_add(c, "oops", CHECK_OK, "", "none since it was booted");
}

static void check_power(const struct machine *m, struct checkup *c)
{
	if (m->on_battery == 1)
		checkup_add(c, "power", CHECK_WARNING, "connect it to the mains",
			"on battery: clock rates are held down");
	else
		checkup_add(c, "power", CHECK_OK, "",
			isnan(m->on_battery) ? "no battery to be seen" : "mains");
}

static void check_cpus(const struct machine *m, struct checkup *c)
{
	double cpus = number_fact(m, "cpus"), nodes = number_fact(m, "numa_nodes");

	if (isnan(cpus))
		checkup_add(c, "cpus", CHECK_UNKNOWN, "", "%s", why_unknown(m, "cpus"));
	else if (cpus < 2)
		checkup_add(c, "cpus", CHECK_WARNING, "measure with two CPUs or more",
			"one: clients share it with the kernel's threads and with bakeoff");
	else if (nodes > 1)
		checkup_add(c, "cpus", CHECK_NOTE,
			"numactl --cpunodebind=0 --membind=0 bakeoff ...",
			"%.0f on %.0f NUMA nodes: where memory lies differs from run to run", cpus,
			nodes);
	else if (number_fact(m, "smt") == 1)
		checkup_add(c, "cpus", CHECK_NOTE, "",
			"%.0f, two to a core: clients may share a core or not", cpus);
	else
		checkup_add(c, "cpus", CHECK_OK, "", "%.0f", cpus);
}

static const struct check {
	const char *name;
	void (*judge)(const struct machine *machine, struct checkup *checkup);
} checks[] = {
	{ "root", check_root },
	{ "load", check_load },
	{ "steal", check_steal },
	{ "cpus", check_cpus },
	{ "governor", check_governor },
	{ "turbo", check_turbo },
	{ "power", check_power },
	{ "clock", check_clock },
	{ "memory", check_memory },
	{ "swap", check_swap },
	{ "kernel", check_kernel },
	{ "oops", check_tainted },
	{ "space", check_space },
	{ "storage", check_storage },
	{ "traffic", check_traffic },
};

const char *machine_check_name(size_t i)
{
	return i < COUNT_OF(checks) ? checks[i].name : NULL;
}

void machine_judge(const struct machine *machine, struct checkup *checkup)
{
	for (size_t i = 0; i < COUNT_OF(checks); i++)
		checks[i].judge(machine, checkup);
}
