// SPDX-License-Identifier: GPL-3.0-or-later
#include "scratch.h"
#include "unit.h"
#include "workloads/dbench_load.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

static struct dbench_load load;
static struct text faults;
static struct error err;

static int parse(const char *text)
{
	text_init(&faults, MIB);
	return dbench_load_parse(&load, text, strlen(text), "load", &faults, &err);
}

static void done(void)
{
	dbench_load_free(&load);
	text_free(&faults);
}

START_TEST(a_line_of_each_kind_is_understood)
{
	static const char *const lines[][2] = {
		{ "NTCreateX \"\\a\\b.c\" 0100 05 9938 NT_STATUS_OK",
			"NTCreateX \"/a/b.c\" 0x40 0x5 9938 SUCCESS" },
		{ "Close 9938 NT_STATUS_OK", "Close 9938 SUCCESS" },
		{ "ReadX 9938 0x1000 4096 10 0x0", "ReadX 9938 4096 4096 10 SUCCESS" },
		{ "WriteX 1 0 65536 65536 SUCCESS", "WriteX 1 0 65536 65536 SUCCESS" },
		{ "Rename \"\\a\" \"/b c\" 0xC0000034", "Rename \"/a\" \"/b c\" ERROR" },
		{ "Unlink \"\\a\" 0x6 ERROR", "Unlink \"/a\" 6 ERROR" },
		{ "Deltree \"\\a\" *", "Deltree \"/a\" *" },
		{ "Rmdir \"\\a\" NT_STATUS_OK", "Rmdir \"/a\" SUCCESS" },
		{ "mkdir \"\\a\" NT_STATUS_NO_SUCH_FILE", "Mkdir \"/a\" ERROR" },
		{ "QUERY_PATH_INFORMATION \"\\a\" 1004 NT_STATUS_OK",
			"QUERY_PATH_INFORMATION \"/a\" 1004 SUCCESS" },
		{ "QUERY_FILE_INFORMATION 7 258 NT_STATUS_OK",
			"QUERY_FILE_INFORMATION 7 258 SUCCESS" },
		{ "QUERY_FS_INFORMATION 259 NT_STATUS_OK", "QUERY_FS_INFORMATION 259 SUCCESS" },
		{ "SET_FILE_INFORMATION 7 1004 NT_STATUS_OK",
			"SET_FILE_INFORMATION 7 1004 SUCCESS" },
		{ "FIND_FIRST \"\\a\\<.JNK\" 260 1366 0 NT_STATUS_NO_SUCH_FILE",
			"FIND_FIRST \"/a/<.JNK\" 260 1366 0 ERROR" },
		{ "LockX 7 2147483538 1 NT_STATUS_OK", "LockX 7 2147483538 1 SUCCESS" },
		{ "UnlockX 7 2147483538 1 NT_STATUS_OK", "UnlockX 7 2147483538 1 SUCCESS" },
		{ "Flush 7 NT_STATUS_OK", "Flush 7 SUCCESS" },
		{ "ReadX +child *%100/10+4096 *+1 +num_children *",
			"ReadX +child *%100/10+4096 *+1 +num_children *" },
	};

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		OK(parse(lines[i][0]));
		struct text again;
		text_init(&again, MIB);
		dbench_describe(&load, dbench_ops(&load), &again);
		ck_assert_str_eq(again.data, lines[i][1]);
		text_free(&again);
		done();
	}
}
END_TEST

