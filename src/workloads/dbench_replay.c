// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/dbench_replay.h"

#include "core/clock.h"
#include "core/text.h"
#include "workloads/dbench_calls.h"
#include "workloads/dbench_kinds.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { ENTRIES_ROOM = 32 << 10, WAIT_NS = 50000000 };

#define MOST_SLEEP_US (UINT64_MAX / 4 / NS_PER_US)

const char *const dbench_compat_names[] = {
	[DBENCH_STRICT] = "strict",
	[DBENCH_2] = "2",
	[DBENCH_3] = "3",
	[DBENCH_4] = "4",
	[DBENCH_COMPATS] = NULL,
};

const char *const dbench_resolve_names[] = {
	[DBENCH_RESOLVE_DEFAULT] = "default",
	[DBENCH_RESOLVE_OFF] = "off",
	[DBENCH_RESOLVE_STAT] = "stat",
	[DBENCH_RESOLVE_SCAN] = "scan",
	NULL,
};

/* The path with its directory in front, and client1 in it become this client. */
static char *own_path(const struct dbench_replay *r, const char *text, char *out, size_t room)
{
	static const char one[] = "client1";
	size_t at = (size_t)snprintf(out, room, "%s", r->dir);

	while (*text && at < room) {
		if (strncmp(text, one, sizeof(one) - 1) == 0) {
			at += (size_t)snprintf(out + at, room - at, "client%u", r->id);
			text += sizeof(one) - 1;
		} else {
			out[at++] = *text++;
		}
	}
	if (at >= room)
		return NULL;
	out[at] = '\0';
	return out;
}

/* parent has room for the path. */
static void cut_path(struct dbench_path *p)
{
	size_t cut = (size_t)(strrchr(p->path, '/') - p->path);

	memcpy(p->parent, p->path, cut);
	p->parent[cut] = '\0';
	p->leaf = p->path + cut + 1;
	p->wildcard = strpbrk(p->leaf, "<>*?\"") != NULL;
}

static int own_paths(struct dbench_replay *r, struct error *err)
{
	size_t count = dbench_name_count(r->load), used = 0;
	char path[PATH_MAX];

	r->paths = calloc(count + 1, sizeof(*r->paths));
	for (uint32_t i = 0; r->paths && i < count; i++) {
		const char *text = dbench_text(r->load, i);
		if (text[0] != '/') /* of RANDOMSTRING or WRITEPATTERN */
			continue;
		if (!own_path(r, text, path, sizeof(path)))
			return fail(err, ENAMETOOLONG, "%s%s: a path of more than %d bytes", r->dir,
				text, PATH_MAX - 1);
		used += 2 * (strlen(path) + 1);
	}
	r->path_room = malloc(used + 4 * (size_t)PATH_MAX);
	if (!r->paths || !r->path_room)
		return fail(err, ENOMEM, "no memory for the paths of %zu names", count);
	char *place = r->path_room;
	for (unsigned i = 0; i < 2; i++) {
		r->made_paths[i].path = place;
		r->made_paths[i].parent = place + PATH_MAX;
		place += 2 * (size_t)PATH_MAX;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct dbench_path *p = &r->paths[i];
		if (dbench_text(r->load, i)[0] != '/')
			continue;
		(void)own_path(r, dbench_text(r->load, i), path,
			sizeof(path)); /* fits: see above */
		size_t length = strlen(path) + 1;
		p->path = memcpy(place, path, length);
		p->parent = place + length;
		place += 2 * length;
		cut_path(p);
	}
	return 0;
}

