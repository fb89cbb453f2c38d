// SPDX-License-Identifier: GPL-3.0-or-later
/* What is changed on the machine, and put back on every way out. */
#include "target/target.h"

#include "journal/journal.h"
#include "journal/knob.h"
#include "target_lab.h"

START_TEST(knobs_are_set_scheduler_first_and_restored)
{
	struct setting knobs[] = {
		{ "queue/iosched/fifo_batch", "9" },
		{ "queue/scheduler", "mq-deadline" },
		{ "queue/read_ahead_kb", "64" },
		{ "vm.dirty_bytes", "67108864" },
	};
	static const char state[] =
		"cat /sys/block/loop*/queue/scheduler /sys/block/loop*/queue/read_ahead_kb"
		" /proc/sys/vm/dirty_bytes /proc/sys/vm/dirty_ratio | md5sum";
	char image[PATH_MAX], before[64], after[64];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	AUTO_TEXT struct text said;
	text_init(&said, 1 << 16);
	struct target_spec spec = loop_spec(&lab, "ext2", image);
	spec.knobs = knobs;
	spec.knob_count = COUNT_OF(knobs);
	lab_output(before, sizeof(before), "%s", state);
	OK(target_make(&target, &spec, lab.journal, lab_hear, &said, &dir, &err));
	lab_output(after, sizeof(after), "%s", state);
	ck_assert_str_ne(before, after);
	ck_assert_ptr_nonnull(strstr(said.data, "echo mq-deadline > /sys/block/loop"));
	lab_output(after, sizeof(after), "cat /proc/sys/vm/dirty_bytes");
	ck_assert_str_eq(after, "67108864");
	json_t *facts = target_facts(target);
	ck_assert_str_eq(fact(facts, "scheduler"), "mq-deadline");
	ck_assert_uint_eq(json_array_size(json_object_get(facts, "knobs")), 4);
	json_t *batch = json_array_get(json_object_get(facts, "knobs"), 1);
	ck_assert_str_eq(fact(batch, "name"), "queue/iosched/fifo_batch");
	ck_assert_str_eq(fact(batch, "after"), "9");
	json_decref(facts);
	OK(target_unmake(target, &err));
	lab_output(after, sizeof(after), "%s", state);
	ck_assert_str_eq(before, after);
	lab_end(&lab);
}
END_TEST

START_TEST(a_knob_that_is_refused_undoes_all_that_was_done)
{
	static const struct {
		struct setting knob;
		const char *says;
	} cases[] = {
		{ { "queue/nonsense", "1" }, "there is no /sys/block/loop" },
		{ { "queue/scheduler", "cfq-of-old" }, "is none of: " },
		{ { "queue/read_ahead_kb", "many" }, "read_ahead_kb" },
		{ { "queue/../../../../etc/passwd", "1" }, "is no name" },
		{ { "vm.nonsense", "1" }, "there is no /proc/sys/vm/nonsense" },
		{ { "queue/hw_sector_size", "1" }, "is read-only" },
		{ { "kernel.kexec_load_disabled", "1" }, "does not let it be put back" },
		{ { "kernel.modules_disabled", "1" }, "does not let it be put back" },
		{ { "kernel.unprivileged_bpf_disabled", "1" }, "does not let it be put back" },
	};
	char image[PATH_MAX];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext2", image);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct setting knob = cases[i].knob;
		spec.knobs = &knob;
		spec.knob_count = 1;
		ck_assert_int_eq(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err),
			-EINVAL);
		ck_assert_msg(strstr(err.text, cases[i].says), "%s, not %s", err.text,
			cases[i].says);
		nothing_left(&lab);
	}
	lab_end(&lab);
}
END_TEST

