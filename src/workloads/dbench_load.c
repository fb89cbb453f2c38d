// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/dbench_load.h"

#include "core/auto.h"
#include "workloads/dbench_kinds.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <zlib.h>

enum {
	MOST_TOKENS = 20,
	TELL_ALL = 10,       /* so many faults are told; then one of each kind */
	HASH_ROOM = 1 << 12, /* of the names, at first */
	CHUNK = 1 << 17,
};

enum fault {
	FAULT_OPERATION,
	FAULT_ARGUMENTS,
	FAULT_NUMBER,
	FAULT_LIMIT,
	FAULT_PATH,
	FAULT_STATUS,
	FAULT_LENGTH,
	FAULT_LOOP,
	FAULT_QUOTE,
	FAULTS,
};

struct token {
	char *text;
	size_t length;
	bool quoted;
};

struct parser {
	struct dbench_load *load;
	const char *name;
	struct text *faults;
	struct error *err;
	uint64_t told[FAULTS];
	uint32_t line;
	struct token tokens[MOST_TOKENS];
	unsigned count;
	double time;
	unsigned loops;
	uint32_t loop_lines[DBENCH_LOOPS];
	bool loop_works[DBENCH_LOOPS]; /* something in it takes time */
	bool repeat;                   /* the line before was a REPEAT */
	uint32_t *hash;                /* a name's index + 1, by its text */
	size_t hash_room;
	uint64_t live;                         /* bytes of all files by now */
	uint32_t handle_names[DBENCH_HANDLES]; /* whose name each handle has: for extents */
	char line_room[DBENCH_LINE_ROOM], told_room[DBENCH_LINE_ROOM];
	size_t line_length;
	bool line_too_long;
};

