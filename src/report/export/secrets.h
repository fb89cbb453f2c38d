// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arena.h"

/* What is to be replaced by which word; found by its text. */

enum secret_kind { SECRET_HOST, SECRET_USER, SECRET_SERIAL, SECRET_PATH };

struct secret {
	enum secret_kind kind;
	const char *text, *word;
	size_t length; /* of the text */
};

struct secrets {
	struct arena *arena;
	struct secret *list; /* the longest first */
	size_t count;
	size_t words[SECRET_PATH + 1]; /* of each kind */
};

/* The word for a text: a new one (host2, /path3), or that which it has already. */
const char *secrets_word(struct secrets *s, enum secret_kind kind, const char *text, size_t length);
/* The longest one that the text begins with, and does not go on behind as one word; NULL for none.
 */
const struct secret *secrets_match(const struct secrets *s, const char *text);

/* Learns it, of a host also its first label; false for what says nothing: empty, root, localhost.
 */
bool secrets_learn(struct secrets *s, enum secret_kind kind, const char *text);

/* What a word is made of, for where one begins and ends. */
bool is_word_character(char c);
