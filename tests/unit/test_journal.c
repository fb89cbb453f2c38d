// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/journal.h"

#include "journal/knob.h"
#include "lab.h"

#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/mount.h>

static void make_file(struct journal *journal, const char *path, bool tell)
{
	const struct change change = { .kind = CHANGE_FILE, .path = path };
	struct error err = { 0 };
	uint64_t id;

	OK(journal_intend(journal, &change, &id, &err));
	lab_write(path, "x");
	if (tell)
		OK(journal_made(journal, id, &err));
}

/* Runs work in a process that is killed when it has done it. */
static void in_killed_process(void (*work)(struct lab *lab), struct lab *lab)
{
	int status;
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		close(lab->alive);
		work(lab);
		raise(SIGKILL);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "status %x", status);
}

static uint64_t clean(struct lab *lab, struct text *heard)
{
	struct error err = { 0 };
	uint64_t undone = 99;

	text_clear(heard);
	OK(journal_clean(lab->journal, lab_hear, heard, &undone, &err));
	return undone;
}

static void leave_file_and_tree(struct lab *lab)
{
	struct error err = { 0 };
	struct journal *journal;
	char path[PATH_MAX];
	uint64_t id;

	OK(journal_open(&journal, lab->journal, "test", &err));
	(void)snprintf(path, sizeof(path), "%s/tree", lab->dir);
	const struct change change = { .kind = CHANGE_TREE, .path = path };
	OK(journal_intend(journal, &change, &id, &err));
	ck_assert_int_eq(mkdir(path, 0700), 0);
	OK(journal_made(journal, id, &err));
	ck_assert_int_eq(lab_shell("mkdir -p %s/a/b && touch %s/a/b/c", path, path), 0);
	(void)snprintf(path, sizeof(path), "%s/made", lab->dir);
	make_file(journal, path, true);
	(void)snprintf(path, sizeof(path), "%s/not-told", lab->dir);
	make_file(journal, path, false);
}

START_TEST(what_a_killed_process_left_is_undone)
{
	AUTO_TEXT struct text heard;
	struct lab lab;

	lab_start(&lab);
	text_init(&heard, 1 << 16);
	in_killed_process(leave_file_and_tree, &lab);
	ck_assert_int_eq(lab_entries(&lab, ""), 4);
	ck_assert_uint_eq(clean(&lab, &heard), 3);
	ck_assert_int_eq(lab_entries(&lab, ""), 1); /* state */
	ck_assert_int_eq(lab_entries(&lab, "state/journal"), 0);
	ck_assert_uint_eq(clean(&lab, &heard), 0);
	lab_end(&lab);
}
END_TEST

START_TEST(a_file_that_was_replaced_is_not_touched)
{
	AUTO_TEXT struct text heard;
	struct lab lab;

	lab_start(&lab);
	text_init(&heard, 1 << 16);
	in_killed_process(leave_file_and_tree, &lab);
	/* the old inode stays taken, so that the new file cannot be given its number */
	ck_assert_int_eq(lab_shell("cd %s && ln made kept && rm made && echo mine > made", lab.dir),
		0);
	ck_assert_uint_eq(clean(&lab, &heard), 2);
	ck_assert_ptr_nonnull(strstr(heard.data, "somebody else's"));
	ck_assert_int_eq(lab_shell("grep -q mine %s/made", lab.dir), 0);
	lab_end(&lab);
}
END_TEST

START_TEST(a_living_process_journal_is_left_alone)
{
	AUTO_TEXT struct text heard;
	struct error err = { 0 };
	struct journal *journal;
	char path[PATH_MAX];
	struct lab lab;
	int status;

	lab_start(&lab);
	text_init(&heard, 1 << 16);
	OK(journal_open(&journal, lab.journal, "test", &err));
	(void)snprintf(path, sizeof(path), "%s/made", lab.dir);
	make_file(journal, path, true);

	/* in this very process: looking must not drop its own lock */
	ck_assert_uint_eq(clean(&lab, &heard), 0);
	pid_t pid = fork();
	if (pid == 0)
		_exit(clean(&lab, &heard) == 0 && access(path, F_OK) == 0 ? 0 : 1);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);

	OK(journal_undo_all(journal, &err));
	journal_close(journal);
	ck_assert_int_eq(access(path, F_OK), -1);
	ck_assert_int_eq(lab_entries(&lab, "state/journal"), 0);
	lab_end(&lab);
}
END_TEST

