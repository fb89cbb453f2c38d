// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "io/source.h"

/* What an option of the kernel does to measurements, where it is set. */
enum config_harm {
	CONFIG_TOLD,  /* nothing by itself: variants should have the same */
	CONFIG_SLOWS, /* some */
	CONFIG_RUINS, /* what is measured is the debugging */
};

struct config_option {
	const char *name; /* without CONFIG_ */
	enum config_harm harm;
	const char *switch_on;  /* on the command line, without which it does nothing; NULL: none */
	const char *switch_off; /* on the command line, with which it does nothing; NULL: none */
};

/* Those that are recorded, ended by { 0 }. */
extern const struct config_option config_options[];

/*
 * A reader (source.h): an object of all of them, "y", "n", or the value. From /proc/config.gz,
 * /boot/config-RELEASE or /lib/modules/RELEASE/config, the first that there is.
 */
int kernel_config_read(const struct source *source, const char *root, json_t **value,
	struct error *err);

/* Whether an option that was read does its harm with that command line of the kernel. */
bool config_is_on(const struct config_option *option, const json_t *config,
	const char *command_line);