/* Moves pages instead of bytes when it grows; what is not used is never touched. */
static void *grow(struct dbench_grown *g, size_t size)
{
	if (g->used + size > g->room) {
		size_t room = g->room ? g->room * 2 : CHUNK;
		void *moved = g->data ? mremap(g->data, g->room, room, MREMAP_MAYMOVE)
				      : mmap(NULL, room, PROT_READ | PROT_WRITE,
						MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (moved == MAP_FAILED)
			return NULL;
		g->data = moved;
		g->room = room;
	}
	void *place = (char *)g->data + g->used;
	g->used += size;
	return place;
}

static void grown_free(struct dbench_grown *g)
{
	if (g->data)
		(void)munmap(g->data, g->room); /* cannot fail for what mmap gave */
	*g = (struct dbench_grown){ 0 };
}

/* Notes a fault of the line; -EINVAL, so that the line is left. */
static int PRINTF(3, 4) wrong(struct parser *p, enum fault kind, const char *fmt, ...)
{
	char why[384];
	va_list args;

	p->load->faults++;

	if (p->load->faults > TELL_ALL && p->told[kind]++ > 0)
		return -EINVAL;
	va_start(args, fmt);
	(void)vsnprintf(why, sizeof(why), fmt, args); /* a long text is cut on purpose */
	va_end(args);
	text_printf(p->faults, "%s:%" PRIu32 ": %.*s: %s\n", p->name, p->line, 120, p->told_room,
		why);
	if (p->load->faults == 1)
		return fail(p->err, EINVAL, "%s:%" PRIu32 ": %.*s: %s", p->name, p->line, 80,
			p->told_room, why);
	return -EINVAL;
}

enum { PLAIN, BLANK, END, QUOTE, BACKSLASH };

static const unsigned char classes[256] = {
	['\0'] = END,
	['\t'] = BLANK,
	['\r'] = BLANK,
	[' '] = BLANK,
	['"'] = QUOTE,
	['\\'] = BACKSLASH,
};

static inline unsigned class_of(const char *s)
{
	return classes[(unsigned char)*s];
}

/* One word, from *from; *to is where it is put, without its quotes. False: one is missing. */
static bool split_word(char **from, char **to)
{
	char *in = *from, *out = *to;
	bool inside = false;
	unsigned class;

	for (;; in++) {
		while ((class = class_of(in)) == PLAIN)
			*out++ = *in++;
		if (class == END || (class == BLANK && !inside))
			break;
		if (class == QUOTE)
			inside = !inside;
		else
			*out++ = class == BACKSLASH ? '/' : *in;
	}
	*from = in;
	*to = out;
	return !inside;
}

/* Words end at blanks, quotes are dropped, backslashes are slashes. */
static int split(struct parser *p)
{
	char *from = p->line_room, *to = p->line_room;

	p->count = 0;
	for (;;) {
		while (class_of(from) == BLANK)
			from++;
		if (!*from)
			return 0;
		if (p->count == MOST_TOKENS)
			return wrong(p, FAULT_LENGTH, "more than %d words", MOST_TOKENS);
		struct token *t = &p->tokens[p->count++];
		*t = (struct token){ .text = to, .quoted = *from == '"' };
		if (!split_word(&from, &to))
			return wrong(p, FAULT_QUOTE, "a quotation mark is missing");
		t->length = (size_t)(to - t->text);
		if (*from)
			from++;
		*to++ = '\0';
	}
}

static uint64_t hash_of(const char *text, size_t length)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

/* Where the name is in the hash, or the free place where it would be. */
static uint32_t *find_name(struct parser *p, const char *text, size_t length)
{
	size_t at = hash_of(text, length) & (p->hash_room - 1);

	for (;; at = (at + 1) & (p->hash_room - 1)) {
		uint32_t *place = &p->hash[at];
		if (*place == 0)
			return place;
		if (dbench_names(p->load)[*place - 1].length == length &&
			memcmp(dbench_text(p->load, *place - 1), text, length) == 0)
			return place;
	}
}

static int grow_hash(struct parser *p)
{
	size_t room = p->hash_room ? p->hash_room * 2 : HASH_ROOM;
	uint32_t *made = calloc(room, sizeof(*made));

	if (!made)
		return -ENOMEM;
	free(p->hash);
	p->hash = made;
	p->hash_room = room;
	for (uint32_t i = 0; i < dbench_name_count(p->load); i++)
		*find_name(p, dbench_text(p->load, i), dbench_names(p->load)[i].length) = i + 1;
	return 0;
}

static int no_memory(struct parser *p)
{
	return fail(p->err, ENOMEM, "%s:%" PRIu32 ": no memory for the load", p->name, p->line);
}

static int intern(struct parser *p, const char *text, size_t length, uint32_t *index)
{
	if (dbench_name_count(p->load) * 2 >= p->hash_room && grow_hash(p) < 0)
		return no_memory(p);
	uint32_t *place = find_name(p, text, length);
	if (*place == 0) {
		size_t at = p->load->texts.used;
		char *copy = at < UINT32_MAX / 2 ? grow(&p->load->texts, length + 1) : NULL;
		struct dbench_name *name = copy ? grow(&p->load->names, sizeof(*name)) : NULL;
		if (!name)
			return no_memory(p);
		memcpy(copy, text, length + 1);
		*name = (struct dbench_name){ .text = (uint32_t)at, .length = (uint32_t)length };
		*place = (uint32_t)dbench_name_count(p->load);
	}
	*index = *place - 1;
	return 0;
}

/* Decimal, 0x or, after a 0, octal; *end is behind it. False: no number, or above 2^63 - 1. */
static bool parse_number(const char *s, const char **end, uint64_t *number)
{
	unsigned base = 10;
	uint64_t n = 0;

	if (s[0] == '0' && (s[1] | 0x20) == 'x') {
		base = 16;
		s += 2;
	} else if (s[0] == '0') {
		base = 8;
	}
	const char *first = s;
	for (;; s++) {
		unsigned digit = (unsigned)(*s - '0');
		if (digit > 9)
			digit = (unsigned)((*s | 0x20) - 'a') + 10;
		if (digit >= base)
			break;
		if (n > ((uint64_t)INT64_MAX - digit) / base)
			return false;
		n = n * base + digit;
	}
	*end = s;
	*number = n;
	return s > first;
}

static const char *parse_qualifier(const char *s, struct dbench_expr *e)
{
	static const struct {
		const char *word;
		char sign;
	} words[] = { { "+child", 'c' }, { "+num_children", 'n' } };
	uint64_t number = 0;
	const char *end;

	if (e->count == DBENCH_QUALIFIERS)
		return NULL;
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		size_t length = strlen(words[i].word);
		if (strncasecmp(s, words[i].word, length) != 0)
			continue;
		e->qualifiers[e->count++].sign = words[i].sign;
		return s + length;
	}
	if (!strchr("/%+", *s) || !parse_number(s + 1, &end, &number) || number == 0)
		return NULL;
	e->qualifiers[e->count].sign = *s;
	e->qualifiers[e->count++].number = number;
	return end;
}

