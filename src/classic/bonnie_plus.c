// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/bonnie_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Below half a second bonnie++ says that it cannot tell. */
static const uint64_t least_ns = NS_PER_S / 2;

enum { NAME_COLUMNS = 19, DEFAULT_CHUNK = 8192, DEFAULT_SEEKS = 8192, DEFAULT_SEEKERS = 5 };

static bool was_run(const struct bonnie_cell *cell)
{
	return cell->wall_ns > 0;
}

static bool is_too_fast(const struct bonnie_cell *cell)
{
	return cell->wall_ns < least_ns;
}

/* KiB/s in five columns, also where it is rounded up: 99.95 would be 100.0. */
static void put_bytes(uint64_t kib, char text[static BONNIE_CELL_ROOM])
{
	const double mib = (double)kib / 1024;

	if (kib < 10000)
		(void)snprintf(text, BONNIE_CELL_ROOM, "%4" PRIu64 "k", kib);
	else if (mib < 99.95)
		(void)snprintf(text, BONNIE_CELL_ROOM, "%4.1fm", mib);
	else if (mib < 1000)
		(void)snprintf(text, BONNIE_CELL_ROOM, "%4.0fm", mib);
	else
		(void)snprintf(text, BONNIE_CELL_ROOM, "%4.1fg", mib / 1024);
}

/* A number as the CSV has it: whole, but seeks below 1000 with one decimal. */
static void put_number(enum bonnie_phase phase, double rate, char text[static BONNIE_CELL_ROOM])
{
	if (phase == PHASE_SEEKS && rate < 999.95)
		(void)snprintf(text, BONNIE_CELL_ROOM, "%.1f", rate);
	else if (phase == PHASE_SEEKS)
		(void)snprintf(text, BONNIE_CELL_ROOM, "%.0f", rate);
	else
		(void)snprintf(text, BONNIE_CELL_ROOM, "%" PRIu64,
			(uint64_t)(phase < PHASE_SEEKS ? rate / (double)KIB : rate));
}

void bonnie_plus_rate(enum bonnie_phase phase, const struct bonnie_cell *cell,
	char text[static BONNIE_CELL_ROOM])
{
	char number[BONNIE_CELL_ROOM];

	if (!was_run(cell)) {
		(void)snprintf(text, BONNIE_CELL_ROOM, "     ");
	} else if (is_too_fast(cell)) {
		(void)snprintf(text, BONNIE_CELL_ROOM, "+++++");
	} else if (phase < PHASE_SEEKS) {
		put_bytes((uint64_t)(cell->rate / (double)KIB), text);
	} else {
		put_number(phase, cell->rate, number);
		(void)snprintf(text, BONNIE_CELL_ROOM, "%5s", number);
	}
}

void bonnie_plus_cpu(const struct bonnie_cell *cell, char text[static BONNIE_CELL_ROOM])
{
	if (!was_run(cell))
		(void)snprintf(text, BONNIE_CELL_ROOM, "   ");
	else if (is_too_fast(cell))
		(void)snprintf(text, BONNIE_CELL_ROOM, "+++");
	else
		(void)snprintf(text, BONNIE_CELL_ROOM, "%3u", (unsigned)cell->cpu);
}

void bonnie_plus_latency(const struct bonnie_cell *cell, char text[static BONNIE_CELL_ROOM])
{
	const uint64_t us = (uint64_t)(cell->longest_s * 1e6);

	text[0] = '\0';
	if (!was_run(cell) || us == 0)
		return;
	if (us > 99999999)
		(void)snprintf(text, BONNIE_CELL_ROOM, "%" PRIu64 "s", us / 1000000);
	else if (us > 99999)
		(void)snprintf(text, BONNIE_CELL_ROOM, "%" PRIu64 "ms", us / 1000);
	else
		(void)snprintf(text, BONNIE_CELL_ROOM, "%" PRIu64 "us", us);
}

/* 512M; 2G; whole GiB only. */
static void put_size(uint64_t bytes, char text[static BONNIE_CELL_ROOM])
{
	if (bytes % GIB == 0)
		(void)snprintf(text, BONNIE_CELL_ROOM, "%" PRIu64 "G", bytes / GIB);
	else
		(void)snprintf(text, BONNIE_CELL_ROOM, "%" PRIu64 "M", bytes / MIB);
}

/* A number that is not the usual one; else nothing. */
static void put_unusual(uint64_t value, uint64_t usual, char text[static BONNIE_CELL_ROOM])
{
	text[0] = '\0';
	if (value != usual)
		(void)snprintf(text, BONNIE_CELL_ROOM, "%" PRIu64, value);
}