static int own_buffers(struct dbench_replay *r, uint64_t seed, struct error *err)
{
	size_t size = r->load->most_bytes > 0 ? r->load->most_bytes : 1;

	/* Touched where they are used: handles of a load lie close together. */
	r->handles = mmap(NULL, DBENCH_HANDLES * sizeof(*r->handles), PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	r->buffer = calloc(1, size);
	r->entries = malloc(ENTRIES_ROOM);
	if (r->handles == MAP_FAILED)
		r->handles = NULL;
	if (!r->handles || !r->buffer || !r->entries)
		return fail(err, ENOMEM, "no memory for transfers of %zu bytes", size);
	memset(r->buffer, 1, size); /* touched before it is timed */
	memset(r->entries, 1, ENTRIES_ROOM);
	for (const struct dbench_op *op = r->first; op < r->end; op++) {
		if (op->kind == DBENCH_RANDOMSTRING && !r->strings[op->args[0]] &&
			!(r->strings[op->args[0]] = calloc(1, DBENCH_LINE_ROOM)))
			return fail(err, ENOMEM, "no memory for a random string");
		if (op->kind == DBENCH_WRITEPATTERN && !r->written_room &&
			!(r->written_room = malloc(size)))
			return fail(err, ENOMEM, "no memory for a pattern of %zu bytes", size);
	}
	return pattern_init(&r->pattern, size, 1, r->options->incompressible, seed, err);
}

int dbench_replay_init(struct dbench_replay *r, const struct dbench_load *load,
	const struct dbench_options *options, const char *dir, unsigned id, unsigned clients,
	struct dbench_points *points, uint64_t seed, struct error *err)
{
	*r = (struct dbench_replay){
		.load = load,
		.options = options,
		.generation = &dbench_generations[options->compat],
		.dir = dir,
		.id = id,
		.clients = clients,
		.points = points,
		.call = dbench_call,
		.first = dbench_ops(load),
		.at = dbench_ops(load),
		.end = dbench_ops(load) + dbench_op_count(load),
	};
	r->resolve = options->resolve == DBENCH_RESOLVE_DEFAULT ? r->generation->resolve
								: options->resolve;
	r->paced = load->timed || options->rate > 0;
	rng_seed(&r->rng, seed);
	atomic_store(&points->reached[id], 0);
	int ret = own_paths(r, err);
	return ret < 0 ? ret : own_buffers(r, seed, err);
}

static void wake(_Atomic uint32_t *word)
{
	(void)syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); /* cannot fail */
}

static void close_handles(struct dbench_replay *r)
{
	for (unsigned i = 0; r->handles && i < DBENCH_HANDLES; i++) {
		if (r->handles[i].fd_1 == 0) /* an untouched page stays untouched */
			continue;
		(void)close(r->handles[i].fd_1 - 1); /* the load was not at its end */
		r->handles[i].fd_1 = 0;
	}
}

void dbench_replay_rewind(struct dbench_replay *r)
{
	close_handles(r);
	r->at = r->first;
	r->depth = 0;
	r->repeat_left = 0;
	r->wake_ns = 0;
	r->bytes = 0;
	r->start_ns = r->pass_start_ns = 0;
	atomic_store(&r->points->reached[r->id], 0);
}

void dbench_replay_end(struct dbench_replay *r)
{
	close_handles(r);
	if (!r->points)
		return;
	atomic_store(&r->points->reached[r->id], UINT32_MAX);
	wake(&r->points->reached[r->id]);
}

void dbench_replay_free(struct dbench_replay *r)
{
	dbench_replay_end(r);
	if (r->handles)
		(void)munmap(r->handles, DBENCH_HANDLES * sizeof(*r->handles)); /* mmap gave it */
	for (unsigned i = 0; i < DBENCH_STRINGS; i++)
		free(r->strings[i]);
	pattern_free(&r->pattern);
	free(r->paths);
	free(r->path_room);
	free(r->buffer);
	free(r->written_room);
	free(r->entries);
	*r = (struct dbench_replay){ 0 };
}

/* The line, what happened, and the operation's text. */
static int PRINTF(5, 6) broken(const struct dbench_replay *r, const struct dbench_op *op,
	struct error *err, int code, const char *fmt, ...)
{
	AUTO_TEXT struct text text;
	char why[256];
	va_list args;