START_TEST(a_line_cut_off_by_a_crash_is_passed_over)
{
	AUTO_TEXT struct text heard;
	struct lab lab;

	lab_start(&lab);
	text_init(&heard, 1 << 16);
	in_killed_process(leave_file_and_tree, &lab);
	ck_assert_int_eq(lab_shell("cd %s && for f in *.journal; do "
				   "printf '{\"do\":9,\"kind\":\"fi' >> $f; done",
				 lab.journal),
		0);
	ck_assert_uint_eq(clean(&lab, &heard), 3);
	ck_assert_int_eq(lab_entries(&lab, "state/journal"), 0);
	lab_end(&lab);
}
END_TEST

START_TEST(a_journal_that_cannot_be_read_stays_and_the_others_are_undone)
{
	AUTO_TEXT struct text heard;
	struct error err = { 0 };
	char path[PATH_MAX];
	uint64_t undone;
	struct lab lab;

	lab_start(&lab);
	text_init(&heard, 1 << 16);
	in_killed_process(leave_file_and_tree, &lab);
	(void)snprintf(path, sizeof(path), "%s/9.journal", lab.journal);
	lab_write(path, "{\"schema\":\"bakeoff.journal/1\",\"boot\":\"b\"}\nnonsense\n");
	ck_assert_int_eq(journal_clean(lab.journal, NULL, NULL, &undone, &err), -EINVAL);
	ck_assert_msg(strstr(err.text, "9.journal"), "%s", err.text);
	ck_assert_uint_eq(undone, 3);
	ck_assert_int_eq(lab_entries(&lab, "state/journal"), 1);
	lab_end(&lab);
}
END_TEST

START_TEST(what_only_has_the_name_of_a_journal_is_named_and_left)
{
	AUTO_TEXT struct text heard;
	struct lab lab;

	lab_start(&lab);
	text_init(&heard, 1 << 16);
	in_killed_process(leave_file_and_tree, &lab);
	ck_assert_int_eq(lab_shell("cd %s && mkdir folder.journal && mkfifo fifo.journal && "
				   "echo mine >%s/precious && ln -s %s/precious link.journal && "
				   "echo garbage >garbage.journal && printf cut >cut.journal && "
				   "echo '{\"schema\":\"bakeoff.journal/9\"}' >later.journal",
				 lab.journal, lab.dir, lab.dir),
		0);
	ck_assert_uint_eq(clean(&lab, &heard), 3);
	ck_assert_int_eq(lab_entries(&lab, "state/journal"), 6);
	ck_assert_int_eq(lab_shell("cd %s && grep -q mine %s/precious && grep -q cut cut.journal",
				 lab.journal, lab.dir),
		0);
	static const char *const names[] = { "folder", "fifo", "link", "garbage", "cut", "later" };
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		char expected[64];
		(void)snprintf(expected, sizeof(expected), "journal %s.journal: left as it is: it ",
			names[i]);
		ck_assert_msg(strstr(heard.data, expected), "%s", heard.data);
	}
	lab_end(&lab);
}
END_TEST

static void leave_full_tree(struct lab *lab)
{
	leave_file_and_tree(lab);
	/* what is mounted below it is not removed */
	ck_assert_int_eq(lab_shell("mount -t tmpfs none %s/tree/a/b", lab->dir), 0);
}

START_TEST(what_cannot_be_undone_is_named_and_can_be_forgotten)
{
	AUTO_TEXT struct text heard;
	struct error err = { 0 };
	char name[256], expected[PATH_MAX];
	uint64_t undone;
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	text_init(&heard, 1 << 16);
	in_killed_process(leave_full_tree, &lab);
	lab_output(name, sizeof(name), "ls %s", lab.journal);
	for (int again = 0; again < 2; again++) {
		ck_assert_int_lt(journal_clean(lab.journal, lab_hear, &heard, &undone, &err), 0);
		(void)snprintf(expected, sizeof(expected), "journal %s: tree %s/tree: ", name,
			lab.dir);
		ck_assert_msg(strstr(err.text, expected) == err.text, "%s", err.text);
		ck_assert_uint_eq(undone, again ? 0 : 2);
	}
	text_clear(&heard);
	ck_assert_int_eq(journal_forget(lab.journal, "../x.journal", lab_hear, &heard, &err),
		-EINVAL);
	ck_assert_int_eq(journal_forget(lab.journal, "x.journal", lab_hear, &heard, &err), -ENOENT);
	OK(journal_forget(lab.journal, name, lab_hear, &heard, &err));
	(void)snprintf(expected, sizeof(expected), "forgotten: tree %s/tree\n", lab.dir);
	ck_assert_str_eq(heard.data, expected);
	ck_assert_int_eq(lab_entries(&lab, "state/journal"), 0);
	ck_assert_int_eq(lab_shell("umount %s/tree/a/b", lab.dir), 0);
	lab_end(&lab);
}
END_TEST

