// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/dbench_shared.h"
#include "core/log.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

static double ms(uint64_t ns)
{
	return (double)ns / (double)NS_PER_MS;
}

static double share(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 0;
}

void dbench_print_progress(const struct dbench_args *args, enum dbench_phase phase,
	unsigned clients, uint64_t lines, double megabytes, unsigned seconds, double latency_ms)
{
	static const char *const words[] = { "warmup", "execute", "cleanup" };

	if (args->machine_readable)
		printf("@%c@%u@%" PRIu64 "@%.2f@%u@%.3f@\n", "WRC"[phase], clients, lines,
			megabytes, seconds, latency_ms);
	else if (phase == DBENCH_CLEANUP)
		printf("%4u  cleanup %3u sec\n", clients, seconds);
	else
		printf("%4u  %8" PRIu64 "  %7.2f MB/sec  %s %3u sec  latency %.3f ms\n", clients,
			lines, megabytes, words[phase], seconds, latency_ms);
	(void)fflush(stdout); /* main() says where it could not be printed */
}

void dbench_add_up(const struct dbench_run *run, unsigned from, unsigned count,
	struct dbench_figures *sum)
{
	*sum = (struct dbench_figures){ 0 };
	for (unsigned i = from; i < from + count; i++) {
		const struct dbench_tally *t = &run->shared->tallies[i];
		uint64_t window = t->stop_ticks > t->first_ticks
					  ? clock_ns(&run->clock, t->stop_ticks - t->first_ticks)
					  : 0;
		sum->bytes += t->bytes;
		sum->written += t->written;
		sum->read += t->read;
		sum->lines += t->lines;
		sum->mismatches += t->mismatches;
		sum->pass_squares += t->pass_squares;
		sum->max_ns = max_u64(sum->max_ns, t->max_ns);
		sum->window_ns = max_u64(sum->window_ns, window);
		histogram_merge(&sum->passes, &t->passes);
		for (unsigned k = 0; k < DBENCH_OPERATIONS; k++)
			histogram_merge(&sum->latency[k], &t->latency[k]);
	}
}

static void print_table(const struct dbench_args *args, const struct dbench_figures *f)
{
	if (!args->machine_readable)
		printf(" Operation      Count    AvgLat    MaxLat\n"
		       " ----------------------------------------\n");
	for (unsigned k = 0; k < DBENCH_OPERATIONS; k++) {
		const struct histogram *h = &f->latency[k];
		if (h->count == 0)
			continue;
		printf(args->machine_readable ? ":%s:%" PRIu64 ":%.3f:%.3f:\n"
					      : " %-12s %7" PRIu64 " %9.3f %9.3f\n",
			dbench_kind_short_name((enum dbench_kind)k), h->count,
			histogram_mean(h) / (double)NS_PER_MS, ms(h->greatest));
	}
}

static void print_clients(const struct dbench_run *run)
{
	static struct dbench_figures f; /* too large for the stack */

	printf("\nPer client results:\n");
	for (unsigned i = 0; i < run->clients; i++) {
		dbench_add_up(run, i, 1, &f);
		printf("Client %u did %" PRIu64 " lines and %" PRIu64 " bytes\n", i, f.lines,
			f.bytes);
		print_table(run->args, &f);
		printf("\n");
	}
}

/* With so many of them that it is one; else a rumour. */
static void print_quantile(const struct histogram *h, double q, double unit_ns, const char *word)
{
	if ((double)h->count >= 10 / (1 - q))
		printf("  %s %.3f", word, histogram_quantile(h, q) / unit_ns);
}

static void print_passes(const struct dbench_figures *f)
{
	const struct histogram *h = &f->passes;
	double n = (double)h->count, mean = histogram_mean(h) / (double)NS_PER_S;

	printf("\n Complete passes: %" PRIu64, h->count);
	if (h->count > 0)
		printf("  seconds: mean %.3f", mean);
	if (h->count > 1)
		printf("  st.dev. %.3f",
			sqrt(fmax(0, (f->pass_squares - n * mean * mean) / (n - 1))));
	print_quantile(h, 0.5, (double)NS_PER_S, "p50");
	print_quantile(h, 0.9, (double)NS_PER_S, "p90");
	print_quantile(h, 0.99, (double)NS_PER_S, "p99");
	if (h->count > 0)
		printf("  max %.3f", (double)h->greatest / (double)NS_PER_S);
	printf("\n");
}