	text_init(&text, MIB);
	dbench_describe(r->load, op, &text);
	va_start(args, fmt);
	(void)vsnprintf(why, sizeof(why), fmt, args); /* a long text is cut on purpose */
	va_end(args);
	return fail(err, code, "line %" PRIu32 ": %s: %.200s", op->line, why, text.data);
}

/* What compat goes on after: told as dbench does, and counted. */
static int mismatch(struct dbench_replay *r, const struct dbench_op *op, int64_t result)
{
	char line[512];

	r->mismatches++;
	if (!r->say)
		return 0;
	if (op->kind == DBENCH_READX)
		(void)snprintf(line, sizeof(line),
			"(%" PRIu32 ") ERROR: read of %" PRIu64 " on handle %" PRIu64 " at %" PRIu64
			" gave %" PRId64 ", expected %" PRIu64,
			op->line, op->args[2], op->args[0], op->args[1], result, op->args[3]);
	else if (result < 0)
		(void)snprintf(line, sizeof(line),
			"[%" PRIu32 "] open %.200s failed for handle %" PRIu64 " (%s)", op->line,
			dbench_path(r, op, 0)->path, op->args[2], strerror((int)-result));
	else
		(void)snprintf(line, sizeof(line),
			"[%" PRIu32 "] open %.200s succeeded for handle %" PRIu64, op->line,
			dbench_path(r, op, 0)->path, op->args[2]);
	r->say(line);
	return 0;
}

static bool has_handle(unsigned kind)
{
	switch (kind) {
	case DBENCH_CLOSE:
	case DBENCH_READX:
	case DBENCH_WRITEX:
	case DBENCH_QUERY_FILE:
	case DBENCH_SET_FILE:
	case DBENCH_LOCKX:
	case DBENCH_UNLOCKX:
	case DBENCH_FLUSH:
		return true;
	default:
		return false;
	}
}

static int not_open(const struct dbench_replay *r, const struct dbench_op *op, struct error *err)
{
	return broken(r, op, err, EBADF, "handle %" PRIu64 " is not open", op->args[0]);
}

static uint64_t asked(const struct dbench_replay *r, const struct dbench_op *op)
{
	uint64_t most = r->options->trunc_io;

	return most > 0 && op->args[2] > most ? most : op->args[2];
}

/* How much of a transfer the load counts on. */
static uint64_t expected(const struct dbench_replay *r, const struct dbench_op *op)
{
	uint64_t size = asked(r, op);

	return op->kind == DBENCH_READX && op->args[3] < size && !r->options->fake_io ? op->args[3]
										      : size;
}

static bool moves(unsigned kind)
{
	return kind == DBENCH_READX || kind == DBENCH_WRITEX;
}

/* Nothing that differs from the load is taken for done. */
static int check_strict(const struct dbench_replay *r, const struct dbench_op *op, int64_t result,
	uint64_t *bytes, struct error *err)
{
	if (result == -EBADF && has_handle(op->kind) && op->expect == DBENCH_SUCCEEDS &&
		r->handles[op->args[0]].fd_1 == 0)
		return not_open(r, op, err);
	if (result < 0 && op->expect == DBENCH_SUCCEEDS)
		return broken(r, op, err, (int)-result, "%s", strerror((int)-result));
	/* No pattern is matched here, so whether a search finds something is not known. */
	if (result >= 0 && op->expect == DBENCH_FAILS && op->kind != DBENCH_FIND_FIRST)
		return broken(r, op, err, EEXIST, "it succeeded, and was to fail");
	if (!moves(op->kind) || result < 0)
		return 0;
	if (op->expect == DBENCH_SUCCEEDS && (uint64_t)result != expected(r, op))
		return broken(r, op, err, EIO, "%s %" PRId64 " of %" PRIu64 " bytes",
			op->kind == DBENCH_READX ? "read" : "wrote", result, expected(r, op));
	*bytes = (uint64_t)result;
	return 0;
}

