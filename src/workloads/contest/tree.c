// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/contest/tree.h"

#include "core/auto.h"
#include "core/rng.h"
#include "core/text.h"
#include "io/file.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>

enum {
	HEADERS = 24,
	HEADERS_USED = 8, /* by each file, beside the C library's */
	HEADER_FUNCTIONS = 12,
	FUNCTIONS = 28, /* of a file */
	DIRECTORY_FILES = 8,
	FIELDS = 12,
	EXPANSIONS = 16, /* of a source, in the target "preprocess" */
	COPIES = 64,     /* in the target "files" */
	FILE_BYTES = 1 << 20,
};

const char *const tree_size_names[] = {
	[TREE_SMALL] = "small",
	[TREE_NORMAL] = "normal",
	[TREE_LARGE] = "large",
	NULL,
};

const char *const tree_target_names[] = {
	[TREE_COMPILE] = "compile",
	[TREE_PREPROCESS] = "preprocess",
	[TREE_FILES] = "files",
	NULL,
};

/* About 3, 20 and 60 s on two cores of 2020. */
static const unsigned directories[] = {
	[TREE_SMALL] = 3,
	[TREE_NORMAL] = 20,
	[TREE_LARGE] = 60,
};

/* Bytes for each source file, with what is made of it. */
static const uint64_t source_bytes[] = {
	[TREE_COMPILE] = 512 * KIB,
	[TREE_PREPROCESS] = 4 * MIB,
	[TREE_FILES] = 6 * MIB,
};

struct tree {
	int dir;
	unsigned sources;
	struct rng rng;
	struct text text; /* of the file that is being made */
};

static unsigned sources_of(enum tree_size size)
{
	return directories[size] * DIRECTORY_FILES;
}

unsigned tree_files(enum tree_size size)
{
	return sources_of(size) + HEADERS + 2; /* main.c, Makefile */
}

uint64_t tree_space(enum tree_size size, enum tree_target target)
{
	return 4 * MIB + sources_of(size) * source_bytes[target];
}

static unsigned draw(struct tree *t, unsigned below)
{
	return (unsigned)rng_below(&t->rng, below);
}

