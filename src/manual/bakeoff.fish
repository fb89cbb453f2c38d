# fish completion for bakeoff
# SPDX-License-Identifier: GPL-3.0-or-later
# The lines below that name a command come from its tables, when bakeoff is built.

function __bakeoff_at_command
    test (count (commandline -opc)) -eq 1
end

function __bakeoff_wants_command
    __bakeoff_at_command; and return
    __bakeoff_in help; and test (count (commandline -opc)) -eq 2
end

# After this command.
function __bakeoff_in --argument-names command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $command
end

# NAME and what it is, for each workload.
function __bakeoff_workload_table
    printf '%s\t%s\n' \
@fish-workloads@

end

function __bakeoff_workloads
    __bakeoff_workload_table
end

# After this workload of run, which is the last one named.
function __bakeoff_of --argument-names workload
    __bakeoff_in run; or return 1
    set -l names (__bakeoff_workload_table | string split -f 1 \t)
    set -l last
    for word in (commandline -opc)[3..]
        contains -- $word $names; and set last $word
    end
    test "$last" = $workload
end

# Of the database that the line names, or the user's own.
function __bakeoff_experiments
    set -l words (commandline -opc)
    $words[1] list (string match -- '--db=?*' $words) 2>/dev/null </dev/null |
        awk 'NR > 1 { id = $1; $1 = ""; sub(/^ +/, ""); print id "\t" $0 }'
end

function __bakeoff_plans
    __fish_complete_path (commandline -ct) | string match -r -- '.*(?:/|\.ini)\t'
end

function __bakeoff_folders
    __fish_complete_directories
end

# NAME:key=value,key=value
function __bakeoff_variant
    set -l typed (string replace -r -- '^--variant=' '' (commandline -ct))
    string match -q -- '*:*' $typed; or return
    set -l before (string replace -r -- '[^:,]*$' '' $typed)
    printf "$before%s\n" \
@fish-keys@

end

# KEY=VALUE as dd has it: the key, and what may be its value.
function __bakeoff_word
    set -l key $argv[1]
    set -l typed (commandline -ct)
    if not string match -q -- "$key=*" $typed
        echo $key=
    else if test "$argv[2]" = :files
        printf "$key=%s\n" (__fish_complete_path (string replace -- "$key=" '' $typed))
    else
        printf "$key=%s\n" $argv[2..]
    end
end

complete -c bakeoff -f
complete -c bakeoff -n __bakeoff_at_command -l help -s h -d 'list the commands'
complete -c bakeoff -n __bakeoff_at_command -l version -s V -d 'print the version'
complete -c bakeoff -n __bakeoff_at_command -a help -d 'what --help of a command says'
@fish-commands@
@fish-operands@
@fish-options@
