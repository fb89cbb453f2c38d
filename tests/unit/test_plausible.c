// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/plausible.h"

#include "unit.h"

#include <math.h>
#include <string.h>

/* A phase that read 200 MiB of a 200 MiB file from a disk in 2 s. */
enum { RESIDENT, SIZE, ACTIVE, DISK_READ, DISK_WRITTEN, CPU0, CPU1, COUNTERS };

struct sample {
	struct counter_record counters[COUNTERS];
	struct kind_record kind;
	struct phase_record record;
	struct plausible_phase phase;
	struct plausible_run run;
	struct arena arena;
	struct log_record *logs;
	size_t count;
};

static struct sample *sample_of(const char *kind)
{
	static struct sample s;

	s = (struct sample){
		.counters = {
			[RESIDENT] = { "bakeoff.cache.resident", "", "B", READING_INSTANT, 0, "" },
			[SIZE] = { "bakeoff.cache.size", "", "B", READING_INSTANT, 200 * MIB, "" },
			[ACTIVE] = { "disk.dev.avactive", "vda", "ns", READING_COUNTER, 1e9, "" },
			[DISK_READ] = { "disk.dev.read_bytes", "vda", "B", READING_COUNTER,
				200 * MIB, "" },
			[DISK_WRITTEN] = { "disk.dev.write_bytes", "vda", "B", READING_COUNTER,
				200 * MIB, "" },
			[CPU0] = { "kernel.percpu.cpu.user", "cpu0", "ns", READING_COUNTER, 0, "" },
			[CPU1] = { "kernel.percpu.cpu.user", "cpu1", "ns", READING_COUNTER, 0, "" },
		},
		.kind = { .name = kind, .operations = 200, .bytes = 200 * MIB },
		.record = { .name = "part", .wall_ns = 2 * NS_PER_S, .clients = 1,
			.bytes = 200 * MIB, .kind_count = 1, .counter_count = COUNTERS },
		.phase = { .cold = true },
		.run = { .phase_count = 1, .memory_copy = 5e9, .memory = 100 * MIB },
	};
	s.record.counters = s.counters;
	s.record.kinds = &s.kind;
	s.phase.record = &s.record;
	s.run.phases = &s.phase;
	return &s;
}

static void check(struct sample *s)
{
	plausible_check(&s->run, &s->arena, &s->logs, &s->count);
}

static void expect(struct sample *s, int level, const char *text)
{
	check(s);
	ck_assert_uint_eq(s->count, 1);
	ck_assert_int_eq(s->logs[0].level, level);
	ck_assert_str_eq(s->logs[0].text, text);
	arena_free(&s->arena);
}

static void expect_nothing(struct sample *s)
{
	check(s);
	ck_assert_msg(s->count == 0, "%s", s->count ? s->logs[0].text : "");
	arena_free(&s->arena);
}

START_TEST(a_cold_read_from_a_disk_is_not_doubted)
{
	expect_nothing(sample_of("read"));
}
END_TEST

START_TEST(a_cold_phase_with_more_than_a_twentieth_in_the_cache_is_a_warning)
{
	struct sample *s = sample_of("read");

	s->counters[RESIDENT].value = 10 * MIB;
	expect_nothing(s);
	s = sample_of("read");
	s->counters[RESIDENT].value = 10 * MIB + 1;
	expect(s, RECORD_WARNING,
		"part: was to begin with cold caches, and more than 5 % of its files were in the "
		"page cache");
	s = sample_of("read");
	s->counters[RESIDENT].value = 200 * MIB;
	s->phase.cold = false;
	expect_nothing(s);
}
END_TEST

START_TEST(a_cold_phase_that_cannot_be_looked_at_is_told_with_the_reason)
{
	struct sample *s = sample_of("read");

	s->counters[RESIDENT].value = s->counters[SIZE].value = NAN;
	s->counters[RESIDENT].absent = "nfs: the server has a cache too";
	expect(s, RECORD_INFO,
		"part: whether it began with cold caches is not known: nfs: the server has a cache "
		"too");
}
END_TEST

START_TEST(a_disk_that_moved_less_than_a_tenth_is_a_warning_of_cold_and_direct_phases)
{
	static const char text[] = "part: the disk moved less than a tenth of the bytes that cold "
				   "or direct I/O asks of it: something else served them";
	struct sample *s = sample_of("read");

	s->counters[DISK_READ].value = 20 * MIB;
	expect_nothing(s);
	s = sample_of("read");
	s->counters[DISK_READ].value = 20 * MIB - 1;
	expect(s, RECORD_WARNING, text);
	s = sample_of("read");
	s->counters[DISK_READ].value = 0;
	s->phase.cold = false;
	expect_nothing(s);
	s = sample_of("read");
	s->counters[DISK_READ].value = 0;
	s->phase = (struct plausible_phase){ .record = &s->record, .direct = true };
	expect(s, RECORD_WARNING, text);
	s = sample_of("write");
	s->counters[DISK_WRITTEN].value = 0;
	s->phase = (struct plausible_phase){ .record = &s->record, .direct = true };
	expect(s, RECORD_WARNING, text);
	/* what is written may stay in memory where nobody said direct */
	s = sample_of("write");
	s->counters[DISK_WRITTEN].value = 0;
	expect_nothing(s);
	/* no disk is known: nothing can be said */
	s = sample_of("read");
	s->counters[DISK_READ].value = s->counters[ACTIVE].value = NAN;
	expect_nothing(s);
}
END_TEST

