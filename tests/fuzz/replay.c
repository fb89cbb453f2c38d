// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

/* Feeds one file to the target; false where it cannot be read. */
static int replay(const char *folder, const char *name)
{
	static uint8_t data[1 << 20];
	char path[4096];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	FILE *f = fopen(path, "rbe");
	if (!f)
		return 0;
	size_t size = fread(data, 1, sizeof(data), f);
	int read_whole = feof(f);
	(void)fclose(f); /* only for reading */
	if (!read_whole)
		return 0;
	/* The last name is what crashed. */
	fprintf(stderr, "%s\n", path);
	uint8_t *copy = malloc(size ? size : 1); /* of the exact size, for the sanitizer */
	if (!copy)
		return 0;
	for (size_t i = 0; i < size; i++)
		copy[i] = data[i];
	(void)LLVMFuzzerTestOneInput(copy, size); /* is always 0 */
	free(copy);
	return 1;
}

int main(int argc, char **argv)
{
	DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
	unsigned long count = 0, unread = 0;

	if (!folder) {
		fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
		return 2;
	}
	for (struct dirent *e; (e = readdir(folder));) {
		if (e->d_name[0] == '.')
			continue;
		count++;
		unread += !replay(argv[1], e->d_name);
	}
	(void)closedir(folder); /* only for reading */
	if (count == 0 || unread > 0)
		printf("not ");
	printf("ok 1 - %lu inputs of %s keep their promises\n1..1\n", count, argv[1]);
	return count == 0 || unread > 0;
}
