// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/document.h"

#include "core/text.h"

#include <errno.h>
#include <string.h>

/* Bytes while they are mended, in the arena: each pass reads one and writes the next. */
struct bytes {
	char *data;
	size_t length;
};

static void put_utf8(struct bytes *to, uint32_t c)
{
	char *p = to->data + to->length;

	if (c < 0x80) {
		p[0] = (char)c;
		to->length += 1;
	} else if (c < 0x800) {
		p[0] = (char)(0xc0 | c >> 6);
		p[1] = (char)(0x80 | (c & 0x3f));
		to->length += 2;
	} else if (c < 0x10000) {
		p[0] = (char)(0xe0 | c >> 12);
		p[1] = (char)(0x80 | (c >> 6 & 0x3f));
		p[2] = (char)(0x80 | (c & 0x3f));
		to->length += 3;
	} else {
		p[0] = (char)(0xf0 | c >> 18);
		p[1] = (char)(0x80 | (c >> 12 & 0x3f));
		p[2] = (char)(0x80 | (c >> 6 & 0x3f));
		p[3] = (char)(0x80 | (c & 0x3f));
		to->length += 4;
	}
}

/* The length of the valid sequence at p, or 0. */
static size_t utf8_length(const unsigned char *p, size_t left)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;

	if (p[0] > 0xf4 || n == 0 || n > left)
		return 0;
	if (n == 1)
		return 1;
	uint32_t c = p[0] & (0xffu >> (n + 1));
	for (size_t i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	bool surrogate = c >= 0xd800 && c < 0xe000;
	return c < least[n] || c > 0x10ffff || surrogate ? 0 : n;
}

static uint32_t utf16_unit(const unsigned char *p, bool big)
{
	return big ? (uint32_t)p[0] << 8 | p[1] : (uint32_t)p[1] << 8 | p[0];
}

static struct bytes from_utf16(const unsigned char *p, size_t size, bool big, struct arena *arena)
{
	struct bytes to = { .data = arena_alloc(arena, size / 2 + 1, 3) };

	for (size_t i = 2; i + 1 < size; i += 2) {
		uint32_t c = utf16_unit(p + i, big);
		if (c >= 0xd800 && c < 0xdc00 && i + 3 < size) {
			uint32_t low = utf16_unit(p + i + 2, big);
			if (low >= 0xdc00 && low < 0xe000) {
				c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
				i += 2;
			}
		}
		put_utf8(&to, c >= 0xd800 && c < 0xe000 ? 0xfffd : c);
	}
	return to;
}

/* What is no UTF-8 is taken for Latin-1, byte by byte: its ASCII part is right in any case. */
static struct bytes from_8_bit(const unsigned char *p, size_t size, struct arena *arena)
{
	struct bytes to = { .data = arena_alloc(arena, size + 1, 2) };
	size_t i = size >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

	while (i < size) {
		size_t n = utf8_length(p + i, size - i);
		if (n == 0) {
			put_utf8(&to, p[i++]);
			continue;
		}
		memcpy(to.data + to.length, p + i, n);
		to.length += n;
		i += n;
	}
	return to;
}

static int decode(const char *bytes, size_t size, struct arena *arena, struct bytes *to,
	struct error *err)
{
	const unsigned char *p = (const unsigned char *)bytes;

