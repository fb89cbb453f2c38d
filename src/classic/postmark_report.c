// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/postmark.h"
#include "core/log.h"

#include <inttypes.h>

/* Seconds as the version counts them, and how it prints what happened in them. */
struct report {
	FILE *out;
	enum postmark_version version;
	double all, transactions, creation, deletion;
};

/*
 * Up to 1.53 the clock is looked at in whole seconds, so a difference is of whole seconds, and
 * none is called one. 1.54 counts microseconds.
 */
static double seconds_between(enum postmark_version version, uint64_t from, uint64_t to)
{
	const uint64_t unit = version == POSTMARK_1_54 ? NS_PER_US : NS_PER_S;
	const uint64_t whole = to / unit - from / unit;

	if (version == POSTMARK_1_54)
		return (double)whole / 1e6;
	return whole > 0 ? (double)whole : 1;
}

static struct report report_of(FILE *out, const struct postmark_result *r,
	enum postmark_version version)
{
	return (struct report){
		.out = out,
		.version = version,
		.all = seconds_between(version, r->start, r->end),
		.transactions = seconds_between(version, r->created_at, r->transacted_at),
		.creation = seconds_between(version, r->start, r->created_at),
		.deletion = seconds_between(version, r->transacted_at, r->end),
	};
}

static void put_seconds(const struct report *p, double seconds)
{
	if (p->version == POSTMARK_1_54)
		fprintf(p->out, "%.4f", seconds);
	else
		fprintf(p->out, "%.0f", seconds);
}

/* "WHAT (so many per second)": whole numbers, cut, up to 1.53. */
static void put_rate(const struct report *p, const char *what, uint64_t count, double seconds)
{
	double rate = (double)count / seconds;

	fputs(what, p->out);
	if (p->version == POSTMARK_1_54)
		fprintf(p->out, " (%.2f per second)\n", rate);
	else
		fprintf(p->out, " (%" PRIu64 " per second)\n", (uint64_t)rate);
}

static void put_count(const struct report *p, const char *before, uint64_t count, const char *what,
	double seconds)
{
	fprintf(p->out, "%s%" PRIu64, before, count);
	put_rate(p, what, count, seconds);
}

/* In the single precision of the counters; a volume of exactly 1 MiB is "1024.00 kilobytes". */
static void put_volume(const struct report *p, float bytes)
{
	const float megabytes = bytes / 1048576.0F, kilobytes = bytes / 1024.0F;

	if (megabytes > 1)
		fprintf(p->out, "%.2f megabytes", (double)megabytes);
	else if (kilobytes > 0)
		fprintf(p->out, "%.2f kilobytes", (double)kilobytes);
	else
		fprintf(p->out, "%f bytes", (double)bytes);
}

static void put_data(const struct report *p, float bytes, const char *what)
{
	fputc('\t', p->out);
	put_volume(p, bytes);
	fprintf(p->out, " %s (", what);
	put_volume(p, bytes / (float)p->all);
	fputs(" per second)\n", p->out);
}

/* What 1.51 calls deleted is what was created. */
static uint64_t deleted_in(const struct report *p, const struct postmark_result *r)
{
	return p->version == POSTMARK_1_51 ? r->created : r->deleted;
}

static void put_verbose(const struct report *p, const struct postmark_result *r)
{
	fputs("Time:\n\t", p->out);
	put_seconds(p, p->all);
	fputs(" seconds total\n\t", p->out);
	put_seconds(p, p->transactions);
	put_rate(p, " seconds of transactions", r->transactions, p->transactions);
	fputs("\nFiles:\n", p->out);
	put_count(p, "\t", r->created, " created", p->all);
	put_count(p, "\t\tCreation alone: ", r->number, " files", p->creation);
	put_count(p, "\t\tMixed with transactions: ", r->created - r->number, " files",
		p->transactions);
	put_count(p, "\t", r->read, " read", p->transactions);
	put_count(p, "\t", r->appended, " appended", p->transactions);
	put_count(p, "\t", deleted_in(p, r), " deleted", p->all);
	put_count(p, "\t\tDeletion alone: ", r->deleted_alone, " files", p->deletion);
	put_count(p, "\t\tMixed with transactions: ", r->deleted - r->deleted_alone, " files",
		p->transactions);
	fputs("\nData:\n", p->out);
	put_data(p, r->volume_read, "read");
	put_data(p, r->volume_written, "written");
}

