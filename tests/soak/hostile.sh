#!/bin/sh
# The hostile inputs at full size.
set -eu
cd "$(dirname "$0")/../.."
cmake --preset release >/dev/null
cmake --build --preset release >/dev/null
exec tests/hostile/run.py --build build/release --full
