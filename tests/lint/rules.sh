#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The lint of the rooms refuses what it should: it reads a small tree that breaks each rule.
# shellcheck source=../lib/tap.sh
. "${0%/*}/../lib/tap.sh"
lint=$(cd "${0%/*}" && pwd)/rooms.sh
mkdir -p "$scratch/src/core" "$scratch/src/io" "$scratch/src/cli" "$scratch/src/cellar"
cat >"$scratch/rooms" <<END
# a comment: core
core:
io: core
cli: all
<gsl/>: io
END

# refused FILE LINE WHY: with this line in this file, the lint fails and says why.
refused() {
	echo "$2" >"$scratch/src/$1"
	must_fail "$lint" "$scratch/rooms" "$scratch/src" >"$scratch/out"
	rm "$scratch/src/$1"
	grep -q "^$3" "$scratch/out"
}

accepted() {
	echo "$2" >"$scratch/src/$1"
	"$lint" "$scratch/rooms" "$scratch/src"
	rm "$scratch/src/$1"
}

check "an edge of the table is allowed" accepted io/a.c '#include "core/a.h"'
check "a room may include itself" accepted core/a.c '#include "core/b.h"'
check "all means all" accepted cli/a.c '#include "io/a.h"'
check "any system header may be included" accepted core/a.c '#include <stdio.h>'
check "a kept header is allowed where it belongs" accepted io/a.c '#include <gsl/gsl_rng.h>'
check "another edge is refused" refused core/a.c '#include "io/a.h"' "core may not include io"
check "blanks do not hide an edge" refused core/a.c '  #  include "io/a.h"' "core may not include io"
check "a header is held to it too" refused core/a.h '#include "io/a.h"' "core may not include io"
check "a kept header is refused elsewhere" refused core/a.c '#include <gsl/gsl_rng.h>' "<gsl/ is not for core"
check "an unknown room is refused" refused cellar/a.c '#include "core/a.h"' "a room that is not in"
check "an include without its room is refused" refused io/a.c '#include "b.h"' "an include without its room"
done_testing
