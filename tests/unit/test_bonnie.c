// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/bonnie_report.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

/* What bonnie++ 2.00a printed for this machine; its CSV has the figures behind the cells. */
static const char *const lines[] = {
	"Version 2.00a       ------Sequential Output------ --Sequential Input- --Random-",
	"                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--",
	"Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP",
	"vm             512M  654k  99  777m  43  704m  56  663k  96 +++++ +++ +++++ +++",
	"Latency             22899us     200us    3905us   27276us     483us   16080us",
	"Version 2.00a       ------Sequential Create------ --------Random Create--------",
	"vm                  -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--",
	"              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP",
	"                 16 13626  99 +++++ +++ +++++ +++  5877  99 +++++ +++ +++++ +++",
	"Latency               782us     245us    1033us    5017us      91us    1391us",
};

static const char csv_line[] =
	"1.98,bakeoff-2.00a,vm,1,42,512M,,8192,5,654,99,795822,43,721221,56,663,96,+++++,+++,+++++,"
	"+++,16,,,,,13626,99,+++++,+++,+++++,+++,5877,99,+++++,+++,+++++,+++,22899us,200us,3905us,"
	"27276us,483us,16080us,782us,245us,1033us,5017us,91us,1391us\n";

static struct bonnie_cell cell(double rate, double cpu, double longest_us)
{
	return (struct bonnie_cell){ NS_PER_S, rate, cpu, (longest_us + 0.5) / 1e6 };
}

static struct bonnie_cell fast(double longest_us)
{
	return (struct bonnie_cell){ NS_PER_S / 2 - 1, 1e9, 99, (longest_us + 0.5) / 1e6 };
}

static const struct bonnie_args sample_args = {
	.tool = TOOL_BONNIE_PLUS,
	.size = 512 * MIB,
	.chunk = 8192,
	.seeks = 8192,
	.seekers = 5,
	.files = 16,
	.file_chunk = 8192,
	.concurrency = 1,
};

static struct bonnie_report sample(const struct bonnie_args *args)
{
	return (struct bonnie_report){
		.args = args,
		.machine = "vm",
		.version = "2.00a",
		.seed = 42,
		.cells = {
			[PHASE_PUTC] = cell(654.5 * 1024, 99.9, 22899),
			[PHASE_BLOCK_WRITE] = cell(795822.5 * 1024, 43.2, 200),
			[PHASE_REWRITE] = cell(721221.5 * 1024, 56.9, 3905),
			[PHASE_GETC] = cell(663.5 * 1024, 96.1, 27276),
			[PHASE_BLOCK_READ] = fast(483),
			[PHASE_SEEKS] = fast(16080),
			[PHASE_SEQ_CREATE] = cell(13626.9, 99.9, 782),
			[PHASE_SEQ_STAT] = fast(245),
			[PHASE_SEQ_DELETE] = fast(1033),
			[PHASE_RANDOM_CREATE] = cell(5877.9, 99.2, 5017),
			[PHASE_RANDOM_STAT] = fast(91),
			[PHASE_RANDOM_DELETE] = fast(1391),
		},
	};
}

static void check_lines(const char *got, const char *const *wanted, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const size_t length = strcspn(got, "\n");
		ck_assert_msg(strlen(wanted[i]) == length && strncmp(got, wanted[i], length) == 0,
			"line %zu is\n%.*s\ninstead of\n%s", i + 1, (int)length, got, wanted[i]);
		got += length + 1;
	}
	ck_assert_str_eq(got, "");
}

START_TEST(the_text_is_bonnie_plus_plus_to_the_column)
{
	const struct bonnie_report report = sample(&sample_args);
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	bonnie_plus_text(&out, &report);
	check_lines(out.data, lines, COUNT_OF(lines));
}
END_TEST

START_TEST(the_csv_is_bonnie_plus_plus_to_the_field)
{
	const struct bonnie_report report = sample(&sample_args);
	AUTO_TEXT struct text out;

	text_init(&out, MIB);
	bonnie_plus_csv(&out, &report);
	ck_assert_str_eq(out.data, csv_line);
}
END_TEST

enum { MOST_FIELDS = 64 };

/* Cuts the line up in place. */
static size_t split(char *line, char *fields[static MOST_FIELDS])
{
	size_t count = 0;

	line[strcspn(line, "\n")] = '\0';
	while (line && count < MOST_FIELDS)
		fields[count++] = strsep(&line, ",");
	return count;
}

