// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/dbench_default.h"

#include "workloads/dbench_make.h"

int dbench_load_default(struct dbench_load *load, struct error *err)
{
	AUTO_TEXT struct text text;
	AUTO_TEXT struct text faults;

	text_init(&text, 64 * MIB);
	text_init(&faults, 64 * KIB);
	dbench_make(&dbench_make_default, &text);
	int ret = text_check(&text, "the built-in load", err);
	if (ret < 0)
		return ret;
	return dbench_load_parse(load, text.data, text.length, "the built-in load", &faults, err);
}
