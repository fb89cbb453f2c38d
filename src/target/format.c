// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/format.h"

#include "core/auto.h"
#include "core/text.h"
#include "io/file.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A bit and its name, in the order of the bits; what has none is shown by its number. */
struct feature {
	uint64_t bit;
	const char *name;
};

/* fs/ext4/ext4.h; names as those of mke2fs -O */
static const struct feature ext_compat[] = {
	{ 0x1, "dir_prealloc" },
	{ 0x2, "imagic_inodes" },
	{ 0x4, "has_journal" },
	{ 0x8, "ext_attr" },
	{ 0x10, "resize_inode" },
	{ 0x20, "dir_index" },
	{ 0x200, "sparse_super2" },
	{ 0x400, "fast_commit" },
	{ 0x800, "stable_inodes" },
	{ 0x1000, "orphan_file" },
	{ 0 },
};
static const struct feature ext_incompat[] = {
	{ 0x1, "compression" },
	{ 0x2, "filetype" },
	{ 0x4, "needs_recovery" },
	{ 0x8, "journal_dev" },
	{ 0x10, "meta_bg" },
	{ 0x40, "extent" },
	{ 0x80, "64bit" },
	{ 0x100, "mmp" },
	{ 0x200, "flex_bg" },
	{ 0x400, "ea_inode" },
	{ 0x1000, "dirdata" },
	{ 0x2000, "metadata_csum_seed" },
	{ 0x4000, "large_dir" },
	{ 0x8000, "inline_data" },
	{ 0x10000, "encrypt" },
	{ 0x20000, "casefold" },
	{ 0 },
};
static const struct feature ext_ro_compat[] = {
	{ 0x1, "sparse_super" },
	{ 0x2, "large_file" },
	{ 0x8, "huge_file" },
	{ 0x10, "uninit_bg" },
	{ 0x20, "dir_nlink" },
	{ 0x40, "extra_isize" },
	{ 0x100, "quota" },
	{ 0x200, "bigalloc" },
	{ 0x400, "metadata_csum" },
	{ 0x800, "replica" },
	{ 0x1000, "read-only" },
	{ 0x2000, "project" },
	{ 0x4000, "shared_blocks" },
	{ 0x8000, "verity" },
	{ 0x10000, "orphan_present" },
	{ 0 },
};

/* fs/xfs/libxfs/xfs_format.h; names as xfs_info has them */
static const struct feature xfs_features2[] = {
	{ 0x2, "lazy-count" },
	{ 0x8, "attr2" },
	{ 0x80, "projid32bit" },
	{ 0x100, "crc" },
	{ 0 },
};
static const struct feature xfs_ro_compat[] = {
	{ 0x1, "finobt" },
	{ 0x2, "rmapbt" },
	{ 0x4, "reflink" },
	{ 0x8, "inobtcount" },
	{ 0 },
};
static const struct feature xfs_incompat[] = {
	{ 0x1, "ftype" },
	{ 0x2, "sparse" },
	{ 0x4, "meta_uuid" },
	{ 0x8, "bigtime" },
	{ 0x10, "needsrepair" },
	{ 0x20, "nrext64" },
	{ 0x40, "exchange" },
	{ 0x80, "parent" },
	{ 0x100, "metadir" },
	{ 0 },
};

/* include/uapi/linux/btrfs.h; names as mkfs.btrfs -O list-all and /sys/fs/btrfs/features */
static const struct feature btrfs_ro_compat[] = {
	{ 0x1, "free-space-tree" },
	{ 0x2, "free-space-tree-valid" },
	{ 0x4, "verity" },
	{ 0x8, "block-group-tree" },
	{ 0 },
};
static const struct feature btrfs_incompat[] = {
	{ 0x1, "mixed-backref" },
	{ 0x2, "default-subvol" },
	{ 0x4, "mixed-bg" },
	{ 0x8, "compress-lzo" },
	{ 0x10, "compress-zstd" },
	{ 0x20, "big-metadata" },
	{ 0x40, "extref" },
	{ 0x80, "raid56" },
	{ 0x100, "skinny-metadata" },
	{ 0x200, "no-holes" },
	{ 0x400, "metadata-uuid" },
	{ 0x800, "raid1c34" },
	{ 0x1000, "zoned" },
	{ 0x2000, "extent-tree-v2" },
	{ 0x4000, "raid-stripe-tree" },
	{ 0x10000, "squota" },
	{ 0 },
};
static const char *const btrfs_checksums[] = { "crc32c", "xxhash64", "sha256", "blake2b" };

static uint64_t little(const unsigned char *p, size_t bytes)
{
	uint64_t value = 0;

	for (size_t i = bytes; i-- > 0;)
		value = value << 8 | p[i];
	return value;
}

static uint64_t big(const unsigned char *p, size_t bytes)
{
	uint64_t value = 0;

	for (size_t i = 0; i < bytes; i++)
		value = value << 8 | p[i];
	return value;
}

static void add_features(struct text *text, const struct feature *table, const char *prefix,
	uint64_t bits)
{
	for (const struct feature *f = table; f->bit; f++) {
		if (bits & f->bit)
			text_printf(text, "%s%s", text->length ? " " : "", f->name);
		bits &= ~f->bit;
	}
	for (unsigned bit = 0; bits; bit++, bits >>= 1) {
		if (bits & 1)
			text_printf(text, "%s%s:bit%u", text->length ? " " : "", prefix, bit);
	}
}

