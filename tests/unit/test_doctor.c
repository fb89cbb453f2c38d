// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/checks.h"

#include "machine_tree.h"
#include "report/checkup_text.h"

#include <math.h>
#include <sys/sysmacros.h>

/* A machine with nothing wrong; each test changes what it is about. */
static struct machine sound(const char *facts)
{
	struct machine m = { .is_root = true, .on_battery = NAN };

	m.facts = json_loads(facts ? facts : "{}", 0, NULL);
	ck_assert_ptr_nonnull(m.facts);
	m.rates = (struct usage_rates){ .seconds = 1 };
	return m;
}

/* "warning: text -> remedy" of the first finding of a check that is not ok, else of its first one.
 */
static const char *finding(const struct machine *m, const char *check)
{
	static char line[1024];
	static struct arena arena;
	struct checkup c = { .arena = &arena };

	machine_judge(m, &c);
	(void)snprintf(line, sizeof(line), "no such check");
	for (size_t pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < c.count; i++) {
			const struct finding *f = &c.findings[i];
			if (strcmp(f->check, check) != 0 || (pass == 0 && f->grade == CHECK_OK))
				continue;
			/* what has to be mended has to be mendable */
			if (f->grade >= CHECK_WARNING)
				ck_assert_str_ne(f->remedy, "");
			(void)snprintf(line, sizeof(line), "%s: %s", check_grade_name(f->grade),
				f->text);
			return line;
		}
	}
	return line;
}

static void expect(const struct machine *m, const char *check, const char *wanted)
{
	const char *got = finding(m, check);

	ck_assert_msg(strncmp(got, wanted, strlen(wanted)) == 0, "%s: got '%s', wanted '%s'", check,
		got, wanted);
}

/* The finding of a check for facts alone. */
static void expect_of_facts(const char *facts, const char *check, const char *wanted)
{
	struct machine m = sound(facts);

	expect(&m, check, wanted);
	machine_free(&m);
}

START_TEST(rights_load_and_steal_are_graded_by_their_share)
{
	struct machine m = sound("{\"virtual_machine\": true}");

	expect(&m, "root", "ok");
	m.is_root = false;
	expect(&m, "root", "warning: not root");
	m.rates.busy = 0.049;
	expect(&m, "load", "ok: others used 4.9 %");
	m.rates.busy = 0.05;
	expect(&m, "load", "warning: others used 5.0 %");
	m.rates.busy = 0.25;
	expect(&m, "load", "bad: others used 25.0 %");
	m.rates.busy = NAN;
	expect(&m, "load", "unknown: ");
	expect(&m, "steal", "note: a virtual machine");
	m.rates.steal = 0.01;
	expect(&m, "steal", "warning: the host kept 1.0 %");
	m.rates.steal = 0.05;
	expect(&m, "steal", "bad: ");
	machine_free(&m);
}
END_TEST

