// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <archive.h>
#include <archive_entry.h>

/*
 * The functions of libarchive that the tar loads call. The library is loaded when they begin, not
 * linked: it brings a dozen others along, which would cost every start of bakeoff 2 ms.
 */
#define ARCHIVE_FUNCTIONS(X) \
	X(archive_entry_size) \
	X(archive_errno) \
	X(archive_error_string) \
	X(archive_read_data_block) \
	X(archive_read_disk_descend) \
	X(archive_read_disk_new) \
	X(archive_read_disk_open) \
	X(archive_read_free) \
	X(archive_read_new) \
	X(archive_read_next_header) \
	X(archive_read_open_fd) \
	X(archive_read_support_format_tar) \
	X(archive_write_close) \
	X(archive_write_data) \
	X(archive_write_data_block) \
	X(archive_write_disk_new) \
	X(archive_write_disk_set_options) \
	X(archive_write_finish_entry) \
	X(archive_write_free) \
	X(archive_write_header) \
	X(archive_write_new) \
	X(archive_write_open_fd) \
	X(archive_write_set_format_pax_restricted)

#define ARCHIVE_MEMBER(function) __typeof__(function) *function;
struct archive_functions {
	ARCHIVE_FUNCTIONS(ARCHIVE_MEMBER)
};
#undef ARCHIVE_MEMBER

/* Valid after archive_load(). */
extern struct archive_functions libarchive;

/* -ENOENT where the library, or one of the functions, is not there. Again and again is no harm. */
int archive_load(struct error *err) MUST_CHECK;
