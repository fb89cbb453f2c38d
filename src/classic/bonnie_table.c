// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/bonnie_report.h"

#include <inttypes.h>

/* In the tables' order, which is not that of the phases. */
static const enum bonnie_phase columns[] = {
	PHASE_PUTC,
	PHASE_BLOCK_WRITE,
	PHASE_REWRITE,
	PHASE_GETC,
	PHASE_BLOCK_READ,
};

static uint64_t kib_of(const struct bonnie_cell *cell)
{
	return (uint64_t)(cell->rate / (double)KIB);
}

static void text_1996(struct text *out, const struct bonnie_report *r)
{
	const struct bonnie_cell *seeks = &r->cells[PHASE_SEEKS];

	text_puts(out, "              -------Sequential Output-------- ---Sequential Input-- "
		       "--Random--\n"
		       "              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- "
		       "--Seeks---\n"
		       "Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  "
		       "/sec %CPU\n");
	text_printf(out, "%-8.8s %4" PRIu64 " ", r->machine, r->args->size / MIB);
	for (size_t i = 0; i < COUNT_OF(columns); i++)
		text_printf(out, "%5" PRIu64 " %4.1f ", kib_of(&r->cells[columns[i]]),
			r->cells[columns[i]].cpu);
	text_printf(out, "%5.1f %4.1f\n", seeks->rate, seeks->cpu);
}

/* What a browser would take for markup. */
static void put_html(struct text *out, const char *s)
{
	for (; *s; s++) {
		if (*s == '<' || *s == '>' || *s == '&')
			text_printf(out, "&#%d;", *s);
		else
			text_add(out, s, 1);
	}
}

static void html_row(struct text *out, const struct bonnie_report *r)
{
	const struct bonnie_cell *seeks = &r->cells[PHASE_SEEKS];

	text_puts(out, "<TR><TD>");
	put_html(out, r->machine);
	text_printf(out, "</TD><TD>%" PRIu64 "</TD>", r->args->size / MIB);
	for (size_t i = 0; i < COUNT_OF(columns); i++)
		text_printf(out, "<TD>%" PRIu64 "</TD><TD>%.1f</TD>", kib_of(&r->cells[columns[i]]),
			r->cells[columns[i]].cpu);
	text_printf(out, "<TD>%.1f</TD><TD>%.1f</TD></TR>\n", seeks->rate, seeks->cpu);
}

/* The title counts GB of 1000 MiB, as the original does. */
static void text_64(struct text *out, const struct bonnie_report *r)
{
	const struct bonnie_cell *seeks = &r->cells[PHASE_SEEKS];

	text_puts(out, "              -------Sequential Output-------- ---Sequential Input-- "
		       "--Random--\n"
		       "              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- "
		       "--Seeks---\n"
		       "Machine    GB M/sec %CPU M/sec %CPU M/sec %CPU M/sec %CPU M/sec %CPU  "
		       "/sec %CPU\n");
	text_printf(out, "%-8.8s %4" PRIu64 " ", r->machine, r->args->size / (1000 * MIB));
	for (size_t i = 0; i < COUNT_OF(columns); i++)
		text_printf(out, "%5.1f %4.1f ", r->cells[columns[i]].rate / (double)MIB,
			r->cells[columns[i]].cpu);
	text_printf(out, "%5" PRIu64 " %4.1f\n", (uint64_t)seeks->rate, seeks->cpu);
}

static void html_64(struct text *out, const struct bonnie_report *r)
{
	text_puts(out, "<TABLE BORDER=1>\n"
		       "<TR><TH COLSPAN=2></TH><TH COLSPAN=6>Sequential Output</TH>"
		       "<TH COLSPAN=4>Sequential Input</TH><TH COLSPAN=2>Random</TH></TR>\n"
		       "<TR><TH COLSPAN=2></TH><TH COLSPAN=2>Per Char</TH><TH COLSPAN=2>Block</TH>"
		       "<TH COLSPAN=2>Rewrite</TH><TH COLSPAN=2>Per Char</TH>"
		       "<TH COLSPAN=2>Block</TH><TH COLSPAN=2>Seeks</TH></TR>\n"
		       "<TR><TH>Machine</TH><TH>MB</TH>");
	for (size_t i = 0; i < COUNT_OF(columns); i++)
		text_puts(out, "<TH>K/sec</TH><TH>%CPU</TH>");
	text_puts(out, "<TH>/sec</TH><TH>%CPU</TH></TR>\n");
	html_row(out, r);
	text_puts(out, "</TABLE>\n");
}

void bonnie_table(struct text *out, const struct bonnie_report *report)
{
	const bool html = report->args->html;

	if (report->args->tool == TOOL_BONNIE64)
		(html ? html_64 : text_64)(out, report);
	else
		(html ? html_row : text_1996)(out, report);
}