static size_t csv_fields(enum bonnie_csv csv, const struct bonnie_args *like, struct text *out,
	char *fields[static MOST_FIELDS])
{
	struct bonnie_args args = *like;

	args.csv = csv;
	const struct bonnie_report report = sample(&args);
	text_init(out, MIB);
	bonnie_plus_csv(out, &report);
	return split(out->data, fields);
}

/* Position and content, as readers of the format know them. */
struct field {
	size_t at;
	const char *name, *value;
};

static const struct bonnie_args unusual_args = {
	.tool = TOOL_BONNIE_PLUS,
	.size = 2 * GIB,
	.chunk = 4096,
	.seeks = 1000,
	.seekers = 3,
	.files = 1,
	.max_size = 1024,
	.min_size = 256,
	.dirs = 4,
	.file_chunk = 512,
	.concurrency = 7,
};

START_TEST(every_csv_field_is_where_its_name_is)
{
	static const struct field wanted[] = {
		{ 0, "format_version", "1.98" },
		{ 1, "bonnie_version", "bakeoff-2.00a" },
		{ 2, "name", "vm" },
		{ 3, "concurrency", "7" },
		{ 4, "seed", "42" },
		{ 5, "file_size", "2G" },
		{ 6, "io_chunk_size", "4k" },
		{ 7, "num_seeks", "1000" },
		{ 8, "seekers", "3" },
		{ 9, "putc", "654" },
		{ 10, "putc_cpu", "99" },
		{ 11, "put_block", "795822" },
		{ 15, "getc", "663" },
		{ 17, "get_block", "+++++" },
		{ 20, "seeks_cpu", "+++" },
		{ 21, "num_files", "1" },
		{ 22, "max_size", "1024" },
		{ 23, "min_size", "256" },
		{ 24, "num_dirs", "4" },
		{ 25, "file_chunk_size", "512" },
		{ 26, "seq_create", "13626" },
		{ 32, "ran_create", "5877" },
		{ 37, "ran_del_cpu", "+++" },
		{ 38, "putc_latency", "22899us" },
		{ 43, "seeks_latency", "16080us" },
		{ 44, "seq_create_latency", "782us" },
		{ 49, "ran_del_latency", "1391us" },
	};
	char *values[MOST_FIELDS], *names[MOST_FIELDS];
	AUTO_TEXT struct text line, header;

	text_init(&header, MIB);
	bonnie_plus_csv_header(&header, CSV_1_98);
	ck_assert_uint_eq(split(header.data, names), 50);
	ck_assert_uint_eq(csv_fields(CSV_1_98, &unusual_args, &line, values), 50);
	for (size_t i = 0; i < COUNT_OF(wanted); i++) {
		ck_assert_str_eq(names[wanted[i].at], wanted[i].name);
		ck_assert_str_eq(values[wanted[i].at], wanted[i].value);
	}
}
END_TEST

/* PerfKit's reader takes putc from 7 and the longest latency of it from 36; mmtests takes a line of
 * 27 fields that begins with the name. */
START_TEST(older_layouts_are_where_their_readers_look)
{
	static const struct field of_1_97[] = {
		{ 0, "format_version", "1.97" },
		{ 5, "file_size", "2G" },
		{ 6, "io_chunk_size", "4k" },
		{ 7, "putc", "654" },
		{ 9, "put_block", "795822" },
		{ 17, "seeks", "+++++" },
		{ 19, "num_files", "1" },
		{ 24, "seq_create", "13626" },
		{ 36, "putc_latency", "22899us" },
		{ 47, "ran_del_latency", "1391us" },
	};
	static const struct field of_1_03[] = {
		{ 0, "name", "vm" },
		{ 1, "file_size", "2G" },
		{ 2, "putc", "654" },
		{ 3, "putc_cpu", "99" },
		{ 4, "put_block", "795822" },
		{ 12, "seeks", "+++++" },
		{ 14, "num_files", "1" },
		{ 15, "seq_create", "13626" },
		{ 26, "ran_del_cpu", "+++" },
	};
	static const struct {
		enum bonnie_csv csv;
		size_t count;
		const struct field *fields;
		size_t field_count;
	} layouts[] = {
		{ CSV_1_97, 48, of_1_97, COUNT_OF(of_1_97) },
		{ CSV_1_03, 27, of_1_03, COUNT_OF(of_1_03) },
	};

	for (size_t l = 0; l < COUNT_OF(layouts); l++) {
		char *values[MOST_FIELDS], *names[MOST_FIELDS];
		AUTO_TEXT struct text line, header;
		text_init(&header, MIB);
		bonnie_plus_csv_header(&header, layouts[l].csv);
		ck_assert_uint_eq(split(header.data, names), layouts[l].count);
		ck_assert_uint_eq(csv_fields(layouts[l].csv, &unusual_args, &line, values),
			layouts[l].count);
		for (size_t i = 0; i < layouts[l].field_count; i++) {
			const struct field *f = &layouts[l].fields[i];
			ck_assert_str_eq(names[f->at], f->name);
			ck_assert_str_eq(values[f->at], f->value);
		}
	}
}
END_TEST

