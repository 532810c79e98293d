#!/bin/sh
# The reader and route against their bounds, at full size.
set -eu
cd "$(dirname "$0")/../.."
cmake --preset release -DLANEWISE_BUILD_TESTS=ON >/dev/null
cmake --build --preset release >/dev/null
exec tests/bench/run --check --record reader-1 reader-2 text-1 text-2 route route-1 kafkajs
