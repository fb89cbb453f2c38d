#compdef bakeoff
# SPDX-License-Identifier: GPL-3.0-or-later
# What stands in the tables below comes from the commands' own, when bakeoff is built.

# Adds what a command, or a workload named after `run`, or a variant has to offer: to specs, as
# _arguments reads them, and words of the form key=value to keys.
_bakeoff_add()
{
	case $1 in
@zsh-specs@
	esac
}

_bakeoff_files()
{
	_files "$@"
}

_bakeoff_folders()
{
	_files -/ "$@"
}

_bakeoff_plans()
{
	_files -g '*.ini(-.)' "$@"
}

# Of the database that the line names, or the user's own.
_bakeoff_experiments()
{
	local -a lines
	local line

	for line in ${${(f)"$(_call_program experiments $bakeoff list ${(M)all_words:#--db=?*} 2>/dev/null </dev/null)"}[2,-1]}; do
		lines+=("${${=line}[1]}:${(j: :)${=line}[2,-1]}")
	done
	_describe -t experiments experiment lines
}

_bakeoff_workloads()
{
	_describe -t workloads workload workloads
}

# NAME:key=value,key=value
_bakeoff_variant()
{
	local -A specs keys

	compset -P '*:' || return 1
	compset -P '*,'
	_bakeoff_add variant
	_bakeoff_keys
}

# Of the words key=value in keys.
_bakeoff_keys()
{
	local key=${PREFIX%%=*}=

	if [[ $PREFIX != *=* ]]; then
		(( $#keys )) || return 1
		compadd -- ${(k)keys:#*=}
		compadd -S '' -- ${(M)${(k)keys}:#*=}
		return
	fi
	compset -P '*='
	case ${keys[$key]} in
	\(*) compadd -- ${=${keys[$key]}//[()]} ;;
	_bakeoff_*) ${keys[$key]} ;;
	*) return 1 ;;
	esac
}

# Each of these, and the command's words.
_bakeoff_operand()
{
	local what
	local ret=1

	for what; do
		_bakeoff_$what && ret=0
	done
	(( $#keys )) && _bakeoff_keys && ret=0
	return ret
}

_bakeoff()
{
	local curcontext=$curcontext bakeoff=$words[1] command word workload
	local -a all_words=($words)
	local -a commands=(
@zsh-commands@
		'help:what --help of a command says'
	)
	local -a workloads=(
@zsh-workloads@
	)
	local -A operands=(
@zsh-operands@
	)
	local -A specs keys

	if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then
		(( CURRENT > 3 )) && return 1
		_describe -t commands command commands
		(( CURRENT == 2 )) && [[ $PREFIX == -* ]] && compadd -- --help --version
		return
	fi
	command=$words[2]
	_bakeoff_add $command
	for word in ${words[3,CURRENT-1]}; do
		[[ $command == run && -n ${workloads[(r)$word:*]} ]] && workload=$word
	done
	[[ -n $workload ]] && _bakeoff_add "workload $workload"
	shift words
	(( CURRENT-- ))
	_arguments -S : ${(v)specs} "*: : _bakeoff_operand ${operands[$command]}"
}

_bakeoff "$@"
