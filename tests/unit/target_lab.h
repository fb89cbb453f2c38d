// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab.h"
#include "target/target.h"

/* An image of an experiment: allocated in full, as the controller makes it. */
static inline struct target_spec loop_spec(const struct lab *lab, const char *fs, char *image)
{
	(void)snprintf(image, PATH_MAX, "%s/image", lab->dir);
	ck_assert_int_eq(lab_shell("fallocate -l 320M %s", image), 0);
	return (struct target_spec){
		.kind = TARGET_LOOP,
		.path = image,
		.size = 320 * MIB,
		.fs = fs,
		.mkfs = "",
		.mount = "",
		.uuid = lab->uuid,
		.destroy = "",
	};
}

static inline const char *fact(const json_t *facts, const char *key)
{
	const char *text = json_string_value(json_object_get(facts, key));

	return text ? text : "";
}
/* A root who looks for what is left finds nothing. */
static inline void nothing_left(const struct lab *lab)
{
	ck_assert_int_eq(lab_loops(lab), 0);
	ck_assert_int_eq(lab_mounts(lab), 0);
	ck_assert_int_eq(lab_entries(lab, "state/journal"), 0);
	ck_assert_int_eq(lab_entries(lab, "state/mnt"), 0);
}
