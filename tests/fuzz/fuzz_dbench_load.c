// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/dbench_load.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* What is accepted can be described, and the description means the same. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dbench_load load, again;
	struct text faults, text, second;
	struct error err = { 0 };

	text_init(&faults, 1 << 20);
	text_init(&text, 8 << 20);
	text_init(&second, 8 << 20);
	int ret = dbench_load_parse(&load, (const char *)data, size, "load", &faults, &err);
	if (ret < 0 && !*err.text)
		abort(); /* a refusal says why */
	if (ret == 0) {
		for (size_t i = 0; i < dbench_op_count(&load); i++) {
			dbench_describe(&load, &dbench_ops(&load)[i], &text);
			text_puts(&text, "\n");
		}
		if (!text.overflow) {
			if (dbench_load_parse(&again, text.data, text.length, "again", &faults,
				    &err) < 0)
				abort();
			for (size_t i = 0; i < dbench_op_count(&again); i++) {
				dbench_describe(&again, &dbench_ops(&again)[i], &second);
				text_puts(&second, "\n");
			}
			if (strcmp(text.data, second.data) != 0)
				abort();
			dbench_load_free(&again);
		}
	}
	dbench_load_free(&load);
	text_free(&faults);
	text_free(&text);
	text_free(&second);
	return 0;
}