START_TEST(a_file_that_is_there_already_is_nobody_s_to_make)
{
	struct error err = { 0 };
	struct journal *journal;
	char path[PATH_MAX];
	struct lab lab;
	uint64_t id;

	lab_start(&lab);
	OK(journal_open(&journal, lab.journal, "test", &err));
	(void)snprintf(path, sizeof(path), "%s/there", lab.dir);
	lab_write(path, "mine");
	const struct change change = { .kind = CHANGE_FILE, .path = path };
	ck_assert_int_eq(journal_intend(journal, &change, &id, &err), -EEXIST);
	OK(journal_undo_all(journal, &err));
	journal_close(journal);
	ck_assert_int_eq(access(path, F_OK), 0);
	lab_end(&lab);
}
END_TEST

START_TEST(a_missing_folder_has_nothing_to_undo)
{
	struct error err = { 0 };
	uint64_t undone = 7;

	OK(journal_clean("/nonexistent/journal", NULL, NULL, &undone, &err));
	ck_assert_uint_eq(undone, 0);
}
END_TEST

/* Attaches the lab's image "disk" as bakeoff would, but without LO_FLAGS_AUTOCLEAR; *node is where.
 */
static void attach(struct journal *journal, const struct lab *lab, bool tell, char *node)
{
	struct loop_config config = { 0 };
	struct error err = { 0 };
	char image[PATH_MAX];
	uint64_t id;

	(void)snprintf(image, sizeof(image), "%s/disk", lab->dir);
	int file = open(image, O_RDWR | O_CLOEXEC);
	for (int tries = 0; tries < 20; tries++) {
		int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
		(void)snprintf(node, 64, "/dev/loop%d", ioctl(control, LOOP_CTL_GET_FREE));
		close(control);
		const struct change change = { .kind = CHANGE_LOOP, .path = node, .other = image };
		OK(journal_intend(journal, &change, &id, &err));
		int fd = open(node, O_RDWR | O_CLOEXEC);
		config.fd = (uint32_t)file;
		bool attached = ioctl(fd, LOOP_CONFIGURE, &config) == 0;
		close(fd);
		if (attached) {
			close(file);
			if (tell)
				OK(journal_made(journal, id, &err));
			return;
		}
	}
	ck_abort_msg("no free loop device");
}

static void leave_mounted_loop(struct lab *lab)
{
	struct error err = { 0 };
	struct journal *journal;
	char path[PATH_MAX], node[64];
	uint64_t id;

	OK(journal_open(&journal, lab->journal, "test", &err));
	attach(journal, lab, true, node);
	(void)snprintf(path, sizeof(path), "%s/point", lab->dir);
	const struct change point = { .kind = CHANGE_TREE, .path = path };
	OK(journal_intend(journal, &point, &id, &err));
	ck_assert_int_eq(mkdir(path, 0700), 0);
	OK(journal_made(journal, id, &err));
	const struct change change = { .kind = CHANGE_MOUNT, .path = path, .other = node };
	OK(journal_intend(journal, &change, &id, &err));
	ck_assert_int_eq(mount(node, path, "ext4", 0, NULL), 0);
	OK(journal_made(journal, id, &err));
}

START_TEST(a_mounted_loop_of_a_killed_process_is_unmounted_and_detached)
{
	AUTO_TEXT struct text heard;
	char image[PATH_MAX];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	text_init(&heard, 1 << 16);
	lab_image(&lab, "disk", "16M", image);
	ck_assert_int_eq(lab_shell("mkfs.ext4 -q %s", image), 0);
	in_killed_process(leave_mounted_loop, &lab);
	ck_assert_int_eq(lab_loops(&lab), 1);
	ck_assert_int_eq(lab_mounts(&lab), 1);
	ck_assert_uint_eq(clean(&lab, &heard), 3);
	ck_assert_int_eq(lab_loops(&lab), 0);
	ck_assert_int_eq(lab_mounts(&lab), 0);
	ck_assert_int_eq(lab_shell("test ! -e %s/point", lab.dir), 0);
	lab_end(&lab);
}
END_TEST