START_TEST(what_was_not_run_is_blank_and_moves_nothing)
{
	struct bonnie_args args = sample_args;
	char *fields[MOST_FIELDS];
	AUTO_TEXT struct text out, text;

	args.size = 0;
	struct bonnie_report report = sample(&args);
	memset(report.cells, 0, PHASE_SEQ_CREATE * sizeof(report.cells[0]));
	text_init(&out, MIB);
	text_init(&text, MIB);
	bonnie_plus_text(&text, &report);
	check_lines(text.data, lines + 5, 5);
	bonnie_plus_csv(&out, &report);
	ck_assert_uint_eq(split(out.data, fields), 50);
	for (size_t i = 5; i <= 20; i++)
		ck_assert_str_eq(fields[i], "");
	ck_assert_str_eq(fields[21], "16");
	ck_assert_str_eq(fields[43], "");
	ck_assert_str_eq(fields[44], "782us");
}
END_TEST

START_TEST(the_description_shows_all_that_is_unusual)
{
	struct bonnie_report report = sample(&unusual_args);
	AUTO_TEXT struct text out;

	report.machine = "a very long name of a machine";
	text_init(&out, MIB);
	bonnie_plus_text(&out, &report);
	ck_assert_ptr_nonnull(strstr(out.data, "\na ve 2G:4k:7:1000:3  654k"));
	ck_assert_ptr_nonnull(strstr(out.data, "\nfiles:max:min        /sec"));
	ck_assert_ptr_nonnull(strstr(out.data, "\n   1:1024:256/4:512 13626"));
}
END_TEST

START_TEST(a_comma_in_the_name_shifts_no_field)
{
	struct bonnie_report report = sample(&sample_args);
	char *fields[MOST_FIELDS];
	AUTO_TEXT struct text out;

	report.machine = "a,b\nc";
	text_init(&out, MIB);
	bonnie_plus_csv(&out, &report);
	ck_assert_uint_eq(split(out.data, fields), 50);
	ck_assert_str_eq(fields[2], "a_b_c");
}
END_TEST