static void set(json_t *format, const char *name, uint64_t value)
{
	(void)json_object_set_new(format, name, json_u64(value));
}

static int parse_ext(const unsigned char *start, json_t *format, struct text *features,
	struct error *err)
{
	enum { AT = 1024, LOG_BLOCK_MOST = 6, OLD_INODE_BYTES = 128 };
	const unsigned char *s = start + AT;
	uint64_t log_block = little(s + 0x18, 4);

	if (little(s + 0x38, 2) != 0xef53 || log_block > LOG_BLOCK_MOST)
		return fail(err, EINVAL, "no superblock of ext2, ext3 or ext4");
	add_features(features, ext_compat, "compat", little(s + 0x5c, 4));
	add_features(features, ext_incompat, "incompat", little(s + 0x60, 4));
	add_features(features, ext_ro_compat, "ro_compat", little(s + 0x64, 4));
	set(format, "block_bytes", UINT64_C(1024) << log_block);
	set(format, "inode_bytes", little(s + 0x4c, 4) ? little(s + 0x58, 2) : OLD_INODE_BYTES);
	set(format, "inodes", little(s + 0x00, 4));
	set(format, "blocks_per_group", little(s + 0x20, 4));
	set(format, "reserved_blocks", little(s + 0x08, 4));
	return 0;
}

static int parse_xfs(const unsigned char *s, json_t *format, struct text *features,
	struct error *err)
{
	enum { VERSION_MASK = 15, VERSION_5 = 5 };

	if (memcmp(s, "XFSB", 4) != 0)
		return fail(err, EINVAL, "no superblock of xfs");
	add_features(features, xfs_features2, "features2", big(s + 200, 4));
	if ((big(s + 100, 2) & VERSION_MASK) == VERSION_5) {
		add_features(features, xfs_ro_compat, "ro_compat", big(s + 212, 4));
		add_features(features, xfs_incompat, "incompat", big(s + 216, 4));
	}
	uint64_t block = big(s + 4, 4);
	set(format, "block_bytes", block);
	set(format, "inode_bytes", big(s + 104, 2));
	set(format, "sector_bytes", big(s + 102, 2));
	set(format, "directory_block_bytes", block << (s[192] & 31));
	set(format, "allocation_groups", big(s + 88, 4));
	set(format, "log_blocks", big(s + 96, 4));
	set(format, "stripe_unit_blocks", big(s + 184, 4));
	set(format, "stripe_width_blocks", big(s + 188, 4));
	return 0;
}

static int parse_btrfs(const unsigned char *start, json_t *format, struct text *features,
	struct error *err)
{
	const unsigned char *s = start + (64 << 10);

	if (memcmp(s + 0x40, "_BHRfS_M", 8) != 0)
		return fail(err, EINVAL, "no superblock of btrfs");
	uint64_t checksum = little(s + 0xc4, 2);
	add_features(features, btrfs_ro_compat, "ro_compat", little(s + 0xb4, 8));
	add_features(features, btrfs_incompat, "incompat", little(s + 0xbc, 8));
	set(format, "devices", little(s + 0x88, 8));
	set(format, "sector_bytes", little(s + 0x90, 4));
	set(format, "node_bytes", little(s + 0x94, 4));
	if (checksum < COUNT_OF(btrfs_checksums))
		(void)json_object_set_new(format, "checksum",
			json_string(btrfs_checksums[checksum]));
	else
		set(format, "checksum", checksum);
	return 0;
}

static const struct {
	const char *fs;
	int (*parse)(const unsigned char *start, json_t *format, struct text *features,
		struct error *err);
} parsers[] = {
	{ "ext2", parse_ext },
	{ "ext3", parse_ext },
	{ "ext4", parse_ext },
	{ "xfs", parse_xfs },
	{ "btrfs", parse_btrfs },
};

int format_parse(const unsigned char start[static FORMAT_BYTES], const char *fs, json_t **format,
	struct error *err)
{
	AUTO_TEXT struct text features;
	int ret = -EOPNOTSUPP;

	for (size_t i = 0; i < COUNT_OF(parsers); i++) {
		if (strcmp(parsers[i].fs, fs) != 0)
			continue;
		text_init(&features, 4096);
		AUTO_JSON json_t *made = json_object();
		ret = parsers[i].parse(start, made, &features, err);
		if (ret < 0)
			return ret;
		(void)json_object_set_new(made, "features", json_text(features.data));
		*format = json_incref(made);
		return 0;
	}
	return fail(err, EOPNOTSUPP, "the superblock of %s is not known", fs);
}

int format_read(int fd, const char *fs, json_t **format, struct error *err)
{
	AUTO_FREE unsigned char *start = malloc(FORMAT_BYTES);

	if (!start)
		return fail(err, ENOMEM, "no memory for a superblock");
	int ret = io_pread_all(fd, start, FORMAT_BYTES, 0, err);
	return ret < 0 ? fail_in(err, ret, "read the superblock")
		       : format_parse(start, fs, format, err);
}