/* 4k; 256; nothing for the usual chunk. */
static void put_chunk(uint64_t bytes, char text[static BONNIE_CELL_ROOM])
{
	if (bytes == DEFAULT_CHUNK || bytes % KIB != 0)
		put_unusual(bytes, DEFAULT_CHUNK, text);
	else
		(void)snprintf(text, BONNIE_CELL_ROOM, "%" PRIu64 "k", bytes / KIB);
}

static void put_max(const struct bonnie_args *args, char text[static BONNIE_CELL_ROOM])
{
	if (args->make == MAKE_FILES)
		put_unusual(args->max_size, 0, text);
	else
		(void)snprintf(text, BONNIE_CELL_ROOM, "%s",
			args->make == MAKE_LINKS ? "link" : "symlink");
}

/* The name from the left, and over it the description from the right, with a blank between. */
static void put_name(struct text *out, const char *name, const char *description)
{
	const int length = (int)min_u64(strlen(description), NAME_COLUMNS);
	const int room = NAME_COLUMNS - length;
	const int most = length > 0 && room > 0 ? room - 1 : room;

	text_printf(out, "%-*.*s%.*s", room, most, name, length, description);
}

/* size:chunk:concurrency:seeks:seekers without what is usual at its end. */
static void describe_size(const struct bonnie_args *args, struct text *out)
{
	char parts[5][BONNIE_CELL_ROOM];
	size_t used = 1;

	put_size(args->size, parts[0]);
	put_chunk(args->chunk, parts[1]);
	put_unusual(args->concurrency, 1, parts[2]);
	put_unusual(args->seeks, DEFAULT_SEEKS, parts[3]);
	put_unusual(args->seekers, DEFAULT_SEEKERS, parts[4]);
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		used = parts[i][0] ? i + 1 : used;
	for (size_t i = 0; i < used; i++)
		text_printf(out, "%s%s", i > 0 ? ":" : "", parts[i]);
}

/* files:max:min/dirs:chunk without what is usual. */
static void describe_files(const struct bonnie_args *args, struct text *out)
{
	char max[BONNIE_CELL_ROOM], chunk[BONNIE_CELL_ROOM];

	put_max(args, max);
	put_chunk(args->file_chunk, chunk);
	text_printf(out, "%" PRIu64, args->files);
	if (max[0])
		text_printf(out, ":%s", max);
	if (max[0] && args->make == MAKE_FILES)
		text_printf(out, ":%" PRIu64, args->min_size);
	if (args->dirs > 0 || chunk[0])
		text_puts(out, "/");
	if (args->dirs > 0)
		text_printf(out, "%" PRIu64, args->dirs);
	if (chunk[0])
		text_printf(out, ":%s", chunk);
}

static void put_cells(struct text *out, const struct bonnie_report *r, enum bonnie_phase first)
{
	char rate[BONNIE_CELL_ROOM], cpu[BONNIE_CELL_ROOM];

	for (unsigned i = 0; i < BONNIE_PHASES / 2; i++) {
		bonnie_plus_rate(first + i, &r->cells[first + i], rate);
		bonnie_plus_cpu(&r->cells[first + i], cpu);
		text_printf(out, " %s %s", rate, cpu);
	}
	text_puts(out, "\nLatency          ");
	for (unsigned i = 0; i < BONNIE_PHASES / 2; i++) {
		bonnie_plus_latency(&r->cells[first + i], rate);
		text_printf(out, " %9s", rate);
	}
	text_puts(out, "\n");
}

static const char units[] = " /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n";

static void file_table(struct text *out, const struct bonnie_report *r)
{
	const struct bonnie_args *args = r->args;
	AUTO_TEXT struct text description;
	const char *heading = args->min_size > 0 ? "files:max:min      "
			      : args->max_size > 0 || args->make != MAKE_FILES
				      ? "files:max          "
				      : "              files";

	text_init(&description, KIB);
	describe_files(args, &description);
	text_printf(out,
		"Version %5s       ------Sequential Create------ --------Random Create--------\n",
		r->version);
	put_name(out, r->machine, "");
	text_puts(out, " -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n");
	text_printf(out, "%s %s", heading, units);
	put_name(out, "", description.data);
	put_cells(out, r, PHASE_SEQ_CREATE);
}

void bonnie_plus_text(struct text *out, const struct bonnie_report *r)
{
	AUTO_TEXT struct text description;

	text_init(&description, KIB);
	if (r->args->size > 0) {
		describe_size(r->args, &description);
		text_printf(out,
			"Version %5s       ------Sequential Output------ --Sequential Input- "
			"--Random-\n"
			"                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- "
			"--Seeks--\n"
			"Name:Size etc       %s",
			r->version, units);
		put_name(out, r->machine, description.data);
		put_cells(out, r, PHASE_PUTC);
	}
	if (r->args->files > 0)
		file_table(out, r);
}

