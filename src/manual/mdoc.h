// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text.h"
#include "manual/argument.h"

/*
 * mdoc(7) source, as mandoc -T lint wants it: each sentence on a line of its own, no line
 * over 80 bytes, everything escaped that would be taken for a macro.
 */

/* Words as text. */
void mdoc_words(struct text *out, const char *words);
/* Lines that are kept as they are. */
void mdoc_literal(struct text *out, const char *lines);
/* "[PLAN] [WORKLOAD [OPTION...]]..." as macros. */
void mdoc_usage(struct text *out, const char *usage);
/* A tagged list; of a keys' list the keys as a plan has them. */
void mdoc_arguments(struct text *out, const struct argument *arguments, size_t count);
void mdoc_item(struct text *out, const char *tag_macro, const char *tag, const char *words);
void mdoc_list_begin(struct text *out);
void mdoc_list_end(struct text *out);
