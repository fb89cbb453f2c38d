// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file.h"
#include "model/spec.h"
#include "workloads/aim_client.h"
#include "workloads/registry.h"
#include "workloads/step_loop.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char
	*const fidelity_choices[] = { [AIM_CLASSIC] = "classic", [AIM_STRICT] = "strict", NULL };

/* One table for all of them, so that `bakeoff run aim9 --KEY=VALUE` fits each. */
static const struct param aim_params[] = {
	PARAM(CHOICE, struct aim_config, fidelity, .fallback = "classic",
		.choices = fidelity_choices,
		.help = "classic: AIM IX's calls, a step is a whole call; strict: a step is one "
			"operation, and only that is timed"),
	PARAM(SIZE, struct aim_config, filesize, .fallback = "5M", .min = AIM_LEAST_BLOCKS * KIB,
		.max = UINT64_C(1) << 50,
		.help = "bytes of a file; the classic sync tests use half of it"),
	PARAM(COUNT, struct aim_config, calls, .fallback = "0", .max = UINT64_C(1) << 40,
		.help = "end after so many calls, or strict after the operations of so many; 0: "
			"when runtime is over"),
	PARAM(SIZE, struct aim_config, bs, .fallback = "1k", .min = 1, .max = 64 << 20,
		.help = "strict: bytes of one read or write"),
	PARAM(COUNT, struct aim_config, files, .fallback = "10000", .min = 1, .max = 1000000000,
		.help = "strict: files that creat-clo makes and that dir_rtns_1 finds"),
	PARAM(BOOL, struct aim_config, incompressible, .fallback = "yes",
		.help = "strict: random data, new in every 4 KiB; no: zeros"),
	PARAM(BOOL, struct aim_config, fsync, .fallback = "no",
		.help = "strict: fsync what was written before the clock stops"),
	PARAM(BOOL, struct aim_config, invalidate, .fallback = "no",
		.help = "strict: files made before the clock are synced and dropped from the cache "
			"first"),
	PARAM(BOOL, struct aim_config, separate_inodes, .fallback = "no",
		.help = "disk_src: 320 files, not 320 links to one"),
	PARAM(TEXT, struct aim_config, listed, .fallback = "", .value = "DIR",
		.help = "dir_rtns_1: the directory that is read; otherwise /bin, or strict a new "
			"one"),
	{ 0 },
};

static const struct setting aim_shape[] = { { "runtime", "10s" }, { 0 } };

static const char *const aim_operations[] = {
	[AIM_CALL] = "call",
	[AIM_OPERATION] = "operation",
	[AIM_STAT] = "stat",
	[AIM_MAKE] = "create and unlink",
	[AIM_TRUNCATE] = "truncate",
	[AIM_FSYNC] = "fsync",
	NULL,
};

/* clang-format off */
#define LATENCY(in, of, prefix, noun) \
	{ .name = prefix "latency_p50", .phase = in, .kind = METRIC_LATENCY, .operation = of, \
		.quantile = 0.5, .unit = "s", .better = BETTER_LOWER, \
		.help = "median time of one " noun }, \
	{ .name = prefix "latency_p99", .phase = in, .kind = METRIC_LATENCY, .operation = of, \
		.quantile = 0.99, .unit = "s", .better = BETTER_LOWER, \
		.help = "99 of 100 took no longer" }, \
	{ .name = prefix "latency_max", .phase = in, .kind = METRIC_LATENCY, .operation = of, \
		.quantile = 1, .unit = "s", .better = BETTER_LOWER, \
		.help = "longest time of one " noun }

#define CPU(in) \
	{ .name = "cpu", .phase = in, .kind = METRIC_CPU_SHARE, \
		.operation = METRIC_ALL_OPERATIONS, .unit = "%", .better = BETTER_LOWER, \
		.help = "user and system time of the clients by time of the wall clock" }

#define RATE(in, from, metric, of, first, text) \
	{ .name = metric, .phase = in, .kind = from, .operation = of, .unit = "1/s", \
		.better = BETTER_HIGHER, .primary = first, .help = text }

#define CLASSIC_METRICS \
	RATE("classic", METRIC_COUNT_RATE, "ops", AIM_CREDIT, true, \
		"credited operations per second: calls times the test's factor"), \
	RATE("classic", METRIC_RATE, "calls", AIM_CALL, false, "whole calls per second"), \
	LATENCY("classic", AIM_CALL, "call_", "call"), \
	CPU("classic")

