# SPDX-License-Identifier: GPL-3.0-or-later
# complete.fish COMPLETION: what fish would offer at the end of each line of standard input, between
# lines ">LINE" and an empty one.
source $argv[1]
while read -l line
    echo ">$line"
    complete -C "$line" | string replace -r '\t.*' ''
    echo
end
