// SPDX-License-Identifier: GPL-3.0-or-later
#include "scratch.h"
#include "workloads/contest/frame.h"
#include "workloads/contest/job.h"

#include <errno.h>
#include <fts.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

/* A number for every byte and name below the folder: the sum of a hash of each file. */
static uint64_t tree_hash(const char *path, unsigned *files)
{
	char *const paths[] = { (char *)(uintptr_t)path, NULL };
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	static char data[1 << 20];
	uint64_t sum = 0;

	*files = 0;
	for (FTSENT *e; (e = fts_read(walk));) {
		if (e->fts_info != FTS_F)
			continue;
		FILE *f = fopen(e->fts_path, "re");
		uint64_t h = UINT64_C(14695981039346656037); /* FNV-1a */
		size_t got = fread(data, 1, sizeof(data), f);
		for (size_t i = 0; i < got; i++)
			h = (h ^ (unsigned char)data[i]) * UINT64_C(1099511628211);
		for (const char *p = e->fts_path + strlen(path); *p; p++)
			h = (h ^ (unsigned char)*p) * UINT64_C(1099511628211);
		sum += h;
		++*files;
		fclose(f);
	}
	fts_close(walk);
	return sum;
}

static uint64_t make_and_hash(struct scratch *s, const char *name, enum tree_size size,
	uint64_t seed, unsigned *files)
{
	struct error err = { 0 };
	char path[128];

	OK(tree_make(s->dir, name, size, seed, &err));
	(void)snprintf(path, sizeof(path), "%s/%s", s->path, name);
	return tree_hash(path, files);
}

START_TEST(one_seed_gives_one_tree_and_another_seed_another)
{
	struct scratch s;
	unsigned files, again, other;

	scratch_begin(&s);
	uint64_t first = make_and_hash(&s, "a", TREE_SMALL, 7, &files);
	ck_assert_uint_eq(make_and_hash(&s, "b", TREE_SMALL, 7, &again), first);
	ck_assert_uint_ne(make_and_hash(&s, "c", TREE_SMALL, 8, &other), first);
	ck_assert_uint_eq(files, tree_files(TREE_SMALL));
	ck_assert_uint_eq(again, files);
	ck_assert_uint_eq(other, files);
	/* the tree that every machine and every release makes from this seed */
	ck_assert_uint_eq(first, UINT64_C(13701530394431907777));
	scratch_end(&s);
}
END_TEST

START_TEST(a_larger_tree_has_more_files_and_needs_more_space)
{
	ck_assert_uint_lt(tree_files(TREE_SMALL), tree_files(TREE_NORMAL));
	ck_assert_uint_lt(tree_files(TREE_NORMAL), tree_files(TREE_LARGE));
	ck_assert_uint_lt(tree_space(TREE_SMALL, TREE_COMPILE), tree_space(TREE_SMALL, TREE_FILES));
}
END_TEST

START_TEST(a_tree_is_not_made_over_another)
{
	struct scratch s;
	struct error err = { 0 };

	scratch_begin(&s);
	OK(tree_make(s.dir, "t", TREE_SMALL, 1, &err));
	ck_assert_int_eq(tree_make(s.dir, "t", TREE_SMALL, 1, &err), -EEXIST);
	scratch_end(&s);
}
END_TEST

START_TEST(loads_are_known_by_old_spellings_too)
{
	static const struct {
		const char *name;
		enum load_id id;
	} cases[] = {
		{ "no_load", LOAD_NO },
		{ "noload", LOAD_NO },
		{ "cacherun", LOAD_CACHERUN },
		{ "processload", LOAD_PROCESS },
		{ "ioloadfull", LOAD_IO },
		{ "io_fullmem", LOAD_IO },
		{ "ioloadhalf", LOAD_IO_HALF },
		{ "io_halfmem", LOAD_IO_HALF },
		{ "ioother", LOAD_IO_OTHER },
		{ "memload", LOAD_MEM },
		{ "readload", LOAD_READ },
		{ "listload", LOAD_LIST },
		{ "ctarload", LOAD_CTAR },
		{ "xtarload", LOAD_XTAR },
		{ "dbenchload", LOAD_DBENCH },
		{ "cpu_load", LOAD_CPU },
		{ "io", LOAD_COUNT },
		{ "", LOAD_COUNT },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		ck_assert_msg(load_find(cases[i].name, strlen(cases[i].name)) == cases[i].id, "%s",
			cases[i].name);
}
END_TEST

START_TEST(a_set_of_loads_always_has_no_load)
{
	struct error err = { 0 };
	uint32_t set;

	OK(load_set_parse("io_load+memload", &set, &err));
	ck_assert_uint_eq(set, 1U << LOAD_NO | 1U << LOAD_IO | 1U << LOAD_MEM);
	OK(load_set_parse("all", &set, &err));
	ck_assert(set >> LOAD_XTAR & 1);
	ck_assert(!(set >> LOAD_IO_OTHER & 1));
	OK(load_set_parse("all+io_other", &set, &err));
	ck_assert(set >> LOAD_IO_OTHER & 1);
}
END_TEST

START_TEST(a_load_that_is_none_is_refused_by_name)
{
	static const char *const bad[] = { "", "io_load+", "+io_load", "io_load,mem_load", "foo" };
	uint32_t set = 99;
	struct error err = { 0 };

	for (size_t i = 0; i < COUNT_OF(bad); i++)
		ck_assert_int_eq(load_set_parse(bad[i], &set, &err), -EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "'foo'"));
	ck_assert_uint_eq(set, 99);
}
END_TEST

