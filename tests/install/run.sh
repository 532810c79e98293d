#!/bin/bash
# What an installation holds, and that it can be used and taken away again.
#   tests/install/run.sh BUILD
# Installs a release build to a temporary prefix, compares its files with what the sources promise, asks the shells'
# completions, builds a small project against it, and puts the Debian package in and out of this system. The last
# needs root; without it the script ends with status 77 after all the rest.
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
here=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
passed=0 failed=0

# check WHAT COMMAND...: runs a command; its output is shown if it fails.
check() {
  local what=$1
  shift
  if "$@" >"$scratch/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED  $what"
    sed 's/^/  /' "$scratch/log"
  fi
}
finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" == 0 ] || exit 1
  exit "$1"
}
same() { diff <(sort "$1") <(sort "$2"); }

cmake --install "$build" --prefix "$prefix" --component tools >/dev/null

# The files, from the sources: a tool for each folder of tools/, a page for each source of man/.
{
  echo bin/lanewise
  find tools -mindepth 1 -maxdepth 1 -type d ! -name lanewise -printf 'libexec/lanewise/%f\n'
  for page in man/*.scd; do
    page=$(basename "$page" .scd)
    echo "share/man/man${page##*.}/$page"
  done
  echo share/bash-completion/completions/lanewise
  echo share/zsh/vendor-completions/_lanewise
  echo share/fish/vendor_completions.d/lanewise.fish
  echo share/doc/lanewise/copyright
  find examples \( -name '*.jsonl' -o -name '*.json' -o -name '*.txt' -o -name README.md \) -printf 'share/doc/lanewise/%p\n'
} >"$scratch/expected"
(cd "$prefix" && find . -type f -printf '%P\n') >"$scratch/installed"
check "the tools' files are those that the sources promise" same "$scratch/expected" "$scratch/installed"

only_lanewise() { [ "$(ls "$prefix/bin")" == lanewise ]; }
check "nothing but lanewise is in bin" only_lanewise
moved() { "$prefix/bin/lanewise" route -n 4 -k order-1 --bare; }
check "the dispatcher finds its tools in an installation that was moved there" moved
check "completions" tests/install/completions.sh "$prefix"

# The library.
cmake --install "$build" --prefix "$prefix" --component development >/dev/null
parts=$(sed -n 's/^lanewise_part(\([a-z_]*\).*/\1/p' libcore/CMakeLists.txt | paste -sd ';')
consume() {
  cmake -S "$here/tests/install/consumer" -B "$scratch/consumer" -DCMAKE_PREFIX_PATH="$prefix" -DPARTS="$parts" &&
    cmake --build "$scratch/consumer" && [ "$("$scratch/consumer/consumer")" == "a.log:3: no key" ]
}
check "find_package(lanewise) builds and links every part" consume
every_header() {
  diff <(find libcore -name '*.h' | sort) <(cd "$prefix/include/lanewise" && find libcore -name '*.h' | sort)
}
check "every header is installed" every_header

# The Debian package.
check "cpack" cpack --config "$build/CPackConfig.cmake" -B "$scratch/package"
package=$(find "$scratch/package" -maxdepth 1 -name '*.deb')
# A line of `dpkg --contents` ends with the path.
package_files() { dpkg --contents "$package" | grep -v '/$' | sed 's|.* \./usr/||'; }
package_files >"$scratch/packaged"
check "the package holds what an installation holds" same "$scratch/expected" "$scratch/packaged"
depends() { dpkg --field "$package" Depends | grep libc6 && ! dpkg --field "$package" Depends | grep -e -dev; }
check "the package depends on the libraries it needs" depends

if [ "$(id -u)" != 0 ]; then
  echo "not root: the package was not installed"
  [ "$failed" == 0 ] || finish 1
  finish 77
fi
if dpkg-query -W lanewise >/dev/null 2>&1; then
  echo "a lanewise package is installed here: it is left alone, the new one was not installed"
  finish 77
fi
# Container images tell dpkg to leave out pages; this asks for them all the same.
check "dpkg -i" dpkg --path-include='/usr/share/man/*' --path-include='/usr/share/doc/*' -i "$package"
used() { [ "$(cd / && /usr/bin/lanewise route -n 4 -k order-1 --bare)" -ge 0 ]; }
check "lanewise route runs as installed" used
check "man finds lanewise-route" man -w lanewise-route
check "coreutils' split is still split" test "$(dpkg -S /usr/bin/split)" == "coreutils: /usr/bin/split"
check "dpkg -r" dpkg -r lanewise
gone() { ! sed 's|^|/usr/|' "$scratch/expected" | xargs ls -d 2>/dev/null | grep .; }
check "nothing is left" gone
left() { [ ! -e /usr/libexec/lanewise ] && [ ! -e /usr/share/doc/lanewise ]; }
check "no folder is left" left
finish 0
