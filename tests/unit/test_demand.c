// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/demand.h"

#include "model/histogram.h"
#include "unit.h"

#include <math.h>
#include <string.h>

#define COUNTER(metric, instance, unit, value) \
	{ \
		metric, instance, unit, READING_COUNTER, value, "" \
	}
#define ABSENT(metric, instance, unit) \
	{ \
		metric, instance, unit, READING_COUNTER, NAN, "not in this kernel" \
	}

static struct phase_record phase_of(struct counter_record *counters, size_t count)
{
	return (struct phase_record){
		.name = "write",
		.wall_ns = 10 * NS_PER_S,
		.user_ns = 1 * NS_PER_S,
		.sys_ns = 4 * NS_PER_S,
		.clients = 1,
		.operations = 1000,
		.bytes = 1000 * 8192,
		.counters = counters,
		.counter_count = count,
	};
}

START_TEST(shares_of_the_cpus_are_of_all_their_time)
{
	struct counter_record counters[] = {
		COUNTER("kernel.all.cpu.user", "", "ns", 2e9),
		COUNTER("kernel.all.cpu.nice", "", "ns", 1e9),
		COUNTER("kernel.all.cpu.sys", "", "ns", 4e9),
		COUNTER("kernel.all.cpu.irq.soft", "", "ns", 1e9),
		COUNTER("kernel.all.cpu.idle", "", "ns", 10e9),
		COUNTER("kernel.all.cpu.wait.total", "", "ns", 2e9),
		ABSENT("kernel.all.cpu.steal", "", "ns"),
	};
	struct phase_record p = phase_of(counters, COUNT_OF(counters));
	struct demand demand = demand_of_phase(&p);

	ck_assert_double_eq_tol(demand.at[DEMAND_CPU_USER], 0.15, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_CPU_SYS], 0.25, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_CPU_IDLE], 0.5, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_CPU_WAIT], 0.1, 1e-9);
	ck_assert(demand_is_known(&demand));
}
END_TEST

START_TEST(clients_have_no_more_cpus_than_there_are)
{
	struct counter_record counters[] = {
		COUNTER("kernel.percpu.cpu.user", "cpu0", "ns", 1),
		COUNTER("kernel.percpu.cpu.user", "cpu1", "ns", 1),
	};
	struct phase_record p = phase_of(counters, COUNT_OF(counters));

	ck_assert_double_eq_tol(demand_of_phase(&p).at[DEMAND_CPUS], 2, 1e-9);
	ck_assert_double_eq_tol(demand_of_phase(&p).at[DEMAND_CLIENT_CPU], 0.5, 1e-9);
	p.clients = 8;
	ck_assert_double_eq_tol(demand_of_phase(&p).at[DEMAND_CLIENT_CPU], 0.25, 1e-9);
	p.counter_count = 0;
	ck_assert_double_eq_tol(demand_of_phase(&p).at[DEMAND_CLIENT_CPU], 0.0625, 1e-9);
	ck_assert_double_nan(demand_of_phase(&p).at[DEMAND_CPUS]);
}
END_TEST

START_TEST(of_a_loop_device_the_disk_below_is_looked_at_too)
{
	struct counter_record counters[] = {
		COUNTER("disk.dev.avactive", "loop0", "ns", 9e9),
		COUNTER("disk.dev.aveq", "loop0", "ns", 40e9),
		COUNTER("disk.dev.avactive", "sda", "ns", 1e9),
		COUNTER("disk.dev.avactive", "vda", "ns", 9.8e9),
		COUNTER("disk.dev.aveq", "vda", "ns", 30e9),
		COUNTER("disk.dev.read", "vda", "count", 50),
		COUNTER("disk.dev.write", "vda", "count", 50),
		COUNTER("disk.dev.read_bytes", "vda", "B", 100 * 4096),
		COUNTER("disk.dev.write_bytes", "vda", "B", 100 * 4096),
		COUNTER("disk.dev.flush", "vda", "count", 7),
	};
	struct phase_record p = phase_of(counters, COUNT_OF(counters));
	struct demand demand = demand_of_phase(&p);

	for (size_t i = 0; i < COUNT_OF(counters); i++)
		ck_assert(demand_needs(counters[i].metric));
	ck_assert(!demand_needs("mem.util.free"));
	ck_assert_str_eq(demand.disk, "vda");
	ck_assert_double_eq_tol(demand.at[DEMAND_DISK_BUSY], 0.98, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_DISK_IN_FLIGHT], 3, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_DISK_REQUEST], 8192, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_DISK_READ], 409600, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_DISK_FLUSHES], 7, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_FLUSH_SHARE], 0.007, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_FLUSH_BYTES], 8192000 / 7.0, 1e-6);
	ck_assert_double_eq_tol(demand.at[DEMAND_LOOP_BUSY], 0.9, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_LOOP_IN_FLIGHT], 4, 1e-9);
	p.bytes = 0; /* not counted, which is not 0 bytes a flush */
	demand = demand_of_phase(&p);
	ck_assert_double_nan(demand.at[DEMAND_FLUSH_BYTES]);
}
END_TEST

START_TEST(of_an_array_the_busiest_disk_and_the_bytes_of_all_are_told)
{
	struct counter_record counters[] = {
		COUNTER("disk.dev.avactive", "md0", "ns", 1e9),
		COUNTER("disk.dev.read_bytes", "md0", "B", 3000),
		COUNTER("disk.dev.avactive", "sda", "ns", 2e9),
		COUNTER("disk.dev.read_bytes", "sda", "B", 1000),
		COUNTER("disk.dev.avactive", "sdb", "ns", 3e9),
		COUNTER("disk.dev.read_bytes", "sdb", "B", 2000),
	};
	struct phase_record p = phase_of(counters, COUNT_OF(counters));
	struct demand demand = demand_of_phase(&p);

	ck_assert_str_eq(demand.disk, "sdb");
	ck_assert_double_eq_tol(demand.at[DEMAND_DISK_READ], 3000, 1e-9);
}
END_TEST