/* "*", "*%100/4+1", "+4096", "+child". */
static int parse_expr(struct parser *p, const char *s, struct dbench_op *op, unsigned i)
{
	struct dbench_expr e = { .random = *s == '*' };
	const char *rest = s + e.random;

	while (rest && *rest)
		rest = parse_qualifier(rest, &e);
	if (!rest)
		return wrong(p, FAULT_NUMBER,
			"'%s' is no argument; after * may stand up to %d of /N %%N +N +child "
			"+num_children, no N being 0",
			s, DBENCH_QUALIFIERS);
	struct dbench_expr *kept = grow(&p->load->exprs, sizeof(e));
	if (!kept)
		return no_memory(p);
	*kept = e;
	op->args[i] = p->load->exprs.used / sizeof(e) - 1;
	op->computed |= (uint8_t)(1u << i);
	return 0;
}

static int parse_arg(struct parser *p, const struct token *t, struct dbench_op *op, unsigned i)
{
	const char *end;

	if (*t->text == '*' || *t->text == '+')
		return parse_expr(p, t->text, op, i);
	if (parse_number(t->text, &end, &op->args[i]) && !*end)
		return 0;
	return wrong(p, FAULT_NUMBER, "'%s' is no number from 0 to 2^63 - 1", t->text);
}

/* Handles as wide as on the wire, transfers that have a buffer, offsets with an end. */
static int check_limits(struct parser *p, const struct dbench_form *form,
	const struct dbench_op *op)
{
	if (form->handle >= 0 && !(op->computed & 1u << form->handle) &&
		op->args[form->handle] >= DBENCH_HANDLES)
		return wrong(p, FAULT_LIMIT, "handle %" PRIu64 " is above the most, %d",
			op->args[form->handle], DBENCH_HANDLES - 1);
	if (op->kind == DBENCH_NTCREATEX && !(op->computed & 2) &&
		op->args[1] > DBENCH_OVERWRITE_IF)
		return wrong(p, FAULT_LIMIT, "disposition %" PRIu64 " is above the most, %d",
			op->args[1], DBENCH_OVERWRITE_IF);
	if (form->size < 0)
		return 0;
	if (!(op->computed & 1u << form->size) && op->args[form->size] > DBENCH_MOST_BYTES)
		return wrong(p, FAULT_LIMIT, "%" PRIu64 " bytes are above the most, %d",
			op->args[form->size], DBENCH_MOST_BYTES);
	if (!(op->computed & 2) && op->args[1] > (uint64_t)INT64_MAX - DBENCH_MOST_BYTES)
		return wrong(p, FAULT_LIMIT, "offset %" PRIu64 " is too large", op->args[1]);
	return 0;
}

static int parse_status(struct parser *p, const struct token *t, uint8_t *expect)
{
	const char *s = t->text, *end;
	uint64_t number = 0;

	if (strncmp(s, "NT_STATUS_", 10) == 0)
		*expect = strcmp(s + 10, "OK") == 0 ? DBENCH_SUCCEEDS : DBENCH_FAILS;
	else if (strcmp(s, "SUCCESS") == 0)
		*expect = DBENCH_SUCCEEDS;
	else if (strcmp(s, "ERROR") == 0)
		*expect = DBENCH_FAILS;
	else if (strcmp(s, "*") == 0)
		*expect = DBENCH_EITHER;
	else if (strncmp(s, "0x", 2) == 0 && parse_number(s, &end, &number) && !*end)
		*expect = number == 0 ? DBENCH_SUCCEEDS : DBENCH_FAILS;
	else
		return wrong(p, FAULT_STATUS,
			"'%s' is no status; expected NT_STATUS_..., 0xHEX, SUCCESS, ERROR or *", s);
	return 0;
}

static bool has_dotdot(const char *path)
{
	for (const char *s = path; (s = strstr(s, "/..")); s += 3) {
		if (s[3] == '/' || !s[3])
			return true;
	}
	return false;
}

static int parse_path(struct parser *p, const struct token *t, struct dbench_op *op, unsigned i)
{
	if (t->text[0] != '/' || !t->quoted)
		return wrong(p, FAULT_PATH, "'%s' is no path; expected \"\\path\" in quotes",
			t->text);
	if (has_dotdot(t->text))
		return wrong(p, FAULT_PATH, "'%s' leaves the directory of the run", t->text);
	if (strchr(t->text, '$'))
		op->computed |= DBENCH_TEMPLATE;
	return intern(p, t->text, t->length, &op->names[i]);
}