START_TEST(rates_take_five_columns)
{
	static const struct {
		enum bonnie_phase phase;
		double rate; /* KiB/s, or per second */
		const char *text;
	} cases[] = {
		{ PHASE_PUTC, 0, "   0k" },
		{ PHASE_PUTC, 654, " 654k" },
		{ PHASE_PUTC, 9999.9, "9999k" },
		{ PHASE_PUTC, 10000, " 9.8m" },
		{ PHASE_PUTC, 102348, "99.9m" },
		{ PHASE_PUTC, 102399, " 100m" },
		{ PHASE_PUTC, 102400, " 100m" },
		{ PHASE_PUTC, 1023999, "1000m" },
		{ PHASE_PUTC, 1024000, " 1.0g" },
		{ PHASE_PUTC, 2097152, " 2.0g" },
		{ PHASE_SEEKS, 0.4, "  0.4" },
		{ PHASE_SEEKS, 999.94, "999.9" },
		{ PHASE_SEEKS, 999.96, " 1000" },
		{ PHASE_SEEKS, 4711.6, " 4712" },
		{ PHASE_SEEKS, 235106, "235106" },
		{ PHASE_SEQ_STAT, 793.9, "  793" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const double factor = cases[i].phase < PHASE_SEEKS ? 1024 : 1;
		const struct bonnie_cell c = cell(cases[i].rate * factor, 7.9, 1);
		char text[BONNIE_CELL_ROOM];
		bonnie_plus_rate(cases[i].phase, &c, text);
		ck_assert_str_eq(text, cases[i].text);
		bonnie_plus_cpu(&c, text);
		ck_assert_str_eq(text, "  7");
	}
}
END_TEST

START_TEST(half_a_second_is_long_enough_and_less_is_not)
{
	struct bonnie_cell c = cell(1024, 50, 5);
	char text[BONNIE_CELL_ROOM];

	c.wall_ns = NS_PER_S / 2;
	bonnie_plus_rate(PHASE_PUTC, &c, text);
	ck_assert_str_eq(text, "   1k");
	c.wall_ns--;
	bonnie_plus_rate(PHASE_PUTC, &c, text);
	ck_assert_str_eq(text, "+++++");
	bonnie_plus_cpu(&c, text);
	ck_assert_str_eq(text, "+++");
	c.wall_ns = 0;
	bonnie_plus_rate(PHASE_PUTC, &c, text);
	ck_assert_str_eq(text, "     ");
	bonnie_plus_latency(&c, text);
	ck_assert_str_eq(text, "");
}
END_TEST

START_TEST(latencies_change_their_unit_where_bonnie_plus_plus_does)
{
	static const struct {
		double us;
		const char *text;
	} cases[] = {
		{ 0.4, "" },
		{ 1, "1us" },
		{ 99999, "99999us" },
		{ 100000, "100ms" },
		{ 1445678, "1445ms" },
		{ 99999999, "99999ms" },
		{ 100000000, "100s" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct bonnie_cell c = cell(1, 1, cases[i].us);
		char text[BONNIE_CELL_ROOM];
		if (cases[i].us < 1)
			c.longest_s = cases[i].us / 1e6;
		bonnie_plus_latency(&c, text);
		ck_assert_str_eq(text, cases[i].text);
	}
}
END_TEST

/* The first line is 14 blanks and two groups; the row: name, MB, five pairs, seeks. */
START_TEST(the_table_of_1996_is_to_the_column)
{
	static const char *const wanted[] = {
		"              -------Sequential Output-------- ---Sequential Input-- --Random--",
		"              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---",
		"Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU",
		"a longis  100   654 99.9 795822 43.2 721221 56.9   663 96.1  1234 80.5 235.1  9.5",
	};
	struct bonnie_args args = { .tool = TOOL_BONNIE, .size = 100 * MIB };
	struct bonnie_report report = sample(&args);
	AUTO_TEXT struct text out, html;

	report.machine = "a longish name";
	report.cells[PHASE_BLOCK_READ] = cell(1234.9 * 1024, 80.5, 1);
	report.cells[PHASE_SEEKS] = cell(235.1, 9.5, 1);
	text_init(&out, MIB);
	text_init(&html, MIB);
	bonnie_table(&out, &report);
	check_lines(out.data, wanted, COUNT_OF(wanted));
	args.html = true;
	report.machine = "a<b";
	bonnie_table(&html, &report);
	ck_assert_str_eq(html.data,
		"<TR><TD>a&#60;b</TD><TD>100</TD><TD>654</TD><TD>99.9</TD><TD>795822</TD><TD>43.2</"
		"TD>"
		"<TD>721221</TD><TD>56.9</TD><TD>663</TD><TD>96.1</TD><TD>1234</TD><TD>80.5</TD>"
		"<TD>235.1</TD><TD>9.5</TD></TR>\n");
}
END_TEST

/* A row that Bonnie-64 printed here for -s 128. */
START_TEST(the_table_of_bonnie64_counts_in_mib)
{
	static const char row[] = "\nvm          0 190.7 72.6 772.2 31.2 516.6 36.1 410.5 100.0 "
				  "4405.4 100.0 235529 160.0\n";
	const struct bonnie_args args = { .tool = TOOL_BONNIE64, .size = 128 * MIB };
	struct bonnie_report report = sample(&args);
	AUTO_TEXT struct text out;

	report.cells[PHASE_PUTC] = cell(190.7 * 1048576, 72.6, 1);
	report.cells[PHASE_BLOCK_WRITE] = cell(772.2 * 1048576, 31.2, 1);
	report.cells[PHASE_REWRITE] = cell(516.6 * 1048576, 36.1, 1);
	report.cells[PHASE_GETC] = cell(410.5 * 1048576, 100, 1);
	report.cells[PHASE_BLOCK_READ] = cell(4405.4 * 1048576, 100, 1);
	report.cells[PHASE_SEEKS] = cell(235529.4, 160, 1);
	text_init(&out, MIB);
	bonnie_table(&out, &report);
	ck_assert_ptr_nonnull(strstr(out.data, row));
	ck_assert_ptr_nonnull(strstr(out.data, "\nMachine    GB M/sec %CPU"));
}
END_TEST

enum { MOST_WORDS = 24 };

static int parse(struct bonnie_args *args, const char *line, struct error *err)
{
	static char words[256]; /* texts of args point here */
	char *argv[MOST_WORDS + 2] = { (char[]){ "bonnie" } };
	int argc = 1;
	char *rest = words;

	ck_assert_uint_lt(strlen(line), sizeof(words));
	(void)stpcpy(words, line);
	while (rest && *rest && argc < MOST_WORDS + 1)
		argv[argc++] = strsep(&rest, " ");
	return bonnie_args_parse(args, argc, argv, err);
}

START_TEST(options_mean_what_they_mean_to_bonnie_plus_plus)
{
	struct bonnie_args a;
	struct error err = { 0 };

	OK(parse(&a,
		"--style=bonnie++ -s 1g:4k:1000k:7 -n 3:10k:5:6:1k -c 9 -r 77 -x 3 -z 42 -q -b",
		&err));
	ck_assert_uint_eq(a.size, GIB);
	ck_assert_uint_eq(a.chunk, 4096);
	ck_assert_uint_eq(a.seeks, 1024000);
	ck_assert_uint_eq(a.seekers, 7);
	ck_assert_uint_eq(a.files, 3);
	ck_assert_uint_eq(a.max_size, 10240);
	ck_assert_uint_eq(a.min_size, 5);
	ck_assert_uint_eq(a.dirs, 6);
	ck_assert_uint_eq(a.file_chunk, 1024);
	ck_assert_uint_eq(a.concurrency, 9);
	ck_assert_uint_eq(a.ram, 77);
	ck_assert_uint_eq(a.times, 3);
	ck_assert_uint_eq(a.seed, 42);
	ck_assert_uint_eq(a.byte_size, 3 * MIB);
	ck_assert(a.quiet && a.sync_every && !a.direct);

	OK(parse(&a, "--style=bonnie++ -f -D -s 64::16 -n 1:-2:0:2 -u nobody:nogroup", &err));
	ck_assert_uint_eq(a.byte_size, 0);
	ck_assert_uint_eq(a.chunk, 8192);
	ck_assert_uint_eq(a.seeks, 16);
	ck_assert_int_eq(a.make, MAKE_SYMLINKS);
	ck_assert_uint_eq(a.dirs, 2);
	ck_assert_str_eq(a.user, "nobody:nogroup");

	OK(parse(&a, "-n 2:link -f5 --style=bonnie++ --csv=1.97 --least-time=2s", &err));
	ck_assert_int_eq(a.make, MAKE_LINKS);
	ck_assert_uint_eq(a.byte_size, 5 * MIB);
	ck_assert_int_eq(a.csv, CSV_1_97);
	ck_assert_str_eq(a.least_time, "2s");
	ck_assert_uint_eq(a.size, BONNIE_UNKNOWN);
}
END_TEST

START_TEST(without_a_style_it_is_the_bonnie_of_1996)
{
	struct bonnie_args a;
	struct error err = { 0 };

	OK(parse(&a, "-d /tmp -s 7 -m x -html", &err));
	ck_assert_int_eq(a.tool, TOOL_BONNIE);
	ck_assert_str_eq(a.dir, "/tmp");
	ck_assert_str_eq(a.label, "x");
	ck_assert_uint_eq(a.size, 7 * MIB);
	ck_assert_uint_eq(a.chunk, 16384);
	ck_assert_uint_eq(a.seeks, 4000);
	ck_assert_uint_eq(a.seekers, 3);
	ck_assert_uint_eq(a.files, 0);
	ck_assert(a.html);
	OK(parse(&a, "--style=bonnie64 -r -f html -s3", &err));
	ck_assert(a.html && a.random);
	ck_assert_uint_eq(a.size, 3 * MIB);
}
END_TEST

START_TEST(wrong_usage_is_told_with_the_value)
{
	static const struct {
		const char *line, *said;
		int ret;
	} cases[] = {
		{ "-x 3", "no option '-x'", -EINVAL },
		{ "-s", "-s: a value is missing", -EINVAL },
		{ "-s 0", "0 is below the least, 1", -ERANGE },
		{ "-s 5q", "'5q' is no number", -EINVAL },
		{ "-s 99999999999999999999", "above the most", -ERANGE },
		{ "--style=bonnie+", "'bonnie+' is none of", -EINVAL },
		{ "--sytle=bonnie", "no option '--sytle=bonnie'", -EINVAL },
		{ "--least-time=5x", "5x", -EINVAL },
		{ "--style=bonnie64 -u", "no option '-u'", -EINVAL },
		{ "--style=bonnie64 -f xml", "'xml' is none of txt, html", -EINVAL },
		{ "--style=bonnie++ -k", "no option '-k'", -EINVAL },
		{ "--style=bonnie++ -s", "-s: a value is missing", -EINVAL },
		{ "--style=bonnie++ stray", "'stray' is one operand too many", -EINVAL },
		{ "--style=bonnie++ -s 64:3k", "3072 is no power of two", -EINVAL },
		{ "--style=bonnie++ -s 64:128", "chunk: 128 is below the least, 256", -ERANGE },
		{ "--style=bonnie++ -s 64:4k:1:0", "seekers: 0 is below the least, 1", -ERANGE },
		{ "--style=bonnie++ -s 64:4k:1:2:3", "one part too many, '3'", -EINVAL },
		{ "--style=bonnie++ -n 1:5:9", "min: 9 is above max, 5", -EINVAL },
		{ "--style=bonnie++ -n 1:link:5", "says nothing about links", -EINVAL },
		{ "--style=bonnie++ -n 1:links", "'links' is no number", -EINVAL },
		{ "--style=bonnie++ -n 1:0:0:2000", "2000 are more than files, 1024", -EINVAL },
		{ "--style=bonnie++ -s 0 -n 0", "nothing to do", -EINVAL },
		{ "--style=bonnie++ -c 0", "0 is below the least, 1", -ERANGE },
		{ "--style=bonnie++ -c 201", "201 is above the most, 200", -ERANGE },
		{ "--style=bonnie++ -D", "-D: single bytes", -EINVAL },
		{ "--style=bonnie++ -D -f -n 1:9", "without max, not 9", -EINVAL },
		{ "--style=bonnie++ -p 3", "-p: no semaphores", -EINVAL },
		{ "--style=bonnie++ -y s", "-y: no semaphores", -EINVAL },
		{ "--style=bonnie++ -z 4294967296", "above the most, 4294967295", -ERANGE },
		{ "--style=bonnie++ -z 1 -Z /etc/passwd", "only one of them", -EINVAL },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct bonnie_args a;
		struct error err = { 0 };
		int ret = parse(&a, cases[i].line, &err);
		ck_assert_msg(ret == cases[i].ret && strstr(err.text, cases[i].said), "%s: %d, %s",
			cases[i].line, ret, err.text);
	}
}
END_TEST

START_TEST(the_default_size_is_twice_the_memory)
{
	ck_assert_uint_eq(bonnie_default_size(100), 300 * MIB);
	ck_assert_uint_eq(bonnie_default_size(256), 512 * MIB);
	ck_assert_uint_eq(bonnie_default_size(260), GIB); /* 520 MiB: up to the next GiB */
	ck_assert_uint_eq(bonnie_default_size(768), 1536 * MIB);
	ck_assert_uint_eq(bonnie_default_size(1800), 4 * GIB);
}
END_TEST

UNIT_MAIN("bonnie", the_text_is_bonnie_plus_plus_to_the_column,
	the_csv_is_bonnie_plus_plus_to_the_field, every_csv_field_is_where_its_name_is,
	older_layouts_are_where_their_readers_look, what_was_not_run_is_blank_and_moves_nothing,
	the_description_shows_all_that_is_unusual, a_comma_in_the_name_shifts_no_field,
	rates_take_five_columns, half_a_second_is_long_enough_and_less_is_not,
	latencies_change_their_unit_where_bonnie_plus_plus_does, the_table_of_1996_is_to_the_column,
	the_table_of_bonnie64_counts_in_mib, options_mean_what_they_mean_to_bonnie_plus_plus,
	without_a_style_it_is_the_bonnie_of_1996, wrong_usage_is_told_with_the_value,
	the_default_size_is_twice_the_memory)
