#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every header under src/ compiles alone: it includes what it uses.
set -eu
cd "${0%/*}/../.."
flags=$(pkg-config --cflags gsl sqlite3 jansson liburing mount blkid smartcols libmd)
bad=0
for header in $(find src -name '*.h' | sort); do
	# $flags is a list of words
	# shellcheck disable=SC2086
	printf '#include "%s"\nextern int used;\n' "${header#src/}" |
		${CC:-cc} -std=gnu17 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Wall -Wextra -Werror \
			-Wno-unused-function -fsyntax-only -Isrc $flags -x c - || {
		echo "$header does not compile alone"
		bad=1
	}
done
exit "$bad"