START_TEST(a_mount_made_over_the_same_point_by_somebody_else_is_not_touched)
{
	AUTO_TEXT struct text heard;
	struct error err = { 0 };
	char image[PATH_MAX];
	struct lab lab;
	uint64_t undone;

	LAB_NEED_ROOT();
	lab_start(&lab);
	text_init(&heard, 1 << 16);
	lab_image(&lab, "disk", "16M", image);
	ck_assert_int_eq(lab_shell("mkfs.ext4 -q %s", image), 0);
	in_killed_process(leave_mounted_loop, &lab);
	ck_assert_int_eq(lab_shell("umount %s/point && mount -t tmpfs other %s/point", lab.dir,
				 lab.dir),
		0);
	/* the mount point's directory is covered, so it cannot be removed: that is said */
	ck_assert_int_lt(journal_clean(lab.journal, lab_hear, &heard, &undone, &err), 0);
	ck_assert_ptr_nonnull(strstr(heard.data, "somebody else's"));
	ck_assert_int_eq(lab_mounts(&lab), 1);
	lab_end(&lab);
}
END_TEST

static void leave_loop(struct lab *lab)
{
	struct error err = { 0 };
	struct journal *journal;
	char node[64], path[PATH_MAX];

	OK(journal_open(&journal, lab->journal, "test", &err));
	attach(journal, lab, true, node);
	(void)snprintf(path, sizeof(path), "%s/node", lab->dir);
	lab_write(path, node);
}

static void leave_loop_untold(struct lab *lab)
{
	struct error err = { 0 };
	struct journal *journal;
	char node[64];

	OK(journal_open(&journal, lab->journal, "test", &err));
	attach(journal, lab, false, node);
}

START_TEST(a_loop_of_which_only_the_intention_was_written_is_detached)
{
	AUTO_TEXT struct text heard;
	char image[PATH_MAX];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	text_init(&heard, 1 << 16);
	lab_image(&lab, "disk", "1M", image);
	in_killed_process(leave_loop_untold, &lab);
	ck_assert_int_eq(lab_loops(&lab), 1);
	ck_assert_uint_eq(clean(&lab, &heard), 1);
	ck_assert_int_eq(lab_loops(&lab), 0);
	lab_end(&lab);
}
END_TEST

/* The same number, once with another file behind it and once with the very same. */
START_TEST(a_loop_number_that_somebody_else_has_by_now_is_not_touched)
{
	static const char *const files[] = { "other", "disk" };
	AUTO_TEXT struct text heard;
	char image[PATH_MAX], node[64];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	text_init(&heard, 1 << 16);
	lab_image(&lab, "disk", "1M", image);
	lab_image(&lab, "other", "1M", image);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		in_killed_process(leave_loop, &lab);
		lab_output(node, sizeof(node), "cat %s/node", lab.dir);
		ck_assert_int_eq(lab_shell("losetup -d %s && losetup %s %s/%s", node, node, lab.dir,
					 files[i]),
			0);
		ck_assert_uint_eq(clean(&lab, &heard), 0);
		ck_assert_msg(strstr(heard.data, "somebody else's"), "%s", heard.data);
		ck_assert_int_eq(lab_loops(&lab), 1);
		ck_assert_int_eq(lab_shell("losetup -d %s", node), 0);
	}
	lab_end(&lab);
}
END_TEST

static const char knob_path[] = "/proc/sys/vm/stat_interval";

static void leave_knob(struct lab *lab)
{
	struct error err = { 0 };
	struct journal *journal;
	char before[64];
	uint64_t id;

	OK(journal_open(&journal, lab->journal, "test", &err));
	OK(knob_read(knob_path, before, sizeof(before), &err));
	const struct change change = { .kind = CHANGE_KNOB,
		.path = knob_path,
		.other = before,
		.value = "7" };
	OK(journal_intend(journal, &change, &id, &err));
	lab_write(knob_path, "7");
	OK(journal_made(journal, id, &err));
}

