#!/bin/sh
# clang-tidy 19 over one source, unless the very same has passed before.
#   tests/lint/tidy_one.sh BUILD SOURCE     from the project's root
# A mark in BUILD/tidy-passed stands for the text of the source with all that it includes, the checks, and the version of
# clang-tidy.
set -eu
build=$1 source=$2 root=$PWD
flags=$(jq -r --arg file "$root/$source" 'first(.[] | select(.file == $file)) | .command' "$build/compile_commands.json" |
  sed -E 's/^[^-]* -/-/; s/ -o [^ ]+//; s/ -c [^ ]+//')
text=$({
  clang-tidy-19 --version
  clang-tidy-19 -p "$build" --dump-config "$source"
  cd "$build" && eval "clang++-19 $flags -w -E -C -P '$root/$source'"
} | sha256sum)
mark=$build/tidy-passed/${text%% *}
if [ -e "$mark" ]; then exit 0; fi
clang-tidy-19 -p "$build" --quiet "$source"
mkdir -p "$build/tidy-passed"
: >"$mark"