/* As dbench does: some mismatches end the client, some are told, the others go unnoticed. */
static int check_compat(struct dbench_replay *r, const struct dbench_op *op, int64_t result,
	uint64_t *bytes, struct error *err)
{
	bool unexpected =
		op->expect != DBENCH_EITHER && (result < 0) == (op->expect == DBENCH_SUCCEEDS);

	if (result == -EBADF && has_handle(op->kind) && r->handles[op->args[0]].fd_1 == 0 &&
		op->kind != DBENCH_CLOSE)
		return not_open(r, op, err);
	switch (op->kind) {
	case DBENCH_NTCREATEX:
		return unexpected ? mismatch(r, op, result) : 0;
	case DBENCH_RENAME:
	case DBENCH_UNLINK:
	case DBENCH_RMDIR:
		if (unexpected && result < 0)
			return broken(r, op, err, (int)-result, "%s", strerror((int)-result));
		return unexpected ? broken(r, op, err, EEXIST, "it succeeded, and was to fail") : 0;
	case DBENCH_READX:
		*bytes = asked(r, op);
		return result == (int64_t)expected(r, op) ? 0 : mismatch(r, op, result);
	case DBENCH_WRITEX:
		*bytes = asked(r, op);
		if (result == (int64_t)*bytes)
			return 0;
		return broken(r, op, err, result < 0 ? (int)-result : EIO, "%s",
			result < 0 ? strerror((int)-result) : "the write was short");
	case DBENCH_CLOSE:
		return result == -EBADF ? not_open(r, op, err) : 0;
	default:
		return 0;
	}
}

static uint64_t compute(struct dbench_replay *r, const struct dbench_expr *e, uint64_t before)
{
	uint64_t n = e->random ? rng_next(&r->rng) : before;

	for (unsigned q = 0; q < e->count; q++) {
		uint64_t number = e->qualifiers[q].number;
		switch (e->qualifiers[q].sign) {
		case '/':
			n -= n % number;
			break;
		case '%':
			n %= number;
			break;
		case '+':
			n += number;
			break;
		case 'c':
			n += r->id;
			break;
		default: /* 'n' */
			n += r->clients;
			break;
		}
	}
	return n;
}

/* The name with the strings of RANDOMSTRING in the place of $0 to $9. */
static int fill_name(struct dbench_replay *r, const struct dbench_op *op, unsigned i,
	struct error *err)
{
	char text[DBENCH_LINE_ROOM];
	const char *from = dbench_text(r->load, op->names[i]);
	size_t at = 0;

	while (*from && at < sizeof(text)) {
		unsigned slot = (unsigned)(from[1] - '0');
		if (*from != '$' || slot >= DBENCH_STRINGS || !r->strings[slot]) {
			text[at++] = *from++;
			continue;
		}
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s", r->strings[slot]);
		from += 2;
	}
	if (at >= sizeof(text))
		return broken(r, op, err, ENAMETOOLONG, "the name gets too long");
	text[at] = '\0';
	if (strstr(text, "/../") || (at >= 3 && strcmp(text + at - 3, "/..") == 0))
		return broken(r, op, err, EINVAL, "%.100s leaves the directory of the run", text);
	if (!own_path(r, text, r->made_paths[i].path, PATH_MAX))
		return broken(r, op, err, ENAMETOOLONG, "the path gets too long");
	cut_path(&r->made_paths[i]);
	return 0;
}

