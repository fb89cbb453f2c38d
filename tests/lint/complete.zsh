# SPDX-License-Identifier: GPL-3.0-or-later
# complete.zsh FOLDER: what zsh, which finds _bakeoff in FOLDER, offers at the end of each line of
# standard input, between lines ">LINE" and an empty one. A second zsh, on a terminal of its own, really
# completes; its compadd, which is given all that matches, prints it.
zmodload zsh/zpty || exit 77

if [[ $1 == --inside ]]; then
	fpath=($2 $fpath)
	autoload -Uz compinit
	compinit -u -D
	unsetopt auto_list auto_menu beep prompt_cr prompt_sp
	unset zle_bracketed_paste
	compadd() {
		local -a found
		if (( ! ${@[(I)-[OAD]]} )); then
			builtin compadd -A found "$@"
			(( $#found )) && print -rl -- "<<"$^found">>"
		fi
		builtin compadd "$@"
	}
	offer() {
		zle complete-word
		print "<<END>>"
		BUFFER=
	}
	zle -N offer
	bindkey '^I' offer
	print "<<END>>"
	return
fi

# Waits for the second zsh; what it has offered is in $offered.
wait_for_it() {
	local said
	offered=
	repeat 1000; do
		zpty -r -t shell said && offered+=$said || sleep 0.05
		[[ $offered == *"<<END>>"* ]] && return
	done
	print -r -- "it hangs: $offered"
	exit 1
}

zpty shell zsh -f -i
zpty -w shell "PS1=; PS2=; RPS1=; source ${(q)${0:A}} --inside ${(q)1}"
wait_for_it
while IFS= read -r line; do
	zpty -n -w shell "$line"$'\t'
	wait_for_it
	print -r -- ">$line"
	print -r -- "$offered" | tr '\r' '\n' | sed -n 's/.*<<\(.*\)>>.*/\1/p' | grep -vx END
	print
done
zpty -d shell
