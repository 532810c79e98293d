#!/bin/sh
# clang-tidy over every source.
set -eu
cd "$(dirname "$0")/../.."
cmake --preset dev >/dev/null
exec tests/lint/tidy.sh build/dev