START_TEST(mem_load_never_asks_for_more_than_there_is_less_a_reserve)
{
	struct load_work w = { .mem = 100 * MIB,
		.memory = { .bytes = GIB, .available = GIB, .swap = 0 } };

	ck_assert_uint_eq(mem_load_bytes(&w), 110 * MIB);
	w.mem = GIB;
	ck_assert_uint_eq(mem_load_bytes(&w), 896 * MIB);
	w.memory.swap = GIB;
	ck_assert_uint_eq(mem_load_bytes(&w), GIB / 100 * 110 / MIB * MIB);
	w.memory = (struct memory){ .bytes = GIB, .available = 100 * MIB };
	ck_assert_uint_eq(mem_load_bytes(&w), 0);
	struct error err = { 0 };
	ck_assert_int_eq(mem_load_prepare(&w, &err), -ENOMEM);
}
END_TEST

/* A head that starts two processes, one of which leaves the group, and tells their pids. */
static int family(void *context, struct board *board, struct error *err)
{
	pid_t *pids = context;
	int ret = board_fork(board, err);

	if (ret < 0)
		return ret;
	if (ret == 0) {
		pid_t grandchild = fork();
		if (grandchild == 0) {
			(void)setsid();
			pids[1] = getpid();
			board_ready(board);
			(void)poll(NULL, 0, 60000);
			_exit(0);
		}
		_exit(0); /* its child is an orphan in a session of its own */
	}
	pids[0] = getpid();
	(void)poll(NULL, 0, 60000);
	return 0;
}

static bool is_alive(pid_t pid)
{
	char path[64], text[512];
	struct error err;

	(void)snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	if (io_read_small(path, text, sizeof(text), NULL, &err) < 0)
		return false;
	const char *state = strrchr(text, ')');
	return state && state[2] != 'Z';
}

static pid_t *shared_pids(void)
{
	pid_t *pids = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	ck_assert(pids != MAP_FAILED);
	return pids;
}

static void wait_for(const struct board *board, uint32_t state)
{
	for (int i = 0; i < 1000 && atomic_load(&board->state) != state; i++)
		(void)poll(NULL, 0, 10);
	ck_assert_uint_eq(atomic_load(&board->state), state);
}

START_TEST(stopping_a_crew_leaves_none_of_its_family)
{
	struct crew crew = CREW_NONE;
	struct error err = { 0 };
	pid_t *pids = shared_pids();

	OK(crew_start(&crew, family, pids, NULL, &err));
	wait_for(crew.board, BOARD_READY);
	ck_assert(is_alive(pids[0]));
	ck_assert(is_alive(pids[1]));
	crew_stop(&crew);
	ck_assert(!is_alive(pids[0]));
	ck_assert(!is_alive(pids[1]));
}
END_TEST

START_TEST(a_crew_dies_with_a_caller_that_is_killed)
{
	pid_t *pids = shared_pids();
	pid_t caller = fork();

	if (caller == 0) {
		struct crew crew = CREW_NONE;
		struct error err = { 0 };
		if (crew_start(&crew, family, pids, NULL, &err) < 0)
			_exit(1);
		(void)poll(NULL, 0, 60000);
		_exit(0);
	}
	for (int i = 0; i < 1000 && !(pids[0] && pids[1]); i++)
		(void)poll(NULL, 0, 10);
	ck_assert(is_alive(pids[1]));
	(void)kill(caller, SIGKILL);
	(void)waitpid(caller, NULL, 0);
	for (int i = 0; i < 500 && (is_alive(pids[0]) || is_alive(pids[1])); i++)
		(void)poll(NULL, 0, 10);
	ck_assert(!is_alive(pids[0]));
	ck_assert(!is_alive(pids[1]));
}
END_TEST

static int gives_up(void *context, struct board *board, struct error *err)
{
	(void)context;
	(void)board;
	return fail(err, EIO, "no more %s", "paper");
}

START_TEST(a_crew_tells_why_its_head_gave_up)
{
	struct crew crew = CREW_NONE;
	struct error err = { 0 };

	OK(crew_start(&crew, gives_up, NULL, NULL, &err));
	ck_assert_int_lt(crew_wait(&crew, &err), 0);
	ck_assert_str_eq(err.text, "no more paper");
	crew_stop(&crew);
}
END_TEST

START_TEST(a_command_that_fails_is_told_with_its_last_words)
{
	struct scratch s;
	struct error err = { 0 };

	scratch_begin(&s);
	struct job_command good = { .dir = s.dir, .command = "echo $JOBS > made", .jobs = 3 };
	OK(job_run(&good, &err));
	ck_assert(scratch_has(&s, "made"));
	struct job_command bad = { .dir = s.dir,
		.command = "echo first; echo 'last words'; exit 3" };
	ck_assert_int_lt(job_run(&bad, &err), 0);
	ck_assert_str_eq(err.text, "ended with status 3: last words");
	scratch_end(&s);
}
END_TEST

START_TEST(a_missing_program_is_named)
{
	struct error err = { 0 };

	OK(job_program("sh", "this test", &err));
	ck_assert_int_eq(job_program("no-such-make", "the job compile", &err), -ENOENT);
	ck_assert_str_eq(err.text, "no-such-make: no such program, and the job compile needs it");
}
END_TEST

UNIT_MAIN("contest", one_seed_gives_one_tree_and_another_seed_another,
	a_larger_tree_has_more_files_and_needs_more_space, a_tree_is_not_made_over_another,
	loads_are_known_by_old_spellings_too, a_set_of_loads_always_has_no_load,
	a_load_that_is_none_is_refused_by_name,
	mem_load_never_asks_for_more_than_there_is_less_a_reserve,
	stopping_a_crew_leaves_none_of_its_family, a_crew_dies_with_a_caller_that_is_killed,
	a_crew_tells_why_its_head_gave_up, a_command_that_fails_is_told_with_its_last_words,
	a_missing_program_is_named)