START_TEST(a_knob_that_could_not_be_put_back_is_not_changed)
{
	struct setting knob = { "queue/discard_max_bytes", "0" };
	char image[PATH_MAX], node[64];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext2", image);
	lab_attach(image, node);
	bool refuses = lab_shell("cd /sys/block/%s/queue && v=$(cat discard_max_bytes) "
				 "&& { echo $v >discard_max_bytes; } 2>/dev/null",
			       node + 5) != 0;
	ck_assert_int_eq(lab_shell("losetup -d %s", node), 0);
	if (refuses) {
		spec.knobs = &knob;
		spec.knob_count = 1;
		ck_assert_int_eq(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err),
			-EINVAL);
		ck_assert_ptr_nonnull(strstr(err.text,
			"knob queue/discard_max_bytes: its present value 4294966784 cannot be "
			"written back, so it is not changed"));
		nothing_left(&lab);
	} else {
		printf("# SKIP %s: this kernel takes what discard_max_bytes shows\n", __func__);
	}
	lab_end(&lab);
}
END_TEST

START_TEST(a_knob_is_put_back_to_an_empty_value_and_with_its_twin)
{
	static const struct {
		struct setting knob;
		const char *also;
	} cases[] = {
		{ { "net.ipv4.ip_local_reserved_ports", "8080" }, NULL },
		{ { "vm.overcommit_kbytes", "123456789" }, "/proc/sys/vm/overcommit_ratio" },
		{ { "vm.dirty_bytes", "123456789" }, "/proc/sys/vm/dirty_ratio" },
	};
	char image[PATH_MAX], path[PATH_MAX], before[4096], after[4096], twin[4096];
	struct error err = { 0 };
	struct target *target;
	struct lab lab;
	int dir;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "ext2", image);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct setting knob = cases[i].knob;
		const char *also = cases[i].also;
		(void)snprintf(path, sizeof(path), "/proc/sys/%s", knob.name);
		for (char *p = path; *p; p++)
			*p = *p == '.' ? '/' : *p;
		if (access(path, W_OK) < 0) {
			printf("# SKIP %s: there is no %s\n", __func__, path);
			continue;
		}
		spec.knobs = &knob;
		spec.knob_count = 1;
		OK(knob_read(path, before, sizeof(before), &err));
		if (also)
			OK(knob_read(also, twin, sizeof(twin), &err));
		OK(target_make(&target, &spec, lab.journal, NULL, NULL, &dir, &err));
		OK(knob_read(path, after, sizeof(after), &err));
		ck_assert_str_eq(after, knob.value);
		OK(target_unmake(target, &err));
		OK(knob_read(path, after, sizeof(after), &err));
		ck_assert_str_eq(after, before);
		if (also) {
			OK(knob_read(also, after, sizeof(after), &err));
			ck_assert_str_eq(after, twin);
		}
		nothing_left(&lab);
	}
	lab_end(&lab);
}
END_TEST

static void make_and_die(const struct target_spec *spec, const char *journal)
{
	struct error err = { 0 };
	struct target *target;
	int dir;

	OK(target_make(&target, spec, journal, NULL, NULL, &dir, &err));
	raise(SIGKILL);
}

START_TEST(what_a_killed_maker_left_is_cleaned)
{
	struct setting knob = { "vm.stat_interval", "3" };
	char image[PATH_MAX], before[64], after[64];
	struct error err = { 0 };
	uint64_t undone;
	struct lab lab;
	int status;

	LAB_NEED_ROOT();
	lab_start(&lab);
	struct target_spec spec = loop_spec(&lab, "xfs", image);
	spec.knobs = &knob;
	spec.knob_count = 1;
	OK(knob_read("/proc/sys/vm/stat_interval", before, sizeof(before), &err));
	pid_t pid = fork();
	if (pid == 0)
		make_and_die(&spec, lab.journal);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status));
	ck_assert_int_eq(lab_mounts(&lab), 1);
	OK(journal_clean(lab.journal, NULL, NULL, &undone, &err));
	nothing_left(&lab);
	OK(knob_read("/proc/sys/vm/stat_interval", after, sizeof(after), &err));
	ck_assert_str_eq(before, after);
	lab_end(&lab);
}
END_TEST

UNIT_MAIN("target_knobs", knobs_are_set_scheduler_first_and_restored,
	a_knob_that_is_refused_undoes_all_that_was_done,
	a_knob_that_could_not_be_put_back_is_not_changed,
	a_knob_is_put_back_to_an_empty_value_and_with_its_twin, what_a_killed_maker_left_is_cleaned)