START_TEST(a_loop_device_stands_for_the_disk_where_none_is_known)
{
	struct counter_record counters[] = {
		COUNTER("disk.dev.avactive", "loop0", "ns", 9e9),
		COUNTER("disk.dev.aveq", "loop0", "ns", 40e9),
		COUNTER("disk.dev.read_bytes", "loop0", "B", 2000),
		ABSENT("disk.dev.avactive", "below loop0", "ns"),
		ABSENT("disk.dev.read_bytes", "below loop0", "B"),
	};
	struct phase_record p = phase_of(counters, COUNT_OF(counters));
	struct demand demand = demand_of_phase(&p);

	ck_assert_str_eq(demand.disk, "loop0");
	ck_assert_double_eq_tol(demand.at[DEMAND_DISK_READ], 2000, 1e-9);
	ck_assert_double_nan(demand.at[DEMAND_DISK_BUSY]);
	ck_assert_double_eq_tol(demand.at[DEMAND_LOOP_BUSY], 0.9, 1e-9);
}
END_TEST

START_TEST(no_disk_is_busier_than_its_requests_can_keep_it)
{
	struct counter_record counters[] = {
		COUNTER("disk.dev.avactive", "vda", "ns", 9.9e9),
		COUNTER("disk.dev.aveq", "vda", "ns", 6e9),
	};
	struct phase_record p = phase_of(counters, COUNT_OF(counters));

	ck_assert_double_eq_tol(demand_of_phase(&p).at[DEMAND_DISK_BUSY], 0.6, 1e-9);
}
END_TEST

START_TEST(time_in_sync_calls_is_a_share_of_the_clients_time)
{
	struct histogram *h = calloc(1, sizeof(*h));
	struct kind_record kinds[2] = { { .name = "write", .operations = 990 },
		{ .name = "fsync", .operations = 10 } };
	struct phase_record p = phase_of(NULL, 0);
	unsigned char *blob;
	struct error err = { 0 };

	for (int i = 0; i < 10; i++)
		histogram_add(h, NS_PER_S);
	OK(histogram_encode(h, &blob, &kinds[1].histogram_size, &err));
	kinds[1].histogram = blob;
	p.kinds = kinds;
	p.kind_count = 2;
	p.clients = 2;
	struct demand demand = demand_of_phase(&p);
	ck_assert_double_eq_tol(demand.at[DEMAND_SYNC], 0.5, 1e-9);
	ck_assert_double_eq_tol(demand.at[DEMAND_SYNC_BYTES], 819200, 1e-6);
	free(blob);
	free(h);
}
END_TEST

START_TEST(what_was_not_observed_is_not_known)
{
	struct phase_record p = phase_of(NULL, 0);
	struct demand demand = demand_of_phase(&p);

	ck_assert(!demand_is_known(&demand));
	ck_assert_double_nan(demand.at[DEMAND_CPU_IDLE]);
	ck_assert_double_nan(demand.at[DEMAND_DISK_BUSY]);
	ck_assert_double_nan(demand.at[DEMAND_SYNC_BYTES]);
	ck_assert_double_nan(demand.at[DEMAND_SWAP]);
	ck_assert_str_eq(demand.disk, "");
	p.wall_ns = 0;
	demand = demand_of_phase(&p);
	for (size_t i = 0; i < DEMAND_FIELDS; i++)
		ck_assert_double_nan(demand.at[i]);
}
END_TEST

START_TEST(the_median_is_of_those_that_know_the_field)
{
	struct arena arena = { 0 };
	struct demand demands[4];
	for (size_t i = 0; i < 4; i++)
		demands[i] = demand_unknown();
	demands[0].at[DEMAND_CPU_IDLE] = 0.9;
	demands[1].at[DEMAND_CPU_IDLE] = 0.1;
	demands[2].at[DEMAND_CPU_IDLE] = 0.3;
	demands[1].at[DEMAND_PSI_IO] = 0.2;
	demands[3].at[DEMAND_PSI_IO] = 0.4;
	demands[2].disk = "vda";
	struct demand median = demand_median(demands, 4, &arena);

	ck_assert_double_eq_tol(median.at[DEMAND_CPU_IDLE], 0.3, 1e-9);
	ck_assert_double_eq_tol(median.at[DEMAND_PSI_IO], 0.3, 1e-9);
	ck_assert_double_nan(median.at[DEMAND_CPU_SYS]);
	ck_assert_str_eq(median.disk, "vda");
	arena_free(&arena);
}
END_TEST

START_TEST(every_field_has_a_name_of_its_own)
{
	for (size_t i = 0; i < DEMAND_FIELDS; i++) {
		ck_assert_ptr_nonnull(demand_names[i].name);
		ck_assert_ptr_nonnull(demand_names[i].unit);
		for (size_t k = 0; k < i; k++)
			ck_assert_str_ne(demand_names[i].name, demand_names[k].name);
	}
}
END_TEST

UNIT_MAIN("demand", shares_of_the_cpus_are_of_all_their_time,
	clients_have_no_more_cpus_than_there_are, of_a_loop_device_the_disk_below_is_looked_at_too,
	of_an_array_the_busiest_disk_and_the_bytes_of_all_are_told,
	a_loop_device_stands_for_the_disk_where_none_is_known,
	no_disk_is_busier_than_its_requests_can_keep_it,
	time_in_sync_calls_is_a_share_of_the_clients_time, what_was_not_observed_is_not_known,
	the_median_is_of_those_that_know_the_field, every_field_has_a_name_of_its_own)
