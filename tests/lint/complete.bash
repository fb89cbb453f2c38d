# SPDX-License-Identifier: GPL-3.0-or-later
# complete.bash COMPLETION: what bash would offer at the end of each line of standard input, between
# lines ">LINE" and an empty one. Cuts the line into words as bash does: at blanks, = and :.
compopt() { :; } # exists only while bash itself completes
# shellcheck source=/dev/null
source "$1"

cut_line() {
	local rest=$1

	COMP_WORDS=()
	while [[ $rest =~ ^[[:blank:]]*([=:]+|[^[:blank:]=:]+)(.*)$ ]]; do
		COMP_WORDS+=("${BASH_REMATCH[1]}")
		rest=${BASH_REMATCH[2]}
	done
	[[ $1 != *[[:blank:]] ]] || COMP_WORDS+=("")
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMP_LINE=$1
	COMP_POINT=${#1}
}

while IFS= read -r line; do
	cut_line "$line"
	_bakeoff
	echo ">$line"
	((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
	echo
done
