#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rooms of src/ include one another, and the headers kept for one room, only as tests/lint/rooms says.
set -eu
cd "${0%/*}/../.."
table=${1:-tests/lint/rooms}
source=${2:-src}

find "$source" -name '*.[ch]' | sort | while read -r file; do
	grep -Hn '^[[:space:]]*#[[:space:]]*include' "$file" || true
done | awk -v table="$table" -v top="$source/" '
function refuse(why)
{
	print why ": " place
	bad = 1
}

BEGIN {
	while ((getline line < table) > 0) {
		sub(/#.*/, "", line)
		colon = index(line, ":")
		if (!colon)
			continue
		name = substr(line, 1, colon - 1)
		room[name] = name !~ /^</
		count = split(substr(line, colon + 1), others, " ")
		for (i = 1; i <= count; i++)
			may[name, others[i]] = 1
		if (name ~ /^</)
			kept[++keeps] = name
	}
}

{
	place = $0
	path = substr($0, length(top) + 1)
	from = substr(path, 1, index(path, "/") - 1)
	if (!(from in room)) {
		refuse("a room that is not in " table)
		next
	}
	rest = $0
	sub(/.*include[[:space:]]*/, "", rest)
	if (rest ~ /^"/) {
		to = substr(rest, 2)
		if (!index(to, "/")) {
			if (to !~ /^version\.h"/)
				refuse("an include without its room")
			next
		}
		to = substr(to, 1, index(to, "/") - 1)
		if (from != to && !((from, to) in may) && !((from, "all") in may))
			refuse(from " may not include " to)
		next
	}
	for (i = 1; i <= keeps; i++) {
		begins = substr(kept[i], 1, length(kept[i]) - 1)
		if (index(rest, begins) == 1 && !((kept[i], from) in may))
			refuse(begins " is not for " from)
	}
}

END { exit bad }'
