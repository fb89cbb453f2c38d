// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/format.h"

#include "unit.h"

#include <errno.h>
#include <string.h>

/* Superblocks by hand; tests/fs/facts.sh has those that mkfs makes. */

static unsigned char start[FORMAT_BYTES];

static void little(size_t at, uint64_t value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		start[at + i] = (unsigned char)(value >> 8 * i);
}

static void big(size_t at, uint64_t value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		start[at + i] = (unsigned char)(value >> 8 * (bytes - 1 - i));
}

static json_t *parse(const char *fs)
{
	struct error err = { 0 };
	json_t *format = NULL;

	OK(format_parse(start, fs, &format, &err));
	return format;
}

static void expect(json_t *format, const char *features, const char *name, long long number)
{
	ck_assert_str_eq(json_string_value(json_object_get(format, "features")), features);
	ck_assert_int_eq(json_integer_value(json_object_get(format, name)), number);
	json_decref(format);
}

START_TEST(ext4_says_its_features_by_name_and_new_ones_by_number)
{
	memset(start, 0, sizeof(start));
	little(1024 + 0x38, 0xef53, 2);
	little(1024 + 0x18, 2, 4);
	little(1024 + 0x4c, 1, 4);
	little(1024 + 0x58, 256, 2);
	little(1024 + 0x5c, 0x4 | 0x20, 4);
	little(1024 + 0x60, 0x40 | 0x80000000, 4);
	little(1024 + 0x64, 0x400, 4);
	expect(parse("ext4"), "has_journal dir_index extent incompat:bit31 metadata_csum",
		"block_bytes", 4096);
	expect(parse("ext4"), "has_journal dir_index extent incompat:bit31 metadata_csum",
		"inode_bytes", 256);
}
END_TEST

START_TEST(an_old_ext2_has_inodes_of_128_bytes)
{
	memset(start, 0, sizeof(start));
	little(1024 + 0x38, 0xef53, 2);
	expect(parse("ext2"), "", "inode_bytes", 128);
}
END_TEST

START_TEST(xfs_is_big_endian_and_has_more_features_from_version_5_on)
{
	memset(start, 0, sizeof(start));
	memcpy(start, "XFSB", 4);
	big(4, 4096, 4);
	big(88, 7, 4);
	big(100, 0xb4a5, 2);
	big(104, 512, 2);
	big(200, 0x100 | 0x2, 4);
	big(212, 0x4, 4);
	big(216, 0x8, 4);
	expect(parse("xfs"), "lazy-count crc reflink bigtime", "allocation_groups", 7);
	big(100, 0xb4a4, 2);
	expect(parse("xfs"), "lazy-count crc", "inode_bytes", 512);
}
END_TEST

START_TEST(btrfs_has_its_superblock_at_64_kib)
{
	memset(start, 0, sizeof(start));
	memcpy(start + 65536 + 0x40, "_BHRfS_M", 8);
	little(65536 + 0x94, 16384, 4);
	little(65536 + 0xb4, 0x1, 8);
	little(65536 + 0xbc, 0x200 | 0x100, 8);
	little(65536 + 0xc4, 1, 2);
	json_t *format = parse("btrfs");
	ck_assert_str_eq(json_string_value(json_object_get(format, "checksum")), "xxhash64");
	expect(format, "free-space-tree skinny-metadata no-holes", "node_bytes", 16384);
}
END_TEST

START_TEST(what_is_no_superblock_or_not_known_is_refused)
{
	struct error err = { 0 };
	json_t *format = NULL;

	memset(start, 0, sizeof(start));
	ck_assert_int_eq(format_parse(start, "ext4", &format, &err), -EINVAL);
	ck_assert_int_eq(format_parse(start, "xfs", &format, &err), -EINVAL);
	ck_assert_int_eq(format_parse(start, "btrfs", &format, &err), -EINVAL);
	ck_assert_int_eq(format_parse(start, "f2fs", &format, &err), -EOPNOTSUPP);
	ck_assert_str_eq(err.text, "the superblock of f2fs is not known");
	ck_assert_ptr_null(format);
}
END_TEST

UNIT_MAIN("format", ext4_says_its_features_by_name_and_new_ones_by_number,
	an_old_ext2_has_inodes_of_128_bytes,
	xfs_is_big_endian_and_has_more_features_from_version_5_on,
	btrfs_has_its_superblock_at_64_kib, what_is_no_superblock_or_not_known_is_refused)