#define STRICT_METRICS \
	RATE("strict", METRIC_COUNT_RATE, "ops", AIM_CREDIT, true, "operations per second"), \
	CPU("strict")
/* clang-format on */

static const struct metric data_metrics[] = {
	CLASSIC_METRICS,
	STRICT_METRICS,
	LATENCY("strict", AIM_OPERATION, "", "operation"),
	{
		.name = "throughput",
		.phase = "strict",
		.kind = METRIC_THROUGHPUT,
		.operation = AIM_OPERATION,
		.unit = "bytes/s",
		.better = BETTER_HIGHER,
		.help = "bytes per second, of a copy or an update counted once",
	},
	{
		.name = "fsync_latency",
		.phase = "strict",
		.kind = METRIC_LATENCY,
		.operation = AIM_FSYNC,
		.unit = "s",
		.better = BETTER_LOWER,
		.help = "mean time of a client's fsync",
	},
	{ 0 },
};

static const struct metric name_metrics[] = {
	CLASSIC_METRICS,
	STRICT_METRICS,
	LATENCY("strict", AIM_OPERATION, "", "operation"),
	{ 0 },
};

static const struct metric search_metrics[] = {
	CLASSIC_METRICS,
	STRICT_METRICS,
	RATE("strict", METRIC_RATE, "stats", AIM_STAT, false, "stats per second"),
	RATE("strict", METRIC_RATE, "creations", AIM_MAKE, false,
		"creations, each with its unlink, per second"),
	LATENCY("strict", AIM_STAT, "stat_", "stat"),
	LATENCY("strict", AIM_MAKE, "create_", "creation with its unlink"),
	{ 0 },
};

/* What means something to the strict phase only must not look as if it did something. */
static int check_classic(const struct aim_config *config, struct error *err)
{
	const char *wrong = config->bs != AIM_BLOCK   ? "bs: transfers are 1k"
			    : config->fsync           ? "fsync: nothing is synced"
			    : config->invalidate      ? "invalidate: no cache is dropped"
			    : !config->incompressible ? "incompressible: data is AIM's own"
						      : NULL;

	if (wrong)
		return fail(err, EINVAL, "%s with fidelity=classic; fidelity=strict has a choice",
			wrong);
	return 0;
}

static int aim_check(const void *owner, const struct run_shape *shape, struct error *err)
{
	const struct aim_config *config = owner;

	if (shape->runtime == 0 && config->calls == 0)
		return fail(err, EINVAL, "runtime: 0 without calls would never end");
	if (config->fidelity == AIM_CLASSIC) {
		if (config->filesize % AIM_BLOCK != 0)
			return fail(err, EINVAL, "filesize: %" PRIu64 " is no multiple of 1k",
				config->filesize);
		return check_classic(config, err);
	}
	if (config->filesize % config->bs != 0)
		return fail(err, EINVAL, "filesize: %" PRIu64 " is no multiple of bs, %" PRIu64,
			config->filesize, config->bs);
	return 0;
}

/* The file that is read and the one that is written, and room for names. */
static uint64_t aim_space(const void *owner, const struct run_shape *shape)
{
	enum { NAME_BYTES = 512, TREE_BYTES = 4 << 20 };
	const struct aim_config *config = owner;

	return shape->numjobs *
	       (2 * config->filesize + TREE_BYTES +
		       (config->fidelity == AIM_STRICT ? NAME_BYTES * config->files : 0));
}

/* A client works inside its directory, as the suites did: names are short, disk_src changes it. */
static int prepare(struct client *c, const char *test, struct error *err)
{
	const struct aim_config *config = c->config;
	struct aim_client *client = c->state;
	const struct aim_settings set = {
		.path = ".",
		.listed = *config->listed ? config->listed : "/bin",
		.blocks = config->filesize / AIM_BLOCK,
		.seed = 1,
	};
	int ret = 0;

	client->test = aim_test_find(test);
	client->strict.fd = client->strict.source = -1;
	if (fchdir(c->dir) < 0)
		return fail_errno(err, "go to the client's directory");
	ret = aim_init(&client->aim, &set, err);
	if (ret < 0 || config->fidelity == AIM_STRICT)
		return ret;
	if (client->test->needs & AIM_COMMON)
		ret = aim_common_make(".", set.blocks, AIM_FILL_LETTER, NULL, err);
	if (ret == 0 && client->test->needs & AIM_TREE)
		ret = aim_tree_make(".", config->separate_inodes, err);
	return ret;
}

