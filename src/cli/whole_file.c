// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/whole_file.h"

#include "core/auto.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As long as the room is less than what is asked for, it doubles. */
static int read_all(int fd, size_t most, char **bytes, size_t *size, struct error *err)
{
	size_t room = MIB, length = 0, got = 1;
	char *data = NULL;
	int ret = 0;

	while (ret == 0 && got > 0 && length <= most) {
		if (!data || length == room) {
			room *= data ? 2 : 1;
			char *more = realloc(data, room + 1);
			if (!more) {
				ret = fail(err, ENOMEM, "no memory for %zu bytes", room);
				break;
			}
			data = more;
		}
		ret = io_read_some(fd, data + length, room - length, &got, err);
		length += ret == 0 ? got : 0;
	}
	if (data)
		data[length] = '\0';
	*bytes = data;
	*size = length;
	return ret;
}

int whole_file(const char *path, size_t most, char **bytes, size_t *size, struct error *err)
{
	bool standard = strcmp(path, "-") == 0;
	AUTO_CLOSE int opened = standard ? -1 : open(path, O_RDONLY | O_CLOEXEC);
	AUTO_FREE char *data = NULL;
	size_t length = 0;

	if (!standard && opened < 0)
		return fail_errno(err, "%s", path);
	int ret = read_all(standard ? STDIN_FILENO : opened, most, &data, &length, err);
	if (ret < 0)
		return fail_in(err, ret, "%s", standard ? "standard input" : path);
	*bytes = data;
	*size = length;
	data = NULL;
	return 0;
}
