// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/checkup_text.h"

#include "core/auto.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A path of strange bytes must not break the line. */
static void put_line_text(struct text *out, const char *text)
{
	for (; *text; text++)
		text_add(out, (unsigned char)*text < ' ' || *text == '\x7f' ? "?" : text, 1);
}

static void put_sum(const struct checkup *c, struct text *out)
{
	size_t bad = checkup_count(c, CHECK_BAD), warnings = checkup_count(c, CHECK_WARNING);
	size_t unknown = checkup_count(c, CHECK_UNKNOWN);

	text_printf(out, "%zu bad, %zu warning%s, %zu unknown: %s\n", bad, warnings,
		warnings == 1 ? "" : "s", unknown,
		bad > 0        ? "what is measured here now cannot be trusted"
		: warnings > 0 ? "can be measured here, with care"
			       : "can be measured here");
}

void checkup_text(const struct checkup *c, struct text *out)
{
	int widest = 0;

	for (size_t i = 0; i < c->count; i++) {
		int width = (int)strlen(c->findings[i].check);
		widest = width > widest ? width : widest;
	}
	for (size_t i = 0; i < c->count; i++) {
		const struct finding *f = &c->findings[i];
		text_printf(out, "%-*s  %-7s  ", widest, f->check, check_grade_name(f->grade));
		put_line_text(out, f->text);
		if (*f->remedy) {
			text_puts(out, " -> ");
			put_line_text(out, f->remedy);
		}
		text_puts(out, "\n");
	}
	put_sum(c, out);
}

static json_t *finding_json(const struct finding *f)
{
	json_t *object = json_object();

	(void)json_object_set_new(object, "check", json_text(f->check));
	(void)json_object_set_new(object, "grade", json_text(check_grade_name(f->grade)));
	(void)json_object_set_new(object, "finding", json_text(f->text));
	(void)json_object_set_new(object, "remedy",
		*f->remedy ? json_text(f->remedy) : json_null());
	return object;
}

int checkup_json(const struct checkup *c, json_t *facts, struct text *out, struct error *err)
{
	AUTO_JSON json_t *document = json_object();
	json_t *findings = json_array();

	for (size_t i = 0; i < c->count; i++)
		(void)json_array_append_new(findings, finding_json(&c->findings[i]));
	(void)json_object_set_new(document, "schema", json_string("bakeoff.doctor/1"));
	(void)json_object_set_new(document, "trusted",
		json_boolean(checkup_count(c, CHECK_BAD) == 0));
	(void)json_object_set_new(document, "findings", findings);
	(void)json_object_set(document, "host", facts);
	AUTO_FREE char *dump = json_dumps(document, JSON_INDENT(2));
	if (!dump)
		return fail(err, ENOMEM, "no memory for the JSON document");
	text_puts(out, dump);
	text_puts(out, "\n");
	return 0;
}
