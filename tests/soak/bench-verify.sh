#!/bin/sh
# verify-order against its bounds, at full size.
set -eu
cd "$(dirname "$0")/../.."
cmake --preset release -DLANEWISE_BUILD_TESTS=ON >/dev/null
cmake --build --preset release >/dev/null
exec tests/bench/run --check --record verify verify-duckdb verify-mawk