/* A copy of the operation with its computed arguments; *op is set to it. */
static int make_op(struct dbench_replay *r, const struct dbench_op **op, struct error *err)
{
	const struct dbench_expr *exprs = r->load->exprs.data;
	struct dbench_op *made = &r->made[r->turn ^= 1];
	const struct dbench_form *form = &dbench_forms[(*op)->kind];
	int ret = 0;

	*made = **op;
	for (unsigned i = 0; i < DBENCH_ARGS; i++) {
		if ((*op)->computed & 1u << i)
			made->args[i] =
				compute(r, &exprs[(*op)->args[i]], r->last ? r->last->args[i] : 0);
	}
	if (form->handle >= 0 && made->args[form->handle] >= DBENCH_HANDLES)
		return broken(r, *op, err, ERANGE, "handle %" PRIu64 " is above the most, %d",
			made->args[form->handle], DBENCH_HANDLES - 1);
	if (form->size >= 0 && made->args[form->size] > DBENCH_MOST_BYTES)
		return broken(r, *op, err, ERANGE, "%" PRIu64 " bytes are above the most, %d",
			made->args[form->size], DBENCH_MOST_BYTES);
	if (form->size >= 0 && made->args[1] > (uint64_t)INT64_MAX - DBENCH_MOST_BYTES)
		return broken(r, *op, err, ERANGE, "offset %" PRIu64 " is too large",
			made->args[1]);
	made->computed &= DBENCH_TEMPLATE;
	for (unsigned i = 0; ret == 0 && made->computed && i < form->paths; i++)
		ret = fill_name(r, *op, i, err);
	*op = made;
	return ret;
}