static void set_extent(struct parser *p, uint32_t name, uint64_t extent)
{
	struct dbench_name *n = &((struct dbench_name *)p->load->names.data)[name];

	p->live += extent - n->extent;
	n->extent = extent;
	p->load->data_set = max_u64(p->load->data_set, p->live);
}

/* Where the data of each name end, and so how much there is at a time. */
static void note_extent(struct parser *p, const struct dbench_op *op)
{
	const struct dbench_name *names = p->load->names.data;
	const uint32_t *of = op->names;

	if (op->computed || op->expect != DBENCH_SUCCEEDS)
		return;
	if (op->kind == DBENCH_NTCREATEX) {
		p->handle_names[op->args[2]] = of[0] + 1;
		if (op->args[1] == DBENCH_OVERWRITE || op->args[1] == DBENCH_OVERWRITE_IF)
			set_extent(p, of[0], 0);
	} else if (op->kind == DBENCH_UNLINK) {
		set_extent(p, of[0], 0);
	} else if (op->kind == DBENCH_RENAME && of[0] != of[1]) {
		uint64_t moved = names[of[0]].extent;
		set_extent(p, of[0], 0);
		set_extent(p, of[1], moved);
	} else if (op->kind == DBENCH_WRITEX && p->handle_names[op->args[0]]) {
		uint32_t name = p->handle_names[op->args[0]] - 1;
		set_extent(p, name, max_u64(names[name].extent, op->args[1] + op->args[2]));
	}
}

static void note_sizes(struct parser *p, const struct dbench_op *op)
{
	struct dbench_load *load = p->load;

	load->lines++;
	note_extent(p, op);
	if (op->kind != DBENCH_READX && op->kind != DBENCH_WRITEX)
		return;
	if (op->computed & 4) {
		load->most_bytes = DBENCH_MOST_BYTES;
		return;
	}
	*(op->kind == DBENCH_READX ? &load->read_bytes : &load->written_bytes) += op->args[2];
	if (op->args[2] > load->most_bytes)
		load->most_bytes = (uint32_t)op->args[2];
}

static int keep(struct parser *p, const struct dbench_op *op)
{
	struct dbench_op *kept = grow(&p->load->ops, sizeof(*kept));
	double *time = kept ? grow(&p->load->times, sizeof(*time)) : NULL;

	if (!time)
		return no_memory(p);
	*kept = *op;
	*time = p->time;
	if (op->kind < DBENCH_OPERATIONS)
		note_sizes(p, op);
	return 0;
}

static bool takes_time(unsigned kind)
{
	return kind < DBENCH_OPERATIONS || kind == DBENCH_SLEEP || kind == DBENCH_WAITSP;
}

/* LOOP and ENDLOOP know of each other; a REPEAT stands before an operation. */
static int check_steering(struct parser *p, struct dbench_op *op)
{
	if (p->repeat && op->kind > DBENCH_SLEEP)
		return wrong(p, FAULT_LOOP, "after REPEAT an operation is expected");
	if (op->kind == DBENCH_LOOP) {
		if (p->loops == DBENCH_LOOPS)
			return wrong(p, FAULT_LOOP, "more than %d LOOPs inside each other",
				DBENCH_LOOPS);
		p->loop_works[p->loops] = false;
		p->loop_lines[p->loops++] = p->line;
	}
	if (op->kind == DBENCH_ENDLOOP) {
		if (p->loops == 0)
			return wrong(p, FAULT_LOOP, "no LOOP is open");
		/* It would turn in itself, and nobody could end it. */
		if (!p->loop_works[--p->loops])
			return wrong(p, FAULT_LOOP, "no operation in the LOOP of line %" PRIu32,
				p->loop_lines[p->loops]);
	}
	if ((op->kind == DBENCH_LOOP || op->kind == DBENCH_REPEAT) &&
		(op->computed || op->args[0] == 0 || op->args[0] > UINT32_MAX))
		return wrong(p, FAULT_LIMIT, "expected a number from 1 to %" PRIu32, UINT32_MAX);
	return 0;
}