START_TEST(a_read_that_is_faster_than_memory_copies_is_a_warning)
{
	struct sample *s = sample_of("read");

	s->run.memory_copy = 200 * (double)MIB / 2 - 1;
	expect(s, RECORD_WARNING,
		"part: read faster than this machine copies memory: the data did not move, or lay "
		"in a CPU's own cache");
	/* two clients copy at once, on two CPUs */
	s = sample_of("read");
	s->run.memory_copy = 200 * (double)MIB / 2 - 1;
	s->record.clients = 8;
	expect_nothing(s);
	/* a device may outrun a CPU where no CPU copies */
	s = sample_of("read");
	s->run.memory_copy = 1;
	s->phase.direct = true;
	expect_nothing(s);
	s = sample_of("read");
	s->run.memory_copy = 0;
	expect_nothing(s);
}
END_TEST

START_TEST(what_fits_into_memory_is_said_of_reads_that_may_hit_it)
{
	static const char text[] = "part: its files fit into memory: what it read may come from "
				   "the page cache, not from the device";
	struct sample *s = sample_of("read");

	s->phase.cold = false;
	expect_nothing(s); /* more than memory */
	s = sample_of("read");
	s->phase.cold = false;
	s->run.memory = 300 * MIB;
	expect(s, RECORD_WARNING, text);
	s = sample_of("read");
	s->phase.cold = false;
	s->run.memory = 300 * MIB;
	s->run.meant_for_caches = true;
	expect(s, RECORD_INFO, text);
	/* cold, and each byte once: whatever fits, it has to come from the device */
	s = sample_of("read");
	s->run.memory = 300 * MIB;
	expect_nothing(s);
	s = sample_of("read");
	s->run.memory = 300 * MIB;
	s->kind.bytes *= 2;
	expect(s, RECORD_WARNING, text);
	s = sample_of("write");
	s->phase.cold = false;
	s->run.memory = 300 * MIB;
	expect_nothing(s);
	s = sample_of("read");
	s->phase = (struct plausible_phase){ .record = &s->record, .direct = true };
	s->run.memory = 300 * MIB;
	expect_nothing(s);
}
END_TEST

START_TEST(random_reads_that_are_faster_than_sequential_ones_are_a_warning)
{
	struct sample *s = sample_of("read");
	struct kind_record seek = { .name = "seek", .operations = 100, .bytes = 100 * MIB };
	struct phase_record seeks = s->record;
	struct plausible_phase phases[2] = { s->phase, s->phase };

	seeks.name = "seeks";
	seeks.kinds = &seek;
	phases[1].record = &seeks;
	s->run.phases = phases;
	s->run.phase_count = 2;
	seek.bytes = 220 * MIB;
	expect_nothing(s);
	seek.bytes = 220 * MIB + 1;
	expect(s, RECORD_WARNING,
		"seeks: random reads are faster than sequential ones of the same run: a cache "
		"served them");
	s->logs = NULL;
	s->count = 0;
	seeks.clients = 5;
	expect_nothing(s);
}
END_TEST

START_TEST(the_same_doubt_of_several_phases_is_one_line)
{
	struct sample *s = sample_of("read");
	struct plausible_phase phases[2] = { s->phase, s->phase };
	struct phase_record second = s->record;

	second.name = "more";
	phases[1].record = &second;
	s->run.phases = phases;
	s->run.phase_count = 2;
	s->counters[RESIDENT].value = 200 * MIB;
	expect(s, RECORD_WARNING,
		"part, more: was to begin with cold caches, and more than 5 % of its files were in "
		"the page cache");
}
END_TEST

START_TEST(phases_without_counters_or_time_are_not_doubted)
{
	struct sample *s = sample_of("read");

	s->record.counter_count = 0;
	expect_nothing(s);
	s = sample_of("read");
	s->record.wall_ns = 0;
	expect_nothing(s);
}
END_TEST

UNIT_MAIN("plausible", a_cold_read_from_a_disk_is_not_doubted,
	a_cold_phase_with_more_than_a_twentieth_in_the_cache_is_a_warning,
	a_cold_phase_that_cannot_be_looked_at_is_told_with_the_reason,
	a_disk_that_moved_less_than_a_tenth_is_a_warning_of_cold_and_direct_phases,
	a_read_that_is_faster_than_memory_copies_is_a_warning,
	what_fits_into_memory_is_said_of_reads_that_may_hit_it,
	random_reads_that_are_faster_than_sequential_ones_are_a_warning,
	the_same_doubt_of_several_phases_is_one_line,
	phases_without_counters_or_time_are_not_doubted)
