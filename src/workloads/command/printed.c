// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/command/printed.h"

#include <ctype.h>
#include <string.h>

/* What stands before the bytes of a piece, which begin and end at a multiple of eight. */
struct piece {
	uint32_t size;
	uint16_t client;
	uint16_t stream;
};

static const char *const stream_names[] = {
	[PRINTED_STDOUT] = "stdout",
	[PRINTED_STDERR] = "stderr",
	[PRINTED_PREPARE] = "prepare",
	[PRINTED_CLEANUP] = "cleanup",
};

static uint64_t bytes_of(size_t size)
{
	return (sizeof(struct piece) + size + 7) & ~UINT64_C(7);
}

bool printed_add(struct printed *p, unsigned client, enum printed_stream stream, const char *bytes,
	size_t size)
{
	const struct piece head = { (uint32_t)size, (uint16_t)client, (uint16_t)stream };
	uint64_t at = atomic_fetch_add(&p->used, bytes_of(size));

	if (at + bytes_of(size) > PRINTED_MOST) {
		atomic_store(&p->too_much, true);
		return false;
	}
	memcpy(p->pieces + at, &head, sizeof(head));
	memcpy(p->pieces + at + sizeof(head), bytes, size);
	return true;
}

/*
 * The next piece from *at on, which is moved behind it. One whose writer was killed in between is
 * empty: what follows cannot be found then, and is left out.
 */
static bool next_piece(const struct printed *p, uint64_t *at, struct piece *head,
	const unsigned char **bytes)
{
	uint64_t end = min_u64(atomic_load(&p->used), PRINTED_MOST);

	if (*at + sizeof(*head) > end)
		return false;
	memcpy(head, p->pieces + *at, sizeof(*head));
	if (head->size == 0 || *at + bytes_of(head->size) > end)
		return false;
	*bytes = p->pieces + *at + sizeof(*head);
	*at += bytes_of(head->size);
	return true;
}

static uint64_t *size_of(uint64_t *sizes, const struct piece *head)
{
	return &sizes[head->client * PRINTED_STREAMS + head->stream];
}

void printed_collect(const struct printed *p, unsigned clients, struct arena *arena,
	struct output_record **outputs, size_t *count)
{
	const size_t all = (size_t)clients * PRINTED_STREAMS;
	uint64_t *sizes = NEW(arena, uint64_t, all + 1);
	unsigned char **ends = NEW(arena, unsigned char *, all + 1);
	const unsigned char *bytes;
	struct piece head;

	for (uint64_t at = 0; next_piece(p, &at, &head, &bytes);)
		*size_of(sizes, &head) += head.size;
	for (size_t i = 0; i < all; i++) {
		if (sizes[i] == 0)
			continue;
		ends[i] = NEW(arena, unsigned char, sizes[i]);
		*ARENA_PUSH(arena, *outputs, *count) = (struct output_record){
			.client = i / PRINTED_STREAMS,
			.stream = stream_names[i % PRINTED_STREAMS],
			.data = ends[i],
			.size = sizes[i],
		};
	}
	for (uint64_t at = 0; next_piece(p, &at, &head, &bytes);) {
		unsigned char **end = &ends[head.client * PRINTED_STREAMS + head.stream];
		memcpy(*end, bytes, head.size);
		*end += head.size;
	}
}

/* The last PRINTED_LINE - 1 bytes of the stream. */
static size_t copy_tail(const struct printed *p, unsigned client, enum printed_stream stream,
	char *tail)
{
	const unsigned char *bytes;
	struct piece head;
	size_t length = 0;

	for (uint64_t at = 0; next_piece(p, &at, &head, &bytes);) {
		if (head.client != client || head.stream != (uint16_t)stream)
			continue;
		size_t take = min_u64(head.size, PRINTED_LINE - 1);
		size_t keep = min_u64(length, PRINTED_LINE - 1 - take);
		memmove(tail, tail + length - keep, keep);
		memcpy(tail + keep, bytes + head.size - take, take);
		length = keep + take;
	}
	return length;
}

void printed_last_line(const struct printed *p, unsigned client, enum printed_stream stream,
	char line[static PRINTED_LINE])
{
	char tail[PRINTED_LINE];
	size_t end = copy_tail(p, client, stream, tail), start;

	/* a zero byte is no end of it: programs print what they like */
	while (end > 0 && (isspace((unsigned char)tail[end - 1]) || tail[end - 1] == '\0'))
		end--;
	for (start = end; start > 0 && tail[start - 1] != '\n' && tail[start - 1] != '\r';
		start--) {
	}
	for (size_t i = start; i < end; i++)
		line[i - start] = iscntrl((unsigned char)tail[i]) ? ' ' : tail[i];
	line[end - start] = '\0';
}