	if (size >= 2 && p[0] == 0xff && p[1] == 0xfe)
		*to = from_utf16(p, size, false, arena);
	else if (size >= 2 && p[0] == 0xfe && p[1] == 0xff)
		*to = from_utf16(p, size, true, arena);
	else
		*to = from_8_bit(p, size, arena);
	const char *zero = memchr(to->data, 0, to->length);
	if (zero)
		return fail(err, EILSEQ, "byte %zu is zero: this is no text",
			(size_t)(zero - to->data));
	return 0;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool contains(const char *text, size_t length, const char *word)
{
	return memmem(text, length, word, strlen(word)) != NULL;
}

/* A mail says so; a pasted part without its head is known by =3D, which nobody writes by hand. */
static bool is_quoted_printable(const struct bytes *from)
{
	return contains(from->data, from->length, "quoted-printable") ||
	       contains(from->data, from->length, "=3D") ||
	       contains(from->data, from->length, "=\xc2\xa0\n");
}

/*
 * In place, it only gets shorter. Soft line ends are joined with a byte that counts the line:
 * line numbers stay those of the file.
 */
enum { JOINED_LINE = 1 };

static void decode_quoted_printable(struct bytes *b)
{
	size_t to = 0;

	for (size_t i = 0; i < b->length; i++) {
		char c = b->data[i];
		if (c != '=' || i + 1 >= b->length) {
			b->data[to++] = c;
			continue;
		}
		size_t end = i + 1;
		while (end < b->length && (b->data[end] == ' ' || b->data[end] == '\r'))
			end++;
		if (end < b->length && b->data[end] == '\n') {
			b->data[to++] = JOINED_LINE;
			i = end;
			continue;
		}
		int high = hex_digit(b->data[i + 1]);
		int low = i + 2 < b->length ? hex_digit(b->data[i + 2]) : -1;
		if (high < 0 || low < 0 || high + low == 0) {
			b->data[to++] = c;
			continue;
		}
		b->data[to++] = (char)(high << 4 | low);
		i += 2;
	}
	b->length = to;
}

/* The end of an escape sequence that begins at p: CSI, OSC, or two bytes. */
static size_t escape_length(const char *p, size_t left)
{
	size_t i = 2;

	if (left < 2)
		return 1;
	if (p[1] == '[') {
		while (i < left && (p[i] < '@' || p[i] > '~'))
			i++;
		return i < left ? i + 1 : left;
	}
	if (p[1] == ']') {
		while (i < left && p[i] != '\a' && p[i] != '\n')
			i++;
		return i < left && p[i] == '\a' ? i + 1 : i;
	}
	return 2;
}

struct cleaning {
	struct arena *arena;
	struct import_document *document;
	struct bytes plain; /* document->text */
	struct bytes table; /* the lines' texts: tabs expanded, which makes them longer */
	unsigned number;
};

static bool is_no_break_space(const char *p, const char *end)
{
	return end - p >= 2 && p[0] == '\xc2' && p[1] == '\xa0';
}

/* Of a file that was pasted into another; the document's own is gone by now. */
static bool is_byte_order_mark(const char *p, const char *end)
{
	return end - p >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0;
}

/* Without escape sequences, control characters and joined line ends; counts the latter. */
static size_t plain_line(struct cleaning *c, const char *p, const char *end, unsigned *joined)
{
	char *start = c->plain.data + c->plain.length, *to = start;

	while (p < end) {
		if (*p == '\033') {
			p += escape_length(p, (size_t)(end - p));
		} else if (is_no_break_space(p, end)) {
			*to++ = ' ';
			p += 2;
		} else if (is_byte_order_mark(p, end)) {
			p += 3;
		} else if (*p == JOINED_LINE) {
			++*joined;
			p++;
		} else if ((unsigned char)*p < ' ' && *p != '\t') {
			p++;
		} else {
			*to++ = *p++;
		}
	}
	return (size_t)(to - start);
}

/* How much of the line is quote marks: "> > ", ">>", " > ". */
static size_t quote_length(const char *p, size_t length, unsigned *depth)
{
	size_t end = 0, i = 0;

	for (;;) {
		while (i < length && i - end < 3 && p[i] == ' ')
			i++;
		if (i >= length || p[i] != '>')
			break;
		end = ++i;
		++*depth;
	}
	/* the one blank that belongs to the mark, not to the table */
	return *depth > 0 && end < length && p[end] == ' ' ? end + 1 : end;
}

static const char *expand_tabs(struct cleaning *c, const char *p, size_t length, size_t *expanded)
{
	char *start = c->table.data + c->table.length, *to = start;
	size_t column = 0;

	for (size_t i = 0; i < length; i++) {
		bool continues = ((unsigned char)p[i] & 0xc0) == 0x80;
		if (p[i] == '\t') {
			do
				*to++ = ' ';
			while (++column % 8 != 0);
			continue;
		}
		*to++ = p[i];
		column += !continues;
	}
	while (to > start && to[-1] == ' ')
		to--;
	*to = '\0';
	*expanded = (size_t)(to - start);
	c->table.length += *expanded + 1;
	return start;
}

static void add_line(struct cleaning *c, const char *p, const char *end, bool cut)
{
	struct import_document *d = c->document;
	unsigned joined = 0, depth = 0;
	size_t length = plain_line(c, p, end, &joined);
	char *plain = c->plain.data + c->plain.length;
	size_t quote = quote_length(plain, length, &depth);
	struct import_line *line = &d->lines[d->count];

	memmove(plain, plain + quote, length - quote);
	length -= quote;
	d->offsets[d->count++] = c->plain.length;
	*line = (struct import_line){ .number = c->number, .quoted = depth, .cut = cut };
	line->text = expand_tabs(c, plain, length, &line->length);
	c->plain.length += length;
	c->plain.data[c->plain.length++] = '\n';
	c->number += 1 + joined;
}

/* Room for the worst: each byte a tab. Bounded by the number of tabs there are. */
static size_t count_of(const struct bytes *b, char c)
{
	size_t n = 0;

	for (const char *p = b->data; (p = memchr(p, c, b->length - (size_t)(p - b->data))); p++)
		n++;
	return n;
}

static void split(struct cleaning *c, const struct bytes *from)
{
	const char *p = from->data, *end = from->data + from->length;

	while (p < end) {
		const char *stop = p;
		while (stop < end && *stop != '\n' && *stop != '\r')
			stop++;
		add_line(c, p, stop, stop == end);
		/* a lone \r ends a line on the screen, not in the file */
		bool lone = stop < end && *stop == '\r' && (stop + 1 == end || stop[1] != '\n');
		c->number -= lone;
		p = stop < end && *stop == '\r' && !lone ? stop + 2 : stop + 1;
	}
}

int document_make(const char *bytes, size_t size, struct arena *arena,
	struct import_document *document, struct error *err)
{
	struct cleaning c = { .arena = arena, .document = document, .number = 1 };
	struct bytes from;
	int ret = decode(bytes, size, arena, &from, err);

	*document = (struct import_document){ 0 };
	if (ret < 0)
		return ret;
	if (is_quoted_printable(&from)) {
		decode_quoted_printable(&from);
		from = from_8_bit((const unsigned char *)from.data, from.length, arena);
	}
	size_t ends = count_of(&from, '\n') + count_of(&from, '\r') + 1;
	c.plain.data = arena_alloc(arena, from.length + ends + 1, 1);
	c.table.data = arena_alloc(arena, from.length + ends + 8 * count_of(&from, '\t') + 1, 1);
	document->lines = NEW(arena, struct import_line, ends);
	document->offsets = NEW(arena, size_t, ends);
	split(&c, &from);
	document->text = c.plain.data;
	document->length = c.plain.length;
	return 0;
}
