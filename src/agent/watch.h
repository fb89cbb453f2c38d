// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "model/spec.h"
#include "observe/kernel_log.h"
#include "observe/sampler.h"

/* The observers beside a run: what the bench's hooks tell them, and what they have to say. */
struct watch {
	const struct run_spec *spec;
	struct arena *arena;
	struct sampler *sampler; /* NULL: nothing is observed */
	struct kernel_log log;
	void (*say)(void *context, json_t *event); /* takes the event */
	void *context;
};

/* As early as can be: the kernel's log is looked at from here on. Does nothing where the spec wants
 * no observers. */
void watch_start(struct watch *w, const struct run_spec *spec, struct arena *arena,
	void (*say)(void *context, json_t *event), void *context);
/* The thing under test is made: dir is open on it. Before the bench. */
void watch_target(struct watch *w, int dir);

/* For the bench's hooks; ramp_ns as the shape has it. */
uint64_t watch_phase_begins(struct watch *w, const char *phase, const pid_t *clients,
	unsigned count);
uint64_t watch_sample(struct watch *w);
void watch_phase_ends(struct watch *w);

/* The phase with what was observed in it, for its event. */
struct phase_record watch_phase(const struct watch *w, const struct phase_record *phase);
/* After the bench: says the series. */
void watch_say_series(struct watch *w);
/* When all is unmade: the last lines of the kernel's log. */
void watch_end(struct watch *w);
