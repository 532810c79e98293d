#!/bin/sh
# Every source is laid out as clang-format 19 does by .clang-format; other versions break lines elsewhere.
#   tests/lint/format.sh [FILE...]
set -eu
cd "$(dirname "$0")/../.."
if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046  # no path of ours holds a space
  set -- $(find libcore tools tests examples -name '*.h' -o -name '*.cpp')
fi
clang-format-19 --dry-run -Werror "$@"
echo "$# passed, 0 failed"
