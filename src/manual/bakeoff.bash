# bash completion for bakeoff
# SPDX-License-Identifier: GPL-3.0-or-later
# What stands in the tables below comes from the commands' own, when bakeoff is built.

# What a command, or a workload named after `run`, or a variant has to offer.
declare -gA _bakeoff_options=(
@bash-options@
)
# What may be its value: words, or :files and so on.
declare -gA _bakeoff_values=(
@bash-values@
)
# Options whose value may be the next word.
declare -gA _bakeoff_separate=(
@bash-separate@
)
# What a command's operands are.
declare -gA _bakeoff_operands=(
@bash-operands@
)
_bakeoff_workloads=(
@bash-workloads@
)

# The words up to the cursor as they were typed: bash cuts them at = and : as well.
_bakeoff_read_words()
{
	local i word glue=

	words=()
	for ((i = 0; i <= COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [[ ! $word && ${COMP_LINE:COMP_POINT-1:1} == [[:blank:]] ]]; then
			words+=("")
		elif [[ ${#words[@]} -gt 1 && ($glue || $word == [=:]*) ]]; then
			words[${#words[@]} - 1]+=$word
		else
			words+=("$word")
		fi
		glue=
		[[ $word != *[=:] ]] || glue=1
	done
}

# offer BEFORE TYPED WHAT...: the words, files and so on that begin with TYPED, each after BEFORE.
_bakeoff_offer()
{
	local before=$1 typed=$2 what found=() reply
	shift 2

	for what; do
		case $what in
		:files)
			compopt -o filenames
			mapfile -t -O ${#found[@]} found < <(compgen -f -- "$typed")
			;;
		:folders)
			compopt -o filenames
			mapfile -t -O ${#found[@]} found < <(compgen -d -- "$typed")
			;;
		:plans)
			compopt -o filenames
			mapfile -t -O ${#found[@]} found < <(compgen -d -- "$typed"; compgen -f -X '!*.ini' -- "$typed")
			;;
		:experiments)
			mapfile -t -O ${#found[@]} found < <(compgen -W "$(_bakeoff_experiments)" -- "$typed")
			;;
		:workloads)
			mapfile -t -O ${#found[@]} found < <(compgen -W "${_bakeoff_workloads[*]}" -- "$typed")
			;;
		:variant)
			_bakeoff_offer_key "$before" "$typed"
			return
			;;
		*)
			mapfile -t -O ${#found[@]} found < <(compgen -W "$what" -- "$typed")
			;;
		esac
	done
	for reply in "${found[@]}"; do
		[[ $reply != *[=:] ]] || compopt -o nospace
		COMPREPLY+=("$before$reply")
	done
}

# Of the database that the line names, or the user's own.
_bakeoff_experiments()
{
	local word db=()

	for word in "${words[@]}"; do
		[[ $word != --db=?* ]] || db=("$word")
	done
	"${words[0]}" list "${db[@]}" 2>/dev/null </dev/null | awk 'NR > 1 { print $1 }'
}

# NAME:key=value,key=value
_bakeoff_offer_key()
{
	local before=$1 typed=$2 key

	[[ $typed == *:* ]] || return
	key=${typed##*[:,]}
	before+=${typed%"$key"}
	if [[ $key == *=* ]]; then
		_bakeoff_offer "$before${key%%=*}=" "${key#*=}" ${_bakeoff_values["variant ${key%%=*}"]-}
	else
		_bakeoff_offer "$before" "$key" ${_bakeoff_options[variant]}
	fi
}

# bash has put what stands before the last = or : already.
_bakeoff_cut()
{
	local typed=$1 breaks cut i

	breaks=${COMP_WORDBREAKS//[^=:]/}
	[[ $breaks ]] || return 0
	cut=${typed%"${typed##*[$breaks]}"}
	for i in "${!COMPREPLY[@]}"; do
		COMPREPLY[i]=${COMPREPLY[i]#"$cut"}
	done
}

_bakeoff_complete()
{
	local cur=$1 before=$2 command=$3 workload=$4 owner option

	option=${cur%%=*}
	for owner in "$workload" "$command"; do
		if [[ $cur == *=* && ${_bakeoff_values["$owner $option"]+set} ]]; then
			_bakeoff_offer "$option=" "${cur#*=}" ${_bakeoff_values["$owner $option"]}
			return
		elif [[ ${_bakeoff_separate["$owner $before"]-} ]]; then
			_bakeoff_offer "" "$cur" ${_bakeoff_values["$owner $before"]}
			return
		fi
	done
	for option in ${_bakeoff_options["$workload"]-} ${_bakeoff_options["$command"]-}; do
		if [[ $option == "$cur"* && ($cur == -* || $option != -*) && \
			" ${COMPREPLY[*]} " != *" $option "* ]]; then
			[[ $option != *= ]] || compopt -o nospace
			COMPREPLY+=("$option")
		fi
	done
	[[ $cur == -* ]] || _bakeoff_offer "" "$cur" ${_bakeoff_operands["$command"]-}
}

_bakeoff()
{
	local words word cur before command workload=none

	COMPREPLY=()
	_bakeoff_read_words
	cur=${words[${#words[@]} - 1]}
	before=${words[${#words[@]} - 2]}
	command=${words[1]}
	if ((${#words[@]} <= 2)); then
		_bakeoff_offer "" "$cur" "${!_bakeoff_operands[*]} help --help --version"
		return
	elif [[ $command == help ]]; then
		((${#words[@]} > 3)) || _bakeoff_offer "" "$cur" "${!_bakeoff_operands[*]}"
		return
	fi
	for word in "${words[@]:2:${#words[@]}-3}"; do
		[[ $command != run || " ${_bakeoff_workloads[*]} " != *" $word "* ]] || workload="workload $word"
	done
	_bakeoff_complete "$cur" "$before" "$command" "$workload"
	_bakeoff_cut "$cur"
}

complete -F _bakeoff bakeoff