/* "a[bc]d" becomes abd or acd. */
static void random_string(struct dbench_replay *r, const struct dbench_op *op)
{
	const char *from = dbench_text(r->load, op->names[0]);
	char *to = r->strings[op->args[0]];

	while (*from) {
		const char *end = *from == '[' ? strchr(from, ']') : NULL;
		if (end && end > from + 1) {
			*to++ = from[1 + rng_below(&r->rng, (uint64_t)(end - from - 1))];
			from = end + 1;
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
}

static void fill_written(struct dbench_replay *r, const struct dbench_op *op)
{
	const char *text = dbench_text(r->load, op->names[0]);
	size_t length = strlen(text);

	for (size_t i = 0; i < r->load->most_bytes; i++)
		r->written_room[i] = text[i % length];
	r->written = r->written_room;
}

/*
 * A piece of the time until then, at most: between two pieces whoever calls looks whether the time
 * of the phase is over, and plays the other clients of the process.
 */
static void sleep_towards(uint64_t due_ns, uint64_t now)
{
	uint64_t until = min_u64(due_ns, now + WAIT_NS);
	struct timespec t = {
		.tv_sec = (time_t)(until / NS_PER_S),
		.tv_nsec = (long)(until % NS_PER_S),
	};

	(void)clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL); /* or a signal */
}

/* DBENCH_STEP_WAITED; the line is met again where there is more to sleep, or a REPEAT before it. */
static int sleep_on(struct dbench_replay *r, const struct dbench_op *line, uint64_t us)
{
	uint64_t now = clock_monotonic_ns();

	if (r->wake_ns == 0)
		r->wake_ns = now + min_u64(us, MOST_SLEEP_US) * NS_PER_US;
	if (now < r->wake_ns) {
		sleep_towards(r->wake_ns, now);
		r->at = line;
		return DBENCH_STEP_WAITED;
	}
	r->wake_ns = 0;
	if (r->repeat_left > 0) {
		r->repeat_left--;
		r->at = line;
	}
	return DBENCH_STEP_WAITED;
}

/*
 * DBENCH_STEP_WAITED; the operation is met again until that client has reached the point, has
 * passed it or has ended.
 */
static int wait_point(struct dbench_replay *r, const struct dbench_op *line,
	const struct dbench_op *op, struct error *err)
{
	const struct timespec most = { .tv_nsec = WAIT_NS };
	uint32_t reached;

	if (op->args[0] >= r->clients)
		return broken(r, op, err, EINVAL, "there is no client %" PRIu64 " of %u",
			op->args[0], r->clients);
	_Atomic uint32_t *word = &r->points->reached[op->args[0]];
	reached = atomic_load(word);
	if (reached <= op->args[1]) {
		(void)syscall(SYS_futex, word, FUTEX_WAIT, reached, &most, NULL, 0); /* looked at */
		r->at = line;
	}
	return DBENCH_STEP_WAITED;
}

static void jump(struct dbench_replay *r, const struct dbench_op *op)
{
	if (op->kind == DBENCH_REPEAT) {
		r->repeat_left = op->args[0] - 1;
		return;
	}
	if (op->kind == DBENCH_LOOP) {
		r->loops[r->depth++] = (struct dbench_loop){ op + 1, op->args[0] - 1 };
		return;
	}
	struct dbench_loop *loop = &r->loops[r->depth - 1];
	if (loop->left == 0) {
		r->depth--;
		return;
	}
	loop->left--;
	r->at = loop->first;
}

/* What is in a load besides operations: DBENCH_STEP_WAITED where it took time, else DONE. */
static int steer(struct dbench_replay *r, const struct dbench_op *op, struct error *err)
{
	const struct dbench_op *line = op;
	int ret = DBENCH_STEP_DONE;

	if (op->computed)
		ret = make_op(r, &op, err);
	if (ret < 0)
		return ret;
	switch (op->kind) {
	case DBENCH_SLEEP:
		return sleep_on(r, line, op->args[0]);
	case DBENCH_WAITSP:
		return wait_point(r, line, op, err);
	case DBENCH_SETSP:
		atomic_store(&r->points->reached[r->id],
			(uint32_t)min_u64(op->args[0], UINT32_MAX - 2) + 1);
		wake(&r->points->reached[r->id]);
		return ret;
	case DBENCH_RANDOMSTRING:
		random_string(r, op);
		return ret;
	case DBENCH_WRITEPATTERN:
		fill_written(r, op);
		return ret;
	default:
		jump(r, op);
		return ret;
	}
}

/* When the operation is due: by the rate, or else by its time in the pass; 0: at once. */
static uint64_t due_ns(struct dbench_replay *r, const struct dbench_op *op)
{
	if (r->start_ns == 0)
		r->start_ns = r->pass_start_ns = clock_monotonic_ns();
	if (r->options->rate > 0)
		return r->start_ns +
		       (uint64_t)((double)r->bytes * (double)NS_PER_S / (double)r->options->rate);
	return r->pass_start_ns +
	       (uint64_t)(((const double *)r->load->times.data)[op - r->first] * (double)NS_PER_S);
}

/* Whether it had to wait; else notes how late the operation is. */
static bool pace(struct dbench_replay *r, const struct dbench_op *op)
{
	uint64_t due = due_ns(r, op), now = clock_monotonic_ns();

	if (now < due) {
		sleep_towards(due, now);
		return true;
	}
	r->late_ns = r->options->rate > 0 ? 0 : now - due;
	return false;
}

static int next_pass(struct dbench_replay *r)
{
	r->at = r->first;
	r->depth = 0;
	r->passes++;
	r->pass_start_ns = r->paced ? clock_monotonic_ns() : 0;
	return DBENCH_STEP_PASS;
}

int dbench_replay_step(struct dbench_replay *r, unsigned *kind, uint64_t *bytes, struct error *err)
{
	const struct dbench_op *op;
	int ret;

	while ((op = r->at) != r->end && __builtin_expect(op->kind >= DBENCH_OPERATIONS, 0)) {
		r->at++;
		ret = steer(r, op, err);
		if (ret != DBENCH_STEP_DONE)
			return ret;
	}
	if (__builtin_expect(op == r->end, 0))
		return next_pass(r);
	if (__builtin_expect(r->paced, 0) && pace(r, op))
		return DBENCH_STEP_WAITED;
	if (__builtin_expect(r->repeat_left > 0, 0))
		r->repeat_left--;
	else
		r->at++;
	if (__builtin_expect(op->computed, 0)) {
		ret = make_op(r, &op, err);
		if (ret < 0)
			return ret;
	}
	r->last = op;
	*kind = op->kind;
	*bytes = 0;
	int64_t result = r->call(r, op);
	ret = r->generation->strict ? check_strict(r, op, result, bytes, err)
				    : check_compat(r, op, result, bytes, err);
	if (ret < 0)
		return ret;
	r->lines++;
	r->bytes += *bytes;
	return DBENCH_STEP_DONE;
}