/* RANDOMSTRING 3 "a[bc]d" and WRITEPATTERN text: a text where others have a path. */
static int parse_text(struct parser *p, const struct token *t, unsigned count, struct dbench_op *op)
{
	const struct token *text = &t[op->kind == DBENCH_RANDOMSTRING];

	if (count != (op->kind == DBENCH_RANDOMSTRING ? 2u : 1u))
		return wrong(p, FAULT_ARGUMENTS, "expected %s", dbench_forms[op->kind].usage);
	if (op->kind == DBENCH_RANDOMSTRING) {
		int ret = parse_arg(p, t, op, 0);
		if (ret < 0)
			return ret;
		if (op->computed || op->args[0] >= DBENCH_STRINGS)
			return wrong(p, FAULT_LIMIT, "a slot is a number from 0 to %d",
				DBENCH_STRINGS - 1);
		op->arg_count = 1;
	}
	if (text->length == 0)
		return wrong(p, FAULT_ARGUMENTS, "the text is empty");
	return intern(p, text->text, text->length, &op->names[0]);
}

static int parse_words(struct parser *p, const struct token *t, unsigned count,
	struct dbench_op *op)
{
	const struct dbench_form *form = &dbench_forms[op->kind];
	int ret = 0;

	/* Sleep has had a status, and has it no more. */
	if (!form->no_status || (op->kind == DBENCH_SLEEP && count == 2)) {
		if (count == 0)
			return wrong(p, FAULT_ARGUMENTS, "expected %s", form->usage);
		ret = parse_status(p, &t[--count], &op->expect);
	}
	if (ret < 0)
		return ret;
	if (op->kind == DBENCH_RANDOMSTRING || op->kind == DBENCH_WRITEPATTERN)
		return parse_text(p, t, count, op);
	if (count < (unsigned)form->paths + form->least ||
		count > (unsigned)form->paths + form->most)
		return wrong(p, FAULT_ARGUMENTS, "expected %s", form->usage);
	for (unsigned i = 0; ret == 0 && i < form->paths; i++)
		ret = parse_path(p, &t[i], op, i);
	for (unsigned i = form->paths; ret == 0 && i < count; i++)
		ret = parse_arg(p, &t[i], op, op->arg_count++);
	return ret < 0 ? ret : check_limits(p, form, op);
}

static int parse_time(struct parser *p, const char *text)
{
	char *end;
	double time = strtod(text, &end);

	if (*end || !(time >= 0 && time < 1e9))
		return wrong(p, FAULT_NUMBER, "'%s' is no time in seconds, nor an operation", text);
	p->time = time;
	p->load->timed = true;
	return 0;
}

/* 0 for a line that is in order; -EINVAL for a wrong one, noted; else what ends the reading. */
static int parse_line(struct parser *p)
{
	struct dbench_op op = { .line = ++p->line };
	const struct token *t = p->tokens;
	int ret;

	memcpy(p->told_room, p->line_room, p->line_length + 1);
	if (p->line_too_long)
		return wrong(p, FAULT_LENGTH, "the line is longer than %d bytes",
			DBENCH_LINE_ROOM - 1);
	if (memchr(p->line_room, 0, p->line_length))
		return wrong(p, FAULT_LENGTH, "the line has a zero byte");
	ret = split(p);
	if (ret < 0 || p->count == 0 || (t->text[0] == '#' && !t->quoted))
		return ret;
	unsigned count = p->count;
	if (t->text[0] >= '0' && t->text[0] <= '9') {
		ret = parse_time(p, t->text);
		t++;
		count--;
	}
	if (ret < 0)
		return ret;
	if (count == 0)
		return wrong(p, FAULT_ARGUMENTS, "a time without an operation");
	op.kind = (uint8_t)dbench_kind_find(t->text, t->length);
	if (op.kind == DBENCH_KINDS)
		return wrong(p, FAULT_OPERATION,
			strncmp(t->text, "SMB", 3) == 0
				? "a load file of dbench 1; expected one of dbench 3 or later"
				: "no such operation; expected NTCreateX, ReadX, WriteX, Close, "
				  "QUERY_PATH_INFORMATION or another of dbench's");
	for (unsigned i = 0; takes_time(op.kind) && i < p->loops; i++)
		p->loop_works[i] = true;
	ret = parse_words(p, t + 1, count - 1, &op);
	if (ret == 0)
		ret = check_steering(p, &op);
	if (ret == 0)
		ret = keep(p, &op);
	p->repeat = ret == 0 && op.kind == DBENCH_REPEAT;
	return ret;
}