static int classic_begin(struct client *c, struct error *err)
{
	struct aim_client *client = c->state;

	(void)err; /* nothing can fail */
	client->left = aim_work(c->config, 1);
	return 0;
}

static int classic_step(struct client *c, struct operation *op, struct error *err)
{
	struct aim_client *client = c->state;

	if (client->left == 0)
		return STEP_DONE;
	client->left -= client->left != UINT64_MAX;
	int ret = client->test->call(&client->aim, err);
	c->counters[AIM_CREDIT] += aim_factor(client->test, client->aim.set.blocks);
	op->kind = AIM_CALL;
	return ret;
}

/* Of what was there from the start, nothing has changed: the size and every letter of it. */
static int check_common(const struct client *c, const struct aim_client *client, struct error *err)
{
	unsigned char block[AIM_BLOCK], wanted[AIM_BLOCK];
	int fd = openat(c->dir, "tmpa.common", O_RDONLY | O_CLOEXEC);
	int ret = fd < 0 ? fail_errno(err, "open it") : 0;
	struct stat st;

	memset(wanted, 'a', sizeof(wanted));
	if (ret == 0 && fstat(fd, &st) < 0)
		ret = fail_errno(err, "look at it");
	if (ret == 0 && (uint64_t)st.st_size != client->aim.set.blocks * AIM_BLOCK)
		ret = fail(err, EIO, "it has %jd bytes instead of %" PRIu64, (intmax_t)st.st_size,
			client->aim.set.blocks * AIM_BLOCK);
	for (uint64_t i = 0; ret == 0 && i < client->aim.set.blocks; i++) {
		ret = io_pread_all(fd, block, sizeof(block), i * AIM_BLOCK, err);
		if (ret == 0 && memcmp(block, wanted, sizeof(block)) != 0)
			ret = fail(err, EBADMSG, "block %" PRIu64 " is not what was written", i);
	}
	if (fd >= 0)
		(void)close(fd); /* only for reading */
	return ret < 0 ? fail_in(err, ret, "tmpa.common") : 0;
}

static int check_tree(const struct client *c, struct error *err)
{
	const struct aim_config *config = c->config;
	const nlink_t wanted = config->separate_inodes ? 1 : AIM_TREE_NAMES;
	struct stat st;

	if (fstatat(c->dir, "fakeh/fake00", &st, AT_SYMLINK_NOFOLLOW) < 0)
		return fail_errno(err, "look at fakeh/fake00");
	if (st.st_nlink != wanted)
		return fail(err, EIO, "fakeh/fake00 has %ju links instead of %ju",
			(uintmax_t)st.st_nlink, (uintmax_t)wanted);
	return 0;
}

/* Nothing but what was made before the clock is in the client's directory. */
static int check_names(const struct client *c, struct error *err)
{
	DIR *entries = opendir(".");
	int ret = 0;

	(void)c; /* which is in it */
	if (!entries)
		return fail_errno(err, "read the client's directory");
	for (struct dirent *e; ret == 0 && (e = readdir(entries));) {
		if (e->d_name[0] != '.' && strcmp(e->d_name, "tmpa.common") != 0 &&
			strcmp(e->d_name, "fakeh") != 0)
			ret = fail(err, EIO, "%s is left", e->d_name);
	}
	(void)closedir(entries); /* only for reading */
	return ret;
}

static int aim_verify(struct client *c, struct error *err)
{
	const struct aim_config *config = c->config;
	const struct aim_client *client = c->state;
	int ret = check_names(c, err);

	if (ret < 0 || config->fidelity == AIM_STRICT)
		return ret; /* each strict phase has looked at what it did */
	if (client->test->needs & AIM_COMMON)
		ret = check_common(c, client, err);
	if (ret == 0 && client->test->needs & AIM_TREE)
		ret = check_tree(c, err);
	return ret;
}

static void aim_finish(struct client *c)
{
	struct aim_client *client = c->state;

	if (client->test)
		aim_strict_free(&client->strict);
}

static bool is_classic(const void *config)
{
	return ((const struct aim_config *)config)->fidelity == AIM_CLASSIC;
}

static bool is_strict(const void *config)
{
	return ((const struct aim_config *)config)->fidelity == AIM_STRICT;
}

#define CLASSIC_PHASE \
	{ \
		.name = "classic", \
		.help = "whole calls of AIM IX's test, everything in them timed", \
		.when = is_classic, .begin = classic_begin, .step = classic_step, \
	}