static void put_terse(const struct report *p, const struct postmark_result *r)
{
	/* 1.51 divides by the time of the creations. */
	const double deletion = p->version == POSTMARK_1_51 ? p->creation : p->deletion;
	const double rates[] = {
		r->transactions / p->transactions,
		r->created / p->all,
		r->number / p->creation,
		(r->created - r->number) / p->transactions,
		(double)r->read / p->transactions,
		(double)r->appended / p->transactions,
		(double)deleted_in(p, r) / p->all,
		r->deleted_alone / deletion,
		(r->deleted - r->deleted_alone) / p->transactions,
		(double)(r->volume_read / (float)p->all),
		(double)(r->volume_written / (float)p->all),
	};

	put_seconds(p, p->all);
	fputc(' ', p->out);
	put_seconds(p, p->transactions);
	for (size_t i = 0; i < COUNT_OF(rates); i++)
		fprintf(p->out, " %.2f", rates[i]);
	fputc('\n', p->out);
}

static double exact_seconds(uint64_t from, uint64_t to)
{
	return (double)(to - from) / (double)NS_PER_S;
}

/* In words that no reader of the classic report looks for. */
static void put_exact(FILE *out, const struct postmark_result *r)
{
	fprintf(out,
		"\nExact:\n"
		"\tbytes in: %" PRIu64 " (%.2f MiB), out: %" PRIu64 " (%.2f MiB)\n"
		"\twall clock: %.6f s; creation %.6f s, transactions %.6f s, deletion %.6f s\n",
		r->bytes_read, (double)r->bytes_read / (double)MIB, r->bytes_written,
		(double)r->bytes_written / (double)MIB, exact_seconds(r->start, r->end),
		exact_seconds(r->start, r->created_at),
		exact_seconds(r->created_at, r->transacted_at),
		exact_seconds(r->transacted_at, r->end));
}

/* A terse report is one line, and stays so. */
static void say_exact(const struct postmark_result *r)
{
	log_info("postmark: bytes in: %" PRIu64 ", out: %" PRIu64
		 "; wall clock: %.6f s, transactions %.6f s",
		r->bytes_read, r->bytes_written, exact_seconds(r->start, r->end),
		exact_seconds(r->created_at, r->transacted_at));
}

void postmark_count(struct postmark_result *r, const struct postmark_op *op)
{
	switch (op->kind) {
	case POSTMARK_READ:
		r->read++;
		r->bytes_read += op->bytes;
		r->volume_read += (float)op->bytes;
		break;
	case POSTMARK_APPEND:
		r->appended++;
		r->bytes_written += op->bytes;
		r->volume_written += (float)op->bytes;
		break;
	case POSTMARK_CREATE:
		r->created++;
		r->bytes_written += op->bytes;
		r->volume_written += (float)op->bytes;
		break;
	case POSTMARK_DELETE:
		r->deleted++;
		break;
	case POSTMARK_KINDS:
		break;
	}
}

void postmark_report(FILE *out, const struct postmark_result *r, enum postmark_version version,
	bool terse)
{
	enum { FEW_SECONDS = 10 };
	const struct report p = report_of(out, r, version);

	if (terse) {
		put_terse(&p, r);
		say_exact(r);
	} else {
		put_verbose(&p, r);
		put_exact(out, r);
	}
	if (version != POSTMARK_1_54 && r->end - r->start < FEW_SECONDS * NS_PER_S)
		log_warning("postmark: a run of %.3f s tells little in whole seconds: raise set "
			    "transactions, or take --report-version=1.54",
			exact_seconds(r->start, r->end));
}