/* A name with a comma or a newline would shift every field behind it. */
static void put_csv_name(struct text *out, const char *name)
{
	for (; *name; name++)
		text_printf(out, "%c", *name == ',' || *name == '\n' || *name == '"' ? '_' : *name);
}

static void csv_cells(struct text *out, const struct bonnie_report *r, enum bonnie_phase first)
{
	char number[BONNIE_CELL_ROOM];

	for (enum bonnie_phase p = first; p < first + BONNIE_PHASES / 2; p++) {
		const struct bonnie_cell *cell = &r->cells[p];
		if (!was_run(cell)) {
			text_puts(out, ",,");
		} else if (is_too_fast(cell)) {
			text_puts(out, ",+++++,+++");
		} else {
			put_number(p, cell->rate, number);
			text_printf(out, ",%s,%u", number, (unsigned)cell->cpu);
		}
	}
}

/* files, max, min, dirs, chunk. */
static void csv_files(struct text *out, const struct bonnie_args *args)
{
	char max[BONNIE_CELL_ROOM] = "", min[BONNIE_CELL_ROOM] = "", dirs[BONNIE_CELL_ROOM] = "",
	     chunk[BONNIE_CELL_ROOM] = "";

	if (args->files == 0) {
		text_puts(out, ",,,,,");
		return;
	}
	put_max(args, max);
	put_unusual(args->min_size, 0, min);
	put_unusual(args->dirs, 0, dirs);
	put_chunk(args->file_chunk, chunk);
	text_printf(out, ",%" PRIu64 ",%s,%s,%s,%s", args->files, max, min, dirs, chunk);
}

static void csv_head(struct text *out, const struct bonnie_report *r)
{
	const struct bonnie_args *args = r->args;
	char size[BONNIE_CELL_ROOM] = "", chunk[BONNIE_CELL_ROOM] = "";

	if (args->size > 0) {
		put_size(args->size, size);
		put_chunk(args->chunk, chunk);
	}
	text_printf(out, "%s,bakeoff-%s,", args->csv == CSV_1_97 ? "1.97" : "1.98", r->version);
	put_csv_name(out, r->machine);
	text_printf(out, ",%" PRIu64 ",%" PRIu64 ",%s,%s", args->concurrency, r->seed, size, chunk);
	if (args->csv == CSV_1_97)
		return;
	if (args->size > 0)
		text_printf(out, ",%" PRIu64 ",%" PRIu64, args->seeks, args->seekers);
	else
		text_puts(out, ",,");
}

/* 27 fields and no tag: the layout before 1.92. */
static void csv_1_03(struct text *out, const struct bonnie_report *r)
{
	const struct bonnie_args *args = r->args;
	char size[BONNIE_CELL_ROOM] = "";

	if (args->size > 0)
		put_size(args->size, size);
	put_csv_name(out, r->machine);
	text_printf(out, ",%s", size);
	csv_cells(out, r, PHASE_PUTC);
	if (args->files > 0)
		text_printf(out, ",%" PRIu64, args->files);
	else
		text_puts(out, ",");
	csv_cells(out, r, PHASE_SEQ_CREATE);
	text_puts(out, "\n");
}

void bonnie_plus_csv(struct text *out, const struct bonnie_report *r)
{
	char latency[BONNIE_CELL_ROOM];

	if (r->args->csv == CSV_1_03) {
		csv_1_03(out, r);
		return;
	}
	csv_head(out, r);
	csv_cells(out, r, PHASE_PUTC);
	csv_files(out, r->args);
	csv_cells(out, r, PHASE_SEQ_CREATE);
	for (enum bonnie_phase p = 0; p < BONNIE_PHASES; p++) {
		bonnie_plus_latency(&r->cells[p], latency);
		text_printf(out, ",%s", latency);
	}
	text_puts(out, "\n");
}

void bonnie_plus_csv_header(struct text *out, enum bonnie_csv csv)
{
	static const char *const names[] = { "putc", "put_block", "rewrite", "getc", "get_block",
		"seeks", "seq_create", "seq_stat", "seq_del", "ran_create", "ran_stat", "ran_del" };

	text_puts(out, csv == CSV_1_03 ? "name,file_size"
				       : "format_version,bonnie_version,name,concurrency,seed,"
					 "file_size,io_chunk_size");
	if (csv == CSV_1_98)
		text_puts(out, ",num_seeks,seekers");
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (i == PHASE_SEQ_CREATE)
			text_puts(out, csv == CSV_1_03 ? ",num_files"
						       : ",num_files,max_size,min_size,num_dirs,"
							 "file_chunk_size");
		text_printf(out, ",%s,%s_cpu", names[i], names[i]);
	}
	for (size_t i = 0; csv != CSV_1_03 && i < COUNT_OF(names); i++)
		text_printf(out, ",%s_latency", names[i]);
	text_puts(out, "\n");
}