static void print_latencies(const struct dbench_figures *f)
{
	printf(" Latency percentiles, ms:\n");
	for (unsigned k = 0; k < DBENCH_OPERATIONS; k++) {
		const struct histogram *h = &f->latency[k];
		if (h->count < 20)
			continue;
		printf(" %-12s", dbench_kind_short_name((enum dbench_kind)k));
		print_quantile(h, 0.5, (double)NS_PER_MS, "p50");
		print_quantile(h, 0.99, (double)NS_PER_MS, "p99");
		print_quantile(h, 0.999, (double)NS_PER_MS, "p99.9");
		printf("\n");
	}
}

/* What was asked of the file system, and what of it the device has seen. */
static void print_device(const struct dbench_figures *f, const struct dbench_machine *before,
	const struct dbench_machine *after)
{
	printf(" Bytes in the window: the clients wrote %" PRIu64 " and read %" PRIu64, f->written,
		f->read);
	if (!before->has_device || !after->has_device) {
		printf("; no block device is under the directory\n");
		return;
	}
	uint64_t written = after->device_written - before->device_written;
	double reached = fmin(1, share(written, f->written));
	printf("; %s wrote %" PRIu64 " and read %" PRIu64 "\n", after->device, written,
		after->device_read - before->device_read);
	if (f->written > 0)
		printf(" Never written, or not yet: %.1f%% of what the clients wrote\n",
			100 * (1 - reached));
}

static uint64_t data_set(const struct dbench_run *run)
{
	uint64_t bytes = 0;

	for (unsigned i = 0; i < run->processes; i++)
		bytes += run->loads[i % run->load_count].data_set * run->args->clients_per_process;
	return bytes;
}

static void warn(const struct dbench_run *run, const struct dbench_figures *f,
	const struct dbench_machine *before, const struct dbench_machine *after)
{
	uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t busy = after->busy_ns - before->busy_ns, own = after->own_ns - before->own_ns;
	double cpus = (double)sysconf(_SC_NPROCESSORS_ONLN);
	double others = busy > own ? share(busy - own, after->time_ns - before->time_ns) / cpus : 0;

	if (*run->dir && data_set(run) < memory)
		log_warning("dbench: the data set, %" PRIu64 " MB, fits in memory (%" PRIu64
			    " MB): reads are served from it, and much is deleted before it is "
			    "written",
			data_set(run) / 1000000, memory / 1000000);
	if (f->passes.count < run->clients)
		log_warning("dbench: less than one whole pass of each client: the mix of "
			    "operations depends on the speed; give it more time");
	if (others > 0.1)
		log_warning("dbench: other processes used %.0f%% of the CPUs in the window: the "
			    "figure is not this machine's",
			100 * others);
	if (f->mismatches > 0)
		log_warning("dbench: %" PRIu64 " results were not what the load expects",
			f->mismatches);
}

void dbench_print_results(const struct dbench_run *run, const struct dbench_figures *f,
	const struct dbench_machine *before, const struct dbench_machine *after, double megabytes)
{
	const struct dbench_args *args = run->args;

	if (!args->machine_readable)
		printf("\n");
	print_table(args, f);
	if (args->per_client_results && !args->machine_readable)
		print_clients(run);
	if (args->machine_readable) {
		printf(";%.6g;%u;%u;%.3f;\n", megabytes, run->clients, run->processes,
			ms(f->max_ns));
	} else {
		print_passes(f);
		print_latencies(f);
		if (*run->dir)
			print_device(f, before, after);
		printf("\nThroughput %g MB/sec%s%s  %u clients  %u procs  max_latency=%.3f ms\n",
			megabytes, args->sync ? " (sync open)" : "",
			args->sync_dir ? " (sync dirs)" : "", run->clients, run->processes,
			ms(f->max_ns));
	}
	(void)fflush(stdout); /* before what is said on stderr; main() says where it failed */
	warn(run, f, before, after);
}