static int write_file(struct tree *t, const char *name, struct error *err)
{
	AUTO_CLOSE int fd = openat(t->dir, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
	int ret = text_check(&t->text, name, err);

	if (fd < 0)
		return fail_errno(err, "create %s", name);
	if (ret == 0)
		ret = io_write_all(fd, t->text.data, t->text.length, err);
	text_clear(&t->text);
	return ret;
}

/* An expression over a, b and the fields of *s. */
static void put_expression(struct tree *t, unsigned header)
{
	static const char *const operators[] = { "+", "-", "*", "^", "|", "&" };
	unsigned terms = 2 + draw(t, 4);

	for (unsigned i = 0; i < terms; i++) {
		if (i > 0)
			text_printf(&t->text, " %s ", operators[draw(t, COUNT_OF(operators))]);
		switch (draw(t, 4)) {
		case 0:
			text_printf(&t->text, "(a >> %u)", 1 + draw(t, 15));
			break;
		case 1:
			text_printf(&t->text, "(b << %u)", 1 + draw(t, 7));
			break;
		case 2:
			text_printf(&t->text, "s->f%u", draw(t, FIELDS));
			break;
		default:
			text_printf(&t->text, "H%u_LIMIT", header);
		}
	}
}

static void put_header_function(struct tree *t, unsigned header, unsigned number)
{
	text_printf(&t->text,
		"static inline unsigned h%u_mix%u(const struct h%u *s, unsigned a, unsigned b)\n{\n"
		"\treturn ",
		header, number, header);
	put_expression(t, header);
	text_puts(&t->text, ";\n}\n\n");
}

static int make_header(struct tree *t, unsigned header, struct error *err)
{
	char name[48];

	text_printf(&t->text, "#ifndef H%u_H\n#define H%u_H\n\n#define H%u_LIMIT %uu\n\n", header,
		header, header, 3 + draw(t, 60000));
	text_printf(&t->text, "struct h%u {\n", header);
	for (unsigned i = 0; i < FIELDS; i++)
		text_printf(&t->text, "\tunsigned f%u;\n", i);
	text_puts(&t->text, "};\n\n");
	for (unsigned i = 0; i < HEADER_FUNCTIONS; i++)
		put_header_function(t, header, i);
	text_puts(&t->text, "#endif\n");
	(void)snprintf(name, sizeof(name), "include/h%u.h", header);
	return write_file(t, name, err);
}

/* Numbers are drawn one after the other: compilers differ in which argument they evaluate first. */
static void put_loop(struct tree *t, unsigned header)
{
	unsigned turns = 5 + draw(t, 50);
	unsigned changed = draw(t, FIELDS);
	unsigned mix = draw(t, HEADER_FUNCTIONS);
	unsigned compared = draw(t, FIELDS);

	text_printf(&t->text,
		"\tfor (unsigned i = 0; i < a %% %uu; i++) {\n"
		"\t\ts->f%u += h%u_mix%u(s, a + i, b);\n"
		"\t\tif (s->f%u > H%u_LIMIT)\n\t\t\tb ^= ",
		turns, changed, header, mix, compared, header);
	put_expression(t, header);
	text_puts(&t->text, ";\n\t}\n");
}

static void put_switch(struct tree *t, unsigned header)
{
	unsigned cases = 4 + draw(t, 8);

	text_printf(&t->text, "\tswitch (b %% %uu) {\n", cases + 1);
	for (unsigned i = 0; i < cases; i++) {
		text_printf(&t->text, "\tcase %u:\n\t\ts->f%u = ", i, draw(t, FIELDS));
		put_expression(t, header);
		text_puts(&t->text, ";\n\t\tbreak;\n");
	}
	text_puts(&t->text, "\tdefault:\n\t\ta += 3;\n\t}\n");
}

static void put_function(struct tree *t, unsigned source, unsigned number, unsigned header)
{
	text_printf(&t->text,
		"static unsigned part%u_%u(struct h%u *s, unsigned a, unsigned b)\n{\n", source,
		number, header);
	unsigned pieces = 2 + draw(t, 4);
	for (unsigned i = 0; i < pieces; i++) {
		if (draw(t, 2))
			put_loop(t, header);
		else
			put_switch(t, header);
	}
	text_puts(&t->text, "\treturn a + b;\n}\n\n");
}

static int make_source(struct tree *t, unsigned source, struct error *err)
{
	unsigned first = draw(t, HEADERS);
	unsigned used[FUNCTIONS];
	char name[48];

	text_puts(&t->text, "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
	for (unsigned i = 0; i < HEADERS_USED; i++)
		text_printf(&t->text, "#include \"h%u.h\"\n", (first + i) % HEADERS);
	text_printf(&t->text, "\nunsigned source%u(unsigned a, unsigned b);\n\n", source);
	for (unsigned i = 0; i < FUNCTIONS; i++) {
		used[i] = (first + draw(t, HEADERS_USED)) % HEADERS;
		put_function(t, source, i, used[i]);
	}
	text_printf(&t->text, "unsigned source%u(unsigned a, unsigned b)\n{\n", source);
	for (unsigned i = 0; i < FUNCTIONS; i++)
		text_printf(&t->text, "\tstruct h%u s%u = { %u };\n", used[i], i, draw(t, 1000));
	for (unsigned i = 0; i < FUNCTIONS; i++)
		text_printf(&t->text, "\ta += part%u_%u(&s%u, a, b);\n", source, i, i);
	text_puts(&t->text, "\treturn a;\n}\n");
	(void)snprintf(name, sizeof(name), "d%u/source%u.c", source / DIRECTORY_FILES, source);
	return write_file(t, name, err);
}

static int make_main(struct tree *t, struct error *err)
{
	text_puts(&t->text, "#include <stdio.h>\n\n");
	for (unsigned i = 0; i < t->sources; i++)
		text_printf(&t->text, "unsigned source%u(unsigned a, unsigned b);\n", i);
	text_puts(&t->text, "\nint main(void)\n{\n\tunsigned a = 1;\n\n");
	for (unsigned i = 0; i < t->sources; i++)
		text_printf(&t->text, "\ta = source%u(a, %u);\n", i, draw(t, 100000));
	text_puts(&t->text, "\treturn printf(\"%u\\n\", a) < 0;\n}\n");
	return write_file(t, "main.c", err);
}

static void put_list(struct tree *t, const char *variable, const char *suffix)
{
	text_printf(&t->text, "%s =", variable);
	for (unsigned i = 0; i < t->sources; i++)
		text_printf(&t->text, " d%u/source%u%s", i / DIRECTORY_FILES, i, suffix);
	text_puts(&t->text, "\n");
}

static int make_makefile(struct tree *t, struct error *err)
{
	text_puts(&t->text, "CC = cc\nCFLAGS = -O2 -pipe -w -Iinclude\n");
	put_list(t, "OBJECTS", ".o");
	put_list(t, "EXPANDED", ".i");
	put_list(t, "COPIES", ".copies");
	text_puts(&t->text, "FEW = $< $< $< $< $< $< $< $<\nMANY =");
	for (unsigned i = 0; i < COPIES / 8; i++)
		text_puts(&t->text, " $(FEW)");
	text_puts(&t->text, "\nTIMES =");
	for (unsigned i = 0; i < EXPANSIONS; i++)
		text_printf(&t->text, " %u", i);
	text_puts(&t->text,
		"\n\ncompile: program\n\n"
		"program: main.o $(OBJECTS)\n\t$(CC) -o $@ main.o $(OBJECTS)\n\n"
		"preprocess: $(EXPANDED)\n\n"
		"files: $(COPIES)\n\tcat $(COPIES) > all.copies\n\tsync all.copies\n"
		"\tcat all.copies > /dev/null\n\n"
		".SUFFIXES:\n"
		"%.o: %.c\n\t$(CC) $(CFLAGS) -c -o $@ $<\n\n"
		"%.i: %.c\n\tfor n in $(TIMES); do $(CC) $(CFLAGS) -DTIME=$$n -E -o $@.$$n $< || "
		"exit 1; done\n\ttouch $@\n\n"
		"%.copies: %.c\n\tcat $(MANY) > $@\n\tsync $@\n\n"
		"clean:\n\trm -f program all.copies main.o d*/*.o d*/*.i d*/*.i.* d*/*.copies\n\n"
		".PHONY: compile preprocess files clean\n");
	return write_file(t, "Makefile", err);
}

static int make_directory(int dir, const char *name, struct error *err)
{
	return mkdirat(dir, name, 0755) < 0 ? fail_errno(err, "make directory %s", name) : 0;
}

static int fill_tree(struct tree *t, unsigned count, struct error *err)
{
	int ret = make_directory(t->dir, "include", err);

	for (unsigned i = 0; ret == 0 && i < HEADERS; i++)
		ret = make_header(t, i, err);
	for (unsigned i = 0; ret == 0 && i < count; i++) {
		char name[32];
		(void)snprintf(name, sizeof(name), "d%u", i);
		ret = make_directory(t->dir, name, err);
	}
	for (unsigned i = 0; ret == 0 && i < t->sources; i++)
		ret = make_source(t, i, err);
	if (ret == 0)
		ret = make_main(t, err);
	return ret == 0 ? make_makefile(t, err) : ret;
}

int tree_make(int dir, const char *name, enum tree_size size, uint64_t seed, struct error *err)
{
	struct tree t = { .sources = sources_of(size) };
	int ret = make_directory(dir, name, err);

	if (ret < 0)
		return ret;
	AUTO_CLOSE int made = openat(dir, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (made < 0)
		return fail_errno(err, "open %s", name);
	t.dir = made;
	rng_seed(&t.rng, seed);
	text_init(&t.text, FILE_BYTES);
	ret = fill_tree(&t, directories[size], err);
	text_free(&t.text);
	return ret < 0 ? fail_in(err, ret, "source tree %s", name) : 0;
}
