#!/bin/bash
# Asks real shells to complete, with the files of an installation where each shell looks for them.
#   tests/install/completions.sh PREFIX
# bash loads them through bash-completion, zsh through its function path, fish through XDG_DATA_DIRS. What must come
# back is computed from what the tools say of themselves, so a new partitioner needs no change here.
set -euo pipefail
prefix=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PATH="$prefix/bin:$PATH" HOME="$scratch" LC_ALL=C.UTF-8
export XDG_DATA_DIRS="$prefix/share:/usr/local/share:/usr/share"
passed=0 failed=0

# complete_in_SHELL LINE prints the candidates for a cursor at the end of LINE, one a line.
complete_in_bash() {
  bash --norc -c '
    source /usr/share/bash-completion/bash_completion
    _completion_loader lanewise || [[ $? == 124 ]]
    read -ra COMP_WORDS <<<"$1"
    [[ $1 != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$1 COMP_POINT=${#1}
    _lanewise
    printf "%s\n" "${COMPREPLY[@]}"' bash "$1" | sed 's/.*,//'
}

complete_in_fish() {
  fish -c 'complete -C $argv[1]' -- "$1" | cut -f1 | sed 's/.*[,=]\(.\)/\1/'
}

# An interactive zsh on a pseudo-terminal, with compadd wrapped so that it tells what it was given. Keys are handled
# one after the other, so when the key after TAB has made its file, TAB is done.
complete_in_zsh() {
  rm -f "$scratch/found" "$scratch/done" "$scratch/ready"
  cat >"$scratch/setup.zsh" <<SETUP
fpath=("$prefix/share/zsh/vendor-completions" \$fpath)
autoload -Uz compinit
compinit -D -u
zstyle ':completion:*' menu no
compadd() {
  local -a matching
  if (( ! \${@[(I)-(O|A|D)]} )); then
    builtin compadd -O matching "\$@"
    print -rl -- \$matching >>"$scratch/found"
  fi
  builtin compadd "\$@"
}
tell() { : >"$scratch/done" }
zle -N tell
bindkey '^I' complete-word
bindkey '^X' tell
: >"$scratch/ready"
SETUP
  zsh -f -c '
    zmodload zsh/zpty
    wait_for() { local n; for n in {1..200}; do [[ -e $1 ]] && return; sleep 0.05; done; return 1 }
    zpty shell zsh -f -i
    zpty -w shell "source $2/setup.zsh"
    wait_for $2/ready || exit 1
    zpty -w -n shell "$1"$'"'\t\x18'"'
    wait_for $2/done || exit 1
    zpty -d shell' zsh "$1" "$scratch"
  if [ -e "$scratch/found" ]; then cat "$scratch/found"; fi
}

# expect LINE CANDIDATES: every shell offers exactly these.
expect() {
  local shell want got
  want=$(echo "$2" | sort -u)
  for shell in bash zsh fish; do
    got=$("complete_in_$shell" "$1" | grep . | sort -u || true)
    if [ "$got" == "$want" ] && [ -n "$want" ]; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "FAILED  $shell completes '$1'"
      diff <(echo "$want") <(echo "$got") | sed -n 's/^</  expected/p; s/^>/  offered /p' || true
    fi
  done
}

tools=$(lanewise --describe-options | jq -r '.tools[] | .name, .short_names[]?')
# choices TOOL OPTION START: the values of an option that begin with START.
choices() {
  lanewise "$1" --describe-options |
    jq -r --arg option "$2" --arg start "$3" \
      '.options[] | select(.long == $option) | .choices[].name | select(startswith($start))'
}
# options TOOL START: the long options that begin with START.
options() {
  lanewise "$1" --describe-options | jq -r --arg start "$2" '.options[].long | select(. and startswith($start))'
}

expect 'lanewise ' "$tools"$'\n'help
expect 'lanewise help ' "$(lanewise --describe-options | jq -r '.tools[].name, .pages[].name')"
expect 'lanewise help ev' events
expect 'lanewise ro' "$(echo "$tools" | grep '^ro')"
expect 'lanewise route --par' "$(options route --par)"
expect 'lanewise route --partitioner li' "$(choices route --partitioner li)"
expect 'lanewise route --compare kafka,li' "$(choices route --compare li)"
expect 'lanewise route --partitioner mur' "$(choices route --partitioner mur)"
expect 'lanewise route --map par' partition=
expect 'lanewise route --list ' "$(lanewise route --describe-options | jq -r '.operands[].words.choices[].name')"
mkdir -p "$HOME/.config/lanewise"
touch "$HOME/.config/lanewise/shop.conf" "$HOME/.config/lanewise/ship.conf" "$HOME/.config/lanewise/other.conf"
expect 'lanewise route --profile sh' $'shop\nship'
expect 'lanewise split --strategy kafka-' "$(choices split --strategy kafka-)"
cd "$scratch"
touch some-keys.txt
expect 'lanewise route some-k' some-keys.txt

echo "$passed passed, $failed failed"
[ "$failed" == 0 ]
