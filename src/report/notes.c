// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/notes.h"

#include "report/numbers.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* Where a line has got to. */
struct wrapping {
	struct text *out;
	size_t column, indent, columns;
	bool fresh; /* nothing but the indent is on the line */
};

static void break_line(struct wrapping *w)
{
	text_printf(w->out, "\n%*s", (int)w->indent, "");
	w->column = w->indent;
	w->fresh = true;
}

static void put_piece(struct wrapping *w, const char *piece, size_t bytes, size_t width)
{
	for (size_t i = 0; i < bytes; i++) {
		bool control = (unsigned char)piece[i] < ' ' || piece[i] == '\x7f';
		text_add(w->out, control ? "?" : &piece[i], 1);
	}
	w->column += width;
	w->fresh = false;
}

/* One word; where it alone is longer than a line, it is broken byte by byte, as paths are. */
static void put_word(struct wrapping *w, const char *word, size_t bytes, size_t gap)
{
	char cut[256];
	size_t room = sizeof(cut) - 1 < bytes ? sizeof(cut) - 1 : bytes;

	memcpy(cut, word, room);
	cut[room] = '\0';
	size_t width = bytes > room ? bytes : display_width(cut);
	if (!w->fresh && w->column + gap + width > w->columns)
		break_line(w);
	else if (!w->fresh)
		put_piece(w, "  ", gap, gap);
	while (w->column + width > w->columns) {
		size_t part = w->columns - w->column;
		while (part > 1 && part < bytes && ((unsigned char)word[part] & 0xc0) == 0x80)
			part--;
		put_piece(w, word, part, part);
		word += part;
		bytes -= part;
		width = width > part ? width - part : 0;
		break_line(w);
	}
	put_piece(w, word, bytes, width);
}

void wrap_items(struct text *out, const char *const *items, size_t count, size_t indent,
	size_t columns)
{
	const char *last = strrchr(out->data, '\n');
	struct wrapping w = {
		.out = out,
		.column = display_width(last ? last + 1 : out->data),
		.indent = indent,
		.columns = columns,
		.fresh = true,
	};

	assert(indent < columns / 2);
	if (w.column >= columns)
		break_line(&w);
	for (size_t i = 0; i < count; i++) {
		size_t width = display_width(items[i]);
		size_t gap = 2;
		if (!w.fresh && w.column + gap + width > columns && indent + width <= columns)
			break_line(&w);
		for (const char *word = items[i]; *word;) {
			size_t bytes = strcspn(word, " \n\t");
			/* a rule between items stays with what it begins */
			if (bytes == 1 && *word == '|' && word[1] == ' ')
				bytes += 1 + strcspn(word + 2, " \n\t");
			if (bytes > 0) {
				put_word(&w, word, bytes, gap);
				gap = 1;
			}
			word += bytes;
			word += strspn(word, " \n\t");
		}
	}
	text_puts(out, "\n");
}

/* Equal but for the digits in them: "took 0.3 s" and "took 0.27 s". */
static bool same_but_numbers(const char *a, const char *b)
{
	for (;;) {
		bool digits = isdigit((unsigned char)*a) && isdigit((unsigned char)*b);
		if (digits) {
			a += strspn(a, "0123456789.");
			b += strspn(b, "0123456789.");
		} else if (*a != *b) {
			return false;
		} else if (*a == '\0') {
			return true;
		} else {
			a++;
			b++;
		}
	}
}

static void add_cell(struct arena *arena, struct note *note, const char *cell)
{
	for (size_t i = 0; i < note->cell_count; i++) {
		if (strcmp(note->cells[i], cell) == 0)
			return;
	}
	*ARENA_PUSH(arena, note->cells, note->cell_count) = cell;
}

static void add_variant(struct arena *arena, struct note *note, size_t variant)
{
	for (size_t i = 0; i < note->variant_count; i++) {
		if (note->variants[i] == variant)
			return;
	}
	*ARENA_PUSH(arena, note->variants, note->variant_count) = variant;
}

struct note *collect_notes(const struct results *r, struct arena *arena, size_t *count)
{
	struct note *notes = NULL;
	size_t n = 0;

	for (size_t i = 0; i < r->flag_count; i++) {
		const struct result_flag *flag = &r->flags[i];
		struct note *note = NULL;
		for (size_t k = 0; k < n && !note; k++) {
			if (same_but_numbers(notes[k].text, flag->text))
				note = &notes[k];
		}
		if (!note) {
			note = ARENA_PUSH(arena, notes, n);
			note->text = flag->text;
			note->round = flag->round;
		}
		note->round = min_u64(note->round, flag->round);
		add_cell(arena, note, flag->cell ? flag->cell : "");
		add_variant(arena, note, flag->variant);
	}
	*count = n;
	return notes;
}

bool note_concerns(const struct note *note, const char *cell, size_t variant, size_t baseline)
{
	bool of_cell = false, of_variant = false;

	for (size_t i = 0; i < note->cell_count; i++)
		of_cell |= *note->cells[i] == '\0' || strcmp(note->cells[i], cell) == 0;
	for (size_t i = 0; i < note->variant_count; i++)
		of_variant |= note->variants[i] == variant || note->variants[i] == baseline;
	return of_cell && of_variant;
}

char *note_text(struct arena *arena, const struct results *r, const struct note *note)
{
	char *cells = arena_strdup(arena, ""), *variants = arena_strdup(arena, "");

	for (size_t i = 0; i < note->cell_count; i++) {
		if (*note->cells[i])
			cells = arena_printf(arena, "%s%s%s", cells, *cells ? ", " : "",
				note->cells[i]);
	}
	for (size_t i = 0; i < note->variant_count; i++) {
		if (note->variants[i] < r->variant_count)
			variants = arena_printf(arena, "%s%s%s", variants, *variants ? ", " : "",
				r->variants[note->variants[i]].name);
	}
	const char *first = note->round == 0 ? "the warm-up"
					     : arena_printf(arena, "round %" PRIu64, note->round);
	return arena_printf(arena, "%s (%s%s%s; first in %s)", note->text, cells,
		*cells ? "; " : "", variants, first);
}