/* A workload for one test; what its strict phase is follows. */
#define AIM_WORKLOAD(id, test, told, metric_table, strict_help, ...) \
	static int id##_prepare(struct client *c, struct error *err) \
	{ \
		return prepare(c, test, err); \
	} \
	static const struct phase id##_phases[] = { \
		CLASSIC_PHASE, \
		{ .name = "strict", .help = (strict_help), .when = is_strict, __VA_ARGS__ }, \
		{ 0 }, \
	}; \
	const struct workload id##_workload = { \
		.name = (test), \
		.summary = (told), \
		.source = "modelled on " test " of AIM Suite IX 1.1; docs/workloads/aim9.md", \
		.longer = "runtime, calls", \
		.for_caches = true, \
		.params = aim_params, \
		.shape = aim_shape, \
		.metrics = (metric_table), \
		.operations = aim_operations, \
		.phases = id##_phases, \
		.config_size = sizeof(struct aim_config), \
		.state_size = sizeof(struct aim_client), \
		.check = aim_check, \
		.space = aim_space, \
		.prepare = id##_prepare, \
		.verify = aim_verify, \
		.finish = aim_finish, \
	}

#define FILE_STEP(test) \
	.begin = aim_strict_file_begin, .step = aim_strict_##test##_step, \
	.loop = aim_strict_##test##_loop, .tail = aim_strict_file_tail, .end = aim_strict_file_end

#define NAME_STEP(noun) \
	.begin = aim_strict_##noun##_begin, .step = aim_strict_##noun##_step, \
	.end = aim_strict_##noun##_end

AIM_WORKLOAD(creat_clo, "creat-clo", "open with O_TRUNC and close one file; strict: make new ones",
	name_metrics,
	"create and close files, each with a new name, until there are files=", NAME_STEP(create));
AIM_WORKLOAD(link_test, "link_test", "unlink and link a name of a file that has eight",
	name_metrics, "unlink and link a name of a file that has eight", NAME_STEP(link));
AIM_WORKLOAD(disk_rr, "disk_rr", "read a file in blocks at random", data_metrics,
	"read a block at random of a file that is there", FILE_STEP(disk_rr));
AIM_WORKLOAD(disk_rw, "disk_rw", "overwrite a file in blocks at random", data_metrics,
	"overwrite a block at random of a file that is there", FILE_STEP(disk_rw));
AIM_WORKLOAD(disk_rd, "disk_rd", "read a file in blocks in order", data_metrics,
	"read a file that is there in order, again and again", FILE_STEP(disk_rd));
AIM_WORKLOAD(disk_wrt, "disk_wrt", "write a new file in blocks in order", data_metrics,
	"append to a file; at filesize it is truncated and begun again", FILE_STEP(disk_wrt));
AIM_WORKLOAD(disk_cp, "disk_cp", "copy a file in blocks", data_metrics,
	"copy a file that is there; at its end the copy is truncated and begun again",
	FILE_STEP(disk_cp));
AIM_WORKLOAD(sync_disk_rw, "sync_disk_rw", "overwrite a file in blocks at random, with O_SYNC",
	data_metrics, "overwrite a block at random of a file that is there, with O_SYNC",
	FILE_STEP(disk_rw));
AIM_WORKLOAD(sync_disk_wrt, "sync_disk_wrt", "write a new file in blocks, with O_SYNC",
	data_metrics, "append to a file with O_SYNC; at filesize it is truncated",
	FILE_STEP(disk_wrt));
AIM_WORKLOAD(sync_disk_cp, "sync_disk_cp", "copy a file in blocks, written with O_SYNC",
	data_metrics, "copy a file that is there, written with O_SYNC", FILE_STEP(disk_cp));
AIM_WORKLOAD(sync_disk_update, "sync_disk_update",
	"read blocks of a file at random and write, with O_SYNC", data_metrics,
	"read a block at random and write the same block with O_SYNC", FILE_STEP(sync_disk_update));
AIM_WORKLOAD(disk_src, "disk_src", "stat, create and unlink names in a tree of directories",
	search_metrics, "stat a name, or create and unlink one, in an order of chance",
	NAME_STEP(search));
AIM_WORKLOAD(dir_rtns_1, "dir_rtns_1", "read a directory, entry after entry", name_metrics,
	"read the next entry of a directory, again and again", NAME_STEP(list));