START_TEST(sizes_of_a_pass_are_added_up)
{
	OK(parse("# a comment\n"
		 "\n"
		 "0.5 NTCreateX \"\\f\" 0 2 5 NT_STATUS_OK\r\n"
		 "0.7 WriteX 5 100 1000 1000 NT_STATUS_OK\n"
		 "WriteX 5 0 1000 1000 NT_STATUS_OK\n"
		 "LOOP 3\nREPEAT 2\nReadX 5 0 500 500 NT_STATUS_OK\nENDLOOP\n"
		 "SETSP 1\nWAITSP 0 1\nSleep 5\nSleep 5 NT_STATUS_OK\n"
		 "RANDOMSTRING 3 \"a[bc]\"\nWRITEPATTERN xyz\n"
		 "Close 5 NT_STATUS_OK"));
	ck_assert_uint_eq(load.lines, 5);
	ck_assert_uint_eq(load.written_bytes, 2000);
	ck_assert_uint_eq(load.read_bytes, 500);
	ck_assert_uint_eq(load.data_set, 1100);
	ck_assert_uint_eq(load.most_bytes, 1000);
	ck_assert_uint_eq(dbench_op_count(&load), 14);
	ck_assert(load.timed);
	ck_assert_double_eq(((const double *)load.times.data)[1], 0.7);
	ck_assert_uint_eq(dbench_ops(&load)[0].line, 3);
	done();

	/* What is unlinked or overwritten takes no place, what is renamed keeps it. */
	OK(parse("NTCreateX \"\\f\" 0 2 5 NT_STATUS_OK\nWriteX 5 0 1000 1000 NT_STATUS_OK\n"
		 "NTCreateX \"\\g\" 0 2 6 NT_STATUS_OK\nWriteX 6 0 300 300 NT_STATUS_OK\n"
		 "Rename \"\\f\" \"\\h\" NT_STATUS_OK\nUnlink \"\\h\" 0 NT_STATUS_OK\n"
		 "NTCreateX \"\\g\" 0 5 7 NT_STATUS_OK\nWriteX 7 0 1200 1200 NT_STATUS_OK\n"));
	ck_assert_uint_eq(load.data_set, 1300);
	done();
}
END_TEST

START_TEST(a_wrong_line_is_told_with_number_text_and_what_was_expected)
{
	static const char *const wrong[][2] = {
		{ "Frobnicate 1 NT_STATUS_OK", "Frobnicate 1 NT_STATUS_OK: no such operation" },
		{ "SMBmkdir \"\\a\" 0", "a load file of dbench 1" },
		{ "Close NT_STATUS_OK", "expected Close HANDLE STATUS" },
		{ "Close 1 2 NT_STATUS_OK", "expected Close HANDLE STATUS" },
		{ "Close 1", "'1' is no status" },
		{ "Close", "expected Close HANDLE STATUS" },
		{ "ReadX 1 0 4096 NT_STATUS_OK", "expected ReadX HANDLE OFFSET SIZE" },
		{ "Close 12abc NT_STATUS_OK", "'12abc' is no number" },
		{ "Close -1 NT_STATUS_OK", "'-1' is no number" },
		{ "Close 9223372036854775808 NT_STATUS_OK", "is no number" },
		{ "Close 0x NT_STATUS_OK", "'0x' is no number" },
		{ "Close 08 NT_STATUS_OK", "'08' is no number" },
		{ "Close *%0 NT_STATUS_OK", "'*%0' is no argument" },
		{ "Close +x NT_STATUS_OK", "'+x' is no argument" },
		{ "Close 65536 NT_STATUS_OK", "handle 65536 is above the most, 65535" },
		{ "WriteX 1 0 16777217 1 NT_STATUS_OK", "16777217 bytes are above the most" },
		{ "WriteX 1 9223372036854775807 1 1 NT_STATUS_OK", "is too large" },
		{ "Mkdir \\a NT_STATUS_OK", "'/a' is no path; expected \"\\path\" in quotes" },
		{ "Mkdir \"a\" NT_STATUS_OK", "'a' is no path" },
		{ "Mkdir \"\\a\\..\\..\\b\" NT_STATUS_OK", "leaves the directory" },
		{ "Mkdir \"\\..\" NT_STATUS_OK", "leaves the directory" },
		{ "Mkdir \"\\a NT_STATUS_OK", "a quotation mark is missing" },
		{ "1.5", "a time without an operation" },
		{ "1x Close 1 NT_STATUS_OK", "'1x' is no time in seconds" },
		{ "ENDLOOP", "no LOOP is open" },
		{ "LOOP 3", "LOOP without its ENDLOOP" },
		{ "LOOP 3\nSETSP 1\nENDLOOP", "no operation in the LOOP of line 2" },
		{ "LOOP 3\nLOOP 2\nENDLOOP\nFlush 1 *\nENDLOOP",
			"no operation in the LOOP of line 3" },
		{ "NTCreateX \"\\a\" 0 6 1 NT_STATUS_OK", "disposition 6 is above the most, 5" },
		{ "LOOP 0", "expected a number from 1" },
		{ "REPEAT 2", "after REPEAT an operation is expected" },
		{ "REPEAT 2\nLOOP 2", "after REPEAT an operation is expected" },
		{ "RANDOMSTRING 10 \"a\"", "a slot is a number from 0 to 9" },
		{ "RANDOMSTRING \"a\"", "expected RANDOMSTRING SLOT" },
		{ "WRITEPATTERN \"\"", "the text is empty" },
	};

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		char *text = NULL;
		ck_assert_int_gt(asprintf(&text, "# one\n%s\n", wrong[i][0]), 0);
		ck_assert_int_eq(parse(text), -EINVAL);
		ck_assert_msg(strncmp(err.text, "load:", 5) == 0 && strstr(err.text, wrong[i][1]),
			"%s", err.text);
		ck_assert_ptr_nonnull(strstr(faults.data, wrong[i][1]));
		free(text);
		done();
	}
	ck_assert_int_eq(parse("# nothing\n"), -EINVAL);
	ck_assert_str_eq(err.text, "load: no operation in it");
	done();
}
END_TEST

