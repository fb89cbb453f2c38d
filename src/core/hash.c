// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hash.h"

#include <inttypes.h>
#include <sha2.h>
#include <stdio.h>
#include <string.h>

static void digest(const void *data, size_t size, uint8_t out[SHA256_DIGEST_LENGTH])
{
	SHA2_CTX context;

	SHA256Init(&context);
	SHA256Update(&context, data, size);
	SHA256Final(out, &context);
}

void hash_sha256_hex(const void *data, size_t size, char hex[65])
{
	static const char digits[] = "0123456789abcdef";
	uint8_t sum[SHA256_DIGEST_LENGTH];

	digest(data, size, sum);
	for (size_t i = 0; i < sizeof(sum); i++) {
		hex[2 * i] = digits[sum[i] >> 4];
		hex[2 * i + 1] = digits[sum[i] & 15];
	}
	hex[64] = '\0';
}

static void digest_use(uint64_t seed, uint64_t number, const char *use,
	uint8_t sum[SHA256_DIGEST_LENGTH])
{
	char text[512];

	int n = snprintf(text, sizeof(text), "%" PRIu64 "/%" PRIu64 "/%s", seed, number, use);
	digest(text, min_u64((uint64_t)n, sizeof(text) - 1), sum);
}

uint64_t hash_seed(uint64_t seed, uint64_t number, const char *use)
{
	uint8_t sum[SHA256_DIGEST_LENGTH];
	uint64_t value = 0;

	digest_use(seed, number, use, sum);
	for (int i = 0; i < 8; i++)
		value = value << 8 | sum[i];
	return value >> 11;
}

void hash_uuid(uint64_t seed, uint64_t number, const char *use, char uuid[37])
{
	uint8_t b[SHA256_DIGEST_LENGTH];

	digest_use(seed, number, use, b);
	b[6] = (b[6] & 0x0f) | 0x40; /* RFC 9562: version 4 */
	b[8] = (b[8] & 0x3f) | 0x80; /* and variant 10 */
	(void)snprintf(uuid, 37,
		"%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1],
		b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
		b[15]);
}
