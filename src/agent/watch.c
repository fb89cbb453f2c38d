// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/watch.h"

#include "model/event.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void say_log(const struct watch *w, int level, const char *text)
{
	w->say(w->context, event_log(&(struct log_record){ .level = level, .text = text }));
}

static void say_complaint(void *context, const char *text)
{
	say_log(context, RECORD_WARNING, text);
}

void watch_start(struct watch *w, const struct run_spec *spec, struct arena *arena,
	void (*say)(void *context, json_t *event), void *context)
{
	*w = (struct watch){ .spec = spec,
		.arena = arena,
		.log = { .fd = -1 },
		.say = say,
		.context = context };
	if (spec->observe > 0)
		kernel_log_open(&w->log, "", arena, say_complaint, w);
	if (w->log.absent)
		say_log(w, RECORD_INFO,
			arena_printf(arena, "the kernel's log is not looked at: %s",
				w->log.absent));
}

void watch_target(struct watch *w, int dir)
{
	char link[64], path[PATH_MAX];
	struct stat st = { 0 };

	if (w->spec->observe == 0)
		return;
	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", dir);
	ssize_t length = readlink(link, path, sizeof(path) - 1);
	path[length > 0 ? length : 0] = '\0';
	(void)fstat(dir, &st); /* of an open directory; else its device is unknown */
	const struct sampler_config config = {
		.root = "",
		.interval_ns = w->spec->observe,
		.path = path,
		.device = st.st_dev,
		.cgroup_procs = w->spec->cgroup_procs,
	};
	w->sampler = sampler_new(&config);
	if (!w->sampler)
		say_log(w, RECORD_INFO, "observers: no memory for them");
}

uint64_t watch_phase_begins(struct watch *w, const char *phase, const pid_t *clients,
	unsigned count)
{
	if (!w->sampler)
		return UINT64_MAX;
	return sampler_begin(w->sampler, phase, clients, count, w->spec->shape.ramp_time);
}

uint64_t watch_sample(struct watch *w)
{
	kernel_log_look(&w->log);
	return sampler_tick(w->sampler);
}

void watch_phase_ends(struct watch *w)
{
	if (w->sampler)
		sampler_end(w->sampler);
	kernel_log_look(&w->log);
}

struct phase_record watch_phase(const struct watch *w, const struct phase_record *phase)
{
	struct phase_record made = *phase;

	if (w->sampler)
		made.counter_count =
			sampler_counters(w->sampler, phase->name, w->arena, &made.counters);
	return made;
}

/* They all have the same times, which are said with the first. */
void watch_say_series(struct watch *w)
{
	struct series_record *series;
	size_t count = w->sampler ? sampler_series(w->sampler, w->arena, &series) : 0;

	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			series[i].time_ns = NULL;
		w->say(w->context, event_series(&series[i]));
	}
	const char *remark = w->sampler ? sampler_remark(w->sampler, w->arena) : NULL;
	if (remark)
		say_log(w, RECORD_INFO, remark);
}

void watch_end(struct watch *w)
{
	if (w->log.fd >= 0)
		kernel_log_close(&w->log);
	sampler_free(w->sampler);
	w->sampler = NULL;
}