START_TEST(a_line_may_have_4095_bytes_and_no_more)
{
	char line[DBENCH_LINE_ROOM + 64];

	for (int excess = 0; excess < 2; excess++) {
		memset(line, ' ', sizeof(line));
		memcpy(line, "Flush 1 NT_STATUS_OK", 20);
		strcpy(line + DBENCH_LINE_ROOM - 1 + excess, "\nFlush 2 NT_STATUS_OK\n");
		ck_assert_int_eq(parse(line), excess ? -EINVAL : 0);
		ck_assert_uint_eq(load.lines, excess ? 1 : 2);
		done();
	}
}
END_TEST

START_TEST(after_the_tenth_fault_each_kind_is_told_once)
{
	struct text text;
	unsigned lines = 0;

	text_init(&text, MIB);
	for (int i = 0; i < 50; i++)
		text_puts(&text, "Frobnicate 1 NT_STATUS_OK\nClose x NT_STATUS_OK\n");
	ck_assert_int_eq(parse(text.data), -EINVAL);
	for (const char *s = faults.data; (s = strchr(s, '\n')); s++)
		lines++;
	ck_assert_uint_eq(lines, 12);
	ck_assert_ptr_nonnull(strstr(err.text, "(and 99 more faults)"));
	text_free(&text);
	done();
}
END_TEST

START_TEST(plain_and_compressed_files_are_read)
{
	struct scratch s;
	char path[128];

	scratch_begin(&s);
	scratch_file(&s, "plain", "Flush 1 NT_STATUS_OK\nFlush 2 NT_STATUS_OK");
	(void)snprintf(path, sizeof(path), "%s/packed", s.path);
	gzFile packed = gzopen(path, "w");
	for (int i = 0; i < 100000; i++)
		ck_assert_int_gt(gzprintf(packed, "Flush %d NT_STATUS_OK\n", i % 1000), 0);
	ck_assert_int_eq(gzclose(packed), Z_OK);

	text_init(&faults, MIB);
	OK(dbench_load_read(&load, path, &faults, &err));
	ck_assert_uint_eq(load.lines, 100000);
	ck_assert_uint_eq(dbench_ops(&load)[99999].args[0], 999);
	done();

	ck_assert_int_eq(truncate(path, 1000), 0);
	text_init(&faults, MIB);
	ck_assert_int_eq(dbench_load_read(&load, path, &faults, &err), -EINVAL);
	ck_assert_ptr_nonnull(strstr(err.text, "/packed: decompress: unexpected end of file"));
	done();

	(void)snprintf(path, sizeof(path), "%s/plain", s.path);
	text_init(&faults, MIB);
	OK(dbench_load_read(&load, path, &faults, &err));
	ck_assert_uint_eq(load.lines, 2);
	done();

	text_init(&faults, MIB);
	ck_assert_int_eq(dbench_load_read(&load, "/no/such", &faults, &err), -ENOENT);
	ck_assert_str_eq(err.text, "/no/such: open the load file: No such file or directory");
	ck_assert_int_eq(dbench_load_read(&load, "/", &faults, &err), -EISDIR);
	done();
	scratch_end(&s);
}
END_TEST

UNIT_MAIN("dbench_load", a_line_of_each_kind_is_understood, sizes_of_a_pass_are_added_up,
	a_wrong_line_is_told_with_number_text_and_what_was_expected,
	a_line_may_have_4095_bytes_and_no_more, after_the_tenth_fault_each_kind_is_told_once,
	plain_and_compressed_files_are_read)