/* Lines out of pieces, however they are cut. */
static int feed(struct parser *p, const char *data, size_t size)
{
	while (size > 0) {
		const char *end = memchr(data, '\n', size);
		size_t length = end ? (size_t)(end - data) : size;
		size_t fits = min_u64(length, DBENCH_LINE_ROOM - 1 - p->line_length);
		memcpy(p->line_room + p->line_length, data, fits);
		p->line_length += fits;
		p->line_room[p->line_length] = '\0';
		p->line_too_long |= fits < length;
		data += length + (end != NULL);
		size -= length + (end != NULL);
		if (!end)
			break;
		int ret = parse_line(p);
		p->line_length = 0;
		p->line_too_long = false;
		if (ret < 0 && ret != -EINVAL)
			return ret;
	}
	return 0;
}

static int conclude(struct parser *p)
{
	int ret = 0;

	if (p->line_length > 0)
		ret = feed(p, "\n", 1);
	if (ret < 0)
		return ret;
	p->told_room[0] = '\0';
	if (p->repeat)
		(void)wrong(p, FAULT_LOOP, "after REPEAT an operation is expected"); /* counted */
	while (p->loops > 0) {
		p->line = p->loop_lines[--p->loops];
		(void)wrong(p, FAULT_LOOP, "LOOP without its ENDLOOP"); /* counted */
	}
	if (p->load->faults > 1) {
		struct error first = *p->err;
		return fail(p->err, EINVAL, "%.400s (and %" PRIu64 " more faults)", first.text,
			p->load->faults - 1);
	}
	if (p->load->faults > 0)
		return -EINVAL;
	if (p->load->lines == 0)
		return fail(p->err, EINVAL, "%s: no operation in it", p->name);
	if (!p->load->timed)
		grown_free(&p->load->times);
	return 0;
}

static struct parser *parser_new(struct dbench_load *load, const char *name, struct text *faults,
	struct error *err)
{
	struct parser *p = calloc(1, sizeof(*p));

	*load = (struct dbench_load){ 0 };
	if (!p)
		return NULL;
	p->load = load;
	p->name = name;
	p->faults = faults;
	p->err = err;
	return p;
}

static void parser_free(struct parser *p)
{
	free(p->hash);
	free(p);
}

int dbench_load_parse(struct dbench_load *load, const char *text, size_t length, const char *name,
	struct text *faults, struct error *err)
{
	struct parser *p = parser_new(load, name, faults, err);

	if (!p)
		return fail(err, ENOMEM, "%s: no memory to read it", name);
	int ret = feed(p, text, length);
	if (ret == 0)
		ret = conclude(p);
	parser_free(p);
	return ret;
}

static const char *without_name(const char *why, const char *name)
{
	size_t length = strlen(name);

	return strncmp(why, name, length) == 0 && strncmp(why + length, ": ", 2) == 0
		       ? why + length + 2
		       : why;
}

static int feed_file(struct parser *p, gzFile file)
{
	AUTO_FREE char *chunk = malloc(CHUNK);
	int got, ret = 0, code;

	if (!chunk)
		return no_memory(p);
	while (ret == 0 && (got = gzread(file, chunk, CHUNK)) > 0)
		ret = feed(p, chunk, (size_t)got);
	if (ret < 0)
		return ret;
	const char *why = gzerror(file, &code);
	if (code == Z_ERRNO)
		return fail_errno(p->err, "%s: read", p->name);
	if (code != Z_OK && code != Z_STREAM_END)
		return fail(p->err, code == Z_MEM_ERROR ? ENOMEM : EINVAL, "%s: decompress: %s",
			p->name, without_name(why, p->name));
	return conclude(p);
}

int dbench_load_read(struct dbench_load *load, const char *path, struct text *faults,
	struct error *err)
{
	struct parser *p = parser_new(load, path, faults, err);
	int ret;

	if (!p)
		return fail(err, ENOMEM, "%s: no memory to read it", path);
	errno = 0;
	gzFile file = gzopen(path, "re");
	if (file) {
		ret = feed_file(p, file);
		(void)gzclose(file); /* only for reading */
	} else {
		ret = fail_errno(err, "%s: open the load file", path);
	}
	parser_free(p);
	return ret;
}

void dbench_load_free(struct dbench_load *load)
{
	grown_free(&load->ops);
	grown_free(&load->names);
	grown_free(&load->texts);
	grown_free(&load->exprs);
	grown_free(&load->times);
}