START_TEST(facts_are_judged_by_value_and_what_is_unknown_says_why)
{
	static const struct {
		const char *facts, *check, *wanted;
	} cases[] = {
		{ "{\"governor\":\"performance\"}", "governor", "ok" },
		{ "{\"governor\":\"powersave\"}", "governor", "warning: powersave" },
		{ "{\"governor\":\"performance (2), ondemand (2)\"}", "governor", "warning" },
		{ "{\"governor\":null,\"unknown\":{\"governor\":\"no cpufreq\"}}", "governor",
			"unknown: no cpufreq" },
		{ "{\"turbo_off\":0}", "turbo", "warning: on" },
		{ "{\"turbo_off\":1}", "turbo", "ok" },
		{ "{\"boost\":1}", "turbo", "warning: on" },
		{ "{\"boost\":0}", "turbo", "ok" },
		{ "{}", "turbo", "unknown" },
		{ "{\"cpus\":1}", "cpus", "warning: one" },
		{ "{\"cpus\":4,\"smt\":0}", "cpus", "ok: 4" },
		{ "{\"cpus\":4,\"smt\":1}", "cpus", "note: 4, two to a core" },
		{ "{\"cpus\":64,\"numa_nodes\":2}", "cpus", "note: 64 on 2 NUMA nodes" },
		{ "{\"machine\":\"x86_64\",\"clock_source\":\"tsc\",\"clock_sources\":\"tsc hpet\","
		  "\"tsc_constant\":true}",
			"clock", "ok: tsc" },
		{ "{\"machine\":\"x86_64\",\"clock_source\":\"hpet\",\"clock_sources\":\"hpet "
		  "acpi_pm\",\"tsc_constant\":true}",
			"clock", "bad: hpet: the kernel has found the TSC unstable" },
		{ "{\"machine\":\"x86_64\",\"clock_source\":\"kvm-clock\",\"clock_sources\":\"tsc "
		  "kvm-clock\",\"tsc_constant\":true}",
			"clock", "warning: kvm-clock" },
		{ "{\"machine\":\"x86_64\",\"clock_source\":\"kvm-clock\",\"clock_sources\":\"kvm-"
		  "clock\",\"tsc_constant\":false}",
			"clock", "warning: kvm-clock" },
		{ "{\"machine\":\"aarch64\",\"clock_source\":\"arch_sys_counter\"}", "clock",
			"ok" },
		{ "{\"memory_bytes\":1000,\"memory_available_bytes\":101}", "memory", "ok" },
		{ "{\"memory_bytes\":1000,\"memory_available_bytes\":100}", "memory", "warning" },
		{ "{\"memory_bytes\":1000,\"memory_available_bytes\":20}", "memory", "bad" },
		{ "{\"swap_bytes\":0,\"swap_free_bytes\":0}", "swap", "ok: none" },
		{ "{\"swap_bytes\":1024,\"swap_free_bytes\":1024}", "swap", "ok: none in use" },
		{ "{\"swap_bytes\":2097152,\"swap_free_bytes\":1048576}", "swap",
			"warning: 1.00 MiB in use" },
		{ "{\"kernel_config\":{\"KASAN\":\"n\",\"DEBUG_VM\":\"n\"}}", "kernel", "ok" },
		{ "{\"kernel_config\":{\"KASAN\":\"n\",\"DEBUG_VM\":\"y\"}}", "kernel",
			"warning: debugging that costs time: DEBUG_VM" },
		{ "{\"kernel_config\":{\"PROVE_LOCKING\":\"y\",\"DEBUG_VM\":\"y\"}}", "kernel",
			"bad: debugging is measured, not work: PROVE_LOCKING, DEBUG_VM" },
		{ "{\"kernel_config\":{\"KASAN\":\"y\"},\"kernel_command_line\":\"kasan=off\"}",
			"kernel", "ok" },
		{ "{\"kernel_config\":null}", "kernel", "unknown" },
		{ "{\"kernel_tainted\":0}", "oops", "ok" },
		{ "{\"kernel_tainted\":4097}", "oops", "ok" }, /* foreign modules are no fault */
		{ "{\"kernel_tainted\":512}", "oops", "warning" },
		{ "{\"kernel_tainted\":640}", "oops", "bad" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		expect_of_facts(cases[i].facts, cases[i].check, cases[i].wanted);
}
END_TEST

START_TEST(swapping_now_and_a_battery_are_seen)
{
	struct machine m = sound("{\"swap_bytes\":1024,\"swap_free_bytes\":1024}");

	m.rates.swapped = 12;
	expect(&m, "swap", "bad: 12 pages a second");
	expect(&m, "power", "ok: no battery");
	m.on_battery = 0;
	expect(&m, "power", "ok: mains");
	m.on_battery = 1;
	expect(&m, "power", "warning: on battery");
	machine_free(&m);
}
END_TEST

/* One place of a machine below a scratch folder, read as doctor does. */
static struct machine machine_of(const struct scratch *s, struct arena *arena,
	const struct place_request *place)
{
	struct machine m;

	machine_read(s->path, "1", place, 1, 0.001, arena, &m);
	return m;
}

static struct scratch *disks_begin(void)
{
	static struct scratch s;

	scratch_begin(&s);
	tree_file(&s, "proc/self/mountinfo",
		"22 1 8:1 / / rw - ext4 /dev/sda1 rw\n24 22 7:0 / /loop rw - ext4 /dev/loop0 rw\n"
		"25 22 253:0 / /thin rw - xfs /dev/mapper/vg-thin rw\n"
		"26 22 0:40 / /over rw - overlay overlay rw\n"
		"27 22 0:41 / /btrfs rw - btrfs /dev/sdb rw\n"
		"28 22 9:0 / /raid rw - ext4 /dev/md0 rw\n"
		"29 22 0:42 / /fuse rw - fuse.sshfs x rw\n");
	tree_disk(&s, "pci0/block/sda", "8:0");
	tree_disk(&s, "pci0/block/sda/sda1", "8:1");
	tree_file(&s, "sys/devices/pci0/block/sda/sda1/partition", "1");
	tree_disk(&s, "pci0/block/sdb", "8:16");
	tree_disk(&s, "virtual/block/loop0", "7:0");
	tree_file(&s, "sys/devices/virtual/block/loop0/loop/backing_file", "/images/a");
	tree_disk(&s, "virtual/block/dm-0", "253:0");
	tree_file(&s, "sys/devices/virtual/block/dm-0/dm/uuid", "LVM-abc\n");
	tree_disk(&s, "virtual/block/dm-1", "253:1");
	tree_file(&s, "sys/devices/virtual/block/dm-1/dm/uuid", "LVM-abc-tpool\n");
	tree_link(&s, "sys/devices/virtual/block/dm-0/slaves/dm-1", "../../dm-1");
	tree_disk(&s, "virtual/block/md0", "9:0");
	tree_file(&s, "sys/devices/virtual/block/md0/md/sync_action", "resync\n");
	return &s;
}

START_TEST(what_a_place_rests_on_is_judged)
{
	static const struct {
		const char *path;
		bool holds_image;
		const char *wanted;
	} cases[] = {
		{ "/home/x", true, "ok: here: /home/x: ext4 on sda1" },
		{ "/loop/x", false, "ok: here: /loop/x: ext4 on loop0 on sda1" },
		{ "/loop/x", true, "bad: here: a loop device on a loop device" },
		{ "/thin", false, "bad: here: thin: it rests on the pool dm-1" },
		{ "/over", false, "warning: here: /over is on overlay" },
		{ "/fuse/x", false, "warning: here: /fuse/x is on fuse.sshfs" },
		{ "/btrfs", false, "ok: here: /btrfs: btrfs on sdb" },
		{ "/btrfs", true, "warning: here: /btrfs is on btrfs: copies on write" },
		{ "/raid", false, "bad: here: RAID md0 does a resync" },
	};
	struct scratch *s = disks_begin();
	struct arena arena = { 0 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct place_request place = { .who = "here",
			.path = cases[i].path,
			.holds_image = cases[i].holds_image };
		struct machine m = machine_of(s, &arena, &place);
		expect(&m, "storage", cases[i].wanted);
		machine_free(&m);
	}
	arena_free(&arena);
	scratch_end(s);
}
END_TEST

START_TEST(room_and_holes_are_judged_by_what_the_plan_needs)
{
	struct scratch *s = disks_begin();
	struct arena arena = { 0 };
	const struct place_request place = { .who = "scratch", .path = "/home", .bytes = GIB };
	struct machine m = machine_of(s, &arena, &place);

	expect(&m, "space", "unknown: scratch: /home"); /* a faked tree has no room */
	m.storage[0].total = 100.0 * (double)GIB;
	m.storage[0].free = 0.5 * (double)GIB;
	expect(&m, "space", "bad: scratch: /home has 512 MiB free, 1.00 GiB are needed");
	m.storage[0].free = 10.5 * (double)GIB;
	expect(&m, "space", "warning: scratch: /home would be more than 90 % full");
	m.storage[0].free = 50 * (double)GIB;
	expect(&m, "space", "ok");
	m.storage[0].allocated = 0.5;
	expect(&m, "storage", "warning: scratch: /home has holes: 50 % of it have blocks");
	m.storage[0].allocated = 1;
	expect(&m, "storage", "ok");
	machine_free(&m);
	arena_free(&arena);
	scratch_end(s);
}
END_TEST

START_TEST(a_disk_that_others_keep_busy_is_told_once)
{
	struct scratch *s = disks_begin();
	struct arena arena = { 0 };
	const struct place_request place = { .who = "here", .path = "/home" };
	struct machine m = machine_of(s, &arena, &place);
	const double busy[] = { 0.3 };

	expect(&m, "traffic", "unknown: sda: no counters");
	m.rates = (struct usage_rates){ .seconds = 1, .disk_busy = busy };
	expect(&m, "traffic", "bad: sda was busy for others 30 % of 1 s");
	machine_free(&m);
	arena_free(&arena);
	scratch_end(s);
}
END_TEST

START_TEST(rates_are_differences_and_unknown_where_a_counter_is)
{
	struct scratch s;
	struct arena arena = { 0 };
	const struct disk disk = { .folder = arena_printf(&arena, "%s", "") };
	struct disk disks[1] = { disk };

	scratch_begin(&s);
	disks[0].folder = s.path;
	tree_file(&s, "proc/stat", "cpu  100 0 50 800 30 0 20 10 5 5\n");
	tree_file(&s, "proc/vmstat", "pswpin 5\npswpout 7\n");
	tree_file(&s, "stat", "1 2 3 4 5 6 7 8 9 1000 11\n");
	struct usage before = usage_read(s.path, disks, 1, &arena);
	ck_assert_double_eq(before.busy, 170);
	ck_assert_double_eq(before.steal, 10);
	ck_assert_double_eq(before.all, 1010);
	ck_assert_double_eq(before.swapped, 12);
	ck_assert_uint_eq(before.disk_busy_ms[0], 1000);
	const uint64_t later[] = { 1500 };
	struct usage after = { .time_ns = before.time_ns + 2 * NS_PER_S,
		.busy = 190,
		.steal = 30,
		.all = 1110,
		.swapped = 16,
		.disk_busy_ms = later };
	struct usage_rates rates = usage_between(&before, &after, 1, &arena);
	ck_assert_double_eq(rates.busy, 0.2);
	ck_assert_double_eq(rates.steal, 0.2);
	ck_assert_double_eq(rates.swapped, 2);
	ck_assert_double_eq(rates.disk_busy[0], 0.25);
	struct usage nothing = usage_read("/nonexistent", disks, 0, &arena);
	rates = usage_between(&nothing, &after, 0, &arena);
	ck_assert(isnan(rates.busy) && isnan(rates.steal) && isnan(rates.swapped));
	arena_free(&arena);
	scratch_end(&s);
}
END_TEST

START_TEST(a_supply_that_is_off_means_battery)
{
	struct scratch *s = disks_begin();
	struct arena arena = { 0 };
	const struct place_request place = { .who = "here", .path = "/" };

	tree_file(s, "sys/class/power_supply/BAT0/type", "Battery\n");
	tree_file(s, "sys/class/power_supply/AC/type", "Mains\n");
	tree_file(s, "sys/class/power_supply/AC/online", "0\n");
	struct machine m = machine_of(s, &arena, &place);
	ck_assert_double_eq(m.on_battery, 1);
	machine_free(&m);
	arena_free(&arena);
	scratch_end(s);
}
END_TEST

START_TEST(every_check_finds_something_and_is_in_the_manual)
{
	static char page[1 << 16];
	char path[512], row[64];
	const char *source = getenv("BAKEOFF_SOURCE");
	struct machine m = sound(NULL);

	(void)snprintf(path, sizeof(path), "%s/docs/doctor.md", source ? source : ".");
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s", path);
	page[fread(page, 1, sizeof(page) - 1, file)] = '\0';
	(void)fclose(file);
	for (size_t i = 0; machine_check_name(i); i++) {
		ck_assert_str_ne(finding(&m, machine_check_name(i)), "no such check");
		(void)snprintf(row, sizeof(row), "\n| `%s` |", machine_check_name(i));
		ck_assert_msg(strstr(page, row) != NULL, "docs/doctor.md has no row %s", row + 1);
	}
	machine_free(&m);
}
END_TEST

START_TEST(a_report_has_a_line_for_each_finding_and_says_what_it_comes_to)
{
	struct arena arena = { 0 };
	struct checkup c = { .arena = &arena };
	struct error err = { 0 };
	struct text out;

	text_init(&out, MIB);
	checkup_add(&c, "load", CHECK_OK, "", "%s", "little");
	checkup_add(&c, "governor", CHECK_WARNING, "do this", "strange\npath");
	checkup_text(&c, &out);
	ck_assert_str_eq(out.data,
		"load      ok       little\n"
		"governor  warning  strange?path -> do this\n"
		"0 bad, 1 warning, 0 unknown: can be measured here, with care\n");
	text_clear(&out);
	checkup_add(&c, "clock", CHECK_BAD, "do that", "x");
	OK(checkup_json(&c, NULL, &out, &err));
	json_t *json = json_loads(out.data, 0, NULL);
	ck_assert(json_is_false(json_object_get(json, "trusted")));
	ck_assert_uint_eq(json_array_size(json_object_get(json, "findings")), 3);
	json_decref(json);
	text_free(&out);
	arena_free(&arena);
}
END_TEST

UNIT_MAIN("doctor", rights_load_and_steal_are_graded_by_their_share,
	facts_are_judged_by_value_and_what_is_unknown_says_why, swapping_now_and_a_battery_are_seen,
	what_a_place_rests_on_is_judged, room_and_holes_are_judged_by_what_the_plan_needs,
	a_disk_that_others_keep_busy_is_told_once,
	rates_are_differences_and_unknown_where_a_counter_is, a_supply_that_is_off_means_battery,
	every_check_finds_something_and_is_in_the_manual,
	a_report_has_a_line_for_each_finding_and_says_what_it_comes_to)
