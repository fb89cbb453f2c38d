// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual/argument.h"

#include "manual/help_text.h"

#include <string.h>

struct argument *arguments_of_table(const struct param *table, enum argument_form form,
	struct arena *arena, size_t *count)
{
	struct argument *arguments = NULL;
	bool is_key = form == ARGUMENT_VARIANT_KEY;

	*count = 0;
	for (const struct param *p = table; p->type != PARAM_END; p++) {
		bool is_switch = p->type == PARAM_BOOL && !p->fallback;
		*ARENA_PUSH(arena, arguments, *count) = (struct argument){
			.letter = p->letter,
			.name = is_key ? p->name : arena_printf(arena, "--%s", p->name),
			.value = is_switch && !is_key ? NULL : param_value_word(p, arena),
			.value_optional = p->type == PARAM_BOOL || p->alone,
			.repeated = p->type == PARAM_LIST,
			.form = form,
			.words = param_words(p, arena),
		};
	}
	return arguments;
}

/* Each paragraph of a text becomes a part. */
static void add_paragraphs(struct command_manual *m, const char *text, struct arena *arena)
{
	while (text && *text) {
		const char *end = strstr(text, "\n\n");
		size_t length = end ? (size_t)(end - text) : strlen(text);
		*ARENA_PUSH(arena, m->parts, m->count) =
			(struct manual_part){ .text = arena_strndup(arena, text, length) };
		text += length;
		text += strspn(text, "\n");
	}
}

static void add_lists(struct command_manual *m, const struct argument_list *lists,
	struct arena *arena)
{
	for (const struct argument_list *l = lists; l->params; l++) {
		struct manual_part *part = ARENA_PUSH(arena, m->parts, m->count);
		part->text = l->heading ? arena_printf(arena, "%s:", l->heading) : NULL;
		part->arguments = arguments_of_table(l->params, l->form, arena, &part->count);
	}
}

int command_manual_make(const struct command *c, struct arena *arena, struct command_manual *manual,
	struct error *err)
{
	struct command_manual made = { .command = c };
	const struct argument_list *lists = command_lists(c, arena);
	const char *help = NULL;
	int ret = 0;

	if (lists)
		help = command_help(c, arena);
	else
		ret = help_text_of(c, arena, &help, err);
	if (ret < 0)
		return ret;
	const char *rest = help_text_usage(help, c->name, arena, &made.usage);
	if (lists) {
		add_paragraphs(&made, c->about, arena);
		add_lists(&made, lists, arena);
		add_paragraphs(&made, c->notes, arena);
	} else {
		help_text_parts(rest, arena, &made.parts, &made.count);
	}
	*manual = made;
	return 0;
}
