// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/observer.h"

#include <string.h>

/*
 * The NFS client, where the thing under test is an NFS mount: calls of the whole machine in
 * /proc/net/rpc/nfs, bytes of the mount in /proc/self/mountstats. net/sunrpc/stats.c,
 * fs/nfs/iostat.h
 */
static const struct number_row rpc_rows[] = {
	{ "rpc", 0, "rpc.client.rpccnt", "count", READING_COUNTER, 1 },
	{ "rpc", 1, "rpc.client.rpcretrans", "count", READING_COUNTER, 1 },
	{ "rpc", 2, "rpc.client.rpcauthrefresh", "count", READING_COUNTER, 1 },
	{ 0 },
};

/* Numbers of the line "bytes:". */
static const char *const byte_metrics[] = {
	"nfsclient.bytes.read.normal",
	"nfsclient.bytes.write.normal",
	"nfsclient.bytes.read.direct",
	"nfsclient.bytes.write.direct",
	"nfsclient.bytes.read.server",
	"nfsclient.bytes.write.server",
};

struct nfs {
	struct source *rpc, *mounts;
	size_t rpc_first, bytes_first;
};

static void *nfs_open(struct observation *o)
{
	if (strncmp(o->devices.fs, "nfs", 3) != 0)
		return NULL;
	struct nfs *nfs = NEW(&o->arena, struct nfs, 1);
	nfs->rpc = source_open(o, "/proc/net/rpc/nfs");
	nfs->rpc_first = numbers_add(o, rpc_rows, "");
	nfs->mounts = source_open(o, "/proc/self/mountstats");
	nfs->bytes_first = o->channel_count;
	for (size_t i = 0; i < COUNT_OF(byte_metrics); i++)
		(void)channel_add(o, byte_metrics[i], "", "B", READING_COUNTER);
	return nfs;
}

/* The mount's block: "device SERVER:PATH mounted on POINT with fstype nfs4 ...", up to the next
 * one. Its line "bytes:"; NULL where there is none. */
static const char *find_bytes(const char *text, const char *path)
{
	static const char on[] = " mounted on ", with[] = " with fstype nfs";
	const char *best = NULL;
	size_t depth = 0;

	for (const char *p = text; p && *p;) {
		const char *end = strchr(p, '\n'), *point = strstr(p, on);
		const char *type = point ? strstr(point, with) : NULL;
		if (strncmp(p, "device ", 7) == 0 && type && end && type < end) {
			point += strlen(on);
			size_t length = (size_t)(type - point);
			char after = strncmp(path, point, length) == 0 ? path[length] : '?';
			if (length >= depth && (after == '/' || after == '\0')) {
				best = end + 1;
				depth = length;
			}
		}
		p = end ? end + 1 : NULL;
	}
	const char *bytes = best ? strstr(best, "\tbytes:") : NULL;
	const char *next = best ? strstr(best, "\ndevice ") : NULL;
	return bytes && (!next || bytes < next) ? bytes + strlen("\tbytes:") : NULL;
}

static void nfs_sample(struct observation *o, void *state, bool at_end)
{
	struct nfs *nfs = state;

	(void)at_end;
	numbers_sample(o, nfs->rpc, rpc_rows, nfs->rpc_first);
	const char *text = source_read(o, nfs->mounts);
	const char *line = text ? find_bytes(text, o->config->path) : NULL;
	for (size_t i = 0; i < COUNT_OF(byte_metrics); i++) {
		uint64_t value;
		if (line && line_number(line, (unsigned)i, &value))
			channel_set(o, nfs->bytes_first + i, (double)value);
		else
			channel_miss(o, nfs->bytes_first + i,
				nfs->mounts->absent ? nfs->mounts->absent
						    : "the mount is not in /proc/self/mountstats");
	}
}

const struct observer nfs_observer = { .name = "nfs", .open = nfs_open, .sample = nfs_sample };