START_TEST(a_knob_is_restored_unless_somebody_has_turned_it_since)
{
	AUTO_TEXT struct text heard;
	struct error err = { 0 };
	char before[64], now[64];
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	text_init(&heard, 1 << 16);
	OK(knob_read(knob_path, before, sizeof(before), &err));
	in_killed_process(leave_knob, &lab);
	OK(knob_read(knob_path, now, sizeof(now), &err));
	ck_assert_str_eq(now, "7");
	ck_assert_uint_eq(clean(&lab, &heard), 1);
	OK(knob_read(knob_path, now, sizeof(now), &err));
	ck_assert_str_eq(now, before);

	in_killed_process(leave_knob, &lab);
	lab_write(knob_path, "5");
	uint64_t undone = clean(&lab, &heard);
	OK(knob_read(knob_path, now, sizeof(now), &err));
	lab_write(knob_path, before);
	ck_assert_uint_eq(undone, 0);
	ck_assert_str_eq(now, "5");
	lab_end(&lab);
}
END_TEST

START_TEST(the_value_of_a_choice_is_the_one_in_brackets)
{
	char value[64];

	knob_value("[mq-deadline] kyber none", value, sizeof(value));
	ck_assert_str_eq(value, "mq-deadline");
	knob_value("4096\t16384\t4194304 ", value, sizeof(value));
	ck_assert_str_eq(value, "4096 16384 4194304");
	ck_assert(knob_same("16", "0x10"));
	ck_assert(!knob_same("16", "17"));
	ck_assert(!knob_same("", "0"));
}
END_TEST

static void leave_cgroup(struct lab *lab)
{
	struct error err = { 0 };
	struct journal *journal;
	char path[PATH_MAX];
	uint64_t id;

	OK(journal_open(&journal, lab->journal, "test", &err));
	lab_output(path, sizeof(path),
		"awk '$(NF-2) == \"cgroup2\" || $(NF-2) == \"cgroup\" {print $5; exit}'"
		" /proc/self/mountinfo");
	(void)snprintf(path + strlen(path), sizeof(path) - strlen(path), "/%s", lab->dir + 5);
	const struct change change = { .kind = CHANGE_CGROUP, .path = path };
	OK(journal_intend(journal, &change, &id, &err));
	ck_assert_int_eq(mkdir(path, 0700), 0);
	OK(journal_made(journal, id, &err));
	/* a process in it that would stay */
	ck_assert_int_eq(lab_shell("setsid sleep 100 </dev/null >/dev/null 2>&1 & "
				   "echo $! > %s/cgroup.procs; echo $! > %s/pid; echo %s > "
				   "%s/cgroup",
				 path, lab->dir, path, lab->dir),
		0);
}

START_TEST(a_cgroup_is_removed_with_what_runs_in_it)
{
	AUTO_TEXT struct text heard;
	struct lab lab;

	LAB_NEED_ROOT();
	lab_start(&lab);
	text_init(&heard, 1 << 16);
	in_killed_process(leave_cgroup, &lab);
	ck_assert_int_eq(lab_shell("test -d \"$(cat %s/cgroup)\" && kill -0 \"$(cat %s/pid)\"",
				 lab.dir, lab.dir),
		0);
	ck_assert_uint_eq(clean(&lab, &heard), 1);
	ck_assert_int_eq(lab_shell("test ! -d \"$(cat %s/cgroup)\"", lab.dir), 0);
	lab_end(&lab);
}
END_TEST

UNIT_MAIN("journal", what_a_killed_process_left_is_undone, a_file_that_was_replaced_is_not_touched,
	a_living_process_journal_is_left_alone, a_line_cut_off_by_a_crash_is_passed_over,
	a_journal_that_cannot_be_read_stays_and_the_others_are_undone,
	what_only_has_the_name_of_a_journal_is_named_and_left,
	what_cannot_be_undone_is_named_and_can_be_forgotten,
	a_file_that_is_there_already_is_nobody_s_to_make, a_missing_folder_has_nothing_to_undo,
	a_mounted_loop_of_a_killed_process_is_unmounted_and_detached,
	a_mount_made_over_the_same_point_by_somebody_else_is_not_touched,
	a_loop_of_which_only_the_intention_was_written_is_detached,
	a_loop_number_that_somebody_else_has_by_now_is_not_touched,
	a_knob_is_restored_unless_somebody_has_turned_it_since,
	the_value_of_a_choice_is_the_one_in_brackets, a_cgroup_is_removed_with_what_runs_in_it)
