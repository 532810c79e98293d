#!/bin/sh
# clang-tidy 19 with .clang-tidy over the sources of a build tree.
#   tests/lint/tidy.sh BUILD            every source
#   tests/lint/tidy.sh BUILD --since C  sources that changed since commit C, with those that include a changed header
# A text that passed once is not judged again (tests/lint/tidy_one.sh).
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."

if [ "${2:-}" = --since ]; then
  changed=$({ git diff --name-only --diff-filter=d "$3" -- libcore tools tests
              git ls-files --others --exclude-standard -- libcore tools tests; } | grep -E '\.(h|cpp)$' || true)
else
  changed=$(find libcore tools tests -name '*.cpp')
fi

# A header is judged through a source that includes it.
sources=$(for file in $changed; do
  case $file in
    *.cpp) echo "$file" ;;
    *.h) grep -rlF --include='*.cpp' "#include \"$file\"" libcore tools tests || true ;;
  esac
done | sort -u)

# Only what this tree compiles: the consumer of tests/install, for one, is built against an installation.
compiled=$(for file in $sources; do
  if grep -qF "/$file\"" "$build/compile_commands.json"; then echo "$file"; fi
done)
count=$(echo "$compiled" | grep -c . || true)

if [ "$count" -gt 0 ]; then echo "$compiled" | xargs -P "$(nproc)" -n 1 tests/lint/tidy_one.sh "$build"; fi
echo "$count passed, 0 failed"
